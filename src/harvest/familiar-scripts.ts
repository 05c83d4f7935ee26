import { createHash } from 'node:crypto';
import type { PageLink } from '../pages/index.ts';
import type { FamiliarScriptsTable, Store, StoreTransaction } from '../store/index.ts';
import { type Slot, slotsOf } from './added-forms.ts';
import type { Reading } from './read-page.ts';

/** Pages in a row that scripts must have left the same before they count as familiar. */
const FAMILIAR = 4;
/** Rows that may break off before the scripts are taken for ones whose doing depends on the page. */
const BROKEN = 3;
/** Of the pages that are spared, one in so many is rendered all the same. */
const LOOK_AGAIN = 8;
/** Pages with the same scripts that are rendered at once before it is known what they do. */
const AT_ONCE = 2;
/** Scripts remembered of one site; what they add is remembered up to so many links and characters. */
const MOST_SCRIPTS = 100;
const MOST_LINKS = 300;
const MOST_CHARACTERS = 100_000;

/** What scripts make of a page: the same on every page, or nothing that another page could be told by. */
export interface Outcome {
  readonly slots: readonly Slot[];
  /** Links that every page had been given, so far. */
  readonly links: readonly PageLink[];
  /** All that the first page had been given. */
  readonly seen: readonly string[];
}

/** What is to become of a page with scripts. */
export type Advice =
  /** It is rendered; what came of it has to be told, or that nothing did. */
  | { readonly kind: 'try' }
  /** It is rendered to see whether it is as expected. */
  | { readonly kind: 'look-again'; readonly expected: Outcome; readonly reason: string }
  /** It is taken to be as its scripts left other pages. */
  | { readonly kind: 'spare'; readonly expected: Outcome; readonly reason: string };

interface Known {
  state: FamiliarScriptsTable['state'];
  /** Pages in a row on which the outcome was this one. */
  agreed: number;
  broken: number;
  outcome: Outcome | undefined;
  underway: number;
  /** Those who wait to be told what came of the pages under way. */
  waiting: (() => void)[];
}

/**
 * What the scripts of each site do to its pages. On real sites the same scripts build the same search box in the header of every page: when
 * they have done the same on so many pages in a row, the next pages are taken to be so, too, without being rendered. A
 * share of them is looked at again; scripts that are caught doing something else are trusted no more on the site, and
 * the pages that were spared for their sake are rendered after all.
 *
 * What is known depends on the order of the pages: an exhaustive crawl asks nobody here.
 */
export class FamiliarScripts {
  private readonly learns: boolean;
  private readonly sites = new Map<string, Map<string, Known>>();
  /** Links whose pages were spared wrongly and are to be rendered. */
  private readonly again = new Set<number>();

  constructor(learns: boolean) {
    this.learns = learns;
  }

  /** Learns again what a run had learnt, and which pages it had still to render after all. */
  async load(store: Store, runId: number): Promise<void> {
    const rows = await store.db
      .selectFrom('familiar_scripts')
      .select(['site', 'scripts', 'state', 'agreed', 'broken', 'outcome'])
      .where('run_id', '=', runId)
      .orderBy('scripts')
      .execute();
    for (const { site, scripts, state, agreed, broken, outcome } of rows) {
      const known = this.known(site, scripts);
      if (known === undefined) continue;
      Object.assign(known, { state, agreed, broken });
      known.outcome = outcome === null ? undefined : (JSON.parse(outcome) as Outcome);
    }
  }

  /** Names the scripts of a page among those of its site; undefined where they cannot become familiar. */
  keyOf(reading: Reading & { readonly guard: string | undefined }): string | undefined {
    const { scripts } = reading.gate;
    if (!this.learns || scripts === undefined || reading.guard !== undefined) return undefined;
    return `${scripts} ${reading.forms.length}`;
  }

  /** What is known of scripts; undefined for what has not been met. */
  stateOf(site: string, key: string | undefined): Known['state'] | undefined {
    return key === undefined ? undefined : this.sites.get(site)?.get(key)?.state;
  }

  /**
   * What is to be done with a page. While it is not known what its scripts do, some pages are rendered at a time and the
   * others wait for what comes of them.
   */
  async advise(site: string, key: string, url: string): Promise<Advice> {
    const known = this.known(site, key);
    if (known === undefined) return { kind: 'try' };
    while (known.state === 'learning' && known.underway >= Math.max(AT_ONCE, FAMILIAR - known.agreed))
      await new Promise<void>((resolve) => known.waiting.push(resolve));
    const { state, outcome: expected } = known;
    if (state === 'familiar' && expected !== undefined) {
      const reason = `its scripts ${told(expected)} on ${FAMILIAR} pages`;
      return { kind: isLookedAtAgain(url) ? 'look-again' : 'spare', expected, reason };
    }
    known.underway++;
    return { kind: 'try' };
  }

  /** A page that was tried has come out, or could not be rendered (`shown` undefined). */
  tried(site: string, key: string, plain: Reading, shown: Reading | undefined): void {
    const known = this.sites.get(site)?.get(key);
    if (known === undefined) return;
    known.underway = Math.max(0, known.underway - 1);
    if (shown !== undefined && known.state === 'learning') count(known, plain, shown);
    for (const go of known.waiting.splice(0)) go();
  }

  /** A page was looked at again. @returns whether its scripts did what was expected of them */
  confirmed(site: string, key: string, expected: Outcome, plain: Reading, shown: Reading): boolean {
    const outcome = outcomeOf(plain, shown);
    const same = outcome !== undefined && agrees(expected, outcome);
    const known = this.sites.get(site)?.get(key);
    if (!same && known !== undefined) known.state = 'deceived';
    return same;
  }

  /** Writes down what is known of scripts, once it is worth being known. */
  async write(trx: StoreTransaction, runId: number, site: string, key: string | undefined): Promise<void> {
    const known = key === undefined ? undefined : this.sites.get(site)?.get(key);
    if (key === undefined || known === undefined) return;
    const { state, agreed, broken, outcome } = known;
    if (state === 'learning' && agreed < 2 && broken === 0) return;
    const row = { state, agreed, broken, outcome: outcome === undefined ? null : JSON.stringify(outcome) };
    await trx
      .insertInto('familiar_scripts')
      .values({ run_id: runId, site, scripts: key, ...row })
      .onConflict((conflict) => conflict.columns(['run_id', 'site', 'scripts']).doUpdateSet(row))
      .execute();
  }

  /** These pages are to be fetched and rendered after all. */
  putBack(ids: Iterable<number>): void {
    for (const id of ids) this.again.add(id);
  }

  isPutBack(id: number): boolean {
    return this.again.has(id);
  }

  settled(id: number): void {
    this.again.delete(id);
  }

  private known(site: string, key: string): Known | undefined {
    const scripts = this.sites.get(site) ?? new Map<string, Known>();
    this.sites.set(site, scripts);
    const known = scripts.get(key);
    if (known !== undefined) return known;
    if (scripts.size >= MOST_SCRIPTS) {
      const idle = [...scripts].find(([, { state, underway }]) => state === 'learning' && underway === 0);
      if (idle === undefined) return undefined;
      scripts.delete(idle[0]);
    }
    const fresh: Known = {
      state: 'learning',
      agreed: 0,
      broken: 0,
      outcome: undefined,
      underway: 0,
      waiting: [],
    };
    scripts.set(key, fresh);
    return fresh;
  }
}

function count(known: Known, plain: Reading, shown: Reading): void {
  const outcome = outcomeOf(plain, shown);
  const before = known.outcome;
  if (outcome !== undefined && before !== undefined && agrees(before, outcome)) {
    known.agreed++;
    const given = new Set(outcome.seen);
    known.outcome = { ...before, links: before.links.filter(({ url }) => given.has(url)) };
    if (known.agreed >= FAMILIAR) known.state = 'familiar';
    return;
  }
  if (known.agreed > 0 || outcome === undefined) known.broken++;
  if (known.broken >= BROKEN) known.state = 'unsteady';
  known.outcome = known.state === 'unsteady' ? undefined : outcome;
  known.agreed = outcome === undefined ? 0 : 1;
}

/** What the browser made of a page, where another page could be told by it. */
function outcomeOf(plain: Reading, shown: Reading): Outcome | undefined {
  const same =
    shown.url === plain.url &&
    shown.title === plain.title &&
    shown.language === plain.language &&
    shown.topic.domain === plain.topic.domain &&
    shown.topic.step === plain.topic.step &&
    !shown.truncated;
  const slots = same ? slotsOf(plain.forms, shown.forms) : undefined;
  if (slots === undefined) return undefined;
  const known = new Set(plain.links.map(({ url }) => url));
  const links = shown.links.filter(({ url }) => !known.has(url));
  if (links.length > MOST_LINKS || JSON.stringify(slots).length > MOST_CHARACTERS) return undefined;
  return { slots, links, seen: links.map(({ url }) => url) };
}

/** The same forms, and no link that the first of the pages had not been given. */
function agrees(before: Outcome, now: Outcome): boolean {
  const seen = new Set(before.seen);
  return now.seen.every((url) => seen.has(url)) && JSON.stringify(before.slots) === JSON.stringify(now.slots);
}

function told({ slots }: Outcome): string {
  const added = slots.filter((slot) => slot !== null).length;
  if (added === 0) return 'added no form';
  return `added the same ${added === 1 ? 'form' : `${added} forms`}`;
}

/** By its address alone, so that what is looked at does not depend on what was found. */
function isLookedAtAgain(url: string): boolean {
  return createHash('sha256').update(`look again ${url}`).digest().readUInt32BE(0) < 2 ** 32 / LOOK_AGAIN;
}
