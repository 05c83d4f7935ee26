import { setTimeout as later } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { type RunningCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { links, page, SEARCH, smallWeb } from './small-web.ts';

/** Longer than a page may be read, by the clock on the wall. */
const STOPPED_MS = 22_000;
const LARGE = page(
  SEARCH + Array.from({ length: 30_000 }, (_, i) => `<p>Line <b>${i}</b> of a list</p>`).join(''),
);

test('a harvest that is suspended while it reads a page loses no page', async () => {
  const storage = temporaryFolder('suspended-');
  let child: RunningCli | undefined;
  let stopped = 0;
  const paths = ['/1'];
  const stopping = paths.map((path) => [
    `a.test${path}`,
    (_request: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(LARGE, async () => {
        await later(100);
        if (child?.kill('SIGSTOP')) stopped++;
        await later(STOPPED_MS);
        child?.kill('SIGCONT');
      });
    },
  ]);
  const small = await smallWeb({ 'a.test/': page(links(...paths)), ...Object.fromEntries(stopping) }, [
    'http://a.test/',
  ]);
  onTestFinished(() => small.close());
  child = startCli([
    ...['harvest', 'book', '--seeds', await small.seedFile(storage), '--allow-private', '--delay', '0'],
    ...['--render', 'never', '--no-submit', '--strategy', 'breadth-first', '--storage', storage],
  ]);
  expect((await child.done).code).toBe(0);
  expect(stopped).toBe(paths.length);
  const store = await openStore(storage, { mode: 'read' });
  onTestFinished(() => store.close());
  expect(await findRun(store)).toMatchObject({ status: 'complete' });
  expect(await store.runs.counts(1)).toMatchObject({ http: 2, failed: 0 });
}, 300_000);
