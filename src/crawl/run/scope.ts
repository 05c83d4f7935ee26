/** Keeps which addresses a run reads; its user may change that while it goes on. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Domain } from '../../foundation/domain/index.ts';
import { type DenyList, denyList } from '../../foundation/http/index.ts';
import {
  type LinkReason,
  type RunRow,
  type Store,
  StoreError,
  type WaitingLink,
} from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';

/** Lists of patterns, as options of a harvest hold them. */
export interface ScopePatterns {
  /** Never requested. */
  readonly deny: readonly string[];
  /** Of other addresses only front pages are read; none for all addresses. */
  readonly include: readonly string[];
}

/** Adds patterns, or takes them out of both lists. */
export type ScopeChange = {
  readonly [List in keyof ScopePatterns | 'remove']?: readonly string[] | undefined;
};

interface ChangedScope extends ScopePatterns {
  /** Waiting links that were dropped, and dropped ones that wait again. */
  readonly dropped: number;
  readonly again: number;
}

const INBOX = 'scope';
const LOOKS_EVERY_MS = 1_000;

export class Scope {
  private readonly domains: readonly Domain[];
  patterns: ScopePatterns = { deny: [], include: [] };
  private denied: DenyList = () => undefined;
  private included: DenyList | undefined;

  /** @throws {DenyListError} */
  constructor(patterns: ScopePatterns, domains: readonly Domain[] = []) {
    this.domains = domains;
    this.set(patterns);
  }

  /** @throws {DenyListError} */
  set(patterns: ScopePatterns): void {
    const { deny, include } = patterns;
    this.patterns = { deny, include };
    this.denied = denyList([...deny, ...this.domains.flatMap((domain) => domain.deny)]);
    this.included = include.length === 0 ? undefined : denyList(include);
  }

  readonly deny: DenyList = (url) => this.denied(url);
  readonly includes = (url: string): boolean => this.included?.(url) !== undefined || !this.included;

  refusal({ url, depth }: Pick<WaitingLink, 'url' | 'depth'>): LinkReason | undefined {
    if (depth > 0 && !this.includes(url)) return { code: 'not-included' };
    const detail = this.denied(url);
    return detail === undefined ? undefined : { code: 'deny-list', detail };
  }
}

const scopeOf = ({ options }: Pick<RunRow, 'options'>): ScopePatterns => {
  const { deny = [], include = [] } = JSON.parse(options) as Partial<ScopePatterns>;
  return { deny, include };
};

/** Reads the patterns of a run, with what was left for its process. @throws {StoreError} there is no such run */
export async function storedScope(store: Pick<Store, 'runs' | 'runFolder'>, runId: number) {
  const row = await rowOf(store, runId);
  return changesIn(inboxOf(store, runId)).reduce(changedBy, scopeOf(row));
}

async function rowOf({ runs }: Pick<Store, 'runs'>, runId: number): Promise<RunRow> {
  const row = await runs.get(runId);
  if (row === undefined) throw new StoreError(`there is no run ${runId} in this store`);
  return row;
}

/** Leaves a change for the process that has the run. @returns what it will be @throws {StoreError} there is no such run */
export async function leaveScopeChange(
  store: Pick<Store, 'runs' | 'runFolder'>,
  runId: number,
  change: ScopeChange,
): Promise<ScopePatterns> {
  const after = changedBy(await storedScope(store, runId), change);
  const folder = join(store.runFolder(runId), INBOX);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}`);
  writeFileSync(`${file}.part`, JSON.stringify(change));
  renameSync(`${file}.part`, `${file}.json`);
  return after;
}

/**
 * Changes the scope of a run that no other process has, by what was left for it, too: links that wait and are not wanted any
 * more are refused, those that are wanted again wait. What was read stays.
 * @throws {StoreError} there is no such run
 */
export async function changeScope(
  store: Store,
  runId: number,
  change: ScopeChange = {},
): Promise<ChangedScope> {
  const files = inboxOf(store, runId);
  const changes = [...changesIn(files), change];
  const { before, after } = await store.transaction(async ({ runs }) => {
    const row = await rowOf({ runs }, runId);
    const before = scopeOf(row);
    const after = changes.reduce(changedBy, before);
    await runs.update(runId, { options: JSON.stringify({ ...JSON.parse(row.options), ...after }) });
    return { before, after };
  });
  const isSame = files.length === 0 && JSON.stringify(before) === JSON.stringify(after);
  const moved = isSame ? { dropped: 0, again: 0 } : await moveLinks(store, runId, before, after);
  for (const file of files) rmSync(file, { force: true });
  return { ...after, ...moved };
}

/** Lists the files with changes, the oldest first. */
function inboxOf(store: Pick<Store, 'runFolder'>, runId: number): string[] {
  const folder = join(store.runFolder(runId), INBOX);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

const changesIn = (files: readonly string[]): ScopeChange[] =>
  files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as ScopeChange);

function changedBy(before: ScopePatterns, { remove = [], ...added }: ScopeChange): ScopePatterns {
  const list = (name: 'deny' | 'include') =>
    [...new Set([...before[name], ...(added[name] ?? [])])].filter((pattern) => !remove.includes(pattern));
  return { deny: list('deny'), include: list('include') };
}

async function moveLinks(store: Store, runId: number, before: ScopePatterns, after: ScopePatterns) {
  const scope = new Scope(after);
  // Others are refused by what a domain file denies.
  const removed = before.deny.filter((pattern) => !after.deny.includes(pattern));
  let [dropped, again] = [0, 0];
  for await (const links of store.links.waiting(runId)) {
    const refused = links.flatMap((link) => {
      const reason = scope.refusal(link);
      return reason === undefined ? [] : [{ id: link.id, reason }];
    });
    for (const alike of Map.groupBy(refused, ({ reason }) => JSON.stringify(reason)).values()) {
      const which = { states: ['waiting'], ids: alike.map(({ id }) => id) } as const;
      const reason = alike[0]?.reason ?? null;
      dropped += await store.transaction((trx) => trx.links.move(runId, which, 'refused', reason));
    }
  }
  const ids: number[] = [];
  for await (const link of store.figures.addresses(runId, { state: 'refused' })) {
    const { id, reason_code: code, reason_detail: detail } = link;
    const mayWait = code === 'not-included' || (code === 'deny-list' && removed.includes(detail ?? ''));
    if (mayWait && scope.refusal(link) === undefined) ids.push(id);
  }
  if (ids.length > 0) {
    const which = { states: ['refused'], ids } as const;
    again = await store.transaction((trx) => trx.links.move(runId, which, 'waiting', null));
  }
  return { dropped, again };
}

interface FollowedScope {
  readonly store: Store;
  readonly runId: number;
  readonly scope: Scope;
  /** False where other processes change the rows. */
  readonly isOwner: boolean;
  emit(event: HarvestEvent): void;
  /** Some links may wait again. */
  widened(): Promise<void>;
}

/** Takes in changes as they come. @returns ends that */
export function followScope({ store, runId, scope, isOwner, emit, widened }: FollowedScope) {
  const look = async () => {
    if (isOwner && inboxOf(store, runId).length === 0) return;
    const changed: ScopePatterns & { readonly dropped?: number } = isOwner
      ? await changeScope(store, runId)
      : await storedScope(store, runId);
    if (!isOwner && JSON.stringify(changed) === JSON.stringify(scope.patterns)) return;
    const { deny, include, dropped = 0 } = changed;
    scope.set({ deny, include });
    await widened();
    emit({ type: 'scope', runId, deny, include, dropped });
  };
  const warn = (error: unknown) => {
    // A database that is away is so each second.
    if (warned === String(error)) return;
    warned = String(error);
    emit({ type: 'warning', message: `the patterns of the run could not be read: ${warned}` });
  };
  let looking: Promise<void> | undefined;
  let warned = '';
  const timer = setInterval(() => {
    looking ??= look()
      .then(() => {
        warned = '';
      }, warn)
      .finally(() => {
        looking = undefined;
      });
  }, LOOKS_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
