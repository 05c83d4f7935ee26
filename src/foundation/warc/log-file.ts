/** The file of an exchange log, as a small interface that tests can let fail. */

import { writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../errors/index.ts';

export interface LogFile {
  readonly size: number;
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when everything written survives a power cut. */
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export type OpenLogFile = (path: string) => Promise<LogFile>;

/** Writes up to this size are synchronous: they only copy into the system's cache, cheaper than another thread. */
const SYNC_WRITE_BYTES = 256 * 1024;

/** Syncs the folder of a new file to make its name durable, where the system supports it. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

export const openLogFile: OpenLogFile = async (path) => {
  makeFolder(dirname(path));
  const file = await open(path, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const created = await open(path, 'wx+');
    await syncFolder(dirname(path));
    return created;
  });
  const { size } = await file.stat();
  return {
    size,
    async write(bytes, position) {
      for (let done = 0; done < bytes.length; ) {
        const left = bytes.length - done;
        done +=
          left <= SYNC_WRITE_BYTES
            ? writeSync(file.fd, bytes, done, left, position + done)
            : (await file.write(bytes, done, left, position + done)).bytesWritten;
      }
    },
    sync: () => file.datasync(),
    truncate: (bytes) => file.truncate(bytes),
    async read(offset, length) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
};
