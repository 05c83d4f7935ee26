import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { replayTransport } from '../../../src/foundation/http/index.ts';
import { cdxjLines } from '../../../src/foundation/warc/index.ts';
import { WarcError } from '../../../src/foundation/warc/record.ts';
import { RecordCompressor } from '../../../src/foundation/warc/record-compressor.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const record = (url: string, body: string): Buffer => {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`;
  return Buffer.from(
    `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2026-03-04T05:06:07Z\r\nWARC-Payload-Digest: sha1:ABC\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`,
  );
};
const URLS = ['http://b.test/2', 'http://www.a.test/1?z=1&a=2', 'http://a.test:8080/x', 'http://c.test/'];

async function archive(gzip: boolean): Promise<{ path: string; offsets: number[] }> {
  const path = join(temporaryFolder(), gzip ? 'a.warc.gz' : 'a.warc');
  const parts = URLS.map((url) => record(url, `<p>${url} ${'text '.repeat(200)}`)).map((one) =>
    gzip ? gzipSync(one) : one,
  );
  await writeFile(path, Buffer.concat(parts));
  let at = 0;
  const offsets = parts.map((part) => {
    at += part.length;
    return at - part.length;
  });
  return { path, offsets };
}

test.each([true, false])(
  'a damaged record is told with its offset and left out; those behind it are used (gzip %s)',
  async (gzip) => {
    const { path, offsets } = await archive(gzip);
    const bytes = await readFile(path);
    // In the middle of the compressed data, or the length that the plain head gives.
    if (gzip) bytes.fill(0x55, offsets[1]! + 60, offsets[1]! + 90);
    else bytes.write('x', bytes.indexOf('Content-Length', offsets[1]), 'latin1');
    await writeFile(path, bytes);
    const web = await replayTransport(path);
    expect(web.responses).toBe(3);
    expect(web.holds(URLS[1]!)).toBe(false);
    expect(web.holds(URLS[3]!)).toBe(true);
    expect(web.warnings).toEqual([
      expect.stringMatching(
        new RegExp(`the record at byte ${offsets[1]} is damaged \\(.+\\) and is left out`),
      ),
    ]);
    await web.close();
  },
);

test('an archive that was cut is read up to the break', async () => {
  const { path, offsets } = await archive(true);
  await writeFile(path, (await readFile(path)).subarray(0, offsets[3]! + 40));
  const web = await replayTransport(path);
  expect(web.responses).toBe(3);
  expect(web.warnings).toEqual([expect.stringContaining(`breaks off at byte ${offsets[3]}`)]);
  await web.close();
});

test('the CDXJ index names every response where it lies, in order of address', async () => {
  const { path, offsets } = await archive(true);
  const lines = await cdxjLines([path]);
  expect(lines.map((line) => line.split(' ', 2).join(' '))).toEqual([
    'test,a)/1?a=2&z=1 20260304050607',
    'test,a:8080)/x 20260304050607',
    'test,b)/2 20260304050607',
    'test,c)/ 20260304050607',
  ]);
  const facts = JSON.parse(lines[2]!.split(' ').slice(2).join(' '));
  expect(facts).toMatchObject({
    url: URLS[0],
    mime: 'text/html',
    status: '200',
    digest: 'sha1:ABC',
    offset: String(offsets[0]),
    filename: 'a.warc.gz',
  });
});

const records = [
  Buffer.from('WARC/1.1\r\n'.repeat(200)),
  Buffer.alloc(0),
  // What cannot be made smaller takes several pieces.
  randomBytes(60_000),
  randomBytes(500_000),
  Buffer.from('short'),
];

test('makes of each record the gzip member that compressing it alone makes', async () => {
  const compressor = new RecordCompressor(3);
  const members = await Promise.all(records.map((record) => compressor.compress(record)));
  expect(members.map((member, i) => member.equals(gzipSync(records[i] as Buffer, { level: 3 })))).toEqual(
    records.map(() => true),
  );
  expect(gunzipSync(Buffer.concat(members)).equals(Buffer.concat(records))).toBe(true);
  compressor.close();
});

test('does not leave whoever waits waiting when it is closed', async () => {
  const compressor = new RecordCompressor(3);
  const compressed = compressor.compress(randomBytes(60_000));
  compressor.close();
  const [outcome] = await Promise.allSettled([compressed]);
  if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WarcError);
});
