import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it, unless they are there. Node's own recursive `mkdir` never ends where the system answers
 * ENOENT though the folder above exists, as in /proc, and no signal reaches the process then.
 * @throws an error of the system where one of them cannot be made
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing)
    try {
      mkdirSync(one);
    } catch (error) {
      // Another process made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  if (!statSync(folder).isDirectory())
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
}
