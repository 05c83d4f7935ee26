import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readValues } from '../../../src/crawl/run/index.ts';
import { httpClientOptions } from '../../../src/crawl/settings/index.ts';
import { loadRankers } from '../../../src/crawl/strategies/index.ts';
import { loadDomainModel, loadModel } from '../../../src/forms/index.ts';
import { readNamedFile } from '../../../src/foundation/options/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('named-file-');

test('what an option names is read where it is a regular file, and never waited for', () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'first and last');
  expect([readNamedFile(file), readNamedFile(file, 5)]).toEqual(['first and last', 'first']);
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  for (const other of [fifo, folder]) expect(() => readNamedFile(other)).toThrow('is no regular file');
  const politeness = { headers: {}, cookies: fifo, contact: undefined, timeoutMs: 1, maxBodyBytes: 1 };
  for (const read of [loadRankers, loadModel, loadDomainModel, readValues])
    expect(() => read(fifo)).toThrow(/^Cannot read/i);
  expect(() => httpClientOptions(politeness)).toThrow('cannot read the cookies');
});
