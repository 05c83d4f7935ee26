/** The file an exchange log is written to, as narrow as it can be, so that tests can make it fail. */

import { writeSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface LogFile {
  /** Bytes in the file when it was opened. */
  readonly size: number;
  /** Writes all of `bytes` at `position`. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Resolves when everything written survives a power cut. */
  sync(): Promise<void>;
  truncate(size: number): Promise<void>;
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

export type OpenLogFile = (path: string) => Promise<LogFile>;

/** Up to this, a write is a copy into the system's memory; handing it to another thread costs many times as much. */
const AT_ONCE_BYTES = 256 * 1024;

/** A new file's name is only safe once its folder is. Not every system lets a folder be synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/** Opens or makes the file, and its folder. */
export const openLogFile: OpenLogFile = async (path) => {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const made = await open(path, 'wx+');
    await syncFolder(dirname(path));
    return made;
  });
  const { size } = await file.stat();
  return {
    size,
    async write(bytes, position) {
      for (let done = 0; done < bytes.length; ) {
        const left = bytes.length - done;
        done +=
          left <= AT_ONCE_BYTES
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
