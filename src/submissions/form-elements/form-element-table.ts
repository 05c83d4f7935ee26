/**
 * The form element table (paper 004, tables 2 and 3): what controls of a domain are called, what they take, and which
 * values brought answers. An element is what controls of one domain and meaning share; their labels are its aliases. Values
 * of a bounded control so come to fill an open one elsewhere, and order the choices of a bounded one.
 */

import type { FieldMeaning, Form } from '../../forms/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { ANYTHING, type Choice, calledIn, type ListField, type OpenField } from '../planning/field.ts';
import { optionText } from '../planning/list-options.ts';
import { narrowsNothing } from '../planning/read-fields.ts';
import type { FieldSources, KnownValue } from '../planning/text-plan.ts';
import type { FilledControl, ValueSource } from '../types/submission.ts';
import { KEY_MEANINGS, NAMES, NOT_KEPT, SWITCHES, TELLING_NOTHING } from './element-meanings.ts';
import { labelMeaning } from './label-meaning.ts';
import { labelSimilarity, normalisedLabel, sameLabel } from './labels.ts';

type ElementSource = 'domain-file' | 'form' | 'user';

interface ElementValue {
  readonly value: string;
  /** Label of the control that it was first met at. */
  readonly label: string;
  readonly source: ElementSource;
  /** Forms that offer it. */
  forms: number;
  /** Times it was sent, and times that brought hits. */
  asked: number;
  hits: number;
}

export interface FormElement {
  readonly domain: string;
  /** Tells it from the other elements of its domain: its meaning, or its label where the meaning says too little. */
  readonly key: string;
  readonly meaning: FieldMeaning;
  /** As it was first met. */
  readonly label: string;
  /** All labels that it was met under. */
  readonly aliases: Set<string>;
  /** Control element it was met as. */
  control: string;
  valueDomain: 'finite' | 'infinite';
  readonly source: ElementSource;
  status: 'active' | 'off';
  /** By their folded text. */
  readonly values: Map<string, ElementValue>;
}

const MOST_VALUES = 1_000;
const MOST_ALIASES = 40;
/** Values from which on no words are kept that were typed, so that lists have room. */
const MOST_TYPED = 500;
const FEW_RECORDS = 3;
/** Words of sites and answers. */
const TYPED: ReadonlySet<ValueSource> = new Set(['site', 'page', 'answer', 'element-table']);
/** Hits of a typed word, and their share, from which on other sites should have it, too. */
const PROVEN_HITS = 2;
const PROVEN = 0.7;
/** Of labels, from which on a box for anything may be for that. */
const ALIKE = 0.5;
/** Values taken of each element for a box that takes anything. */
const VALUES_OF_EACH = 3;
/** Success of a value that was never sent; one success or failure is no proof. */
const UNTRIED = { asked: 0, hits: 0, source: 'form' } as const;
type Fared = Pick<ElementValue, 'asked' | 'hits' | 'source'>;
const promiseOf = ({ asked, hits }: Fared): number => (hits + 1) / (asked + 2);

export class FormElementTable {
  private readonly byDomain = new Map<string, Map<string, FormElement>>();
  /** Labels that have been looked up, by domain: most forms call their fields alike. */
  private readonly found = new Map<string, FormElement | undefined>();

  /** Elements of a domain, in the order they were met. */
  elements(domain: string): readonly FormElement[] {
    return [...(this.byDomain.get(domain)?.values() ?? [])];
  }

  get domains(): readonly string[] {
    return [...this.byDomain.keys()].sort();
  }

  /** The element of a control, by its meaning and its label together. */
  find(domain: string, label: string, meaning: FieldMeaning = labelMeaning(label)): FormElement | undefined {
    const key = `${domain}\n${meaning}\n${label}`;
    if (this.found.has(key)) return this.found.get(key);
    const element = isKey(meaning)
      ? this.byDomain.get(domain)?.get(meaning)
      : (this.byDomain.get(domain)?.get(labelKey(label)) ?? this.calledLike(domain, label));
    this.found.set(key, element);
    return element;
  }

  private calledLike(domain: string, label: string): FormElement | undefined {
    const alike = (same: (alias: string) => boolean) =>
      this.elements(domain).find(({ aliases }) => [...aliases].some(same));
    const normalised = normalisedLabel(label);
    return (
      alike((alias) => normalisedLabel(alias) === normalised) ?? alike((alias) => sameLabel(alias, label))
    );
  }

  /** The element of that meaning and label, new where there is none; another label becomes an alias. */
  meet(
    domain: string,
    label: string,
    source: ElementSource,
    meaning: FieldMeaning = labelMeaning(label),
  ): FormElement {
    const known = this.find(domain, label, meaning);
    if (known !== undefined) {
      if (known.aliases.size < MOST_ALIASES) known.aliases.add(label);
      return known;
    }
    const key = isKey(meaning) ? meaning : labelKey(label);
    return this.restore({ domain, key, label, source, meaning });
  }

  /** The element of that key, new where there is none. */
  restore(named: Pick<FormElement, 'domain' | 'key' | 'label' | 'source' | 'meaning'>): FormElement {
    const all = this.byDomain.get(named.domain) ?? new Map<string, FormElement>();
    const known = all.get(named.key);
    if (known !== undefined) return known;
    const element: FormElement = {
      ...named,
      aliases: new Set([named.label]),
      control: 'text',
      valueDomain: 'infinite',
      status: 'active',
      values: new Map(),
    };
    this.byDomain.set(named.domain, all.set(named.key, element));
    this.found.clear();
    return element;
  }

  addValue(
    { values }: FormElement,
    value: string,
    source: ElementSource,
    label: string,
  ): ElementValue | undefined {
    const key = foldText(value);
    const known = values.get(key);
    if (known !== undefined || value === '' || value.length > 200 || values.size >= MOST_VALUES) return known;
    const added: ElementValue = { value, label, source, forms: 0, asked: 0, hits: 0 };
    values.set(key, added);
    return added;
  }

  /** Values of the domain file, by label. */
  seed(domain: string, values: Readonly<Record<string, readonly string[]>>): void {
    for (const [label, list] of Object.entries(values)) {
      const element = this.meet(domain, label, 'domain-file');
      for (const value of list) this.addValue(element, value, 'domain-file', label);
    }
  }

  /** Takes the labelled controls of a form of the domain, and what its lists offer. */
  learn(domain: string, form: Form, meanings: readonly FieldMeaning[]): void {
    form.controls.forEach((control, i) => {
      const meaning = meanings[i];
      if (control.domain === 'none' || meaning === undefined || NOT_KEPT.has(meaning) || !control.visible)
        return;
      const label = calledIn(form, i);
      const isSwitch = meaning === 'language' && narrowsNothing(control, meaning);
      if (normalisedLabel(label) === '' || isSwitch) return;
      const element = this.meet(domain, label, 'form', meaningAt(form, i, meaning));
      if (control.options.length === 0) return;
      element.control = control.type.replace(/-(?:one|multiple)$/, '');
      element.valueDomain = 'finite';
      for (const { label: text, value, any } of control.options) {
        if (any === true) continue;
        const entry = this.addValue(element, text || value, 'form', label);
        if (entry !== undefined) entry.forms++;
      }
    });
  }

  /**
   * How the values of a control fared that were sent, of a list by their texts. A typed word is kept once it brought a few
   * records.
   */
  note(
    { domain, form }: { readonly domain: string; readonly form: Form },
    { position, meaning, values, source }: FilledControl,
    records: number,
  ): void {
    const element = this.find(domain, calledIn(form, position), meaningAt(form, position, meaning));
    if (element === undefined) return;
    const isKept = records >= FEW_RECORDS && TYPED.has(source) && element.values.size < MOST_TYPED;
    for (const value of values) {
      const text = optionText(form.controls[position], value);
      const known = element.values.get(foldText(text));
      const entry =
        known ?? (isKept ? this.addValue(element, text, 'form', calledIn(form, position)) : undefined);
      if (entry === undefined) continue;
      entry.asked++;
      if (records > 0) entry.hits++;
    }
  }

  /** What the forms of a domain are filled from. */
  sourcesFor(domain: string | null): Pick<FieldSources, 'valuesFor' | 'orderChoices'> {
    return {
      valuesFor: (field) => this.valuesFor(domain, field),
      orderChoices: (field) => this.orderChoices(domain, field),
    };
  }

  /**
   * What is known to type into an open field, by what it asks for: values of controls called so, then of those that mean
   * the same, the more alike their label the earlier; a box for anything takes some of each. Of values equally near, what
   * worked comes first, then what many forms offer. An element without values stands before none that has some.
   */
  valuesFor(domain: string | null, field: OpenField): KnownValue[] {
    if (domain === null) return [];
    const all = this.elements(domain).filter(({ status, values }) => status === 'active' && values.size > 0);
    const anything = ANYTHING.has(field.meaning);
    // A single box is for anything, but its label may say more.
    const isJudged = field.control.corrected === undefined;
    const meaning = anything && isJudged ? meaningOf(field.label, field.meaning, true) : field.meaning;
    const own = this.find(domain, field.label, meaning);
    const near = new Map<string, number>();
    const nearness = (label: string): number => {
      const known = near.get(label) ?? labelSimilarity(field.label, label);
      near.set(label, known);
      return known;
    };
    const proven = anything && TELLING_NOTHING.has(meaning);
    // Boxes for anything are called by chance.
    const fit = ({ label }: ElementValue): number =>
      meaning !== 'query' || labelMeaning(label) !== 'query' || nearness(label) === 1 ? nearness(label) : 0;
    const alike = all
      .filter(
        (element) =>
          element === own ||
          (!ANYTHING.has(meaning) && element.meaning === meaning) ||
          (anything && [...element.aliases].some((alias) => nearness(alias) >= ALIKE)),
      )
      .flatMap((element) => typedOf(element, proven))
      .sort((a, b) => fit(b) - fit(a) || byWorth(a, b));
    const values = anything ? [...alike, ...someOfEach(all.filter((element) => element !== own))] : alike;
    return [...new Map(values.map((value) => [value.value, value])).values()].map((one) => ({
      value: one.value,
      source: one.source === 'user' ? 'given' : one.source === 'form' ? 'element-table' : 'domain-file',
      isProven: one.forms === 0 && one.hits >= PROVEN_HITS && promiseOf(one) >= PROVEN,
    }));
  }

  /**
   * The choices of a list, those first that the user named, then those that brought hits on any site of the domain, last those
   * that brought none; among equals the page's order stays. Choices that the table knows from elsewhere are marked so.
   */
  orderChoices(domain: string | null, field: ListField): ListField {
    const element =
      domain === null || field.arranges === true
        ? undefined
        : this.find(domain, field.label, meaningOf(field.label, field.meaning, false));
    if (domain === null || element === undefined || element.status === 'off') return field;
    const choices = field.choices
      .map((choice) => ({ choice, value: element.values.get(foldText(choice.label)) }))
      .toSorted((a, b) => byPromise(a.value ?? UNTRIED, b.value ?? UNTRIED))
      .map(({ choice, value }) => (isKnownElsewhere(value) ? knownChoice(choice) : choice));
    return { ...field, choices };
  }
}

/** What a control asks for: as its form says where that tells enough, else as its label says. */
function meaningOf(label: string, inForm: FieldMeaning, isOpen: boolean): FieldMeaning {
  if (KEY_MEANINGS.has(inForm)) return inForm;
  const meaning = labelMeaning(label);
  // A box called by no known word takes words; a list does not.
  if (isOpen) return ANYTHING.has(meaning) && ANYTHING.has(inForm) ? 'query' : meaning;
  return meaning === 'query' ? 'choice' : meaning;
}

const meaningAt = (form: Form, position: number, inForm: FieldMeaning): FieldMeaning =>
  meaningOf(calledIn(form, position), inForm, form.controls[position]?.options.length === 0);

/** Boxes for anything are one element, however they are called. */
const isKey = (meaning: FieldMeaning): boolean => KEY_MEANINGS.has(meaning) || meaning === 'query';

const labelKey = (label: string): string => `label ${normalisedLabel(label) || label}`;

/** The form itself offers it, too: it counts once another form does, an answer told of it, or the user named it. */
const isKnownElsewhere = (value: ElementValue | undefined): boolean =>
  value !== undefined && (value.asked > 0 || value.forms > 1 || value.source === 'user');

const knownChoice = ({ label, controls }: Choice): Choice => ({
  label,
  controls: controls.map((control) =>
    control.source === 'option' ? { ...control, source: 'known-option' } : control,
  ),
});

/** The first value of each element whose values are words of records, then the second of each. */
function someOfEach(elements: readonly FormElement[]): ElementValue[] {
  const named = elements
    .filter(({ meaning }) => NAMES.has(meaning))
    // What a list of some form offers need not stand in any record, until it brought one.
    .map((element) => typedOf(element, true).filter(({ value }) => /\p{L}/u.test(value)));
  return Array.from({ length: VALUES_OF_EACH }, (_, i) => named.flatMap((values) => values[i] ?? [])).flat();
}

/** @param proven of what lists offer, only what brought a hit */
const typedOf = (element: FormElement, proven: boolean): ElementValue[] =>
  ranked(element).filter((one) => one.source !== 'form' || mayBeTyped(element, one, proven));

/**
 * Whether what a list of some form offers is worth typing: a box to tick offers its own name and a switch a yes, which stand
 * in no record; into a box for anything, what a list offers is typed only once it brought a hit.
 */
function mayBeTyped(
  { meaning, control }: FormElement,
  { value, label, hits, forms }: ElementValue,
  proven: boolean,
): boolean {
  // It was typed: no list offers it.
  if (forms === 0) return hits > 0;
  if (SWITCHES.test(value.trim()) || normalisedLabel(value) === normalisedLabel(label)) return false;
  if (!proven) return true;
  return hits > 0 && control !== 'checkbox' && (!TELLING_NOTHING.has(meaning) || meaning === 'category');
}

const byPromise = (a: Fared, b: Fared): number =>
  Number(b.source === 'user') - Number(a.source === 'user') || promiseOf(b) - promiseOf(a);

/** By the share of hits, then by who names it, then by how many forms offer it. */
const byWorth = (a: ElementValue, b: ElementValue): number =>
  promiseOf(b) - promiseOf(a) ||
  Number(b.source === 'user') - Number(a.source === 'user') ||
  b.forms - a.forms;

export const ranked = ({ values }: FormElement): ElementValue[] => [...values.values()].sort(byWorth);
