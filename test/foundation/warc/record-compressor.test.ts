import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { WarcError } from '../../../src/foundation/warc/record.ts';
import { RecordCompressor } from '../../../src/foundation/warc/record-compressor.ts';

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
