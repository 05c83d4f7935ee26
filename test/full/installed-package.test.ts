import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { npm, temporaryFolder } from '../setup/checkout.ts';
import { packProject, runInstalled } from '../setup/packed.ts';

let folder: string;

beforeAll(async () => {
  folder = temporaryFolder();
  const { archive } = await packProject(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  await npm(folder, ['install', '--ignore-scripts', '--prefer-offline', '--silent', archive]);
}, 600_000);

afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

it('works where npm put it, with what npm brought and nothing more', async () => {
  expect(fs.existsSync(path.join(folder, 'node_modules/typescript'))).toBe(false);
  const { code, out } = await runInstalled(folder, ['doctor', '--json']);
  expect({ code, ok: JSON.parse(out).ok }).toEqual({ code: 0, ok: true });
  fs.writeFileSync(
    path.join(folder, 'page.html'),
    '<title>Books</title><form action="/find"><input name="q" type="search"><button>Search</button></form>',
  );
  const inspected = await runInstalled(folder, ['inspect', 'page.html']);
  expect(inspected).toMatchObject({ code: 0, out: expect.stringContaining('1 form, 1 searchable') });
});
