import { rmSync } from 'node:fs';
import { loadDomain } from '../../foundation/domain/index.ts';
import { type ObjectFolder, openFolder } from '../../foundation/object-storage/index.ts';
import { OptionsError } from '../../foundation/options/index.ts';
import { archiveFolder, finishRewritingArchive, type RunKind, unfinishedRun } from '../../library/index.ts';
import type { NewRun, RunCode, Store } from '../../storage/index.ts';
import {
  BUDGETS,
  type Budget,
  frozenOptions,
  type HarvestOptions,
  type ResolvedOptions,
} from '../settings/index.ts';
import { changeScope, type ScopeChange } from './scope.ts';

export interface PlannedRun {
  readonly options: ResolvedOptions;
  readonly previous: { readonly id: number; readonly resumed: number; readonly logBytes: number } | undefined;
  /** Lists budgets that are larger than those the run was begun with. */
  readonly raised: readonly Budget[];
  /** True where hosts that did not answer are requested again: the network was gone, or the run is named. */
  readonly again: boolean;
  /** Without one it is a harvest, or of one page by its budget. */
  readonly kind?: RunKind | undefined;
  /** What a run that goes on is to read and what not, beside what it was told before. */
  readonly scope?: ScopeChange;
}

interface OpenedRun {
  readonly runId: number;
  readonly resumed: boolean;
  readonly logBytes: number;
  /** Undefined for the run's folder. */
  readonly archive: ObjectFolder | undefined;
}

/** Nothing answered: going on asks again for what could not be had. */
const UNANSWERED: readonly (RunCode | null)[] = ['network-down', 'seeds-unreachable'];

export const webName = ({ web }: ResolvedOptions): string =>
  typeof web === 'string' ? web : (web.spec ?? web.kind);

/** @throws {ObjectStorageError} where the archive of a new run cannot be used */
export async function checkArchive({ archive }: Pick<ResolvedOptions, 'archive'>): Promise<void> {
  if (archive !== undefined) await openFolder(archive).list().next();
}

/** Finds what is to be done without changing anything. @throws {OptionsError} when there is nothing to resume */
export async function planRun(
  store: Store,
  given: HarvestOptions,
  options: ResolvedOptions,
): Promise<PlannedRun> {
  if (options.resume === false) return { options, previous: undefined, raised: [], again: false };
  const row =
    typeof options.resume === 'number'
      ? await store.runs.get(options.resume)
      : await rowOf(store, (await unfinishedRun(store))?.id);
  if (row === undefined) {
    throw new OptionsError(
      typeof options.resume === 'number'
        ? `there is no run ${options.resume} in this store`
        : 'there is no unfinished run in this store to resume; leave --resume out to begin one',
    );
  }
  const { kind, ...stored } = JSON.parse(row.options) as Partial<ResolvedOptions> & { kind?: RunKind };
  const { domains: files = [] } = stored;
  if (options.domains.length > 0 && String(namesOf(files)) !== String(namesOf(options.domains))) {
    throw new OptionsError(
      `run ${row.id} is about ${files.join(', ')}; resume it with those domains or none`,
    );
  }
  if (options.archive !== undefined && options.archive !== stored.archive) {
    const where = stored.archive ?? 'the storage folder';
    throw new OptionsError(
      `the archive of run ${row.id} is in ${where}; resume it with that or without --archive`,
    );
  }
  // A budget may be raised for the rest of a run; what decides which pages there are stays as it was.
  const budgets = Object.fromEntries(
    BUDGETS.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
  return {
    options: {
      ...options,
      ...stored,
      ...budgets,
      // What is forbidden later is forbidden, too.
      deny: [...new Set([...(stored.deny ?? []), ...options.deny])],
      include: [...new Set([...(stored.include ?? []), ...options.include])],
      ...(typeof options.web !== 'string' && { web: options.web }),
    },
    kind,
    previous: { id: row.id, resumed: row.resumed, logBytes: row.log_bytes },
    scope: { deny: options.deny, include: options.include },
    again: typeof options.resume === 'number' || UNANSWERED.includes(row.status_code),
    raised: BUDGETS.filter(
      (name) => Number(given[name] ?? 0) > Number(stored[name] ?? Number.POSITIVE_INFINITY),
    ),
  };
}

const rowOf = async (store: Store, id: number | undefined) =>
  id === undefined ? undefined : store.runs.get(id);

/** Returns names of domains, named or given by a path. @throws {DomainError UnknownDomainError} when one cannot be loaded */
const namesOf = (domains: readonly string[]): readonly string[] =>
  domains.map((domain) => loadDomain(domain).name);

export async function beginRun(
  store: Store,
  { options, previous, kind, scope }: PlannedRun,
): Promise<OpenedRun> {
  if (previous !== undefined) {
    await finishRewritingArchive(store, previous.id);
    const running = { status: 'running', status_code: null, status_detail: null } as const;
    await store.transaction((trx) =>
      trx.runs.update(previous.id, { ...running, resumed: previous.resumed + 1 }),
    );
    await changeScope(store, previous.id, scope);
    const row = await store.runs.get(previous.id);
    const archive = row && archiveFolder(row);
    return { runId: previous.id, resumed: true, logBytes: previous.logBytes, archive };
  }
  const now = Date.now();
  const run: NewRun = {
    domains: JSON.stringify(namesOf(options.domains)),
    web: webName(options),
    strategy: options.strategy,
    options: JSON.stringify({ ...frozenOptions(options), kind }),
    status: 'running',
    started_at: now,
    updated_at: now,
  };
  const runId = await store.transaction((trx) => trx.runs.insert(run));
  // Left over where a store was deleted but not its runs.
  rmSync(store.runFolder(runId), { recursive: true, force: true });
  const archive = archiveFolder({ ...run, id: runId });
  return { runId, resumed: false, logBytes: 0, archive };
}
