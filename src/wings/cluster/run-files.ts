/** Files that the options of a run name, kept in its store: a worker opens no path of another machine. */

import { existsSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ResolvedOptions } from '../../crawl/settings/index.ts';
import { makeFolder } from '../../foundation/errors/index.ts';
import { ownModelFile } from '../../foundation/learning/index.ts';
import type { Contents } from '../../storage/index.ts';

type Options = Partial<ResolvedOptions>;

/** Options that name one file each. */
const FILES = ['values', 'model', 'domainModel', 'rankers'] as const;
const NAME = 'file:';

/** Keeps the files of a run that begins. @returns hashes by path, as a shared run keeps them */
export async function publishFiles(
  contents: Contents,
  options: ResolvedOptions,
): Promise<Record<string, string>> {
  const own = ownModelFile(options.storage, 'rankers');
  const named = [...options.domains, ...options.ontologies, ...FILES.map((name) => options[name]), own];
  const hashes: Record<string, string> = {};
  for (const path of new Set(named)) {
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
  const here = (path: string) => places.get(path) ?? path;
  const changed: Options = {
    ...options,
    ...(options.domains !== undefined && { domains: options.domains.map(here) }),
    ...(options.ontologies !== undefined && { ontologies: options.ontologies.map(here) }),
  };
  for (const name of FILES) {
    const path = options[name] ?? (name === 'rankers' ? name : undefined);
    const place = path === undefined ? undefined : places.get(path);
    if (place !== undefined) changed[name] = place;
  }
  return changed;
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
