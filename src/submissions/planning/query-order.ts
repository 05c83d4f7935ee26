/**
 * Decides the order of queries to a form. With an open field: two nonsense probes, words that must be found
 * (the positive control), the unconstrained query if the form allows it, then choices or further words,
 * whichever brings more. So every answer is compared with a no-hits answer and, if there is one, a known hit.
 * Without an open field: see {@link QueryPlan}.
 *
 * Pure state: the next query depends only on the settled ones, in order.
 */

import { ignoresInput, type QueryOutcome } from '../outcomes/form-outcome.ts';
import type { Answer, ResultRecord } from '../types/answer.ts';
import type { StopReason } from '../types/asking.ts';
import { arranges, isDependent, nonsenseProbes } from './bindings.ts';
import { type Choice, type Field, takesWords } from './field.ts';
import { FilterQueries } from './filter-queries.ts';
import { type Outcome, type Query, queryId } from './query.ts';
import { QueryPlan } from './query-plan.ts';
import type { Limits } from './record-words.ts';
import { type FieldSources, TextPlan } from './text-plan.ts';
import { Windows } from './windows.ts';

/** Words that must bring hits before the unconstrained query is sent, and how many are tried. */
const CONTROLS = 2;
const MOST_CONTROLS = 3;
/** Choices in a row without a new record, after which words are tried. */
const DRY_CHOICES = 3;
/** The same if nothing was found before. */
const MOST_BLIND_CHOICES = 6;
/** The same if nothing at all was answered. */
const MOST_SILENT_CHOICES = 3;
/** Different words that must bring hits to show that the form searches by words. */
const ENOUGH_WORDS = 2;
/** Forms that come in place of an answer, one after another, and choices in a row that lead to none. */
const MOST_STEPS = 3;
const MOST_VAIN_STEPS = 4;

/** Words whose lists are cut that choices are made beside, queries of this kind at most, and in a row without a new record. */
const MOST_CUT_WORDS = 5;
const MOST_BESIDE = 300;
const DRY_BESIDE = 12;

export class QueryOrder {
  private readonly fields: readonly Field[];
  /** Words whose lists were cut, or refused as too long. */
  private readonly cutWords: Query[] = [];
  private besideWords: Query[] | undefined;
  private readonly askedBeside = new Set<string>();
  private dryBeside = 0;
  private readonly plan: QueryPlan;
  /** Absent if nothing is typed. */
  readonly text: TextPlan | undefined;
  /** Absent if the form has no range of dates or numbers to type. */
  readonly windows: Windows | undefined;
  private readonly filters = new FilterQueries();
  private steps: Query[] = [];
  private vainSteps = 0;
  private readonly probes: Query[];
  /** An open field is required, so that no query goes without a word. */
  private readonly bound: boolean;
  private readonly typedQueries = new Set<string>();
  private readonly nonsense: QueryOutcome[] = [];
  private readonly words: QueryOutcome[] = [];
  private rootAsked = false;
  private rootHits = false;
  private root = viewOf([]);
  private dryChoices = 0;
  private ignores = false;
  private readonly hasChoices: boolean;
  private ended: StopReason | undefined;

  /** @param sources undefined if open fields are left empty */
  constructor(fields: readonly Field[], sources: FieldSources | undefined) {
    const text = sources === undefined ? undefined : new TextPlan(fields, sources);
    this.text = text?.hasField === true ? text : undefined;
    this.fields = fields;
    this.plan = new QueryPlan(fields);
    this.windows = Windows.of(fields, this.text !== undefined);
    this.probes = fields.some(takesWords) ? nonsenseProbes(fields, this.text === undefined ? 1 : 2) : [];
    this.hasChoices = fields.some((field) => field.kind !== 'open' && !arranges(field));
    this.bound = fields.some((field) => field.kind === 'open' && field.required);
  }

  get reason(): StopReason | undefined {
    return (
      this.ended ??
      (this.ignores ? { code: 'ignores-input' } : undefined) ??
      this.text?.reason ??
      this.plan.reason
    );
  }

  /** Tells whether a list that seems complete still has to be compared with other answers. */
  get isConfirming(): boolean {
    return this.plan.isConfirming || this.windows?.isOn === true;
  }

  /** Tells whether enough words have brought hits to show that the form searches by them, or none is left. */
  get isControlled(): boolean {
    const { text } = this;
    return text === undefined || this.ignores || text.found >= ENOUGH_WORDS || text.reason !== undefined;
  }

  next(limits: Limits): Query | undefined {
    if (this.ended !== undefined) return undefined;
    const probe = this.probes.shift();
    if (probe !== undefined) return probe;
    const step = this.steps.shift();
    if (step !== undefined) return step;
    const part = this.windows?.next();
    if (part !== undefined) return part;
    const { text } = this;
    const filter = () => (this.ignores ? undefined : this.filters.next());
    if (text === undefined) return filter() ?? this.plan.next();
    const control = !this.rootAsked && text.found < CONTROLS && text.questions < MOST_CONTROLS;
    const word = control ? this.word(limits) : undefined;
    if (word !== undefined) return word;
    if (!this.rootAsked && !this.bound) {
      this.rootAsked = true;
      return this.plan.next();
    }
    this.rootAsked = true;
    const narrower = filter();
    if (narrower !== undefined) return narrower;
    // If words bring nothing new either, try choices again.
    if (this.rootHits && this.dryChoices < Math.max(DRY_CHOICES, text.dryRun)) {
      const choice = this.plan.next();
      if (choice !== undefined) return choice;
    }
    return this.word(limits) ?? (this.bound ? undefined : this.lastChoice()) ?? this.choiceBesideWord();
  }

  /** Continues with choices alone after the last word, unless the form shows nothing without a word. */
  private lastChoice(): Query | undefined {
    const most = this.text?.isSilent === true ? MOST_SILENT_CHOICES : MOST_BLIND_CHOICES;
    const may = this.rootHits || (this.text?.found === 0 && this.dryChoices < most);
    return may ? this.plan.next() : undefined;
  }

  /** Makes a choice beside a word whose list is cut. */
  private choiceBesideWord(): Query | undefined {
    this.besideWords ??= this.cutWords.slice(0, MOST_CUT_WORDS).flatMap((word) =>
      this.fields.flatMap((field, at): Query[] =>
        field.kind !== 'list' || field.choices.length < 2 || arranges(field) || isDependent(field)
          ? []
          : field.choices.map((choice) => {
              const bound = [...word.bound, { field: at, choice }];
              const why = `${field.label} = ${choice.label}: the answer to ${word.bound[0]?.choice.label ?? ''} was cut short`;
              return { id: queryId('query', bound), purpose: 'query', bound, why };
            }),
      ),
    );
    const isOver = this.dryBeside >= DRY_BESIDE || this.askedBeside.size >= MOST_BESIDE;
    const query = isOver ? undefined : this.besideWords.shift();
    if (query !== undefined) this.askedBeside.add(query.id);
    return query;
  }

  private word(limits: Limits): Query | undefined {
    const query = this.ignores ? undefined : this.text?.next(limits);
    if (query !== undefined) this.typedQueries.add(query.id);
    return query;
  }

  /** @param shown the records of the answer @param first its first page */
  settled(
    query: Query,
    outcome: Outcome,
    cap: number | undefined,
    shown: readonly ResultRecord[] = [],
    { filters = [], choices = [] }: Pick<Answer, 'filters' | 'choices'> = {},
  ): void {
    const { steps = [], purpose, bound } = query;
    if (steps.length > 0) {
      this.vainSteps = outcome.hits || choices.length > 0 ? 0 : this.vainSteps + 1;
      this.text?.brought(outcome.newRecords);
    }
    if (this.vainSteps >= MOST_VAIN_STEPS) this.steps = [];
    else if (purpose !== 'nonsense-probe' && steps.length < MOST_STEPS)
      this.steps.unshift(
        ...choices.map(({ value, label }) => ({
          ...{ id: `${query.id} > ${value}`, purpose, bound, steps: [...steps, value] },
          why: `${label}: a choice that the form offers before it answers`,
        })),
      );
    if (steps.length > 0) return;
    if (this.windows?.owns(query) === true) {
      this.windows.settled(query, outcome, shown);
      return;
    }
    if (purpose !== 'nonsense-probe') this.filters.settled(query, outcome, shown, filters);
    if (query.link !== undefined) return;
    const { verdict, fingerprint, records } = outcome;
    const typed = bound.map(({ choice }) => choice.label).join(' ');
    const seen = { purpose, typed, chosen: false, verdict, fingerprint, records };
    this.text?.heard(outcome);
    if (purpose === 'nonsense-probe') {
      this.nonsense.push(seen);
      return;
    }
    if (this.askedBeside.has(query.id)) {
      this.dryBeside = outcome.newRecords > 0 ? 0 : this.dryBeside + 1;
      return;
    }
    if (this.typedQueries.has(query.id)) {
      const isCut = outcome.hits && !outcome.complete;
      if (isCut || outcome.refusal?.kind === 'too-many') this.cutWords.push(query);
      this.words.push(seen);
      this.text?.settled({ ...outcome, hits: outcome.hits || choices.length > 0 });
      if (!ignoresInput(this.nonsense, this.words)) return;
      this.ignores = true;
      if (!this.hasChoices) this.ended = { code: 'ignores-input' };
      return;
    }
    if (purpose === 'empty-probe') {
      this.rootHits = outcome.hits || outcome.refusal?.kind === 'too-many';
      this.root = viewOf(shown, outcome.statedTotal);
      if (!this.bound) this.windows?.begin(outcome, shown);
    } else this.dryChoices = outcome.newRecords > 0 ? 0 : this.dryChoices + 1;
    this.plan.settled(query, outcome, cap, this.changesColumns(query, viewOf(shown, outcome.statedTotal)));
  }

  /** Tells whether boxes choose columns: the records are those without them, as far as links tell, with other fields. */
  private changesColumns({ bound }: Query, now: View): boolean {
    const { links, names, total } = this.root;
    const known = new Set(links);
    if (bound.length !== 1 || known.size < 2 || known.has(undefined)) return false;
    if (now.links.length !== links.length || now.total !== total || now.names === names) return false;
    const areBoxes = bound.every(({ choice }) => choice.controls.length > 1);
    return areBoxes && now.links.every((link) => link === undefined || known.has(link));
  }

  /** Learns words from new records of an answer. */
  learn(query: Query, records: readonly ResultRecord[]): void {
    if (query.purpose === 'nonsense-probe') this.text?.words.unlearn(records);
    else this.text?.words.learn(records);
  }

  /** Tells the same as {@link TextPlan.wantsNear}. */
  get wantsNear(): boolean {
    return this.ended === undefined && this.probes.length === 0 && this.text?.wantsNear === true;
  }

  /** Tells whether a query only chooses and does not type. */
  isChoice(query: Query): boolean {
    const isOfForm = query.link === undefined && query.steps === undefined;
    return query.purpose !== 'nonsense-probe' && isOfForm && !this.typedQueries.has(query.id);
  }

  dependentOn(query: Query): readonly number[] {
    return this.isChoice(query) ? this.plan.dependentOn(query) : [];
  }

  addDependent(query: Query, field: number, choices: readonly Choice[]): void {
    this.plan.addDependent(query, field, choices);
  }

  bindBeside(query: Query): void {
    this.plan.bindBeside(query);
  }
}

type View = ReturnType<typeof viewOf>;
const viewOf = (shown: readonly ResultRecord[], total?: number) => {
  const names = [...new Set(shown.flatMap(({ fields }) => Object.keys(fields)))].sort().join('\n');
  return { links: shown.map(({ url }) => url), names, total };
};
