/** Reads a file forwards through a window in memory. */

import type { FileHandle } from 'node:fs/promises';

const READ_BYTES = 256 * 1024;

export interface FileWindow {
  /** Offset in the file of the next unread byte. */
  readonly position: number;
  /** Returns the window, loading until it has at least `bytes` or the file ends. */
  peek(bytes: number): Promise<Buffer>;
  /** Moves forward, also beyond the window. */
  skip(bytes: number): void;
}

export const openWindow = (file: FileHandle, start = 0): FileWindow => {
  let loaded: Buffer = Buffer.alloc(0);
  let position = start;
  return {
    get position() {
      return position;
    },
    async peek(bytes) {
      while (loaded.length < bytes) {
        const chunk = Buffer.allocUnsafe(Math.max(READ_BYTES, bytes - loaded.length));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position + loaded.length);
        if (bytesRead === 0) break;
        const fresh = chunk.subarray(0, bytesRead);
        loaded = loaded.length ? Buffer.concat([loaded, fresh]) : fresh;
      }
      return loaded;
    },
    skip(bytes) {
      loaded = loaded.subarray(Math.min(bytes, loaded.length));
      position += bytes;
    },
  };
};
