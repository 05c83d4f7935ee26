/**
 * Plans the queries of a form and their order.
 *
 * Templates of one to three binding fields, the informative ones kept (Madhavan and others, “Google's Deep
 * Web crawl”, VLDB 2008; paper 004 binds at most three). A query whose answer is complete is never refined;
 * one whose answer is cut is split by one more field, or, if a range is bound, by its halves (Sheng and
 * others, “Optimal algorithms for crawling a hidden database in the web”, VLDB 2012). So the number of
 * queries follows the size of the database, not the cross product of its fields.
 *
 * Pure state: the next query depends only on the settled ones, in order.
 */

import type { StopReason } from '../types/asking.ts';
import { arranges, boundsOf, isDependent, isObligatory } from './bindings.ts';
import type { Choice, Field } from './field.ts';
import { type Bound, type Outcome, type Query, queryId, templateOf } from './query.ts';
import { halves, intervalChoice } from './ranges.ts';

/** Binding fields of a template at most (paper 004). */
const MOST_BINDING = 3;
/** Values that a template is tried with before it is judged. */
const TRIED = 5;
/** Share of different answers from which a template counts as informative (Madhavan and others). */
const INFORMATIVE = 0.25;
/** Queries in a row without a new record, after which querying ends. */
const DRY = 12;
/** Queries that must show nothing new before a list without a total counts as complete. */
const CONFIRMATIONS = 2;
/** Number of values of a field that usually gives different answers at low cost. */
const USUAL = 20;

interface Waiting {
  readonly query: Query;
  readonly template: string;
  readonly parent: Query | undefined;
  readonly order: number;
}

interface TemplateState {
  sent: number;
  requests: number;
  newRecords: number;
  readonly fingerprints: Set<string>;
  uninformative: boolean;
}

export class QueryPlan {
  private readonly fields: readonly Field[];
  private waiting: Waiting[] = [];
  private readonly templates = new Map<string, TemplateState>();
  private readonly outcomes = new Map<string, Outcome>();
  private readonly splitBy = new Map<string, Set<number>>();
  private readonly parents = new Map<string, Query>();
  private readonly asked = new Set<string>();
  private readonly confirming = new Set<string>();
  private order = 0;
  private dry = 0;
  private seen = 0;
  private ended: StopReason | undefined;
  private cap: number | undefined;
  private readonly root: Query;

  constructor(fields: readonly Field[]) {
    this.fields = fields;
    this.root = {
      id: queryId('empty-probe', []),
      purpose: 'empty-probe',
      bound: [],
      why: 'empty query (all fields at default): shows the whole list, or what the form requires',
    };
    this.push(this.root, undefined);
  }

  /** Why querying ended; undefined while there are more queries. */
  get reason(): StopReason | undefined {
    return this.ended;
  }

  /** Takes the most promising query by new records per request of its template; new templates come first. */
  next(): Query | undefined {
    if (this.ended !== undefined) return undefined;
    while (this.waiting.length === 0) if (!this.widen()) return undefined;
    let best = 0;
    for (let i = 1; i < this.waiting.length; i++)
      if (this.worth(this.waiting[i] as Waiting) > this.worth(this.waiting[best] as Waiting)) best = i;
    const [taken] = this.waiting.splice(best, 1);
    return taken?.query;
  }

  /** @param cap most records that the site shows for any query, if known @param isSame it has the records of the root */
  settled(query: Query, outcome: Outcome, cap: number | undefined, isSame = false): void {
    this.cap = cap;
    this.outcomes.set(query.id, outcome);
    const state = this.stateOf(templateOf(query.bound));
    state.sent++;
    state.requests += outcome.requests;
    state.newRecords += outcome.newRecords;
    state.fingerprints.add(outcome.fingerprint);
    this.seen += outcome.newRecords;
    this.dry = outcome.newRecords > 0 ? 0 : this.dry + 1;
    if (this.dry >= DRY) this.ended = { code: 'no-new-records', detail: String(DRY) };
    if (query.bound.length > 0) this.judge(query, state, isSame);
    if (this.confirming.delete(query.id)) this.confirm(outcome);
    else if (this.isWhole(query, outcome)) this.endOrConfirm(outcome);
    else if (this.needsSplit(query, outcome)) this.split(query);
  }

  /** Tells whether a list without a total still has to be compared with the answers to other queries. */
  get isConfirming(): boolean {
    return this.ended === undefined && this.confirming.size > 0;
  }

  private endOrConfirm({ statedTotal }: Outcome): void {
    const questions = statedTotal === undefined ? this.confirmations() : [];
    for (const question of questions) {
      this.push(question, this.root);
      this.confirming.add(question.id);
    }
    if (questions.length === 0) this.ended = { code: 'list-whole' };
  }

  /** Chooses one value each of two fields: preselected values may have hidden part of the list. */
  private confirmations(): Query[] {
    const choices = this.fields.map((field, i) => (arranges(field) ? [] : boundsOf(field, i)));
    const widest = choices.toSorted((a, b) => b.length - a.length).slice(0, CONFIRMATIONS);
    return widest.flatMap((bounds) => bounds.slice(-1).map((bound) => this.queryOf([bound], this.root)));
  }

  private confirm({ newRecords }: Outcome): void {
    if (newRecords > 0) {
      this.confirming.clear();
      this.split(this.root);
    } else if (this.confirming.size === 0) this.ended = { code: 'list-confirmed' };
  }

  /**
   * Finds fields whose choices appear only once the fields of this query have values, if its answer was cut,
   * or the form does not answer without them.
   */
  dependentOn(query: Query): readonly number[] {
    const outcome = this.outcomes.get(query.id);
    if (this.ended !== undefined || outcome === undefined || query.bound.length === 0) return [];
    if (query.bound.length >= MOST_BINDING || (outcome.hits && outcome.complete)) return [];
    return this.fields.flatMap((field, i) =>
      field.kind === 'list' && field.dependent && !query.bound.some((bound) => bound.field === i) ? [i] : [],
    );
  }

  /** Enqueues the choices that a field got once the fields of this query had values. */
  addDependent(query: Query, field: number, choices: readonly Choice[]): void {
    for (const choice of choices) this.push(this.queryOf([...query.bound, { field, choice }], query), query);
  }

  /** Binds another field in addition, if one choice alone did not fill the dependent field. */
  bindBeside(query: Query): void {
    if (query.bound.length < MOST_BINDING - 1) this.split(query);
  }

  /** Fields that have not been seen to matter, for the plan. */
  isUninformative(field: number): boolean {
    return this.templates.get(String(field))?.uninformative === true;
  }

  private worth({ template, order }: Waiting): number {
    const state = this.templates.get(template);
    if (state === undefined || state.sent < TRIED) return 1e9 - order;
    return state.newRecords / Math.max(1, state.requests) - order * 1e-9;
  }

  private stateOf(template: string): TemplateState {
    let state = this.templates.get(template);
    if (state === undefined) {
      state = { sent: 0, requests: 0, newRecords: 0, fingerprints: new Set(), uninformative: false };
      this.templates.set(template, state);
    }
    return state;
  }

  /** Drops a template whose first values give the same few answers or records, and splits its parents by other fields. */
  private judge(query: Query, state: TemplateState, isSame: boolean): void {
    const { sent, fingerprints, newRecords, requests, uninformative } = state;
    const isDull = sent >= TRIED && fingerprints.size / sent < INFORMATIVE && newRecords <= requests;
    if (uninformative || !(isSame || isDull)) return;
    state.uninformative = true;
    const template = templateOf(query.bound);
    const parents = new Set(
      this.waiting.filter((one) => one.template === template).map(({ parent }) => parent),
    );
    this.waiting = this.waiting.filter((one) => one.template !== template);
    const own = this.parents.get(query.id);
    if (own !== undefined) parents.add(own);
    for (const parent of parents) {
      const outcome = parent === undefined ? undefined : this.outcomes.get(parent.id);
      if (parent !== undefined && outcome !== undefined && this.needsSplit(parent, outcome))
        this.split(parent);
    }
  }

  /** Tells whether the unconstrained query showed everything, and no field hides part of it. */
  private isWhole(query: Query, outcome: Outcome): boolean {
    const held = this.fields.some((field) => isObligatory(field));
    const root = this.outcomes.get(this.root.id);
    const stated = root?.hits === true && !held ? root.statedTotal : undefined;
    if (stated !== undefined && stated > 0 && this.seen >= stated) return true;
    return query.bound.length === 0 && outcome.hits && outcome.complete && !held;
  }

  private needsSplit(query: Query, outcome: Outcome): boolean {
    if (query.bound.length === 0) return true;
    // A list that must have a value hides the records of its other ones.
    const hides = this.fields.some(
      (field, i) =>
        field.kind === 'list' && field.isNarrowed === true && query.bound.every((bound) => bound.field !== i),
    );
    return hides || (outcome.hits && !outcome.complete) || outcome.refusal?.kind === 'too-many';
  }

  /** Enqueues the refinements of a query. @returns false if there are none */
  private split(query: Query): boolean {
    const narrower = this.halved(query) ?? this.byOneMore(query);
    for (const bound of narrower) this.push(this.queryOf(bound, query), query);
    return narrower.length > 0;
  }

  private halved(query: Query): Bound[][] | undefined {
    const at = query.bound.findIndex(({ interval }) => interval !== undefined && halves(interval).length > 0);
    const bound = query.bound[at];
    const field = bound === undefined ? undefined : this.fields[bound.field];
    if (bound?.interval === undefined || field?.kind !== 'range') return undefined;
    return halves(bound.interval).map((interval) =>
      query.bound.with(at, { field: bound.field, interval, choice: intervalChoice(field, interval) }),
    );
  }

  private byOneMore(query: Query): Bound[][] {
    if (query.bound.length >= MOST_BINDING) return [];
    const tried = this.splitBy.get(query.id) ?? new Set();
    this.splitBy.set(query.id, tried);
    const field = this.bestField(query, tried);
    if (field === undefined) return [];
    tried.add(field);
    return boundsOf(this.fields[field] as Field, field).map((bound) => [...query.bound, bound]);
  }

  /** Chooses the field with just enough values to split the answer into complete parts, or with most. */
  private bestField(query: Query, tried: ReadonlySet<number>): number | undefined {
    const outcome = this.outcomes.get(query.id);
    const candidates = this.fields.flatMap((field, i) => {
      if (tried.has(i) || query.bound.some((bound) => bound.field === i)) return [];
      const template = templateOf([...query.bound, { field: i, choice: { label: '', controls: [] } }]);
      if (this.templates.get(template)?.uninformative === true || this.isUninformative(i)) return [];
      if (arranges(field) && !(outcome?.hits && !outcome.complete && this.cap !== undefined)) return [];
      const parts = boundsOf(field, i).length;
      return parts < 2 && !(parts === 1 && field.kind === 'list') ? [] : [{ i, parts, field }];
    });
    const needed = ((outcome?.statedTotal ?? 0) / (this.cap ?? Number.POSITIVE_INFINITY)) * 1.5;
    const rank = ({ parts, field }: (typeof candidates)[number]): number => {
      // Another order shows other records of a cut list, if no field is left to split it.
      if (arranges(field)) return -1;
      // A single check box shows a part of the records, and never the rest.
      if (parts === 1) return 0;
      const held = isObligatory(field) ? 1e6 : 0;
      return held + (parts >= needed ? 1e3 - Math.abs(parts - Math.max(needed, USUAL)) : parts);
    };
    return candidates.sort((a, b) => rank(b) - rank(a) || a.i - b.i)[0]?.i;
  }

  /** Splits the unconstrained query by one more field if the queue is empty and not everything was found. */
  private widen(): boolean {
    const root = this.outcomes.get(this.root.id);
    if (root !== undefined && this.split(this.root)) return true;
    this.ended ??= { code: root === undefined ? 'nothing-left' : 'templates-asked' };
    return false;
  }

  private queryOf(bound: readonly Bound[], parent: Query): Query {
    const names = bound.map(({ field, choice }) => `${this.fields[field]?.label ?? ''} = ${choice.label}`);
    const why =
      parent.bound.length === 0
        ? `one value of ${bound.length === 1 ? 'a field' : 'each field'}${knownElsewhere(bound)}`
        : `the answer to ${parent.bound.map(({ choice }) => choice.label).join(', ')} was cut short`;
    const needsBrowser = bound.some(({ field }) => isDependent(this.fields[field]));
    return {
      id: queryId('query', bound),
      purpose: 'query',
      bound,
      why: `${names.join(', ')}: ${why}`,
      ...(needsBrowser && { needsBrowser }),
    };
  }

  private push(query: Query, parent: Query | undefined): void {
    if (this.asked.has(query.id)) return;
    this.asked.add(query.id);
    if (parent !== undefined) this.parents.set(query.id, parent);
    this.waiting.push({ query, parent, template: templateOf(query.bound), order: this.order++ });
  }
}

const knownElsewhere = (bound: readonly Bound[]): string =>
  bound.some(({ choice }) => choice.controls.some(({ source }) => source === 'known-option'))
    ? ' that other forms of the domain offer, or that was queried before'
    : '';
