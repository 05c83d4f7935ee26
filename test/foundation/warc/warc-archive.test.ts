import { createReadStream } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CDXIndexer, WARCParser, type WARCRecord } from 'warcio';
import { replayTransport } from '../../../src/foundation/http/index.ts';
import type { LoggedExchange } from '../../../src/foundation/warc/exchange-records.ts';
import {
  archiveFiles,
  cdxjLines,
  copyArchive,
  type ExchangeLog,
  openExchangeLog,
} from '../../../src/foundation/warc/index.ts';
import { readExchange } from '../../../src/foundation/warc/read-exchange.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const exchange = (path: string, body: string, over: Partial<LoggedExchange> = {}): LoggedExchange => ({
  url: `http://a.example${path}`,
  method: 'GET',
  requestHeaders: [['User-Agent', 'Fieldfare/0']],
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(body),
  date: new Date('2026-11-20T12:00:00Z'),
  ...over,
});

const openLog = async (dir: string, maxFileBytes?: number, acknowledged: number | undefined = 0) => {
  const log = await openExchangeLog(dir, { acknowledged, ...(maxFileBytes && { maxFileBytes }) });
  onTestFinished(() => log.close().catch(() => {}));
  return log;
};

const replay = async (path: string) => {
  const web = await replayTransport(path);
  onTestFinished(() => web.close());
  const ask = async (url: string) => {
    const response = await web.send({ url, method: 'GET', headers: [] });
    const parts = await Array.fromAsync(response.body);
    return { headers: response.headers, text: Buffer.concat(parts).toString() };
  };
  return { web, ask };
};

/** As another program's reader sees an archive. */
async function readByOthers(path: string): Promise<{ record: WARCRecord; text: string }[]> {
  const found: { record: WARCRecord; text: string }[] = [];
  for await (const record of new WARCParser(createReadStream(path), { parseHttp: true }))
    found.push({ record, text: await record.contentText() });
  return found;
}

/** Every kind of record there is: two pages, a third like the first, and what is known of it. */
async function everyKind(log: ExchangeLog): Promise<void> {
  await log.append(exchange('/', '<p>first'));
  await log.append(exchange('/other', '<p>second'));
  const { recordId } = await log.append(
    exchange('/again', '<p>first', {
      headers: [
        ['Content-Type', 'text/html'],
        ['X-Own', 'yes'],
      ],
    }),
  );
  const fields = [
    ['via', 'http://a.example/'],
    ['outlink', 'http://a.example/x L a/@href'],
    ['outlink', 'http://a.example/y\r\nForged: 1'],
  ] as const;
  await log.appendMetadata({ url: 'http://a.example/again', date: new Date(0), recordId, fields });
  await log.flush();
}

describe('revisit and metadata records', () => {
  test('another program’s reader understands them', async () => {
    const log = await openLog(temporaryFolder());
    await everyKind(log);
    const records = await readByOthers(log.path);
    expect(records.map(({ record }) => record.warcType)).toEqual([
      ...['warcinfo', 'response', 'request', 'response', 'request', 'revisit', 'request', 'metadata'],
    ]);
    const [, first, , , , revisit, , metadata] = records;
    const header = (name: string) => revisit!.record.warcHeader(name);
    expect(header('WARC-Profile')).toMatch(/revisit\/identical-payload-digest$/);
    expect(header('WARC-Refers-To')).toBe(first!.record.warcHeader('WARC-Record-ID'));
    expect(header('WARC-Refers-To-Target-URI')).toBe('http://a.example/');
    expect(header('WARC-Refers-To-Date')).toBe(first!.record.warcHeader('WARC-Date'));
    expect(header('WARC-Payload-Digest')).toBe(first!.record.warcHeader('WARC-Payload-Digest'));
    expect(revisit!.record.httpHeaders?.headers.get('X-Own')).toBe('yes');
    expect(revisit!.text).toBe('');
    expect(metadata!.record.warcHeader('WARC-Concurrent-To')).toBe(header('WARC-Record-ID'));
    expect(metadata!.text.split('\r\n')).toEqual([
      'via: http://a.example/',
      'outlink: http://a.example/x L a/@href',
      'outlink: http://a.example/y Forged: 1',
      '',
    ]);
  });

  test('replayed, a revisit has its own head and the body of the first', async () => {
    const log = await openLog(temporaryFolder());
    await everyKind(log);
    const { web, ask } = await replay(log.path);
    const { text, headers } = await ask('http://a.example/again');
    expect(text).toBe('<p>first');
    expect(headers).toContainEqual(['X-Own', 'yes']);
    expect(web.warnings).toEqual([]);
    expect(await web.seeds()).toEqual([
      'http://a.example/',
      'http://a.example/other',
      'http://a.example/again',
    ]);
  });

  test('a revisit of what the archive does not hold is told, and the rest is used', async () => {
    const dir = temporaryFolder();
    const log = await openLog(dir);
    await everyKind(log);
    const path = join(dir, 'less.warc.gz');
    await copyArchive([log.path], path, (uri) => uri !== 'http://a.example/');
    const { web } = await replay(path);
    expect(web.responses).toBe(1);
    expect(web.warnings).toEqual([expect.stringMatching(/1 revisits are of answers that it does not hold/)]);
  });

  test('the CDXJ index is that of another program, keys of posted forms included', async () => {
    const log = await openLog(temporaryFolder());
    await everyKind(log);
    const post = (type: string, body: string) =>
      exchange('/Find?b=2&a=1', `<p>${body}`, {
        method: 'POST',
        requestHeaders: [['Content-Type', type]],
        requestBody: Buffer.from(body),
      });
    await log.append(post('application/x-www-form-urlencoded', 'q=Red+Kite&place=%C3%85re'));
    await log.append(post('application/json', '{"query":{"text":"kite","page":1}}'));
    await log.append(post('application/octet-stream', 'kite'));
    await log.append(exchange('/', 'by number', { url: 'http://192.168.0.1/A?q=X' }));
    await log.flush();
    const ours = await cdxjLines([log.path]);
    const indexer = new CDXIndexer({ format: 'cdxj' });
    const theirs: string[] = [];
    const files = [{ filename: 'exchanges.warc.gz', reader: createReadStream(log.path) }];
    for await (const found of indexer.iterIndex(files)) theirs.push(indexer.serializeCDXJ(found));
    const parsed = (line: string) => {
      const [, time] = line.split(' ', 2);
      const facts = JSON.parse(line.slice(line.indexOf('{')));
      return { time, ...facts, digest: facts.digest.replace('sha1:', '') };
    };
    const order = (a: { offset: string }, b: { offset: string }) => Number(a.offset) - Number(b.offset);
    expect(ours.map(parsed).sort(order)).toEqual(theirs.map(parsed).sort(order));
    expect(ours.map((line) => line.split(' ', 1)[0])).toContain(
      'example,a)/find?__wb_method=post&a=1&b=2&place=%c3%a5re&q=red+kite',
    );
    const json = ours.map(parsed).find(({ requestBody }) => requestBody?.includes('text'));
    expect(json).toMatchObject({ method: 'POST', requestBody: 'text=kite&page=1' });
  });

  // What `pywb.utils.canonicalize` of pywb 2.10 gives.
  test.each([
    ['/f?p%5Bto%5D=1&p%5Bfrom%5D=%2541&q=a%20b', 'example,a)/f?p[from]=a&p[to]=1&q=a%20b'],
    ['/A%C3%A5/x?B=%23&a&a=&a=1', 'example,a)/a%c3%a5/x?a&a=&a=1&b=%23'],
    ['/?q=%25zz', 'example,a)/?q=%25zz'],
    ['/a%2Fb?x=1%262', 'example,a)/a/b?2&x=1'],
    ['/about/', 'example,a)/about'],
    ['/', 'example,a)/'],
  ])('pywb finds %s by its key', async (path, key) => {
    const log = await openLog(temporaryFolder());
    await log.append(exchange(path, 'page'));
    await log.flush();
    expect((await cdxjLines([log.path])).map((line) => line.split(' ', 1)[0])).toEqual([key]);
  });

  test('an index of a copy names the copy, and its places count through the files', async () => {
    const dir = temporaryFolder();
    const log = await openLog(dir, 2_000);
    const body = (i: number) =>
      Array.from({ length: 60 }, (_, k) => `${(i * 7919 + k) * 2654435761}`).join(' ');
    for (let i = 0; i < 6; i++) await log.append(exchange(`/${i}`, body(i)));
    await log.flush();
    const files = archiveFiles(log.path);
    expect(files.length).toBeGreaterThan(1);
    const copy = join(dir, 'run.warc.gz');
    await copyArchive(files, copy, () => true);
    expect(await cdxjLines(files, 'run.warc.gz')).toEqual(await cdxjLines([copy]));
  });
});

describe('a log of several files', () => {
  const noise = (i: number) =>
    Array.from({ length: 60 }, (_, k) => `${(i * 7919 + k) * 2654435761}`).join(' ');

  test('each is an archive of its own, and places count through them', async () => {
    const dir = temporaryFolder();
    const log = await openLog(dir, 2_000);
    const places = [];
    for (let i = 0; i < 12; i++) places.push(await log.append(exchange(`/${i}`, noise(i))));
    await log.flush();
    const files = archiveFiles(log.path);
    expect(files.length).toBeGreaterThan(3);
    expect(files[1]).toBe(join(dir, 'exchanges-00002.warc.gz'));
    let bytes = 0;
    for (const file of files) {
      bytes += (await stat(file)).size;
      const [info] = await readByOthers(file);
      expect(info!.record.warcType).toBe('warcinfo');
      expect(file.endsWith(info!.record.warcHeader('WARC-Filename')!)).toBe(true);
    }
    expect(bytes).toBe(log.bytes);
    for (const [i, { offset, length }] of places.entries())
      expect((await readExchange(log.path, offset, length)).body.toString()).toBe(noise(i));
    for (const path of [log.path, dir]) {
      const { web, ask } = await replay(path);
      expect(web.responses).toBe(12);
      expect((await ask('http://a.example/11')).text).toBe(noise(11));
    }
    const names = (await cdxjLines(files)).map((line) => JSON.parse(line.slice(line.indexOf('{'))).filename);
    expect(new Set(names).size).toBe(files.length);
  });

  test('opened again it is cut where nothing vouches for it, files and all, and goes on', async () => {
    const dir = temporaryFolder();
    const log = await openLog(dir, 2_000);
    const first = await log.append(exchange('/first', noise(1)));
    await log.flush();
    const acknowledged = log.bytes;
    for (let i = 2; i < 9; i++) await log.append(exchange(`/${i}`, noise(i)));
    await log.close();
    expect(archiveFiles(log.path).length).toBeGreaterThan(2);
    const again = await openLog(dir, 2_000, acknowledged);
    expect([again.bytes, archiveFiles(log.path).length]).toEqual([acknowledged, 1]);
    const places = [];
    for (let i = 2; i < 9; i++) places.push(await again.append(exchange(`/${i}`, noise(i))));
    await again.close();
    expect((await readExchange(log.path, first.offset, first.length)).url).toBe('http://a.example/first');
    for (const [i, { offset, length }] of places.entries())
      expect((await readExchange(log.path, offset, length)).body.toString()).toBe(noise(i + 2));
    const torn = archiveFiles(log.path).at(-1)!;
    await writeFile(torn, (await readFile(torn)).subarray(0, -5));
    const whole = await openExchangeLog(dir, { acknowledged: undefined });
    onTestFinished(() => whole.close());
    const { web } = await replay(log.path);
    expect([web.responses, web.warnings]).toEqual([8, []]);
  });
});
