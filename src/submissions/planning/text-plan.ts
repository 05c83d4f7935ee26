/**
 * Plans what to type into open text fields. First values that fit the field and words of the site's own
 * pages, which should find something; then words of the records found.
 */

import { foldText } from '../../foundation/text/index.ts';
import { type StatedLimits, VERDICTS } from '../types/answer.ts';
import type { StopReason } from '../types/asking.ts';
import type { ValueSource } from '../types/submission.ts';
import { CrowdedWords } from './crowded-words.ts';
import { ANYTHING, type Field, type OpenField, type OrderChoices, takesWords, typedChoice } from './field.ts';
import { type Outcome, type Query, queryId } from './query.ts';
import { codesLike, isCode } from './page-codes.ts';
import { type Limits, RecordWords } from './record-words.ts';

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
/** Words without a hit, after which a field without hits is done: the first one, and further ones. */
const MOST_WITHOUT_HITS = 8;
const MOST_WITHOUT_HITS_FURTHER = 4;
/** The same while a form has answered neither with hits nor with no hits, and while it has answered nothing at all. */
const MOST_UNANSWERED = 5;
const MOST_SILENT = 3;
/** Words without a hit, after which pages near the form are read; words of these that are tried. */
const COLD_BEFORE_NEAR = 3;
const MOST_NEAR = 14;
/** Queries in a row without news, after which a second word is put beside a refused one. */
const DRY_BEFORE_BESIDE = 2;
/** Values of a source that are tried first, and those of a source without hits so far. */
const FIRST_VALUES = 4;
const UNPROVEN_VALUES = 2;
/** Values that brought hits on several forms, while all of them bring hits. */
const PROVEN_VALUES = 8;
const MOST_PAGE_WORDS = 200;

/** Values of one source, tried one after the other. */
interface WordQueue {
  readonly values: KnownValue[];
  tried: number;
  hits: number;
}

const distinct = (source: ValueSource, values: readonly string[]): KnownValue[] =>
  [...new Set(values)].map((value) => ({ value, source }));

/** Ranks values that brought hits on several forms before others, and those of the table of elements last. */
const trustIn = ({ source, isProven }: KnownValue): number =>
  isProven ? 2 : source === 'element-table' ? 0 : 1;

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
  readonly words = new RecordWords();
  private asked = new Set<string>();
  private pageWords: readonly KnownValue[] = [];
  private commonWords: readonly KnownValue[] = [];
  private readonly hitWords = new Set<string>();
  private hits = 0;
  /** Number of words typed, over all fields. */
  questions = 0;
  /** New records of each word. */
  private news: number[] = [];
  private dryAfter = MOST_WITHOUT_NEWS;
  private begun = 0;
  /** State of the current query. */
  private queue: WordQueue | undefined;
  private typed = '';
  private wordsWithoutHits = 0;
  /** The form has answered a word with no hits. */
  private denied = false;
  /** The form has said something to what it was sent, or could not. */
  private told = false;
  private answerWordsWithoutHits = 0;
  private crowded = new CrowdedWords();
  /** Words of a query at most. */
  private mostWords = Number.POSITIVE_INFINITY;

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
    return this.news.length - 1 - this.news.findLastIndex((news) => news > 0);
  }

  /** Why no more words are typed. */
  get reason(): StopReason | undefined {
    if (this.waiting.length > 0) return undefined;
    return this.hitWords.size > 0
      ? { code: 'no-new-records', detail: String(this.dryAfter) }
      : { code: 'no-hits', detail: String(this.questions) };
  }

  /** Tells whether no word is left that should be found: the form's page may have more. */
  get isShort(): boolean {
    const queues = [this.given, this.known, this.site, this.page, this.common];
    return this.hasField && this.words.isEmpty && queues.every(({ values }) => values.length === 0);
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
  heard({ verdict, statedTotal = 0, refusal }: Pick<Outcome, 'verdict' | 'statedTotal' | 'refusal'>): void {
    if (refusal !== undefined) this.obey(refusal);
    this.words.heard(statedTotal);
    this.told ||= verdict === undefined || VERDICTS[verdict].evidence !== 'silent';
  }

  /** Keeps to the limits that the site states for a text. */
  obey({ letters = 1, words }: StatedLimits): void {
    this.words.leastLetters = Math.max(this.words.leastLetters, letters);
    this.mostWords = Math.min(this.mostWords, words ?? this.mostWords);
  }

  /** Tells whether no query has been answered in any way, words included. */
  get isSilent(): boolean {
    return !this.told && this.questions >= MOST_SILENT;
  }

  settled(outcome: Outcome): void {
    const { hits, newRecords, verdict, refusal } = outcome;
    const isCrowded = refusal?.kind === 'too-many';
    const isBeside = this.typed.includes(' ') && !this.crowded.isOver;
    if (isCrowded || isBeside) this.crowded.settled(this.typed, isCrowded ? undefined : newRecords);
    // What was not answered is no evidence of what there is.
    if (isCrowded || refusal?.kind === 'too-fast' || (isBeside && !hits)) return;
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
        this.words.leastLetters = Math.max(this.words.leastLetters, this.typed.length + 1);
    }
    this.words.settled(foldText(this.typed), outcome, this.hits > 0);
  }

  /** Tells whether words of pages that the form's page links to would help. */
  get wantsNear(): boolean {
    const isCold = this.hits === 0 && this.begun === 1 && this.wordsWithoutHits >= COLD_BEFORE_NEAR;
    return this.hasField && isCold && this.denied && this.words.isEmpty;
  }

  /** Learns the words of pages that the form's page links to. */
  learnNear(words: readonly string[]): void {
    this.near = queueOf(distinct('site', words).slice(0, MOST_PAGE_WORDS));
  }

  /** Learns the words of the form's page, which are used if no others are known. */
  learnPage(words: readonly string[], common: readonly string[], text = ''): void {
    const { takesCodes, control } = this.waiting[0]?.field ?? {};
    const codes = takesCodes === true ? codesLike(text, control?.placeholder ?? '') : [];
    this.pageWords = distinct('page', [...codes, ...words]).slice(0, MOST_PAGE_WORDS);
    this.commonWords = distinct('common', common);
    this.page = this.queueFor(this.pageWords);
    this.common = this.queueFor(this.commonWords);
  }

  /** Takes note of records that further choices for the latest word have brought. */
  brought(newRecords: number): void {
    if (this.news.length > 0) this.news[this.news.length - 1] = (this.news.at(-1) ?? 0) + newRecords;
  }

  /** A box for codes takes nothing else. */
  private takes(value: string): boolean {
    return this.waiting[0]?.field.takesCodes !== true || isCode(value);
  }

  private queueFor(values: readonly KnownValue[]): WordQueue {
    return queueOf(values.filter(({ value }) => this.takes(value)));
  }

  private begin(): void {
    const [current] = this.waiting;
    const values = current === undefined ? [] : (this.sources.valuesFor?.(current.field) ?? []);
    const words = this.sources.siteWords ?? [];
    this.given = queueOf(values.filter(({ source }) => source === 'given'));
    const others = values.filter(({ source }) => source !== 'given');
    const isMixed = current === undefined || !ANYTHING.has(current.field.meaning);
    this.known = this.queueFor(isMixed ? others : others.toSorted((a, b) => trustIn(b) - trustIn(a)));
    this.site = this.queueFor(words.map((value) => ({ value, source: 'site' })));
    this.page = this.queueFor(this.pageWords);
    this.common = this.queueFor(this.commonWords);
    this.asked = new Set();
    this.hits = 0;
    this.words.begin();
    this.news = [];
    this.crowded = new CrowdedWords();
    this.wordsWithoutHits = 0;
    this.answerWordsWithoutHits = 0;
    this.begun++;
  }

  private isDone({ cap }: Limits): boolean {
    // Lists that are cut show the same records again, however many there are.
    const records = cap === undefined ? this.words.records : 0;
    this.dryAfter = enoughWithoutNews(records);
    if (this.hits === 0 || this.news.length < this.dryAfter) return false;
    const latest = this.news.slice(-this.dryAfter).reduce((sum, news) => sum + news, 0);
    return latest < Math.max(1, SHARE_OF_NEWS * records);
  }

  private choose(field: OpenField, limits: Limits): KnownValue | undefined {
    const isDry = this.hits === 0 || this.dryRun >= DRY_BEFORE_BESIDE;
    const beside = isDry ? this.wordBeside(field) : undefined;
    if (beside !== undefined) return beside;
    const queue = this.hits === 0 ? this.queueBeforeHits() : this.queueAfterHits();
    const known = queue === 'answer' && this.hits > 0;
    const wide = known && this.words.wide.isDue(this.news) ? this.wideWord(field) : undefined;
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
    return (known ? this.wideWord(field) : undefined) ?? this.wordBeside(field);
  }

  /** A word beside one that would find too much by itself. */
  private wordBeside({ control }: OpenField): KnownValue | undefined {
    if (this.crowded.isOver) return undefined;
    const words = this.words.frequent().filter((word) => !this.asked.has(foldText(word)));
    const meet = (all: readonly string[]) => this.words.meet(all);
    const value = this.crowded.next(words, meet, (text) => this.fits(control.maxLength, text));
    if (value === undefined) return undefined;
    this.queue = this.common;
    return { value, source: 'answer' };
  }

  /** Chooses a word while nothing was found: words that should be found, then words of every text, then none. */
  private queueBeforeHits(): WordQueue | 'answer' | undefined {
    const patience = this.begun === 1 ? MOST_WITHOUT_HITS : MOST_WITHOUT_HITS_FURTHER;
    const most = this.denied ? patience : Math.min(this.told ? MOST_UNANSWERED : MOST_SILENT, patience);
    if (this.given.values.length > 0 && this.given.tried < FIRST_VALUES) return this.given;
    const isBlind = this.words.isEmpty;
    if (isBlind && this.near.values.length > 0 && this.near.tried < MOST_NEAR) return this.near;
    if (this.wordsWithoutHits < most + this.near.tried) {
      // Words of answers to choices exist on the site, but may not be of records.
      if (!this.words.isEmpty && this.answerWordsWithoutHits <= this.site.tried) return 'answer';
      const proven = this.known.values[0]?.isProven === true;
      const wantsKnown = this.known.tried < UNPROVEN_VALUES && (proven || this.site.tried > this.known.tried);
      if (this.site.values.length > 0 && !(wantsKnown && this.hasTrusted)) return this.site;
      if (this.known.values.length > 0) return this.known;
      if (this.page.values.length > 0) return this.page;
      if (!this.words.isEmpty) return 'answer';
    }
    return this.common.values.length > 0 ? this.common : undefined;
  }

  private queueAfterHits(): WordQueue | 'answer' {
    if (this.given.values.length > 0 && this.given.tried < FIRST_VALUES) return this.given;
    const { hits, tried, values } = this.known;
    const isRich = hits === tried && values[0]?.isProven === true;
    const most = isRich ? PROVEN_VALUES : hits > 0 ? FIRST_VALUES : UNPROVEN_VALUES;
    if (this.hasTrusted && this.known.tried < most) return this.known;
    return 'answer';
  }

  private wideWord({ control }: OpenField): KnownValue | undefined {
    let value = this.words.wide.next(this.words.leastLetters);
    while (value !== undefined && (this.asked.has(value) || !this.fits(control.maxLength, value)))
      value = this.words.wide.next(this.words.leastLetters);
    if (value === undefined) return undefined;
    this.queue = this.common;
    return { value, source: 'common' };
  }

  /** Tells whether values of other forms come before words of the site: they may not occur here at all. */
  private get hasTrusted(): boolean {
    const [[next], [current]] = [this.known.values, this.waiting];
    if (next === undefined || current === undefined) return false;
    return trustIn(next) > 0 || this.known.hits > 0 || !ANYTHING.has(current.field.meaning);
  }

  /** A word of what the site names and no record has: it finds a new one, if the site's words find any. */
  private takeNamed(field: OpenField): KnownValue | undefined {
    if (2 * this.site.hits < this.site.tried) return undefined;
    const at = this.site.values.findIndex(({ value }) => !this.words.has(foldText(value)));
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
    const isLong = maxLength !== undefined && value.length > maxLength;
    const isWhole = value.length >= this.words.leastLetters && this.takes(value);
    return isWhole && !isLong && value.split(' ').length <= this.mostWords;
  }

  private mostPromising(
    { control }: OpenField,
    limits: Limits,
  ): (KnownValue & { readonly promise: number }) | undefined {
    const mayType = (key: string, value: string) =>
      !this.asked.has(key) && this.fits(control.maxLength, value);
    const best = this.words.mostPromising(limits, this.hitWords.size, mayType);
    return best && { ...best, source: 'answer' };
  }

  private queryOf({ field, at }: { field: OpenField; at: number }, { value, source }: KnownValue): Query {
    this.questions++;
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
const ORDER = 'query keyword title text person publisher category place city destination origin'.split(' ');

const rankOf = ({ meaning }: OpenField): number => {
  const rank = ORDER.indexOf(meaning);
  return rank < 0 ? ORDER.length : rank;
};
