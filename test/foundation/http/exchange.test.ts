import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createHttpClient,
  decodeHtml,
  liveTransport,
  TransportError,
} from '../../../src/foundation/http/index.ts';
import { formEncoding } from '../../../src/foundation/text/index.ts';
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

const bytes = (...parts: (string | readonly number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))));

const GROESSE_1252 = bytes('<p>Gr', [0xf6, 0xdf], 'e');

describe('decodeHtml', () => {
  test.each([
    ['the HTTP header', GROESSE_1252, 'text/html; charset=ISO-8859-1', '<p>Größe', 'windows-1252'],
    ['a quoted charset', GROESSE_1252, 'text/html;charset="latin1"', '<p>Größe', 'windows-1252'],
    [
      'the header over a meta that lies',
      Buffer.from('<meta charset=windows-1251><p>Größe'),
      'text/html; charset=utf-8',
      'Größe',
      'utf-8',
    ],
    [
      'a byte-order mark over the header',
      bytes([0xef, 0xbb, 0xbf], 'Größe'),
      'text/html; charset=windows-1251',
      'Größe',
      'utf-8',
    ],
    [
      'UTF-16 by its mark',
      bytes([0xff, 0xfe], Buffer.from('Größe', 'utf16le')),
      undefined,
      'Größe',
      'utf-16le',
    ],
    ['meta', bytes('<meta charset=windows-1251><p>', [0xcf, 0xf0, 0xe8]), 'text/html', 'При', 'windows-1251'],
    [
      'meta http-equiv',
      bytes(
        '<meta http-equiv=content-type content="text/html; charset=shift_jis">',
        [0x93, 0xfa, 0x96, 0x7b],
      ),
      undefined,
      '日本',
      'shift_jis',
    ],
    [
      'a meta that claims UTF-16 but cannot be',
      bytes('<meta charset=utf-16>Größe'),
      undefined,
      'Größe',
      'utf-8',
    ],
    ['a Korean extension syllable', bytes([0x8c, 0x63]), 'text/html; charset=euc-kr', '똠', 'euc-kr'],
    ['nothing declared, valid UTF-8', Buffer.from('<p>Größe'), undefined, 'Größe', 'utf-8'],
    ['nothing declared, not UTF-8', GROESSE_1252, 'text/html', 'Größe', 'windows-1252'],
    ['nothing declared, ASCII', Buffer.from('plain'), '', 'plain', 'windows-1252'],
    ['an unknown label', Buffer.from('<p>Größe'), 'text/html; charset=klingon', 'Größe', 'utf-8'],
    [
      'smart quotes of windows-1252',
      bytes([0x93], 'hi', [0x94]),
      'text/html; charset=iso-8859-1',
      '“hi”',
      'windows-1252',
    ],
  ])('follows %s', (_what, body, contentType, text, encoding) => {
    const decoded = decodeHtml(body, contentType);
    expect(decoded.text).toContain(text);
    expect(decoded.encoding).toBe(encoding);
  });

  test.each([
    ['shift_jis', '図書館の蔵書を検索した結果は三件です。東京都立図書館の本'],
    ['euc-jp', '図書館の蔵書を検索した結果は三件です。東京都立図書館の本'],
    ['euc-kr', '도서관에서 찾은 책 목록과 대출 안내 페이지입니다'],
    ['gb18030', '图书馆检索结果共三条，请选择您要借阅的图书'],
    ['windows-1251', 'Результаты поиска: найдено три книги в каталоге библиотеки'],
    ['koi8-r', 'Результаты поиска: найдено три книги в каталоге библиотеки'],
    ['windows-1252', 'Résultats de la recherche : « l’école des élèves », très préférée à Noël'],
    ['windows-1252', 'Größe und Höhe der Bücher über die schöne Müllerin, für Gäste'],
  ])('guesses %s where nothing is declared', (label, text) => {
    const letters = formEncoding(undefined, label).encode(text);
    const page = bytes(
      '<html><head><title>',
      Buffer.from(letters),
      '</title></head><body><p class=x>',
      Buffer.from(letters),
    );
    expect(decodeHtml(page)).toEqual({ encoding: label, text: expect.stringContaining(text) });
  });

  test('finds a meta far down a long head, but none in the body', () => {
    const script = `<script>${'x'.repeat(5000)}</script>`;
    const late = bytes(`<head>${script}<meta charset=windows-1251></head><body>`, [0xcf]);
    expect(decodeHtml(late).encoding).toBe('windows-1251');
    const inBody = bytes(`<head>${script}</head><body><meta charset=windows-1251>`, [0xcf]);
    expect(decodeHtml(inBody).encoding).toBe('windows-1252');
  });

  test('broken sequences become replacement characters, and nothing throws', () => {
    expect(decodeHtml(bytes('a', [0xff, 0xfe, 0xc3], 'b'), 'text/html; charset=utf-8').text).toBe(
      'a\uFFFD\uFFFD\uFFFDb',
    );
    expect(decodeHtml(Buffer.from('<script>'), 'text/html; charset=iso-2022-kr').text).toBe('\uFFFD');
    expect(decodeHtml(Buffer.alloc(0)).text).toBe('');
    expect(decodeHtml(bytes([0xef, 0xbb, 0xbf], 'x')).text).toBe('x');
  });
});

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
