/** Reads files that options name: they can be anything that the machine has. */

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** The largest model that is shipped has a hundredth of this. */
const MOST_BYTES = 256_000_000;

/**
 * The text of a regular file; with `start`, that of its first bytes.
 * A FIFO or a device would keep the thread waiting for good, so nothing is read of them.
 * @throws the system's error; an error that says so where it is no regular file, or longer than 256 MB
 */
export function readNamedFile(path: string, start?: number): string {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw Object.assign(new Error(`${path} is no regular file`), { code: 'no file' });
    if (stat.size > MOST_BYTES)
      throw Object.assign(new Error(`${path} is longer than ${MOST_BYTES / 1e6} MB`), { code: 'too long' });
    if (start === undefined) return readFileSync(file, 'utf8');
    const bytes = Buffer.alloc(start);
    return bytes.toString('utf8', 0, readSync(file, bytes));
  } finally {
    closeSync(file);
  }
}
