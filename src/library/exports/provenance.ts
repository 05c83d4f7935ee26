/** Adds to exported rows where they come from: run, query, and domain where the kind has no column of it. */

import type { Store } from '../../storage/index.ts';
import { harvestedThings } from '../records/things.ts';
import { candidateRows, type ReasonWords } from './export.ts';
import type { ExportKind, HarvestedRecord, HarvestedSubmission, OverRuns } from './export-columns.ts';
import { compareKeys } from './export-range.ts';
import { beginnings, mergedOverRuns } from './over-runs.ts';

interface Provenance extends OverRuns {
  /** The last run that found the row. */
  readonly run: number;
  /** Holds what the form was asked, as `name=value&…`; null for what no query brought. */
  readonly query: string | null;
  readonly domain: string | null;
}

type Row = Readonly<Record<string, unknown>>;
type ProvenRow = Row & Provenance;

/** Yields the rows of several runs: each row once, as the last of them found it; submissions are of one run each. */
export async function* rowsWithProvenance(
  store: Store,
  runIds: readonly number[],
  kind: ExportKind,
  words: ReasonWords,
): AsyncGenerator<ProvenRow> {
  if (kind === 'things') return yield* thingsWithProvenance(store, runIds);
  const rowsOf = (runId: number) => rowsOfRun(store, runId, kind, words);
  if (kind !== 'submissions')
    return yield* mergedOverRuns(store, runIds, rowsOf, (a, b) => compareKeys(kind, a, b));
  for (const [run, began] of await beginnings(store, runIds))
    for await (const row of rowsOf(run)) yield { ...row, firstSeen: began, lastSeen: began, runs: [run] };
}

type RowOfRun = Row & Omit<Provenance, keyof OverRuns>;

async function* rowsOfRun(
  store: Store,
  run: number,
  kind: ExportKind,
  words: ReasonWords,
): AsyncGenerator<RowOfRun> {
  const domainOf = await siteDomains(store, run);
  const queries = new QueriesOfSite(store, run);
  const submissions = kind === 'records' ? store.records.each(run)[Symbol.asyncIterator]() : undefined;
  for await (const object of candidateRows(store, words, { run, kind, range: {} })) {
    const row = object as Row;
    const domain = 'domain' in row ? (row.domain as string | null) : domainOf(row.site as string);
    // The records of the store come in the order of the rows that are made of them.
    const found = await submissions?.next();
    let query: string | null = null;
    if (kind === 'submissions') query = queryOf((object as HarvestedSubmission).controls);
    else if (found?.done === false)
      query = await queries.of((object as HarvestedRecord).site, found.value.form_id, found.value.submission);
    yield { ...row, run, query, domain };
  }
}

async function* thingsWithProvenance(store: Store, runIds: readonly number[]): AsyncGenerator<ProvenRow> {
  const domains = new Map<number, (site: string) => string | null>();
  for await (const thing of harvestedThings(store, runIds)) {
    const { runs = [], firstSeen = '', lastSeen = '' } = thing;
    const run = runs.at(-1) ?? 0;
    const domainOf = domains.get(run) ?? (await siteDomains(store, run));
    domains.set(run, domainOf);
    const domain = domainOf(thing.sources[0]?.site ?? '');
    yield { ...thing, run, runs, firstSeen, lastSeen, query: null, domain };
  }
}

async function siteDomains({ figures }: Store, runId: number): Promise<(site: string) => string | null> {
  const domains = new Map((await figures.sites(runId)).map(({ site, domain }) => [site, domain]));
  return (site) => domains.get(site) ?? null;
}

/** Holds what the forms of a site were asked, read when the first row of the site comes. */
class QueriesOfSite {
  private readonly store: Store;
  private readonly runId: number;
  private site: string | undefined;
  private queries = new Map<string, string>();

  constructor(store: Store, runId: number) {
    this.store = store;
    this.runId = runId;
  }

  async of(site: string, formId: string, submission: string): Promise<string | null> {
    if (site !== this.site) {
      this.queries = new Map();
      for await (const row of this.store.submissions.each(this.runId, { site }))
        this.queries.set(`${row.form_id} ${row.key}`, queryOf(JSON.parse(row.controls)));
      this.site = site;
    }
    return this.queries.get(`${formId} ${submission}`) ?? null;
  }
}

const queryOf = (controls: HarvestedSubmission['controls']): string =>
  new URLSearchParams(
    controls.flatMap(({ name, values }) => values.map((value): [string, string] => [name, value])),
  ).toString();
