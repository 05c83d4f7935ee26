/** Files that the options of a run name, kept in its store: a worker opens no path of another machine. */

import { existsSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { filesNamed, type ResolvedOptions } from '../../crawl/settings/index.ts';
import { makeFolder } from '../../foundation/errors/index.ts';
import { ownModelFile } from '../../foundation/learning/index.ts';
import type { Contents } from '../../storage/index.ts';

type Options = Partial<ResolvedOptions>;

const NAME = 'file:';

/** Keeps the files of a run that begins. @returns hashes by path, as a shared run keeps them */
export async function publishFiles(
  contents: Contents,
  options: ResolvedOptions,
): Promise<Record<string, string>> {
  const own = ownModelFile(options.storage, 'rankers');
  const named = filesNamed(options).flatMap(({ text, isFrozen }) => (isFrozen ? [text] : []));
  const hashes: Record<string, string> = {};
  for (const path of new Set([...named, own])) {
    if (path === undefined || !existsSync(path) || !statSync(path).isFile()) continue;
    hashes[`${NAME}${path}`] = await contents.put(await readFile(path));
  }
  if (options.rankers === undefined && own !== undefined && `${NAME}${own}` in hashes)
    hashes[`${NAME}rankers`] = hashes[`${NAME}${own}`] ?? '';
  return hashes;
}

/** Brings the files of a run to this machine. @returns the options with their places here */
export async function fetchFiles(
  contents: Contents,
  published: Readonly<Record<string, string>>,
  options: Options,
  folder: string,
): Promise<Options> {
  const places = new Map<string, string>();
  for (const [name, hash] of Object.entries(published)) {
    if (!name.startsWith(NAME)) continue;
    const path = name.slice(NAME.length);
    places.set(path, await fetchFile(contents, hash, join(folder, 'contents', hash, basename(path))));
  }
  const here = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(here) : (places.get(String(value)) ?? value);
  const named = filesNamed({ rankers: 'rankers', ...options }).map(({ option }) => option as keyof Options);
  return {
    ...options,
    ...Object.fromEntries(named.map((option) => [option, here(options[option]) ?? places.get(option)])),
  };
}

async function fetchFile(contents: Contents, hash: string, path: string): Promise<string> {
  if (existsSync(path)) return path;
  const content = await contents.get(hash);
  if (content === undefined) throw new Error(`the store has no content ${hash}`);
  makeFolder(join(path, '..'));
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, content);
  await rename(fresh, path);
  return path;
}
