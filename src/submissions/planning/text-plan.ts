/**
 * Plans what to type into open text fields. First values that fit the field and words of the site's own
 * pages, which should find something; then words of the records found, chosen by the new records they promise
 * (Ntoulas, Zerfos, Cho, “Downloading textual hidden web content through keyword queries”, JCDL 2005): a word
 * in df of the n records seen is expected in df/n of those not seen; a word that a site must cut short
 * promises no more than it shows.
 */

import { foldText } from '../../foundation/text/index.ts';
import { type ResultRecord, VERDICTS } from '../types/answer.ts';
import type { StopReason } from '../types/asking.ts';
import type { ValueSource } from '../types/submission.ts';
import { askableWords, Spellings } from './askable-words.ts';
import { ANYTHING, type Field, type OpenField, type OrderChoices, takesWords, typedChoice } from './field.ts';
import { type Outcome, type Query, queryId } from './query.ts';
import { WideWords } from './wide-words.ts';

/** A value to type, and where it comes from. */
export interface KnownValue {
  readonly value: string;
  readonly source: ValueSource;
  /** Brought hits on several forms of the domain. */
  readonly isProven?: boolean;
}

/** Returns values known for a field before the first query, the most promising first. */
type ValuesFor = (field: OpenField) => readonly KnownValue[];

/** Values and words that are known before the first query. */
export interface FieldSources {
  readonly valuesFor?: ValuesFor;
  readonly orderChoices?: OrderChoices;
  /** Words of the site's own pages, the most promising first. */
  readonly siteWords?: readonly string[];
  /** Pages of the site that the form's page links to and that were not read. */
  readonly nearPages?: readonly string[];
  /** Words of records that other forms of the site found, those of few records first. */
  readonly foundWords?: readonly string[];
}

/** Queries in a row without a new record, after which a field is done: of a small database, and at least. */
const MOST_WITHOUT_NEWS = 15;
const LEAST_WITHOUT_NEWS = 9;

/** Of the records known: queries in a row that bring fewer bring nothing worth their cost. */
const SHARE_OF_NEWS = 0.01;

/**
 * Queries in a row without news, after which a field is done. After k of them a further one brings something in at most 3/k
 * of the cases (95 %, rule of three): enough are those after which what is left of 15 promises no more than 1 % of the records known.
 */
export const enoughWithoutNews = (records: number): number =>
  Math.max(LEAST_WITHOUT_NEWS, Math.ceil((3 * MOST_WITHOUT_NEWS) / (3 + records / 100)));
/**
 * Words without a hit, after which a field that has found nothing is done; for the first and for further
 * fields.
 */
const MOST_WITHOUT_HITS = 8;
const MOST_WITHOUT_HITS_FURTHER = 4;
/** The same while a form has answered neither with hits nor with no hits, and while it has answered nothing at all. */
const MOST_UNANSWERED = 5;
const MOST_SILENT = 3;
/**
 * Words without a hit, after which pages near the form are read; and how many words of these are tried in
 * addition.
 */
const COLD_BEFORE_NEAR = 3;
const MOST_NEAR = 14;
/** Values of a source that are tried first, and those of a source without hits so far. */
const FIRST_VALUES = 4;
const UNPROVEN_VALUES = 2;
/** A word in a larger share of the records is a caption of the page, or in every text: one is tried, late. */
const CAPTION = 0.92;
const LEAST_QUERIES_FOR_CAPTION = 3;
const LEAST_FOR_CAPTION = 4;
/**
 * Prior of the hit rate of words, as a number of hits and tries: words of titles are searched; words of the
 * rest of a record may be labels (“published”, “read more”) or in fields that are not searched.
 */
const TRUST_TITLE = { hits: 3, tried: 3 };
const TRUST_TEXT = { hits: 2, tried: 3 };
/** Weight of a miss while nothing was found: a column may not be searched at all. */
const COLD_MISS = 4;
const MOST_PAGE_WORDS = 200;

/** Factor for words seen rarely; of .5 to .85, the best one on descriptions of packages. */
const RARE = 0.7;

/** Known limits of the site's lists. */
export interface Limits {
  /** Most records that a list shows. */
  readonly cap?: number | undefined;
  /** Records that the database is known to have at least. */
  readonly size?: number | undefined;
}

const shareOf = ({ hits, tried }: { readonly hits: number; readonly tried: number }): number => hits / tried;

/** Values of one source, tried one after the other. */
interface WordQueue {
  readonly values: KnownValue[];
  tried: number;
  hits: number;
}

/** In how many records a text stands, and a digest of their numbers. */
interface Weight {
  titles: number;
  texts: number;
  records: number;
}

function addWeight(weights: Map<string, Weight>, key: string, { titles, texts, records }: Weight): void {
  const one = weights.get(key) ?? { titles: 0, texts: 0, records: 0 };
  one.titles += titles;
  one.texts += texts;
  // A digest of their numbers.
  one.records = (Math.imul(one.records, 31) + records) | 0;
  weights.set(key, one);
}

const queueOf = (values: readonly KnownValue[]): WordQueue => ({ values: [...values], tried: 0, hits: 0 });

export class TextPlan {
  private readonly waiting: { readonly at: number; readonly field: OpenField }[];
  private readonly sources: FieldSources;
  private given = queueOf([]);
  private known = queueOf([]);
  private site = queueOf([]);
  private near = queueOf([]);
  private page = queueOf([]);
  private common = queueOf([]);
  private readonly weights = new Map<string, Weight>();
  /** Words that brought nothing new, by the records that have them. */
  private readonly fruitless = new Map<number, number>();
  private readonly trust = { titles: { ...TRUST_TITLE }, texts: { ...TRUST_TEXT } };
  private readonly unasked = new Set<string>();
  private readonly spellings = new Spellings();
  private wide = new WideWords();
  private readonly parts = new Map<string, Weight>();
  private records = 0;
  private asked = new Set<string>();
  private pageWords: readonly KnownValue[] = [];
  private commonWords: readonly KnownValue[] = [];
  private readonly hitWords = new Set<string>();
  private hits = 0;
  private tried = 0;
  private withoutNews = 0;
  /** New records of each word. */
  private news: number[] = [];
  private dryAfter = MOST_WITHOUT_NEWS;
  private begun = 0;
  private leastLetters = 1;
  private captionFailed = false;
  /** State of the current query. */
  private queue: WordQueue | undefined;
  private typed = '';
  private wordsWithoutHits = 0;
  /** The form has answered a word with no hits. */
  private denied = false;
  /** The form has said something to what it was sent, or could not. */
  private told = false;
  private answerWordsWithoutHits = 0;

  constructor(fields: readonly Field[], sources: FieldSources) {
    this.sources = sources;
    this.waiting = fields
      .map((field, at) => ({ field, at }))
      .filter((one): one is { field: OpenField; at: number } => takesWords(one.field))
      .sort((a, b) => rankOf(a.field) - rankOf(b.field) || a.at - b.at);
    this.begin();
  }

  /** Tells whether there is a field that takes words. */
  get hasField(): boolean {
    return this.waiting.length > 0;
  }

  /** Number of different words that brought hits. */
  get found(): number {
    return this.hitWords.size;
  }

  /** Queries in a row without a new record. */
  get dryRun(): number {
    return this.withoutNews;
  }

  /** Number of words typed, over all fields. */
  get questions(): number {
    return this.tried;
  }

  /** Why no more words are typed. */
  get reason(): StopReason | undefined {
    if (this.waiting.length > 0) return undefined;
    return this.hitWords.size > 0
      ? { code: 'no-new-records', detail: String(this.dryAfter) }
      : { code: 'no-hits', detail: String(this.tried) };
  }

  /** Tells whether no word is left that should be found: the form's page may have more. */
  get isShort(): boolean {
    const queues = [this.given, this.known, this.site, this.page, this.common];
    return this.hasField && this.weights.size === 0 && queues.every(({ values }) => values.length === 0);
  }

  next(limits: Limits): Query | undefined {
    for (;;) {
      const [current] = this.waiting;
      if (current === undefined) return undefined;
      const value = this.isDone(limits) ? undefined : this.choose(current.field, limits);
      if (value !== undefined) return this.queryOf(current, value);
      this.waiting.shift();
      this.begin();
    }
  }

  /** Takes note of an answer to any query, typed or not. */
  heard({ verdict }: Pick<Outcome, 'verdict'>): void {
    this.told ||= verdict === undefined || VERDICTS[verdict].evidence !== 'silent';
  }

  /** Tells whether no query has been answered in any way, words included. */
  get isSilent(): boolean {
    return !this.told && this.tried >= MOST_SILENT;
  }

  settled(outcome: Outcome): void {
    const { hits, newRecords, verdict } = outcome;
    this.withoutNews = newRecords > 0 ? 0 : this.withoutNews + 1;
    this.news.push(newRecords);
    if (hits) {
      this.hits++;
      this.hitWords.add(foldText(this.typed));
      if (this.queue !== undefined) this.queue.hits++;
    } else {
      if (this.queue !== this.common) this.wordsWithoutHits++;
      if (verdict === 'no-hits') this.denied = true;
      // The form may require a longer word (“at least 3 characters”).
      if (verdict === 'error-message' && this.typed.length < 4)
        this.leastLetters = Math.max(this.leastLetters, this.typed.length + 1);
    }
    const key = foldText(this.typed);
    if (this.wide.settled(key, this.parts.has(key) && !this.weights.has(key), outcome)) this.learnParts();
    this.judgeWord(key, hits, newRecords);
  }

  /** Weighs the parts of known words anew. */
  private learnParts(): void {
    this.parts.clear();
    for (const [key, weight] of this.weights)
      for (const part of this.wide.partsOf(this.spellings.of(key), this.leastLetters))
        addWeight(this.parts, part, weight);
  }

  private judgeWord(key: string, hits: boolean, newRecords: number): void {
    if (this.isCaption(key) && newRecords === 0) this.captionFailed = true;
    const where = this.weights.get(key);
    if (where === undefined) return;
    const trust = this.trust[where.titles > 0 ? 'titles' : 'texts'];
    trust.tried += hits || this.hits > 0 ? 1 : COLD_MISS;
    if (hits) trust.hits++;
    if (newRecords === 0) this.fruitless.set(where.records, this.failuresAmong(where.records) + 1);
  }

  /** Words of the same records find the same: a long record has many that find only itself. */
  private failuresAmong(records: number): number {
    return this.fruitless.get(records) ?? 0;
  }

  /** Learns the words of new records. */
  learn(records: readonly ResultRecord[]): void {
    for (const { text, title } of records) {
      this.records++;
      this.wide.learn(`${title} ${text}`);
      const found = new Map<string, 'titles' | 'texts'>();
      for (const [where, words] of [
        ['texts', askableWords(text)],
        ['titles', askableWords(title)],
      ] as const)
        for (const word of words) {
          this.spellings.add(word);
          found.set(word.key, where);
        }
      for (const [key, where] of found) {
        const weight = { titles: 0, texts: 0, records: this.records, [where]: 1 };
        addWeight(this.weights, key, weight);
        for (const part of this.wide.partsOf(this.spellings.of(key), this.leastLetters))
          addWeight(this.parts, part, weight);
      }
    }
  }

  /** Learns the words of an answer to nonsense: they belong to the page and are never typed. */
  unlearn(records: readonly ResultRecord[]): void {
    for (const { text, title } of records)
      for (const { key } of askableWords(`${title} ${text}`)) this.unasked.add(key);
  }

  /** Tells whether words of pages that the form's page links to would help. */
  get wantsNear(): boolean {
    const isCold = this.hits === 0 && this.begun === 1 && this.wordsWithoutHits >= COLD_BEFORE_NEAR;
    return this.hasField && isCold && this.denied && this.weights.size === 0;
  }

  /** Learns the words of pages that the form's page links to. */
  learnNear(words: readonly string[]): void {
    this.near = queueOf(
      [...new Set(words)].slice(0, MOST_PAGE_WORDS).map((value) => ({ value, source: 'site' })),
    );
  }

  /** Learns the words of the form's page, which are used if no others are known. */
  learnPage(words: readonly string[], common: readonly string[]): void {
    const of = (source: ValueSource, values: readonly string[]): KnownValue[] =>
      [...new Set(values)].map((value) => ({ value, source }));
    this.pageWords = of('page', words).slice(0, MOST_PAGE_WORDS);
    this.commonWords = of('common', common);
    this.page = queueOf(this.pageWords);
    this.common = queueOf(this.commonWords);
  }

  private begin(): void {
    const [current] = this.waiting;
    const values = current === undefined ? [] : (this.sources.valuesFor?.(current.field) ?? []);
    const words = this.sources.siteWords ?? [];
    this.given = queueOf(values.filter(({ source }) => source === 'given'));
    const [proven, trusted, offered] = [2, 1, 0].map((of) =>
      values.filter(
        ({ source, isProven }) =>
          source !== 'given' && (isProven ? 2 : source === 'element-table' ? 0 : 1) === of,
      ),
    );
    const mixed = current === undefined || !ANYTHING.has(current.field.meaning);
    this.known = queueOf(
      mixed
        ? values.filter(({ source }) => source !== 'given')
        : [...(proven ?? []), ...(trusted ?? []), ...(offered ?? [])],
    );
    this.site = queueOf(words.map((value) => ({ value, source: 'site' })));
    this.page = queueOf(this.pageWords);
    this.common = queueOf(this.commonWords);
    this.asked = new Set();
    this.hits = 0;
    this.wide = new WideWords();
    this.parts.clear();
    this.withoutNews = 0;
    this.news = [];
    this.wordsWithoutHits = 0;
    this.answerWordsWithoutHits = 0;
    this.begun++;
  }

  private isDone({ cap }: Limits): boolean {
    // Lists that are cut show the same records again, however many there are.
    const records = cap === undefined ? this.records : 0;
    this.dryAfter = enoughWithoutNews(records);
    if (this.hits === 0 || this.news.length < this.dryAfter) return false;
    const latest = this.news.slice(-this.dryAfter).reduce((sum, news) => sum + news, 0);
    return latest < Math.max(1, SHARE_OF_NEWS * records);
  }

  private choose(field: OpenField, limits: Limits): KnownValue | undefined {
    const queue = this.hits === 0 ? this.queueBeforeHits() : this.queueAfterHits();
    const known = queue === 'answer' && this.hits > 0;
    const wide = known && this.wide.isDue(this.news) ? this.wideWord(field) : undefined;
    if (wide !== undefined) return wide;
    if (queue === 'answer') {
      const best = this.mostPromising(field, limits);
      const named = known && (best?.promise ?? 0) < 1 ? this.takeNamed(field) : undefined;
      if (named !== undefined) {
        this.queue = this.site;
        return named;
      }
      if (best !== undefined) {
        if (this.hits === 0) this.answerWordsWithoutHits++;
        this.queue = undefined;
        return best;
      }
    }
    const others = [this.given, this.near, this.site, this.known, this.page, this.common];
    for (const one of queue === undefined ? [] : queue === 'answer' ? others : [queue]) {
      const value = this.take(field, one);
      if (value === undefined) continue;
      this.queue = one;
      return value;
    }
    // All that the queue held was asked before: the next one has its turn.
    if (queue !== undefined && queue !== 'answer') return this.choose(field, limits);
    return known ? this.wideWord(field) : undefined;
  }

  /**
   * Chooses a word while nothing was found: words that should be found, then words of every text, then none.
   */
  private queueBeforeHits(): WordQueue | 'answer' | undefined {
    const patience = this.begun === 1 ? MOST_WITHOUT_HITS : MOST_WITHOUT_HITS_FURTHER;
    const most = this.denied ? patience : Math.min(this.told ? MOST_UNANSWERED : MOST_SILENT, patience);
    if (this.given.values.length > 0 && this.given.tried < FIRST_VALUES) return this.given;
    const isBlind = this.weights.size === 0;
    if (isBlind && this.near.values.length > 0 && this.near.tried < MOST_NEAR) return this.near;
    if (this.wordsWithoutHits < most + this.near.tried) {
      // Words of answers to choices exist on the site, but may not be of records.
      if (this.weights.size > 0 && this.answerWordsWithoutHits <= this.site.tried) return 'answer';
      const proven = this.known.values[0]?.isProven === true;
      const wantsKnown = this.known.tried < UNPROVEN_VALUES && (proven || this.site.tried > this.known.tried);
      if (this.site.values.length > 0 && !(wantsKnown && this.hasTrusted)) return this.site;
      if (this.known.values.length > 0) return this.known;
      if (this.page.values.length > 0) return this.page;
      if (this.weights.size > 0) return 'answer';
    }
    return this.common.values.length > 0 ? this.common : undefined;
  }

  private queueAfterHits(): WordQueue | 'answer' {
    if (this.given.values.length > 0 && this.given.tried < FIRST_VALUES) return this.given;
    const most = this.known.hits > 0 ? FIRST_VALUES : UNPROVEN_VALUES;
    if (this.hasTrusted && this.known.tried < most) return this.known;
    return 'answer';
  }

  private wideWord({ control }: OpenField): KnownValue | undefined {
    let value = this.wide.next(this.leastLetters);
    while (value !== undefined && (this.asked.has(value) || !this.fits(control.maxLength, value)))
      value = this.wide.next(this.leastLetters);
    if (value === undefined) return undefined;
    this.queue = this.common;
    return { value, source: 'common' };
  }

  /** Tells whether values of other forms come before words of the site: they may not occur here at all. */
  private get hasTrusted(): boolean {
    const [next] = this.known.values;
    const [current] = this.waiting;
    if (next === undefined || current === undefined) return false;
    return (
      next.source !== 'element-table' ||
      next.isProven === true ||
      this.known.hits > 0 ||
      !ANYTHING.has(current.field.meaning)
    );
  }

  /** A word of what the site names and no record has: it finds a new one, if the site's words find any. */
  private takeNamed(field: OpenField): KnownValue | undefined {
    if (2 * this.site.hits < this.site.tried) return undefined;
    const at = this.site.values.findIndex(({ value }) => !this.weights.has(foldText(value)));
    if (at < 0) return undefined;
    this.site.values.unshift(...this.site.values.splice(at, 1));
    return this.take(field, this.site);
  }

  private take({ control }: OpenField, queue: WordQueue): KnownValue | undefined {
    for (let value = queue.values.shift(); value !== undefined; value = queue.values.shift()) {
      if (this.asked.has(foldText(value.value)) || !this.fits(control.maxLength, value.value)) continue;
      queue.tried++;
      return value;
    }
    return undefined;
  }

  private fits(maxLength: number | undefined, value: string): boolean {
    return value.length >= this.leastLetters && (maxLength === undefined || value.length <= maxLength);
  }

  private isCaption(key: string): boolean {
    const { titles = 0, texts = 0 } = this.weights.get(key) ?? {};
    return this.records >= LEAST_FOR_CAPTION && titles + texts > CAPTION * this.records;
  }

  private mostPromising(
    { control }: OpenField,
    limits: Limits,
  ): (KnownValue & { readonly promise: number }) | undefined {
    let best: string | undefined;
    let most = 0;
    const captions = this.hitWords.size >= LEAST_QUERIES_FOR_CAPTION && !this.captionFailed;
    for (const [key, { titles, texts, records }] of [...this.weights, ...this.parts]) {
      if (this.asked.has(key) || this.unasked.has(key) || this.wide.isCovered(key)) continue;
      if (!this.fits(control.maxLength, this.spellings.of(key))) continue;
      const likely = titles * shareOf(this.trust.titles) + texts * shareOf(this.trust.texts);
      const worth = (!captions && this.isCaption(key) ? 1e-3 : 1) / (1 + this.failuresAmong(records)) ** 2;
      const promise = this.promiseOf(likely, limits) * worth;
      if (promise > most || (promise === most && best !== undefined && key < best))
        [best, most] = [key, promise];
    }
    return best === undefined
      ? undefined
      : { value: this.spellings.of(best), source: 'answer', promise: most };
  }

  /**
   * Estimates the new records that a word promises, up to a factor. A cut list brings no more than it shows;
   * of words that fill it the rarest are best, because frequent ones show only what the site ranks first.
   */
  private promiseOf(likely: number, { cap, size }: Limits): number {
    if (cap === undefined || this.records === 0) return likely;
    const expected = (likely / this.records) * Math.max(size ?? 0, this.records);
    // The frequency of a word seen once or twice is overestimated.
    const sure = expected * (1 - RARE / Math.sqrt(likely + 0.5));
    return sure <= cap ? sure : cap + cap / sure;
  }

  private queryOf({ field, at }: { field: OpenField; at: number }, { value, source }: KnownValue): Query {
    this.tried++;
    this.typed = value;
    this.asked.add(foldText(value));
    const bound = [{ field: at, choice: typedChoice(field, value, source) }];
    return {
      id: queryId('query', bound),
      purpose: 'query',
      bound,
      why: `${field.label} = ${value}: ${WHY[source] ?? source}`,
    };
  }
}

const WHY: Partial<Record<ValueSource, string>> = {
  site: 'a word of titles and links of the site',
  page: 'a word of the page the form stands on',
  common: 'stands in nearly every text',
  answer: 'most promising unused term of earlier results',
  given: 'given by the user',
  'element-table': 'a value that other forms of the domain offer or that brought hits before',
  'domain-file': 'a value of the domain file',
};

/** General text fields first: every record can be found through them. */
const ORDER = [
  'query',
  'keyword',
  'title',
  'text',
  'person',
  'publisher',
  'category',
  'place',
  'city',
  'destination',
  'origin',
];

const rankOf = ({ meaning }: OpenField): number => {
  const rank = ORDER.indexOf(meaning);
  return rank < 0 ? ORDER.length : rank;
};
