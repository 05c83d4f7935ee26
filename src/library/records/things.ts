import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { foldText } from '../../foundation/text/index.ts';
import type { Store } from '../../storage/index.ts';
import type { HarvestedRecord, HarvestedThing, OverRuns } from '../exports/export-columns.ts';
import { harvestedRecords } from '../read-records.ts';
import type { CanonicalName } from './canonical-fields.ts';
import { recordsOverRuns } from './over-runs.ts';

type Found = HarvestedRecord & Partial<OverRuns>;
type MergedBy = NonNullable<HarvestedThing['mergedBy']>;

/** Merges the records of a run, or of several, that are the same thing. */
export const harvestedThings = (
  store: Store,
  runs: number | readonly number[],
): AsyncGenerator<HarvestedThing & Partial<OverRuns>> =>
  thingsOf(() => (typeof runs === 'number' ? harvestedRecords(store, runs) : recordsOverRuns(store, runs)));

/**
 * Merges records that are the same thing. A thing comes where its last record stands in the order of (site, key); memory
 * holds two digests a record, and the records of things that are not whole yet.
 * @param records read twice
 */
export async function* thingsOf(
  records: () => AsyncIterable<Found>,
): AsyncGenerator<HarvestedThing & Partial<OverRuns>> {
  const groups = new ThingGroups();
  for await (const record of records()) groups.add(record);
  groups.close();
  const open = new Map<string, Found[]>();
  for await (const record of records()) {
    const { thing, by, size } = groups.of(record);
    const members = [...(open.get(thing) ?? []), record];
    if (members.length < size) open.set(thing, members);
    else {
      open.delete(thing);
      yield mergedThing(thing, by, members);
    }
  }
}

interface TitleGroup {
  readonly sites: Set<string>;
  readonly isbns: Set<string>;
  /** Records without an ISBN, and with one. */
  plain: number;
  /** True if its records are not the same for sure. */
  unsure: boolean;
}

/** Tells which records belong together: first all are added, then each is asked for. */
class ThingGroups {
  private readonly titles = new Map<string, TitleGroup>();
  private readonly sizes = new Map<string, number>();

  add(record: Found): void {
    const { isbn } = record.typed;
    if (isbn !== undefined) this.sizes.set(isbn, (this.sizes.get(isbn) ?? 0) + 1);
    const title = titlePersonYear(record);
    if (title === undefined) return;
    const group = this.titles.get(title) ?? { sites: new Set(), isbns: new Set(), plain: 0, unsure: false };
    this.titles.set(title, group);
    // A site that keeps two such records apart knows a difference; with the same ISBN they are one.
    const known = isbn !== undefined && group.isbns.has(isbn);
    if (group.sites.has(record.site) && !known) group.unsure = true;
    group.sites.add(record.site);
    if (isbn === undefined) group.plain++;
    else group.isbns.add(isbn);
    if (group.isbns.size > 1) group.unsure = true;
  }

  /** Adds the records without an ISBN to those with the one ISBN of their title. */
  close(): void {
    for (const { isbns, plain, unsure } of this.titles.values()) {
      const [isbn] = isbns;
      if (!unsure && isbn !== undefined) this.sizes.set(isbn, (this.sizes.get(isbn) ?? 0) + plain);
    }
  }

  of(record: Found): { readonly thing: string; readonly by: MergedBy | null; readonly size: number } {
    const { isbn } = record.typed;
    const title = titlePersonYear(record);
    const group = title === undefined ? undefined : this.titles.get(title);
    const sure = group !== undefined && !group.unsure;
    const shared = isbn ?? (sure ? [...group.isbns][0] : undefined);
    if (shared !== undefined) {
      const size = this.sizes.get(shared) ?? 1;
      return { thing: digest('isbn', shared), by: size > 1 ? 'isbn' : null, size };
    }
    if (title !== undefined && sure && group.plain > 1)
      return { thing: digest('title', title), by: 'title-person-year', size: group.plain };
    return { thing: digest('record', `${record.site}\n${record.key}`), by: null, size: 1 };
  }
}

/** Undefined where one of the three is missing. Names count whatever the order of their words: “Austen, Jane”. */
function titlePersonYear({ title, typed }: Found): string | undefined {
  const people = typed.author ?? typed.artist ?? typed.director;
  const year = typed.year ?? (typed.date === undefined ? undefined : Number(typed.date.slice(0, 4)));
  const words = wordsOf(title);
  if (people === undefined || year === undefined || words.length === 0) return undefined;
  const names = people.map((name) => wordsOf(name).sort().join(' ')).sort();
  return digest('title', [words.join(' '), names.join('|'), year].join('\n'));
}

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

const digest = (kind: string, text: string): string =>
  createHash('sha256').update(`${kind}\n${text}`).digest('hex').slice(0, 16);

function mergedThing(
  thing: string,
  mergedBy: MergedBy | null,
  members: readonly Found[],
): HarvestedThing & Partial<OverRuns> {
  const typed: Record<string, unknown> = {};
  const differing = new Set<string>();
  for (const member of members)
    for (const [name, value] of Object.entries(member.typed)) {
      if (!(name in typed)) typed[name] = value;
      else if (!isDeepStrictEqual(comparable(typed[name]), comparable(value))) differing.add(name);
    }
  const runs = [...new Set(members.flatMap((member) => member.runs ?? []))].sort((a, b) => a - b);
  const firstSeen = members.flatMap((member) => member.firstSeen ?? []).sort()[0];
  const lastSeen = members
    .flatMap((member) => member.lastSeen ?? [])
    .sort()
    .at(-1);
  return {
    thing,
    mergedBy,
    title: members[0]?.title ?? '',
    typed: typed as Readonly<Partial<Record<CanonicalName, never>>>,
    differing: [...differing].sort(),
    sources: members.map(({ site, key, title, url }) => ({ site, key, title, url })),
    ...(firstSeen !== undefined && lastSeen !== undefined && { firstSeen, lastSeen, runs }),
  };
}

const comparable = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => wordsOf(String(one)).sort().join(' ')).sort()
    : typeof value === 'string'
      ? foldText(value).trim()
      : value;
