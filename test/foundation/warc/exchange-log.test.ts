import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WARCParser } from 'warcio';
import { replayTransport } from '../../../src/foundation/http/index.ts';
import type { LoggedExchange } from '../../../src/foundation/warc/exchange-records.ts';
import { type ExchangeLog, openExchangeLog, WarcError } from '../../../src/foundation/warc/index.ts';
import { type OpenLogFile, openLogFile } from '../../../src/foundation/warc/log-file.ts';
import { readExchange } from '../../../src/foundation/warc/read-exchange.ts';
import { scanArchive } from '../../../src/foundation/warc/scan.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const exchange = (over: Partial<LoggedExchange> = {}): LoggedExchange => ({
  url: 'http://a.example/',
  method: 'GET',
  requestHeaders: [['User-Agent', 'Fieldfare/0']],
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<p>hello'),
  date: new Date('2026-11-20T12:00:00Z'),
  ...over,
});

const openLog = async (dir: string, acknowledged: number | undefined = 0, openFile?: OpenLogFile) => {
  const log = await openExchangeLog(dir, { acknowledged, ...(openFile ? { openFile } : {}) });
  onTestFinished(() => log.close().catch(() => {}));
  return log;
};

const read = (log: ExchangeLog, { offset, length }: { offset: number; length: number }) =>
  readExchange(log.path, offset, length);

const records = async (path: string) => {
  const found: { type: string | undefined; offset: number; length: number }[] = [];
  for await (const { head, offset, length } of scanArchive(path)) {
    found.push({ type: head.fields.get('warc-type'), offset, length });
  }
  return found;
};

describe('what is appended', () => {
  test('can be read back by its place, exactly', async () => {
    const log = await openLog(temporaryFolder());
    const methods = fc.constantFrom('GET', 'POST', 'PUT');
    const name = fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/)
      .filter((n) => !/^(?:transfer-encoding|te|trailer|content-encoding)$/i.test(n));
    const value = fc.stringMatching(/^[\x21-\x7e\xa1-\xff][\x20-\x7e\xa1-\xff]{0,20}[\x21-\x7e\xa1-\xff]$/);
    await fc.assert(
      fc.asyncProperty(
        fc.webUrl({ withQueryParameters: true }),
        methods,
        fc.integer({ min: 200, max: 599 }),
        fc.array(fc.tuple(name, value), { maxLength: 6 }),
        fc.uint8Array({ maxLength: 40_000 }),
        async (rawUrl, method, status, headers, body) => {
          const url = new URL(rawUrl).href;
          const asked = exchange({
            url,
            method,
            status,
            headers,
            body,
            ...(method === 'GET' ? {} : { requestBody: Buffer.from('a=1') }),
          });
          const place = await log.append(asked);
          await log.flush();
          const stored = await read(log, place);
          expect(stored).toMatchObject({ url, method, status, headers });
          expect(Buffer.compare(stored.body, body)).toBe(0);
          expect(stored.date).toEqual(asked.date);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('lies in one gzip member a record, response then request, behind a warcinfo', async () => {
    const log = await openLog(temporaryFolder());
    const place = await log.append(exchange());
    await log.flush();
    expect(await records(log.path)).toEqual([
      { type: 'warcinfo', offset: 0, length: place.offset },
      { type: 'response', offset: place.offset, length: place.length },
      { type: 'request', offset: place.requestOffset, length: log.bytes - place.requestOffset },
    ]);
    expect((await stat(log.path)).size).toBe(log.bytes);
  });

  test('is read by another program’s reader, digests and all', async () => {
    const log = await openLog(temporaryFolder());
    await log.append(exchange({ url: 'https://b.example/?ä=ö', address: '192.0.2.1', truncated: 'length' }));
    await log.append(exchange({ url: 'http://c.example/', method: 'POST', requestBody: Buffer.from('q=1') }));
    await log.append(
      exchange({
        url: 'http://d.example/',
        headers: [
          ['Transfer-Encoding', 'chunked'],
          ['X-Note', 'two\r\nInjected: 1'],
        ],
      }),
    );
    await log.flush();
    const parser = new WARCParser(createReadStream(log.path), { parseHttp: true });
    const seen: unknown[] = [];
    for await (const record of parser) {
      const payload = await record.readFully(true);
      const text = Buffer.from(payload ?? []).toString();
      seen.push([
        record.warcType,
        record.warcTargetURI,
        record.httpHeaders?.statusline ?? '',
        text.includes('Injected') || text,
      ]);
      if (record.warcTargetURI === 'http://d.example/' && record.warcType === 'response') {
        expect(record.httpHeaders?.headers.get('transfer-encoding')).toBeFalsy();
        expect(record.httpHeaders?.headers.get('injected')).toBeFalsy();
      }
    }
    expect(seen.slice(1)).toEqual([
      ['response', 'https://b.example/?ä=ö', 'HTTP/1.1 200 OK', '<p>hello'],
      ['request', 'https://b.example/?ä=ö', 'GET /?%C3%A4=%C3%B6 HTTP/1.1', ''],
      ['response', 'http://c.example/', 'HTTP/1.1 200 OK', '<p>hello'],
      ['request', 'http://c.example/', 'POST / HTTP/1.1', 'q=1'],
      ['response', 'http://d.example/', 'HTTP/1.1 200 OK', '<p>hello'],
      ['request', 'http://d.example/', 'GET / HTTP/1.1', ''],
    ]);
  });

  test('the body of a GET that the host has sent before is written once; that of a POST always', async () => {
    const log = await openLog(temporaryFolder());
    const { offset } = await log.append(exchange());
    const again = async (over: Partial<LoggedExchange>) =>
      (await log.append(exchange(over))).offset === offset;
    expect(await again({})).toBe(true);
    expect(await again({ url: 'http://a.example/same' })).toBe(true);
    expect(await again({ url: 'http://b.example/' })).toBe(false);
    expect(await again({ body: Buffer.from('other') })).toBe(false);
    expect(await again({ headers: [['Content-Type', 'text/plain']] })).toBe(false);
    expect(await again({ status: 404 })).toBe(false);
    const posted = await log.append(exchange({ method: 'POST' }));
    expect((await log.append(exchange({ method: 'POST' }))).offset).not.toBe(posted.offset);
    await log.flush();
    expect((await records(log.path)).filter(({ type }) => type === 'revisit')).toHaveLength(2);
  });

  test('of equal long bodies that come at once, one is written', async () => {
    const log = await openLog(temporaryFolder(), 0);
    const body = Buffer.alloc(200_000, 'long ');
    const [first, second] = await Promise.all(
      ['1', '2'].map((name) => log.append(exchange({ url: `http://a.example/${name}`, body }))),
    );
    await log.close();
    expect(second?.offset).toBe(first?.offset);
    expect((await records(log.path)).map(({ type }) => type)).toEqual([
      ...['warcinfo', 'response', 'request', 'revisit', 'request'],
    ]);
  });

  test('a log is an archive that can be replayed, forms and all', async () => {
    const log = await openLog(temporaryFolder());
    const post = (q: string) =>
      exchange({
        url: 'http://a.example/find',
        method: 'POST',
        requestBody: Buffer.from(q),
        body: Buffer.from(`found ${q}`),
      });
    await log.append(exchange());
    await log.append(post('q=owl'));
    await log.append(post('q=hen'));
    await log.flush();
    const web = await replayTransport(log.path);
    onTestFinished(() => web.close());
    const ask = async (body: string) => {
      const response = await web.send({
        url: 'http://a.example/find',
        method: 'POST',
        headers: [],
        body: Buffer.from(body),
      });
      let text = '';
      for await (const piece of response.body) text += Buffer.from(piece).toString();
      return text;
    };
    expect(await ask('q=hen')).toBe('found q=hen');
    expect(await ask('q=owl')).toBe('found q=owl');
    await expect(ask('q=cat')).rejects.toMatchObject({ reason: 'not-in-archive' });
    expect(await web.seeds()).toEqual(['http://a.example/']);
    expect(web.holds('http://a.example/find')).toBe(false);
  });
});

describe('flushing', () => {
  /** A real file whose syncs and writes are counted, slow enough to overlap. */
  const counting =
    (counts: { syncs: number; writes: number }): OpenLogFile =>
    async (path) => {
      const file = await openLogFile(path);
      return {
        ...file,
        size: file.size,
        async write(bytes, position) {
          counts.writes += 1;
          await file.write(bytes, position);
        },
        async sync() {
          counts.syncs += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          await file.sync();
        },
      };
    };

  test('many callers share few syncs, and each finds its exchange on disk', async () => {
    const counts = { syncs: 0, writes: 0 };
    const log = await openLog(temporaryFolder(), 0, counting(counts));
    await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const place = await log.append(
          exchange({ url: `http://a.example/${i}`, body: Buffer.alloc(i * 200, 'x') }),
        );
        await log.flush();
        expect(log.bytes).toBeGreaterThanOrEqual(place.offset + place.length);
        expect((await read(log, place)).url).toBe(`http://a.example/${i}`);
      }),
    );
    expect(counts.syncs).toBeLessThan(40);
    expect(log.bytes).toBe(log.appendedBytes);
  });

  test('nothing new means nothing to do', async () => {
    const counts = { syncs: 0, writes: 0 };
    const log = await openLog(temporaryFolder(), 0, counting(counts));
    await log.flush();
    const before = counts.syncs;
    await log.flush();
    expect(counts.syncs).toBe(before);
  });
});

describe('a disk that fails', () => {
  const failing =
    (code: string, after: number, where: 'write' | 'sync'): OpenLogFile =>
    async (path) => {
      const file = await openLogFile(path);
      let left = after;
      const maybe = () => {
        left -= 1;
        if (left < 0) throw Object.assign(new Error(code), { code });
      };
      return {
        ...file,
        size: file.size,
        async write(bytes, position) {
          if (where === 'write' && left <= 0)
            await file.write(bytes.subarray(0, bytes.length >> 1), position);
          if (where === 'write') maybe();
          await file.write(bytes, position);
        },
        async sync() {
          if (where === 'sync') maybe();
          await file.sync();
        },
      };
    };

  test.each([
    ['ENOSPC', 'write', /the disk is full/],
    ['EIO', 'write', /EIO/],
    ['EIO', 'sync', /EIO/],
  ] as const)(
    '%s on %s: flush says so, nothing is written after, what was flushed stays',
    async (code, where, message) => {
      const dir = temporaryFolder();
      const log = await openLog(dir, 0, failing(code, 2, where));
      const good = await log.append(exchange({ url: 'http://a.example/1' }));
      await log.flush();
      await log.append(exchange({ url: 'http://a.example/2', body: Buffer.from('two') }));
      await log.flush();
      const acknowledged = log.bytes;
      await log.append(exchange({ url: 'http://a.example/3', body: Buffer.from('three') }));
      const flushed = [log.flush(), log.flush()];
      for (const promise of flushed) await expect(promise).rejects.toThrow(message);
      await expect(log.append(exchange({ url: 'http://a.example/4' }))).rejects.toThrow(WarcError);
      await expect(log.flush()).rejects.toThrow(message);
      expect(log.bytes).toBe(acknowledged);
      await log.close().catch(() => {});

      const again = await openLog(dir, acknowledged);
      expect((await read(again, good)).url).toBe('http://a.example/1');
      const place = await again.append(exchange({ url: 'http://a.example/5' }));
      await again.flush();
      expect((await read(again, place)).url).toBe('http://a.example/5');
      expect((await records(again.path)).map(({ type }) => type)).toEqual([
        ...['warcinfo', 'response', 'request', 'response', 'request', 'response', 'request'],
      ]);
    },
  );

  test('with the disk full for long, memory does not fill with what cannot be written', async () => {
    const log = await openLog(temporaryFolder(), 0, failing('ENOSPC', 0, 'write'));
    const noise = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 2654435761) >>> 24));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) =>
        log.append(
          exchange({
            url: `http://a.example/${i}`,
            headers: [['content-encoding', 'gzip']],
            body: Buffer.concat([Buffer.from(`${i} `), noise]),
          }),
        ),
      ),
    );
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    await expect(log.flush()).rejects.toThrow(/full/);
  });
});

describe('opening again', () => {
  const written = async () => {
    const dir = temporaryFolder();
    const log = await openLog(dir);
    await log.append(exchange({ url: 'http://a.example/kept' }));
    await log.flush();
    const acknowledged = log.bytes;
    await log.append(exchange({ url: 'http://a.example/tail', body: Buffer.from('tail') }));
    await log.close();
    return { dir, path: log.path, acknowledged, all: log.bytes };
  };

  test('cuts what was not acknowledged, whole records too', async () => {
    const { dir, path, acknowledged } = await written();
    const log = await openLog(dir, acknowledged);
    expect(log.bytes).toBe(acknowledged);
    expect((await stat(path)).size).toBe(acknowledged);
  });

  test('with nothing known keeps all whole records and cuts a torn one', async () => {
    const { dir, path, all } = await written();
    await truncate(path, all - 7);
    const whole = (await records(path).catch(() => [])).length;
    expect(whole).toBe(0);
    const log = await openExchangeLog(dir, { acknowledged: undefined });
    onTestFinished(() => log.close());
    expect((await records(path)).map(({ type }) => type)).toEqual([
      'warcinfo',
      'response',
      'request',
      'response',
    ]);
    await log.append(exchange({ url: 'http://a.example/more' }));
    await log.flush();
    expect((await records(path)).length).toBe(6);
  });

  test('refuses a file shorter than acknowledged, or one that is not its own, and cuts nothing', async () => {
    const { dir, path, all } = await written();
    await expect(openExchangeLog(dir, { acknowledged: all + 1 })).rejects.toThrow(/were acknowledged/);
    await expect(openExchangeLog(dir, { acknowledged: 100 })).rejects.toThrow(/not the end of a record/);
    expect((await stat(path)).size).toBe(all);
  });

  test('a folder that cannot be written is an error of one line', async () => {
    const dir = temporaryFolder();
    await writeFile(join(dir, 'file'), '');
    const error = await openExchangeLog(join(dir, 'file', 'sub'), { acknowledged: 0 }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(WarcError);
    expect((error as Error).message).not.toContain('\n');
  });

  test('reading a place where nothing lies says where', async () => {
    const { path, all } = await written();
    await appendFile(path, 'garbage');
    await expect(readExchange(path, all, 7)).rejects.toThrow(/byte \d+/);
    await expect(readExchange(path, 5, 70)).rejects.toThrow(WarcError);
    await expect(readExchange(`${path}.none`, 0, 10)).rejects.toThrow(/ENOENT/);
  });
});

test('kill -9 at any moment loses nothing acknowledged, and the log goes on', {
  timeout: 60_000,
}, async () => {
  const dir = temporaryFolder();
  const script = fileURLToPath(new URL('./write-until-killed.ts', import.meta.url));
  let acknowledged = 0;
  const kept: { offset: number; length: number }[] = [];
  for (const delayMs of [150, 40, 90]) {
    const child = spawn(process.execPath, [script, dir, String(acknowledged)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.on('data', (piece) => {
      told += piece;
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    child.kill('SIGKILL');
    await once(child, 'close');
    for (const line of told.split('\n').slice(0, -1)) {
      const { bytes, last } = JSON.parse(line);
      acknowledged = Math.max(acknowledged, bytes);
      if (last) kept.push(last);
    }
  }
  const path = join(dir, 'exchanges.warc.gz');
  expect((await readFile(path)).length).toBeGreaterThanOrEqual(acknowledged);
  const log = await openLog(dir, acknowledged);
  expect(kept.length).toBeGreaterThan(2);
  for (const place of kept) expect((await read(log, place)).status).toBe(200);
  expect((await records(path)).length % 2).toBe(1);
});
