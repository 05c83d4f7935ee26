import { expect, onTestFinished, test } from 'vitest';
import { liveTransport, TransportError } from '../../../src/foundation/http/index.ts';
import { serve, serveBytes, serveRaw } from './loopback.ts';

const transport = () => {
  const web = liveTransport({ env: {}, allowPrivate: true });
  onTestFinished(() => web.close());
  return web;
};

const get = (port: number, signal?: AbortSignal) =>
  transport().send({ url: `http://127.0.0.1:${port}/`, method: 'GET', headers: [] }, signal);

test('informational responses are not taken for the answer', async () => {
  const port = await serveBytes(
    'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\nHTTP/1.1 200 Fine\r\nX-Own: 1\r\nContent-Length: 2\r\n\r\nhi',
  );
  const { status, statusText, headers, body } = await get(port);
  expect([status, statusText]).toEqual([200, 'Fine']);
  expect(headers).toEqual([
    ['X-Own', '1'],
    ['Content-Length', '2'],
  ]);
  const pieces = await Array.fromAsync(body);
  expect(Buffer.concat(pieces).toString()).toBe('hi');
});

test('a reader that rests holds the server back, and gets all when it goes on', async () => {
  const size = 64 * 1024 * 1024;
  let sent = 0;
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': size });
    const more = () => {
      while (sent < size) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  const { body } = await get(port);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sent).toBeLessThan(size / 2);
  let received = 0;
  for await (const piece of body) received += piece.length;
  expect(received).toBe(size);
});

test('a body that is broken off is given to its end, and then fails', async () => {
  const port = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour');
  const { body } = await get(port);
  const pieces: string[] = [];
  const reading = (async () => {
    for await (const piece of body) pieces.push(Buffer.from(piece).toString());
  })();
  await expect(reading).rejects.toBeInstanceOf(TransportError);
  expect(pieces).toEqual(['four']);
});

test('whoever gives up gets his own reason, before the head and within the body, and the connection is closed', async () => {
  let closed = 0;
  const port = await serveRaw((socket) => {
    socket.once('data', (head) => {
      // A busy machine opens connections that no request uses.
      socket.once('close', () => closed++);
      if (String(head).startsWith('GET / '))
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfour');
    });
  });
  const reason = new TransportError('timeout', 'too late');
  const given = new AbortController();
  const { body } = await get(port, given.signal);
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  const next = pieces.next();
  given.abort(reason);
  await expect(next).rejects.toBe(reason);
  const silent = new AbortController();
  const answer = transport().send(
    { url: `http://127.0.0.1:${port}/silent`, method: 'GET', headers: [] },
    silent.signal,
  );
  setTimeout(() => silent.abort(reason), 50);
  await expect(answer).rejects.toBe(reason);
  await expect.poll(() => closed).toBe(2);
});
