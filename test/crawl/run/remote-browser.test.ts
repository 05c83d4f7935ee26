import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import { NoBrowserError } from '../../../src/crawl/rendering/index.ts';
import { findBrowser, launchOptions } from '../../../src/foundation/browser/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { page, type SmallWeb, smallWeb } from './small-web.ts';

let folder: string;
let small: SmallWeb | undefined;
let browser: ChildProcess | undefined;

beforeEach(async () => {
  folder = temporaryFolder('remote-');
});

afterEach(async () => {
  delete process.env.FIELDFARE_BROWSER_WS;
  const ended = browser === undefined || new Promise((resolve) => browser?.once('exit', resolve));
  // Distributions start Chromium by a script: the whole group has to go, or the browser outlives it.
  if (browser?.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
  await ended;
  browser = undefined;
  await small?.close();
  small = undefined;
});

/** Starts a browser as somebody else would. @returns its DevTools address */
async function startBrowser(): Promise<string> {
  const { found } = await findBrowser();
  if (found === undefined) throw new Error('no browser');
  const { args = [], chromiumSandbox } = launchOptions(found);
  const flags = [
    ...args,
    ...(chromiumSandbox ? [] : ['--no-sandbox']),
    '--headless',
    '--remote-debugging-port=0',
    `--user-data-dir=${join(folder, 'profile')}`,
  ];
  browser = spawn(found.path, flags, { detached: true });
  return new Promise((resolve, reject) => {
    let said = '';
    browser?.stderr?.on('data', (text) => {
      said += text;
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    browser?.once('exit', () => reject(new Error(said)));
  });
}

const run = async (): Promise<string[]> => {
  small ??= await smallWeb(
    {
      'a.test/': page(
        `<div id="b"></div><script>document.getElementById('b').innerHTML='\\x3cform action="/s"><input type="search" name="q"><button>Search</button>\\x3c/form>'</script>`,
      ),
    },
    ['http://a.test/'],
  );
  const read: string[] = [];
  for await (const event of harvest({ domains: ['book'], web: small.web, storage: folder, submit: false })) {
    if (event.type === 'page') read.push(`${event.renderedBy} ${event.forms}`);
  }
  return read;
};

test('pages are rendered by a browser that runs already, and it is left running', async () => {
  process.env.FIELDFARE_BROWSER_WS = await startBrowser();
  expect(await run()).toEqual(['browser 1']);
  expect(small?.requests.filter((request) => request.endsWith('a.test/'))).toHaveLength(1);
  expect(browser?.exitCode).toBeNull();
}, 180_000);

test('an address where no browser answers, or that is none, is told in one line before anything is crawled', async () => {
  process.env.FIELDFARE_BROWSER_WS = 'ws://127.0.0.1:9/devtools';
  await expect(run()).rejects.toThrow(NoBrowserError);
  await expect(run()).rejects.toThrow(/127\.0\.0\.1:9 does not answer/);
  process.env.FIELDFARE_BROWSER_WS = 'chromium';
  await expect(run()).rejects.toThrow(/FIELDFARE_BROWSER_WS is no address/);
  expect(small?.requests).toEqual([]);
}, 180_000);
