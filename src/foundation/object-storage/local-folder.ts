import { randomUUID } from 'node:crypto';
import { copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder, whileOpen } from '../errors/index.ts';
import {
  type ObjectContent,
  type ObjectFolder,
  ObjectStorageError,
  type StorageFault,
  type StoredObject,
} from './object-folder.ts';

const UNFINISHED = '.part';

const FAULTS: Readonly<Record<string, readonly [fault: StorageFault, why: string]>> = {
  ENOSPC: ['full', 'the disk is full'],
  EDQUOT: ['full', 'the disk quota is used up'],
  EACCES: ['refused', 'permission denied'],
  EPERM: ['refused', 'permission denied'],
  EROFS: ['refused', 'it is read-only'],
  ENOENT: ['no-object', 'no such file'],
  ENOTDIR: ['refused', 'it is a file, not a folder'],
};

/** Opens a folder on disk, also one on a network drive. It is created with the first object. */
export function localFolder(path: string): ObjectFolder {
  const fail = (error: unknown): never => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const [fault, why] = FAULTS[code] ?? (['other', code || message] as const);
    throw new ObjectStorageError(fault, `${path}: ${why}`, { cause: error });
  };
  const guarded = <T>(work: Promise<T>): Promise<T> => work.catch(fail);
  return {
    address: path,
    async *list(after = '') {
      for (const name of await guarded(namesIn(path)))
        if (byBytes(name, after) > 0) {
          const { size } = await guarded(stat(join(path, name)));
          yield { name, bytes: size } satisfies StoredObject;
        }
    },
    read: (name, offset, length) => guarded(readRange(join(path, name), offset, length)),
    put: (name, content) => guarded(replaceFile(join(path, name), content)),
    delete: (name) => guarded(rm(join(path, name), { force: true })),
    folder: (name) => localFolder(join(path, name)),
  };
}

async function namesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(byBytes);
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

async function readRange(path: string, offset: number, length: number): Promise<Buffer> {
  return whileOpen(open(path, 'r'), async (file) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  });
}

async function replaceFile(path: string, content: ObjectContent): Promise<void> {
  makeFolder(dirname(path));
  const unfinished = `${path}.${randomUUID().slice(0, 8)}${UNFINISHED}`;
  try {
    if (!Buffer.isBuffer(content)) await copyFile(content.file, unfinished);
    await whileOpen(open(unfinished, Buffer.isBuffer(content) ? 'w' : 'r+'), async (file) => {
      if (Buffer.isBuffer(content)) await file.writeFile(content);
      await file.sync();
    });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
  // Makes the name durable, where the system supports it.
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
