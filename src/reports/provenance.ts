import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { isFrozen } from '../crawl/settings/index.ts';
import { openArchive } from '../library/index.ts';
import { rankerVersions, type Store } from '../storage/index.ts';
import { VERSION } from '../version.ts';
import type { Provenance } from './run-report.ts';

/** Returns what a run can be cited and repeated by. The archive is read once from end to end for its hashes. */
export async function collectProvenance(
  store: Pick<Store, 'figures' | 'runs' | 'runFolder' | 'coordination'>,
  runId: number,
): Promise<Provenance> {
  const row = await store.runs.get(runId);
  const shared = await store.coordination?.runs.get(runId);
  const options = JSON.parse(row?.options ?? '{}') as Readonly<Record<string, unknown>>;
  return {
    version: VERSION,
    seeds: Array.isArray(options.seeds) ? options.seeds.map(String) : await seedSites(store, runId),
    settings: Object.entries(options)
      .filter(([name]) => name !== 'seeds' && isFrozen(name))
      .map(([name, value]) => ({ name, value: valueText(value) })),
    rankers: shared === undefined ? [] : rankerVersions(shared),
    archive: await archivedFiles(store, runId),
  };
}

async function archivedFiles(
  store: Pick<Store, 'runs' | 'runFolder'>,
  runId: number,
): Promise<Provenance['archive']> {
  const archive: { file: string; bytes: number; sha256: string }[] = [];
  for await (const file of (await openArchive(store, runId)).files())
    archive.push({ file: basename(file), bytes: statSync(file).size, sha256: await sha256Of(file) });
  return archive;
}

/** Returns the sites that seeds are on, where domain files or the practice web gave them. */
const seedSites = async ({ figures }: Pick<Store, 'figures'>, runId: number): Promise<string[]> =>
  (await figures.sites(runId)).filter(({ reason_code }) => reason_code === 'seed').map(({ site }) => site);

/** A password within an address is left out. */
const valueText = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ');
  return (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\/\/[^/@\s"]*@/g, '//');
};

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
