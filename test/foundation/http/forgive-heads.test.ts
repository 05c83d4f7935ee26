import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpClient, liveTransport } from '../../../src/foundation/http/index.ts';
import { serveBytes, serveRaw } from './loopback.ts';

const client = () => {
  const transport = liveTransport({ env: {}, allowPrivate: true });
  onTestFinished(() => transport.close());
  return createHttpClient({ transport, userAgent: 'test' });
};

const OK = 'HTTP/1.1 200 OK\r\n';
const SIZED = 'Content-Length: 5\r\n\r\nwords';

test.each([
  ['blank lines first', `\r\n\r\n${OK}${SIZED}`],
  ['LF alone', `${OK}X-A: 1\r\n${SIZED}`.replaceAll('\r', '')],
  ['LF alone, in chunks', 'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nwo\n3\nrds\n0\n\n'],
  ['a folded line', `${OK}X-A: 1\r\n\tmore\r\n${SIZED}`],
  ['a space before the colon', `${OK}X-A : 1\r\n${SIZED}`],
  ['a space in a name', `${OK}X A B: 1\r\n${SIZED}`],
  ['a line without a colon', `${OK}hello there\r\n${SIZED}`],
  ['a control sign', `${OK}X-A: \x02\x7f1\r\n${SIZED}`],
  ['small letters', `http/1.0 200 fine\r\n${SIZED}`],
  ['another version', `HTTP/1.3 200 OK\r\n${SIZED}`],
  ['no reason, two spaces', `HTTP/1.1  200\r\n${SIZED}`],
  ['an interim answer', `HTTP/1.1 100 Continue\r\nX: 1\r\n\r\n${OK}${SIZED}`],
  ['the length three times', `${OK}content-length: 5, 5\r\n${SIZED}`],
  [
    'a length beside chunks',
    `${OK}Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwords\r\n0\r\n\r\n`,
  ],
  ['spaces behind sizes', `${OK}Transfer-Encoding: chunked\r\n\r\n5  \r\nwords\r\n0 \r\n\r\n`],
])('a head with %s is read, in one piece and byte by byte', async (_, answer) => {
  const whole = await serveBytes(answer);
  const slow = await serveRaw((socket) => {
    socket.once('data', async () => {
      for (const byte of Buffer.from(answer, 'latin1')) {
        socket.write(Buffer.of(byte));
        await new Promise(setImmediate);
      }
      socket.end();
    });
  });
  for (const port of [whole, slow]) {
    const got = await client().fetch({ url: `http://127.0.0.1:${port}/` });
    expect([got.status, got.body.toString()]).toEqual([200, 'words']);
    expect(got.headers.map(([name]) => name.toLowerCase())).not.toContain('fieldfare-repaired');
  }
});

test('words behind gzip data are left out', async () => {
  const body = Buffer.concat([gzipSync('words'), Buffer.from('<!-- made by a cache -->')]);
  const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`;
  const port = await serveRaw((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), body])));
  });
  expect((await client().fetch({ url: `http://127.0.0.1:${port}/` })).body.toString()).toBe('words');
});

test('many answers on one connection each get their own head', async () => {
  let n = 0;
  let connections = 0;
  const port = await serveRaw((socket) => {
    connections++;
    socket.on('data', () => {
      n++;
      socket.write(
        n % 2
          ? `HTTP/1.1 200 OK\nX-N: ${n}\nContent-Length: 17\n\nHTTP/1.1 500 No\r\n`
          : `${OK}X-N: ${n}\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\n${n}\r\n0\r\n\r\n`,
      );
    });
  });
  const one = client();
  const got: string[] = [];
  for (let n = 1; n <= 6; n++) {
    const { status, headers, body } = await one.fetch({ url: `http://127.0.0.1:${port}/` });
    got.push(`${status} ${headers.find(([name]) => name === 'X-N')?.[1]} ${body.length}`);
  }
  expect(got).toEqual(['200 1 17', '200 2 1', '200 3 17', '200 4 1', '200 5 17', '200 6 1']);
  expect(connections).toBeLessThan(6);
});

test.each([
  ['two lengths', `${OK}Content-Length: 4\r\nContent-Length: 5\r\n\r\nwords`, 'Content-Length: 5'],
  ['a length that is no number', `${OK}Content-Length: five\r\n\r\nwords`, 'Content-Length: five'],
  ['a NUL', `${OK}X-A: a\0b\r\nX B: 1\r\n${SIZED}`, 'X-A: a b'],
  ['a status that is none', `HTTP/1.1 2xx OK\r\n${SIZED}`, 'HTTP/1.1 2xx OK'],
])('a head with %s is refused, and its line named', async (_, answer, line) => {
  const port = await serveBytes(answer);
  await expect(client().fetch({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    reason: 'protocol',
    message: expect.stringContaining(line),
  });
});
