import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as later } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { findBrowser } from '../../../src/foundation/browser/index.ts';
import { findRun } from '../../../src/library/index.ts';
import { type RunningCli, startCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { links, page, SEARCH, smallWeb } from './small-web.ts';

const { found: browser } = await findBrowser();
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

/** Ends the browsers that a process of ours, or one that it started, has started. */
function endBrowsersOf(pid: number): void {
  const parents = new Map<number, number>();
  const browsers = new Set<number>();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (command.includes('--remote-debugging-')) browsers.add(Number(name));
    } catch {
      // It has ended.
    }
  }
  const isOurs = (id: number): boolean => id === pid || (id > 1 && isOurs(parents.get(id) ?? 0));
  for (const id of [...browsers].filter(isOurs)) process.kill(id, 'SIGKILL');
}

/** A page to be rendered, in a browser that ends so many times while it loads it. */
async function harvestWith(ends: number) {
  const storage = temporaryFolder('ended-');
  let child: RunningCli | undefined;
  let left = ends;
  const script = (_request: unknown, response: import('node:http').ServerResponse) => {
    if (left-- > 0 && child?.pid !== undefined) {
      endBrowsersOf(child.pid);
      setTimeout(() => response.destroy(), 300);
      return;
    }
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(SEARCH)});`);
  };
  const home = page('<div id="app"></div><script src="/app.js"></script>');
  const small = await smallWeb({ 'a.test/': home, 'a.test/app.js': script }, ['http://a.test/']);
  onTestFinished(() => small.close());
  child = startCli([
    ...['harvest', 'book', '--seeds', await small.seedFile(storage), '--allow-private', '--delay', '0'],
    ...['--render', 'always', '--max-depth', '0', '--no-submit', '--strategy', 'breadth-first'],
    ...['--storage', storage],
  ]);
  const { out, err } = await child.done;
  const status = startCli(['status', '--json', '--storage', storage]);
  return { out, err, crawl: JSON.parse((await status.done).out).crawl };
}

test.skipIf(!browser || process.platform !== 'linux')(
  'a page whose browser ended is rendered once more, and counted where that fails, too',
  async () => {
    const again = await harvestWith(3);
    expect(again.err).toContain('could not be rendered');
    expect(again.out).toMatch(/Search forms +1/);
    expect(again.crawl.notRendered).toBe(0);
    const never = await harvestWith(100);
    expect(never.out).toMatch(/Not rendered +1 +1 page could not be rendered/);
    expect(never.crawl.notRendered).toBe(1);
  },
  180_000,
);
