/** The file an exchange log is written to, as narrow as it can be, so that tests can make it fail. */

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
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
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
