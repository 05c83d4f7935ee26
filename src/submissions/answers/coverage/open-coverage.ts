import {
  type Coverage,
  type CoverageSample,
  type ResultRecord,
  type SizeEstimate,
  VERDICTS,
} from '../../types/answer.ts';
import { type Catch, estimateSize } from './estimate-size.ts';

interface QueryState {
  readonly sample: CoverageSample;
  keys: Set<string>;
  /** The answer of its last page, and its number. */
  last: CoverageSample['answer'];
  page: number;
  /** It brought records that were not known. */
  isNews: boolean;
  stated: number | undefined;
}

/** Lists of at least this length that all end at the same number are taken to be cut there. */
const MIN_CAP = 10;
const MIN_EQUAL_LISTS = 3;
/** Lists that end below their totals, at least, and sizes of such lists that are one, before a total is no number of records. */
const LEAST_SHORT = 6;
const ALIKE = 0.02;
/** Lists with news whose control was pressed in vain, after which it turns no pages. */
const LEAST_PRESSED = 3;

const isShort = ({ stated, keys }: QueryState): boolean =>
  stated !== undefined && keys.size > 0 && stated > keys.size;

/** Tells whether a third of the lists ends at one number of records; a few lists agree anyway. */
function agreeOnEnd(ends: readonly number[]): boolean {
  const sizes = [...ends].sort((a, b) => a - b);
  let from = 0;
  let most = 0;
  for (const [at, size] of sizes.entries()) {
    while ((sizes[from] ?? size) < size * (1 - ALIKE)) from++;
    most = Math.max(most, at + 1 - from);
  }
  return sizes.length < LEAST_SHORT || 3 * most >= sizes.length;
}

/** Counts the records of one form's database over all its answers. */
export const openCoverage = (): Coverage => new RecordCounter();

class RecordCounter implements Coverage {
  private readonly queries = new Map<string, QueryState>();
  private keys = new Set<string>();
  private readonly points: { submissions: number; seen: number }[] = [];
  private samples = 0;
  private totals: boolean | undefined;

  add(sample: CoverageSample): readonly ResultRecord[] {
    const { query, answer } = sample;
    const state = this.queries.get(query) ?? {
      sample,
      keys: new Set(),
      last: answer,
      page: sample.page,
      isNews: false,
      stated: undefined,
    };
    this.queries.set(query, state);
    this.totals = undefined;
    state.last = answer;
    state.page = sample.page;
    // A list that loads more may state what it has shown so far.
    state.stated = answer.statedTotal ?? state.stated;
    const fresh: ResultRecord[] = [];
    for (const record of answer.records) {
      state.keys.add(record.key);
      if (this.keys.has(record.key)) continue;
      this.keys.add(record.key);
      fresh.push(record);
    }
    state.isNews ||= fresh.length > 0;
    this.samples++;
    this.points.push({ submissions: this.samples, seen: this.keys.size });
    return fresh;
  }

  rename(keyOf: (key: string) => string): void {
    const renamed = (keys: ReadonlySet<string>) => new Set([...keys].map(keyOf));
    this.totals = undefined;
    this.keys = renamed(this.keys);
    for (const state of this.queries.values()) state.keys = renamed(state.keys);
  }

  get seen(): number {
    return this.keys.size;
  }

  get growth(): Coverage['growth'] {
    return this.points;
  }

  complete(query: string): boolean {
    const state = this.queries.get(query);
    return state !== undefined && this.isComplete(state, this.cap);
  }

  private isComplete({ last, keys, stated, sample }: QueryState, cap: number | undefined): boolean {
    if (last.verdict === 'no-hits' && keys.size === 0) return true;
    if (last.verdict !== 'hits' && sample.page === 1 && keys.size === 0) return false;
    if (stated !== undefined && this.totalsCountRecords) return keys.size >= stated;
    return last.paging === null && (cap === undefined || keys.size < cap);
  }

  /**
   * The number of records at which the site cuts its lists: known from lists that end before the total they
   * state, or from three different lists without totals that end at the same number, which none exceeds.
   */
  get cap(): number | undefined {
    const ended = [...this.queries.values()].filter(
      ({ last, keys }) => last.paging === null && keys.size > 0,
    );
    const cut = ended.filter(isShort);
    if (cut.length > 0 && this.totalsCountRecords) return Math.max(...cut.map(({ keys }) => keys.size));
    const sizes = ended.filter(({ stated }) => stated === undefined).map(({ keys }) => keys.size);
    const most = Math.max(0, ...[...this.queries.values()].map(({ keys }) => keys.size));
    const alike = ended.filter(({ keys }) => keys.size === most);
    const different = new Set(alike.map(({ keys }) => [...keys].sort().join('\n'))).size;
    return most >= MIN_CAP && sizes.includes(most) && different >= MIN_EQUAL_LISTS ? most : undefined;
  }

  /**
   * Lists that end below their totals all end at the same number where the site cuts them; where each ends elsewhere, the
   * totals count something else, such as sections of documents.
   */
  private get totalsCountRecords(): boolean {
    this.totals ??= agreeOnEnd(
      [...this.queries.values()].flatMap((one) =>
        one.last.paging === null && isShort(one) ? one.keys.size : [],
      ),
    );
    return this.totals;
  }

  /** A control that seems to turn pages was pressed for several lists, and never did. */
  private get turnsNothing(): boolean {
    const all = [...this.queries.values()];
    const pressed = all.filter(({ last, isNews }) => isNews && last.paging?.kind === 'press');
    return pressed.length >= LEAST_PRESSED && all.every(({ page }) => page === 1);
  }

  estimate(): SizeEstimate {
    const { cap, turnsNothing } = this;
    const catches = [...this.queries.values()].map((state): Catch => {
      const { sample, keys, stated } = state;
      const binding = sample.binding;
      const everything = sample.purpose === 'empty-probe' && sample.narrowed !== true;
      const template = sample.typed === true ? undefined : binding?.join();
      const isRefused = state.last.refusal !== undefined;
      return {
        keys: [...keys],
        ...(stated !== undefined && this.totalsCountRecords && { stated }),
        complete:
          this.isComplete(state, cap) ||
          (turnsNothing && sample.typed === true && stated === undefined && keys.size > 0),
        ended: state.last.verdict === 'hits' && state.last.paging === null,
        failed: (isRefused || VERDICTS[state.last.verdict].isFailure === true) && keys.size === 0,
        ...(isRefused && { refused: true }),
        everything,
        ...(template !== undefined && { template }),
        ...(sample.parts !== undefined && { parts: sample.parts }),
        ...(sample.typedFrom !== undefined && { typedFrom: sample.typedFrom }),
        ...(sample.takesWords === true && { takesWords: true }),
      };
    });
    const estimate = estimateSize(catches, cap !== undefined);
    const limit = [...this.queries.values()].find(({ sample }) => sample.limit !== undefined)?.sample.limit;
    if (limit === undefined || estimate.seen === 0) return estimate;
    const { seen } = estimate;
    const reason = `The form finds no more than “${limit}”. ${estimate.reason}`;
    return { kind: 'cannot-tell', seen, low: seen, reason };
  }
}
