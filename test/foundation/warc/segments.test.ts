import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type ObjectFolder, openFolder } from '../../../src/foundation/object-storage/index.ts';
import {
  type ExchangeLocation,
  openExchangeLog,
  SegmentReader,
  scanArchive,
  spoolOf,
} from '../../../src/foundation/warc/index.ts';
import { gapsBetween } from '../../../src/foundation/warc/segments.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let dir: string;
let folder: ObjectFolder;
beforeEach(async () => {
  dir = temporaryFolder('segments-');
  folder = openFolder(join(dir, 'archive'));
});

const SEGMENT_BYTES = 20_000;
const openLog = (acknowledged = 0, segmentMs = 60_000) =>
  openExchangeLog(join(dir, 'run'), {
    acknowledged,
    archive: { folder, segmentBytes: SEGMENT_BYTES, segmentMs },
  });
type Log = Awaited<ReturnType<typeof openLog>>;

/** Does not compress. */
const noise = (seed: number, bytes = 3_000): string => {
  let text = '';
  for (let state = seed + 1; text.length < bytes; ) {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text;
};
const exchange = (seed: number, bytes?: number) => ({
  url: `http://a.example/${seed}`,
  method: 'GET',
  requestHeaders: [],
  status: 200,
  statusText: 'OK',
  headers: [['Content-Type', 'text/plain'] as const],
  body: Buffer.from(noise(seed, bytes)),
  date: new Date(0),
});
const appendMany = async (log: Log, from: number, to: number): Promise<ExchangeLocation[]> => {
  const places: ExchangeLocation[] = [];
  for (let i = from; i < to; i++) places.push(await log.append(exchange(i)));
  return places;
};
const reader = () => new SegmentReader(folder, spoolOf(join(dir, 'run')));
const expectRead = async (places: readonly ExchangeLocation[]) => {
  const archive = reader();
  for (const [i, { offset, length }] of places.entries())
    expect((await archive.exchange(offset, length)).body.toString()).toBe(noise(i));
};
const spooled = () => readdir(join(dir, 'run/spool'));
const segments = async () => (await readdir(join(dir, 'archive'))).sort();

test('segments stay below their size, follow each other, and hold every exchange', async () => {
  const log = await openLog();
  const places = await appendMany(log, 0, 30);
  const long = await log.append(exchange(1000, 50_000));
  await log.deliver();
  const names = await segments();
  expect(names.length).toBeGreaterThan(4);
  const ranges = names.map((name) => /^(\d+)-(\d+)\./.exec(name)!.slice(1).map(Number));
  expect(ranges.slice(1).map(([, start]) => start)).toEqual(ranges.slice(0, -1).map(([end]) => end));
  const sizes = ranges.map(([end, start]) => end! - start!);
  // The long exchange alone needs more than a segment.
  expect(sizes.filter((size) => size > SEGMENT_BYTES)).toHaveLength(1);
  expect(await spooled()).toEqual([]);
  await expectRead(places);
  expect((await reader().exchange(long.offset, long.length)).body).toHaveLength(noise(1000, 50_000).length);
  await log.close();
});

test('a segment is not uploaded before all of it is on disk', async () => {
  const first = Promise.withResolvers<void>();
  let puts = 0;
  const slow: ObjectFolder = {
    ...folder,
    put: async (name, content) => {
      if (++puts === 1) await first.promise;
      await folder.put(name, content);
    },
  };
  const archive = { folder: slow, segmentBytes: SEGMENT_BYTES, segmentMs: 60_000 };
  const log = await openExchangeLog(join(dir, 'run'), { acknowledged: 0, archive });
  const places: ExchangeLocation[] = [];
  for (let i = 0; puts === 0; i++) {
    places.push(await log.append(exchange(i)));
    await log.flush();
  }
  // A part of the next segment is on disk; the rest of it, and the one behind it, wait in memory.
  places.push(...(await appendMany(log, places.length, places.length + 12)));
  first.resolve();
  await new Promise((done) => setTimeout(done, 100));
  await log.deliver();
  await log.close();
  await expectRead(places);
});

test('each segment is a WARC file that begins with its own description', async () => {
  const log = await openLog();
  await appendMany(log, 0, 30);
  await log.deliver();
  await log.close();
  const types: string[] = [];
  let files = 0;
  for await (const path of reader().files()) {
    let first = true;
    for await (const { head } of scanArchive(path)) {
      const type = head.fields.get('warc-type') ?? '';
      if (first) expect(type).toBe('warcinfo');
      first = false;
      types.push(type);
    }
    files++;
  }
  expect(types.filter((type) => type === 'warcinfo')).toHaveLength(files);
  expect(types.filter((type) => type === 'response')).toHaveLength(30);
});

test('an old segment is uploaded though it is not full', async () => {
  const log = await openLog(0, 50);
  await appendMany(log, 0, 1);
  await expect.poll(segments, { timeout: 5_000 }).toHaveLength(1);
  await log.close();
});

test('what is not uploaded is read from this disk, and uploaded by the next process', async () => {
  const log = await openLog();
  const places = await appendMany(log, 0, 10);
  await log.flush();
  const { bytes } = log;
  await log.close();
  expect(await spooled()).not.toEqual([]);
  await expectRead(places);
  const next = await openLog(bytes);
  expect(next.missing).toEqual([]);
  places.push(...(await appendMany(next, 10, 20)));
  await next.deliver();
  await next.close();
  expect(await spooled()).toEqual([]);
  await expectRead(places);
});

test('bytes that no row acknowledges are cut off on this disk', async () => {
  const log = await openLog();
  const places = await appendMany(log, 0, 2);
  await log.flush();
  const { bytes } = log;
  await appendMany(log, 50, 52);
  await log.close();
  const next = await openLog(bytes);
  places.push(...(await appendMany(next, 2, 4)));
  await next.deliver();
  await next.close();
  await expectRead(places);
  const urls: string[] = [];
  for await (const path of reader().files())
    for await (const { head } of scanArchive(path)) {
      if (head.fields.get('warc-type') === 'response') urls.push(head.fields.get('warc-target-uri') ?? '');
    }
  expect(urls).toEqual([0, 1, 2, 3].map((i) => `http://a.example/${i}`));
});

test('a segment that was lost with its machine is told, and its offsets are never used again', async () => {
  const log = await openLog();
  const places = await appendMany(log, 0, 30);
  await log.deliver();
  const delivered = log.bytes;
  const lost = await log.append(exchange(40));
  await log.flush();
  const { bytes } = log;
  await log.close();
  await rm(join(dir, 'run'), { recursive: true });
  const next = await openLog(bytes);
  expect(next.missing).toEqual([{ start: delivered, end: bytes }]);
  const after = await next.append(exchange(50));
  expect(after.offset).toBeGreaterThanOrEqual(bytes);
  await next.deliver();
  await next.close();
  await expectRead(places);
  await expect(reader().exchange(lost.offset, lost.length)).rejects.toThrow(
    /this part of the archive is missing/,
  );
});

test('a damaged segment is told with its name', async () => {
  const log = await openLog();
  const places = await appendMany(log, 0, 3);
  await log.deliver();
  await log.close();
  const [name = ''] = await segments();
  const file = await open(join(dir, 'archive', name), 'r+');
  const { offset, length } = places[1]!;
  await file.write(Buffer.alloc(40, 7), 0, 40, offset + Math.floor(length / 2));
  await file.close();
  await expect(reader().exchange(offset, length)).rejects.toThrow(
    `${name}, byte ${offset}: the record is damaged.`,
  );
  expect((await reader().exchange(places[0]!.offset, places[0]!.length)).body.toString()).toBe(noise(0));
});

test('gaps between segments', () => {
  // [0, 10) and [10, 20) are there, [20, 25) and [40, 50) are not.
  const segments = [
    { start: 0, end: 10 },
    { start: 10, end: 20 },
    { start: 25, end: 40 },
  ];
  expect(gapsBetween(segments, 50)).toEqual([
    { start: 20, end: 25 },
    { start: 40, end: 50 },
  ]);
  expect(gapsBetween(segments, 20)).toEqual([]);
  expect(gapsBetween([], 0)).toEqual([]);
});

test('many reads of neighbours ask the storage for few blocks', async () => {
  const log = await openLog();
  const places = await appendMany(log, 0, 40);
  await log.deliver();
  await log.close();
  let reads = 0;
  const counted: ObjectFolder = {
    ...folder,
    read: (name, offset, length) => {
      reads++;
      return folder.read(name, offset, length);
    },
  };
  const archive = new SegmentReader(counted, spoolOf(join(dir, 'run')));
  for (const { offset, length } of places) await archive.exchange(offset, length);
  expect(reads).toBe((await segments()).length);
});
