import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findBrowser } from '../../../src/foundation/browser/index.ts';
import { hangUp, openPort } from '../../open-port.ts';

const PROGRAM = fileURLToPath(new URL('suspended-program.ts', import.meta.url));
/** Longer than every limit of the program together. */
const STOPPED_MS = 7_000;
const { found: browser } = await findBrowser();

/** Stops the program while the address that it asked for is being answered; `begin` before, `end` while it is stopped. */
async function suspended(
  how: 'browser' | 'http',
  address: string,
  begin: (response: ServerResponse) => void,
  end: (response: ServerResponse) => void,
  pages: Readonly<Record<string, string>> = {},
): Promise<string> {
  let child: ChildProcess | undefined;
  let asked = 0;
  const server = createServer((request, response) => {
    response.setHeader('content-type', request.url?.endsWith('.js') ? 'text/javascript' : 'text/html');
    const page = pages[request.url ?? ''];
    if (page !== undefined) return response.end(page);
    begin(response);
    if (asked++ > 0) return end(response);
    setTimeout(() => {
      child?.kill('SIGSTOP');
      setTimeout(() => end(response), 500);
      setTimeout(() => child?.kill('SIGCONT'), STOPPED_MS);
    }, 200);
    return response;
  });
  const port = await openPort(server);
  onTestFinished(() => hangUp(server));
  child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PROGRAM, how, `http://127.0.0.1:${port}${address}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let out = '';
  child.stdout?.on('data', (piece) => {
    out += piece;
  });
  await once(child, 'close');
  return out.trim();
}

describe('a process that is suspended for longer than its limits', () => {
  test.skipIf(!browser)(
    'still reads the page that its browser was loading',
    async () => {
      const html = '<!doctype html><body>waits<script src="/app.js"></script>';
      const script = `setTimeout(() => { document.body.textContent = 'built'; }, 300);`;
      const text = await suspended(
        'browser',
        '/',
        () => undefined,
        (response) => response.end(script),
        {
          '/': html,
        },
      );
      expect(text).toBe('built');
    },
    60_000,
  );

  test('still receives the body that was coming', async () => {
    const text = await suspended(
      'http',
      '/',
      (response) => response.write('begin '),
      (response) => setTimeout(() => response.end('end'), STOPPED_MS),
    );
    expect(text).toBe('begin end whole');
  }, 60_000);

  test('asks again for a body that the server cut off meanwhile', async () => {
    let times = 0;
    const text = await suspended(
      'http',
      '/',
      (response) => response.write('begin '),
      (response) => (times++ === 0 ? response.destroy() : response.end('end')),
    );
    expect(text).toContain('suspended while it received');
  }, 60_000);
});
