import { createHash } from 'node:crypto';
import type { PageLink } from '../../foundation/dom/index.ts';
import type { FamiliarScriptsRow, RenderReason, Store, Transaction } from '../../storage/index.ts';
import type { PageAnalysis } from '../analysis/index.ts';
import {
  bothSay,
  type FormPlace,
  type FormSequence,
  formPlacesOn,
  formSequenceOf,
} from '../analysis/index.ts';

/** Scripts are familiar when they had the same outcome on so many pages in a row. */
const FAMILIAR = 4;
/** After so many rows that broke off, the outcome of the scripts is taken to depend on the page. */
const BROKEN = 3;
/**
 * Renders one in so many of the pages that could be skipped as a spot check, more of them the less is known: an outcome
 * on a share p of the pages is missed by n checks with a probability of (1 − p)ⁿ.
 */
const SPOT_CHECK = [
  { until: 8, oneIn: 2 },
  { until: 12, oneIn: 4 },
  { until: Number.POSITIVE_INFINITY, oneIn: 8 },
];
/** Pages with the same scripts that are rendered at once before it is known what they do. */
const AT_ONCE = 2;
/** Scripts remembered of one site; what they add is remembered up to so many links and characters. */
const MOST_SCRIPTS = 100;
const MOST_LINKS = 300;
const MOST_CHARACTERS = 100_000;

interface Outcome {
  readonly slots: FormSequence;
  /** Shared by every page so far. */
  readonly links: readonly PageLink[];
  readonly seen: readonly string[];
}

export interface Expectation {
  readonly slots: readonly FormPlace[];
  readonly links: readonly PageLink[];
  readonly reason: RenderReason;
}

type Advice =
  /** It is rendered; what came of it has to be told, or that nothing did. */
  | { readonly kind: 'try' }
  /** It is rendered to see whether it is as expected, and what came of it told. */
  | { readonly kind: 'look-again'; readonly expected: Expectation }
  /** It is taken to be as its scripts left other pages. */
  | { readonly kind: 'spare'; readonly expected: Expectation };

interface Known {
  state: FamiliarScriptsRow['state'];
  agreed: number;
  broken: number;
  outcome: Outcome | undefined;
  underway: number;
  waiting: (() => void)[];
}

/**
 * Remembers what the scripts of each site add to its pages. On real sites the same scripts build the same search box in the
 * header of every page: after the same outcome on several pages in a row, further pages are not rendered, and the outcome
 * is assumed. A share of them is rendered as a spot check; scripts with another outcome are no longer trusted on the site,
 * and the pages that were skipped for them are rendered.
 *
 * The result depends on the order of the pages; an exhaustive crawl therefore does not use it.
 */
export class ScriptOutcomeCache {
  private readonly learns: boolean;
  private readonly sites = new Map<string, Map<string, Known>>();

  constructor(learns: boolean) {
    this.learns = learns;
  }

  async load(store: Store, runId: number): Promise<void> {
    const rows = await store.history.scripts(runId);
    for (const { site, scripts, state, agreed, broken, outcome } of rows) {
      const known = this.known(site, scripts);
      if (known === undefined) continue;
      Object.assign(known, { state, agreed, broken });
      known.outcome = outcome === null ? undefined : (JSON.parse(outcome) as Outcome);
    }
  }

  /** Names the scripts of a page among those of its site; undefined where they cannot become familiar. */
  keyOf(reading: PageAnalysis & { readonly guard: string | undefined }): string | undefined {
    const { scripts } = reading.renderDecision;
    if (!this.learns || scripts === undefined || reading.guard !== undefined) return undefined;
    return `${scripts} ${reading.forms.length}`;
  }

  /** Undefined for scripts that were not discovered. */
  stateOf(site: string, key: string | undefined): Known['state'] | undefined {
    return key === undefined ? undefined : this.sites.get(site)?.get(key)?.state;
  }

  /** Decides about a page. While the effect of its scripts is unknown, a few such pages are rendered and the others wait. */
  async advise(site: string, key: string, plain: PageAnalysis): Promise<Advice> {
    const known = this.known(site, key);
    if (known === undefined) return { kind: 'try' };
    while (known.state === 'learning' && known.underway >= Math.max(AT_ONCE, FAMILIAR - known.agreed))
      await new Promise<void>((resolve) => known.waiting.push(resolve));
    const { state, outcome } = known;
    if (state === 'familiar' && outcome !== undefined) {
      const slots = formPlacesOn(plain, outcome.slots);
      const added = outcome.slots.filter((slot) => slot !== null).length;
      const reason: RenderReason = { code: 'familiar-scripts', detail: `${added}/${FAMILIAR}` };
      if (slots !== undefined) {
        const expected = { slots, links: outcome.links, reason };
        return { kind: isLookedAtAgain(plain.url, known.agreed) ? 'look-again' : 'spare', expected };
      }
    }
    known.underway++;
    return { kind: 'try' };
  }

  /** Learns from a rendered page, or one that could not be (`shown` undefined). @returns false where familiar scripts surprised */
  rendered(
    site: string,
    key: string,
    { kind }: Advice,
    plain: PageAnalysis,
    shown: PageAnalysis | undefined,
  ): boolean {
    const known = this.sites.get(site)?.get(key);
    if (known === undefined) return true;
    if (kind === 'try') known.underway = Math.max(0, known.underway - 1);
    const outcome = shown && outcomeOf(plain, shown);
    const together = outcome && known.outcome && bothGive(known.outcome, outcome);
    const { state } = known;
    if (shown !== undefined && state === 'learning') count(known, outcome, together);
    else if (state === 'familiar' && together !== undefined) {
      known.outcome = together;
      known.agreed++;
    } else if (shown !== undefined && state === 'familiar') known.state = 'invalidated';
    for (const go of known.waiting.splice(0)) go();
    return state !== 'familiar' || known.state === 'familiar';
  }

  /** Writes down what is known of scripts, once it is worth being known. */
  async write(trx: Transaction, runId: number, site: string, key: string | undefined): Promise<void> {
    const known = key === undefined ? undefined : this.sites.get(site)?.get(key);
    if (key === undefined || known === undefined) return;
    const { state, agreed, broken, outcome } = known;
    if (state === 'learning' && agreed < 2 && broken === 0) return;
    const learnt = { state, agreed, broken, outcome: outcome === undefined ? null : JSON.stringify(outcome) };
    await trx.history.putScripts({ run_id: runId, site, scripts: key, ...learnt });
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

function count(known: Known, outcome: Outcome | undefined, together: Outcome | undefined): void {
  if (together !== undefined) {
    known.outcome = together;
    if (++known.agreed >= FAMILIAR) known.state = 'familiar';
    return;
  }
  if (known.agreed > 0 || outcome === undefined) known.broken++;
  if (known.broken >= BROKEN) known.state = 'unstable';
  known.outcome = known.state === 'unstable' ? undefined : outcome;
  known.agreed = outcome === undefined ? 0 : 1;
}

/** Returns what the browser made of a page, where another page could be told by it. */
function outcomeOf(plain: PageAnalysis, shown: PageAnalysis): Outcome | undefined {
  const same =
    shown.url === plain.url &&
    shown.title === plain.title &&
    shown.language === plain.language &&
    shown.topic.domain === plain.topic.domain &&
    shown.topic.step === plain.topic.step &&
    !shown.truncated;
  const slots = same ? formSequenceOf(plain, shown) : undefined;
  if (slots === undefined) return undefined;
  const known = new Set(plain.links.map(({ url }) => url));
  const links = shown.links.filter(({ url }) => !known.has(url));
  if (links.length > MOST_LINKS || JSON.stringify(slots).length > MOST_CHARACTERS) return undefined;
  return { slots, links, seen: links.map(({ url }) => url) };
}

/** Returns what two pages share; undefined where forms differ, or there is a link that the first had not been given. */
function bothGive(before: Outcome, now: Outcome): Outcome | undefined {
  const seen = new Set(before.seen);
  const slots = now.seen.every((url) => seen.has(url)) ? bothSay(before.slots, now.slots) : undefined;
  const given = new Set(now.seen);
  return slots && { ...before, slots, links: before.links.filter(({ url }) => given.has(url)) };
}

/** Samples by address and how much is known, so that the sample does not depend on what was found. */
export function isLookedAtAgain(url: string, agreed: number): boolean {
  const oneIn = SPOT_CHECK.find(({ until }) => agreed < until)?.oneIn ?? 1;
  return createHash('sha256').update(`look again ${url}`).digest().readUInt32BE(0) < 2 ** 32 / oneIn;
}
