import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { browserErrorText, findBrowser, listBrowsers } from '../../../src/foundation/browser/index.ts';
import { browserCandidates } from '../../../src/foundation/browser/locate-browser.mjs';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('fieldfare-browsers-');
});

/** A program that calls itself a browser of a version, as `--version` does. */
function program(name: string, version: string, body = `echo "Chromium ${version} here"`): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return file;
}

/** Those of our folder: the machine may have browsers of its own in the usual places. */
const ours = (found: readonly { readonly path: string }[]) =>
  found.map((one) => one.path).filter((file) => file.startsWith(folder));

describe.skipIf(process.platform === 'win32')('the browser taken', () => {
  it('is the one FIELDFARE_BROWSER names', async () => {
    program('chromium-headless-shell', '1.0.0.0');
    const named = program('my chrome', '150.1.2.3');
    const { found } = await findBrowser({ PATH: folder, FIELDFARE_BROWSER: named });
    expect(found).toEqual({ path: named, version: '150.1.2.3', kind: 'chrome', source: 'FIELDFARE_BROWSER' });
  });

  it('is none when FIELDFARE_BROWSER points nowhere, and that is said', async () => {
    program('chromium', '1.0.0.0');
    const search = await findBrowser({ PATH: folder, FIELDFARE_BROWSER: path.join(folder, 'nowhere') });
    expect(search).toMatchObject({
      found: undefined,
      problem: `FIELDFARE_BROWSER names ${folder}/nowhere, which is not a program`,
      advice: expect.stringContaining('unset it'),
    });
  });

  it('is none when FIELDFARE_BROWSER names something else, and that is said', async () => {
    const search = await findBrowser({ FIELDFARE_BROWSER: program('cat', '', 'echo meow') });
    expect(search).toMatchObject({
      found: undefined,
      problem: expect.stringContaining('does not run as a browser'),
    });
  });

  it('is none when FIELDFARE_BROWSER says so', async () => {
    program('chromium', '1.0.0.0');
    const search = await findBrowser({ PATH: folder, FIELDFARE_BROWSER: 'none' });
    expect(search).toMatchObject({ found: undefined, problem: expect.stringContaining('switched off') });
  });

  it('is the headless shell before Chrome, Chromium, Edge and those of Playwright', async () => {
    const downloads = path.join(folder, 'downloads');
    const names = ['microsoft-edge', 'chromium', 'google-chrome', 'chromium-headless-shell'];
    for (const name of names) program(name, '1.2.3.4');
    for (const name of [
      'chromium-7/chrome-linux64/chrome',
      'chromium_headless_shell-7/chrome-linux/headless_shell',
    ]) {
      program(`downloads/${name}`, '1.2.3.4');
      fs.writeFileSync(path.join(downloads, name, '../../INSTALLATION_COMPLETE'), '');
    }
    program('downloads/chromium-9/chrome-linux64/chrome', '1.2.3.4'); // never finished
    const found = await listBrowsers({ PATH: folder, PLAYWRIGHT_BROWSERS_PATH: downloads });
    expect(ours(found).map((file) => path.relative(folder, file))).toEqual([
      ...['chromium-headless-shell', 'google-chrome', 'chromium', 'microsoft-edge'],
      'downloads/chromium_headless_shell-7/chrome-linux/headless_shell',
      'downloads/chromium-7/chrome-linux64/chrome',
    ]);
  });

  it('is never one that does not run, nor one in a snap', async () => {
    program('chromium-headless-shell', '', 'echo "error while loading shared libraries" >&2; exit 127');
    program('google-chrome', '', 'exec /snap/bin/chromium "$@"');
    const works = program('chromium', '1.2.3.4');
    expect(ours(await listBrowsers({ PATH: folder }))).toEqual([works]);
  });

  it('is listed once when two names lead to it', () => {
    const real = program('google-chrome-stable', '1.2.3.4');
    fs.symlinkSync(real, path.join(folder, 'google-chrome'));
    const machine = { env: { PATH: folder }, platform: process.platform, root: folder };
    expect(ours(browserCandidates(machine))).toEqual([real]);
  });

  it('is found by users without a home', () => {
    const file = program('chromium', '1.2.3.4');
    const machine = { env: { PATH: folder, HOME: '' }, platform: process.platform, root: folder };
    expect(ours(browserCandidates(machine))).toEqual([file]);
  });
});

test.each([
  [
    'locator.inputValue: Error: Node is not an <input>, <textarea> or <select> element\nCall log:\n  - waiting',
    'a control of the form could not be used',
  ],
  ['page.goto: net::ERR_NAME_NOT_RESOLVED at http://a.test/', 'host name not found'],
  ['page.goto: net::ERR_UNKNOWN at http://a.test/', 'the browser could not load the page'],
  ['Timeout: http://a.test/ does not load (15000 ms)', 'the page did not get ready in time'],
  ['locator.click: Timeout 5000ms exceeded.', 'the page did not get ready in time'],
  [
    'page.evaluate: Execution context was destroyed, most likely because of a navigation',
    'the page went elsewhere meanwhile',
  ],
  ['page.goto: Target page, context or browser has been closed', 'the browser was closed meanwhile'],
  ['page.evaluate: TypeError: odd', 'odd'],
  ['its script went to other.test', 'its script went to other.test'],
  ['', 'the browser gave up'],
])('%j is told as %j', (message, words) => {
  expect(browserErrorText(new Error(message))).toBe(words);
});
