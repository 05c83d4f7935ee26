import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment, npm, start, temporaryFolder } from './checkout.ts';
import { packProject } from './packed.ts';

const PAGE =
  '<title>Books</title><form action="/find"><input name="q" type="search"><button>Search</button></form>';

/** Codes of npm for a registry that the machine does not reach, or whose certificate it does not trust. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)\b/;

const folder = temporaryFolder();
/** Why npm could not bring the dependencies; undefined where it did. */
let unreachable: string | undefined;

beforeAll(async () => {
  const { archive } = await packProject(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
  fs.writeFileSync(path.join(folder, 'page.html'), PAGE);
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000'];
  const install = ['install', '--ignore-scripts', '--prefer-offline', ...patience, archive];
  await npm(folder, install).catch((error: unknown) => {
    const offline = UNREACHABLE.exec(String(error));
    if (offline === null) throw error;
    unreachable = `no package registry: ${offline[0]}`;
  });
}, 600_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 300_000);

/** What `du -sm` says: files in whole blocks of 4 kB. */
const megabytesOf = (place: string): number =>
  fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((all, { parentPath, name }) => {
      const { size } = fs.statSync(path.join(parentPath, name));
      return all + Math.ceil(size / 4096) / 256;
    }, 0);

const npx = (...args: string[]) =>
  start('npx', ['--no-install', 'fieldfare', ...args], { cwd: folder, env: bareEnvironment() }).ended;

test('npm brings what it needs, and nothing for developers', ({ skip }) => {
  skip(unreachable !== undefined, unreachable);
  expect(fs.existsSync(path.join(folder, 'node_modules/typescript'))).toBe(false);
  expect(fs.existsSync(path.join(folder, 'node_modules/fieldfare/docs/tutorial.md'))).toBe(true);
  for (const big of ['jsdom', 'figlet', 'crawlee', 'vega'])
    expect(fs.existsSync(path.join(folder, 'node_modules', big))).toBe(false);
  expect(megabytesOf(path.join(folder, 'node_modules'))).toBeLessThan(200);
});

test('npx runs it', async ({ skip }) => {
  skip(unreachable !== undefined, unreachable);
  // npx may warn of the machine's npm settings on standard error.
  expect(await npx('--help')).toMatchObject({ code: 0, out: expect.stringContaining('harvest') });
  const { code, out } = await npx('doctor', '--json');
  expect({ code, ok: JSON.parse(out).ok }).toEqual({ code: 0, ok: true });
  expect(await npx('inspect', 'page.html')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 form, 1 searchable'),
  });
  const web = ['--web', 'practice:seed=1,sites=12', '--max-pages', '4', '--render', 'never', '--no-submit'];
  expect(await npx('harvest', 'book', ...web)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Pages'),
  });
});

test('the form classifier is a library of its own', async ({ skip }) => {
  skip(unreachable !== undefined, unreachable);
  const program = `import { classifyForms } from 'fieldfare/forms';
    console.log(classifyForms(${JSON.stringify(PAGE)}, 'http://a.test/').map((form) => form.type + form.action).join());`;
  const args = ['--input-type=module', '--eval', program];
  const done = await start(process.execPath, args, { cwd: folder, env: bareEnvironment() }).ended;
  expect(done).toMatchObject({ code: 0, out: 'searchhttp://a.test/find\n' });
});
