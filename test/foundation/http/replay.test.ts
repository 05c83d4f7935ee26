import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpClient, openTransport, replayTransport } from '../../../src/foundation/http/index.ts';
import type { ReplayTransport } from '../../../src/foundation/http/replay-transport.ts';
import { openExchangeLog, WarcError } from '../../../src/foundation/warc/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const SHARED = '../shared/datasets';
const FORMS = join(SHARED, 'forms/development.warc.gz');
const OLD_CRAWL = join(SHARED, 'web/example.warc.gz');
const isMissing = (path: string): boolean => {
  if (existsSync(path)) return false;
  console.warn(`skipped: ${path} is not here`);
  return true;
};

interface Recorded {
  readonly url: string;
  readonly type?: string;
  readonly block: string;
  readonly fields?: string;
}

const http = (body: string, ...headers: string[]) => ['HTTP/1.1 200 OK', ...headers, '', body].join('\r\n');
const page = (body: string) => http(body, 'Content-Type: text/html');

const record = ({ url, type = 'response', block, fields = '' }: Recorded): Buffer =>
  Buffer.from(
    `WARC/1.0\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${url}\r\n${fields}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`,
  );

const archive = async (recorded: readonly Recorded[], { gzip = true } = {}): Promise<string> => {
  const path = join(temporaryFolder(), gzip ? 'a.warc.gz' : 'a.warc');
  const parts = recorded.map((one) => (gzip ? gzipSync(record(one)) : record(one)));
  await writeFile(path, Buffer.concat(parts));
  return path;
};

const open = async (path: string): Promise<ReplayTransport> => {
  const web = await replayTransport(path);
  onTestFinished(() => web.close());
  return web;
};

const ask = async (web: ReplayTransport, url: string, method = 'GET'): Promise<string> => {
  const response = await web.send({ url, method, headers: [] });
  const parts = await Array.fromAsync(response.body);
  return Buffer.concat(parts).toString();
};

describe('what an archive answers', () => {
  test.each([true, false])('its pages, whether compressed (%s) or not', async (gzip) => {
    const web = await open(
      await archive(
        [
          { url: 'http://a.example/', block: page('first') },
          { url: 'dns:a.example', block: 'a.example 60 IN A 192.0.2.1' },
          { url: 'http://a.example/', block: page('second') },
          { url: 'http://a.example/pic', block: http('GIF', 'Content-Type: image/gif') },
          { url: 'http://b.example/untyped', block: http('<!DOCTYPE html><p>x') },
          { url: 'http://b.example/text', block: http('plain words') },
          { url: '<http://c.example/x#part>', block: page('bracketed') },
        ],
        { gzip },
      ),
    );
    expect(await web.seeds()).toEqual([
      'http://a.example/',
      'http://b.example/untyped',
      'http://c.example/x',
    ]);
    expect(await ask(web, 'http://a.example/')).toBe('first');
    expect(await ask(web, 'http://c.example/x')).toBe('bracketed');
    expect(await ask(web, 'http://a.example/pic')).toBe('GIF');
    expect(web.responses).toBe(5);
    expect(web.warnings).toEqual([]);
  });

  test('addresses are compared as browsers spell them', async () => {
    const web = await open(
      await archive([
        { url: 'HTTP://A.example:80', block: page('root') },
        { url: 'http://a.example/%7euser/ü', block: page('user') },
        { url: 'https://s.example/', block: page('secure') },
        { url: 'http://both.example/', block: page('plain') },
        { url: 'https://both.example/', block: page('tls') },
      ]),
    );
    expect(await ask(web, 'http://a.example/#top')).toBe('root');
    expect(await ask(web, 'http://a.example/%7Euser/%c3%bc')).toBe('user');
    expect(await ask(web, 'http://s.example/')).toBe('secure');
    expect(await ask(web, 'http://both.example/')).toBe('plain');
    expect(await ask(web, 'https://both.example/')).toBe('tls');
    expect(web.holds('http://a.example/other')).toBe(false);
    expect(web.holds('not an address')).toBe(false);
    expect(await ask(web, 'http://a.example/', 'HEAD')).toBe('');
    await expect(ask(web, 'http://a.example/other')).rejects.toMatchObject({ reason: 'not-in-archive' });
    await expect(ask(web, 'http://a.example/', 'POST')).rejects.toMatchObject({ reason: 'not-in-archive' });
  });

  test.each([true, false])('line ends of any kind, in both heads (compressed %s)', async (gzip) => {
    const form = '<form><input name=q></form>';
    const odd = [
      `WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a.example/\nContent-Length: ${page(form).length}\n\r\n${page(form)}\r\n\r\n`,
      record({ url: 'http://b.example/', block: `HTTP/1.1 200 OK\nContent-Type: text/html\n\r\n${form}` }),
      record({ url: 'http://c.example/', block: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\n${form}` }),
    ].map((one) => Buffer.from(one));
    const path = join(temporaryFolder(), gzip ? 'odd.warc.gz' : 'odd.warc');
    await writeFile(path, Buffer.concat(gzip ? odd.map((one) => gzipSync(one)) : odd));
    const web = await open(path);
    for (const host of ['a', 'b', 'c']) expect(await ask(web, `http://${host}.example/`), host).toBe(form);
  });

  test('a later good answer instead of a failed one, and resources without a head', async () => {
    const web = await open(
      await archive([
        { url: 'http://a.example/', block: 'HTTP/1.1 503 Busy\r\n\r\nlater' },
        { url: 'http://a.example/', block: page('good') },
        { url: 'http://a.example/', block: 'HTTP/1.1 403 No\r\n\r\nno' },
        {
          url: 'http://b.example/',
          type: 'resource',
          fields: 'Content-Type: text/html\r\n',
          block: '<p>whole',
        },
      ]),
    );
    expect(await ask(web, 'http://a.example/')).toBe('good');
    expect(await ask(web, 'http://b.example/')).toBe('<p>whole');
    expect(await web.seeds()).toEqual(['http://a.example/', 'http://b.example/']);
  });

  test('chunked bodies are put together, and taken as they are where the header lies', async () => {
    const chunked = 'Transfer-Encoding: chunked';
    const web = await open(
      await archive([
        { url: 'http://a.example/1', block: http('5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n', chunked) },
        { url: 'http://a.example/2', block: http('<p>not chunked at all', chunked) },
        { url: 'http://a.example/3', block: http('ff\r\ncut short', chunked) },
        { url: 'http://a.example/4', block: http('', chunked) },
      ]),
    );
    expect(await ask(web, 'http://a.example/1')).toBe('hello world');
    expect(await ask(web, 'http://a.example/2')).toBe('<p>not chunked at all');
    expect(await ask(web, 'http://a.example/3')).toBe('cut short');
    expect(await ask(web, 'http://a.example/4')).toBe('');
  });

  test('a revisit answers with what it refers to', async () => {
    const web = await open(
      await archive([
        { url: 'http://a.example/1', block: page('same') },
        {
          url: 'http://a.example/2',
          type: 'revisit',
          block: '',
          fields: 'WARC-Refers-To-Target-URI: http://a.example/1\r\n',
        },
      ]),
    );
    expect(await ask(web, 'http://a.example/2')).toBe('same');
  });

  test('a multipart form is found again though its boundary is another', async () => {
    const form = (boundary: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="q"\r\n\r\nowl\r\n--${boundary}--\r\n`;
    const type = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
    const web = await open(
      await archive([
        {
          url: 'http://a.example/',
          type: 'request',
          fields: 'WARC-Record-ID: <urn:x:1>\r\n',
          block: `POST / HTTP/1.1\r\nContent-Type: ${type('one')}\r\n\r\n${form('one')}`,
        },
        { url: 'http://a.example/', fields: 'WARC-Concurrent-To: <urn:x:1>\r\n', block: page('owls') },
      ]),
    );
    const response = await web.send({
      url: 'http://a.example/',
      method: 'POST',
      headers: [['content-type', type('another')]],
      body: Buffer.from(form('another')),
    });
    expect(response.status).toBe(200);
    expect(web.holds('http://a.example/')).toBe(false);
  });

  test('bodies are read by many at once', async () => {
    const web = await open(
      await archive(
        Array.from({ length: 50 }, (_, i) => ({
          url: `http://a.example/${i}`,
          block: page(`${i}`.repeat(30_000)),
        })),
      ),
    );
    const bodies = await Promise.all(
      Array.from({ length: 200 }, (_, i) => ask(web, `http://a.example/${i % 50}`)),
    );
    bodies.forEach((body, i) => {
      expect(body).toBe(`${i % 50}`.repeat(30_000));
    });
  });
});

describe('archives that are not whole', () => {
  const three = () =>
    [1, 2, 3].map((i) => ({ url: `http://a.example/${i}`, block: page(`page ${i} `.repeat(500)) }));

  test.each([true, false])(
    'one that breaks off is used up to the break, with a warning (gzip %s)',
    async (gzip) => {
      const path = await archive(three(), { gzip });
      const whole = await readFile(path);
      await writeFile(path, whole.subarray(0, whole.length - 30));
      const web = await open(path);
      expect(await web.seeds()).toEqual(['http://a.example/1', 'http://a.example/2']);
      expect(web.warnings[0]).toMatch(/breaks off at byte \d+ .*first 2 records/);
      const warnings: string[] = [];
      const same = await openTransport(`replay:${path}`, { onWarning: (warning) => warnings.push(warning) });
      await same.close();
      expect(warnings).toEqual(web.warnings);
    },
  );

  test('a record whose bytes were changed is noticed', async () => {
    const path = await archive(three());
    const bytes = await readFile(path);
    bytes[bytes.length - 40]! ^= 0xff;
    await writeFile(path, bytes);
    expect((await open(path)).warnings[0]).toMatch(/first 2 records/);
  });

  test('cut at any byte, it never does worse than a warning or one line', async () => {
    const path = await archive(three());
    const whole = await readFile(path);
    for (let size = 0; size < whole.length; size += 23) {
      await writeFile(path, whole.subarray(0, size));
      const outcome = await replayTransport(path).catch((error: unknown) => error);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(WarcError);
        expect(outcome.message).not.toContain('\n');
      } else await (outcome as ReplayTransport).close();
    }
  });

  test.each([
    ['nothing', Buffer.alloc(0), /is empty/],
    ['text', Buffer.from('This is a read-me file.\n\nNothing else.'), /not a WARC archive/],
    ['gzipped text', gzipSync('This is a read-me file.'), /not a WARC archive/],
    ['zstd', zstdCompressSync('WARC/1.1'), /zstd -d/],
    [
      'noise',
      Buffer.from(Array.from({ length: 9999 }, (_, i) => (i * 2654435761) >>> 24)),
      /not a WARC archive/,
    ],
    ['an ARC file', Buffer.from('filedesc://x.arc 0.0.0.0 20080430 text/plain 76\n'), /an ARC file/],
    [
      'one member for all',
      gzipSync(Buffer.concat([record(three()[0]!), record(three()[1]!)])),
      /gunzip the file/,
    ],
    ['no responses', gzipSync(record({ url: 'dns:a', block: 'x' })), /no HTTP responses/],
  ])('%s is refused in one line that says what to do', async (_what, bytes, message) => {
    const path = join(temporaryFolder(), 'x.warc.gz');
    await writeFile(path, bytes);
    const error = await replayTransport(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WarcError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
  });

  test('a missing file and a folder are refused', async () => {
    await expect(replayTransport('/nowhere/a.warc.gz')).rejects.toThrow(/no such file/);
    await expect(replayTransport(temporaryFolder())).rejects.toThrow(/not a file/);
  });
});

describe.skipIf(isMissing(FORMS))('662 saved pages', () => {
  test('every page is a seed and comes through the egress into a log that replays the same', {
    timeout: 60_000,
  }, async () => {
    const web = await open(FORMS);
    const seeds = await web.seeds();
    expect([web.responses, seeds.length, web.warnings.length]).toEqual([662, 662, 0]);
    const log = await openExchangeLog(temporaryFolder(), { acknowledged: 0 });
    onTestFinished(() => log.close());
    const egress = createHttpClient({ transport: web, log, userAgent: 'Fieldfare/0' });
    const sizes = await Promise.all(seeds.map(async (url) => (await egress.fetch({ url })).body.length));
    expect(sizes.reduce((a, b) => a + b)).toBe(50_043_132);
    await log.flush();
    const again = await open(log.path);
    expect(await again.seeds()).toHaveLength(662);
    const [url = ''] = seeds;
    expect(await ask(again, url)).toBe(await ask(web, url));
  });
});

describe.skipIf(isMissing(OLD_CRAWL))('a crawl of 2008', () => {
  test('822 records of WARC/0.17, DNS answers among them, give 261 responses', async () => {
    const web = await open(OLD_CRAWL);
    expect([web.responses, (await web.seeds()).length]).toEqual([261, 94]);
    for (const url of await web.seeds()) expect((await ask(web, url)).length).toBeGreaterThan(0);
  });

  test('the same unpacked', async () => {
    const path = join(temporaryFolder(), 'plain.warc');
    await writeFile(path, gunzipSync(await readFile(OLD_CRAWL)));
    const [plain, packed] = [await open(path), await open(OLD_CRAWL)];
    expect(await plain.seeds()).toEqual(await packed.seeds());
    for (const url of (await plain.seeds()).slice(0, 20))
      expect(await ask(plain, url)).toBe(await ask(packed, url));
  });
});
