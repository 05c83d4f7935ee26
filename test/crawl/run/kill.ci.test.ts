import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { killedHarvest } from './killed-harvest.ts';

let folder: string;

beforeEach(async () => {
  folder = temporaryFolder('kill-');
});

test('an exhaustive harvest gives the same bytes however many pages are under way at once and however often it is killed', async () => {
  const { undisturbed, resumed, kills } = await killedHarvest({
    folder,
    sites: 12,
    kills: 2,
    seed: 11,
    maxDepth: 1,
  });
  expect(kills).toBe(2);
  expect(undisturbed.forms.split('\n').length).toBeGreaterThan(10);
  expect(undisturbed.pages.split('\n').length).toBeGreaterThan(100);
  expect(resumed.forms).toBe(undisturbed.forms);
  expect(resumed.pages).toBe(undisturbed.pages);
  expect(resumed.sites).toBe(undisturbed.sites);
}, 480_000);

test('Ctrl-C saves, says how to go on, and a resumed run ends complete', async () => {
  const storage = join(folder, 'store');
  const web = ['--web', 'practice:sites=12', '--render', 'never', '--no-submit', '--max-depth', '1'];
  const args = ['harvest', 'book', ...web, '--storage', storage];
  const child = startCli(args);
  await child.said('run 1 started');
  child.kill('SIGINT');
  const { code, err } = await child.done;
  expect(code).toBe(130);
  expect(err).toContain(`fieldfare harvest --resume --storage ${storage}`);
  const resumed = await runCli(['harvest', '--resume', '--storage', storage]);
  expect(resumed.code).toBe(0);
  expect(resumed.out).toMatch(/Complete after/);
}, 120_000);

test('SIGTERM, as containers and service managers send it, ends a harvest as Ctrl-C does', async () => {
  const storage = join(folder, 'store');
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const web = ['--web', 'practice:sites=12', '--render', 'always', '--no-submit', '--json'];
  const child = startCli(['harvest', 'book', ...web, '--storage', storage], { TMPDIR: temporary });
  // A browser is at work then, with folders of its own.
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('"renderedBy":"browser"')) resolve();
    });
  });
  child.kill('SIGTERM');
  const { code, signal, out } = await child.done;
  expect({ code, signal }).toEqual({ code: 143, signal: null });
  const events = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['end', 'summary']);
  expect(events.at(-2)).toMatchObject({ status: 'interrupted' });
  expect((await stat(join(storage, 'runs', '1', 'report.html'))).size).toBeGreaterThan(1_000);
  expect(await readdir(temporary)).toEqual([]);
}, 120_000);
