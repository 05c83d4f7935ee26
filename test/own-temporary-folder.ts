import { chmodSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Each test file has a temporary folder of its own, with what its programs put there; it goes after all hooks of the file. */
const before = process.env.TMPDIR;
const folder = temporaryFolder('fieldfare-test-');
// A server of PostgreSQL has another user, and its folder below.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
afterAll(async () => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
