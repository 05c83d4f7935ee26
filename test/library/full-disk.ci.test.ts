import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeWacz } from '../../src/foundation/warc/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const disk = temporaryFolder('full-');
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0;
if (!mounted) console.log('skipped: no small disk can be mounted here');

test.skipIf(!mounted)(
  'a WACZ that a full disk does not take is an error that its caller hears of',
  async () => {
    onTestFinished(() => void spawnSync('umount', [disk]));
    const [warc, body] = [join(temporaryFolder('warc-'), 'one.warc'), randomBytes(100_000).toString('hex')];
    const head = `WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.test/\r\nContent-Type: text/plain\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Length: ${body.length}`;
    writeFileSync(warc, `${head}\r\n\r\n${body}\r\n\r\n`);
    const packed = writeWacz([warc], join(disk, 'x.wacz'), { title: 'full', date: new Date(0), pages: [] });
    await expect(packed).rejects.toMatchObject({ code: 'ENOSPC' });
  },
);
