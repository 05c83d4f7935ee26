/** A file read forwards through a window of memory. */

import type { FileHandle } from 'node:fs/promises';

const READ_BYTES = 256 * 1024;

export interface FileWindow {
  /** Offset in the file of the next unread byte. */
  readonly position: number;
  /** What is in memory, loading until at least `bytes` are there or the file ends. */
  peek(bytes: number): Promise<Buffer>;
  /** Moves on, beyond what is in memory if need be. */
  skip(bytes: number): void;
}

export const openWindow = (file: FileHandle, start = 0): FileWindow => {
  let held: Buffer = Buffer.alloc(0);
  let position = start;
  return {
    get position() {
      return position;
    },
    async peek(bytes) {
      while (held.length < bytes) {
        const chunk = Buffer.allocUnsafe(Math.max(READ_BYTES, bytes - held.length));
        const { bytesRead } = await file.read(chunk, 0, chunk.length, position + held.length);
        if (bytesRead === 0) break;
        const fresh = chunk.subarray(0, bytesRead);
        held = held.length ? Buffer.concat([held, fresh]) : fresh;
      }
      return held;
    },
    skip(bytes) {
      held = held.subarray(Math.min(bytes, held.length));
      position += bytes;
    },
  };
};
