/**
 * The form element table (paper 004, tables 2 and 3): what controls of a domain are called, what they take, and which
 * values brought answers. Values of a bounded control so come to fill an open one elsewhere.
 */

import type { FieldMeaning, Form } from '../../forms/index.ts';
import { ANYTHING, type OpenField } from '../planning/field.ts';
import type { KnownValue } from '../planning/text-plan.ts';
import type { FilledControl } from '../types/submission.ts';
import { labelMeaning } from './label-meaning.ts';
import { normalisedLabel, sameLabel } from './labels.ts';

type ElementSource = 'domain-file' | 'form' | 'user';

interface ElementValue {
  readonly value: string;
  readonly source: ElementSource;
  /** Forms that offer it. */
  forms: number;
  /** Times it was sent, and times that brought hits. */
  asked: number;
  hits: number;
}

export interface FormElement {
  readonly domain: string;
  /** As it was first met. */
  readonly label: string;
  readonly normalised: string;
  /** Other labels that were merged into it. */
  readonly aliases: Set<string>;
  /** Control element it was met as. */
  control: string;
  valueDomain: 'finite' | 'infinite';
  readonly source: ElementSource;
  status: 'active' | 'off';
  readonly values: Map<string, ElementValue>;
}

const MOST_VALUES = 1_000;
const MOST_ALIASES = 40;
/** Asked of every search, and telling nothing of the domain. */
const NOT_KEPT: ReadonlySet<FieldMeaning> = new Set([
  'sort',
  'page-size',
  'page-number',
  'style',
  'hidden',
  'honeypot',
]);
/** Values taken of each element for a box that takes anything. */
const VALUES_OF_EACH = 3;
/** What these are called by stands in records. */
const NAMES: ReadonlySet<FieldMeaning> = new Set([
  'title',
  'person',
  'publisher',
  'subject',
  'query',
  'keyword',
  'text',
  'category',
  'place',
  'city',
  'country',
  'origin',
  'destination',
  'organization',
]);
/** Meanings of lists that arrange the answer, or say nothing of what their options name: none is found in a record. */
const TELLING_NOTHING: ReadonlySet<FieldMeaning> = new Set([
  ...NOT_KEPT,
  ...ANYTHING,
  'category',
  'choice',
  'number',
  'language',
  'currency',
  'consent',
  'remember',
  'subscribe',
  'navigation',
  'timezone',
]);
/** Options that switch, leave out or arrange, in whatever list. */
const SWITCHES =
  /^(?:yes|no|on|off|true|false|all|any|none|either|both|other|default|ja|nein|alle|oui|non|tous|toutes|s[ií]|todos|todas|sim|n[aã]o|tutti|tutte|asc|desc|ascending|descending|short|long|small|medium|large|html|json|xml|csv|rss|atom)$/i;

export class FormElementTable {
  private readonly byDomain = new Map<string, FormElement[]>();
  /** Labels that have been looked up, by domain: most forms call their fields alike. */
  private readonly found = new Map<string, FormElement | undefined>();

  /** Elements of a domain, in the order they were met. */
  elements(domain: string): readonly FormElement[] {
    return this.byDomain.get(domain) ?? [];
  }

  get domains(): readonly string[] {
    return [...this.byDomain.keys()].sort();
  }

  find(domain: string, label: string): FormElement | undefined {
    const key = `${domain}\n${label}`;
    if (this.found.has(key)) return this.found.get(key);
    const normalised = normalisedLabel(label);
    const all = this.elements(domain);
    const element =
      all.find((one) => one.normalised === normalised || one.aliases.has(label)) ??
      all.find((one) => sameLabel(one.label, label));
    this.found.set(key, element);
    return element;
  }

  /** The element of that label, new where there is none; another spelling of a known one becomes its alias. */
  meet(domain: string, label: string, source: ElementSource): FormElement {
    const known = this.find(domain, label);
    if (known !== undefined) {
      if (known.label !== label && known.aliases.size < MOST_ALIASES) known.aliases.add(label);
      return known;
    }
    const element: FormElement = {
      domain,
      label,
      normalised: normalisedLabel(label) || label,
      aliases: new Set(),
      control: 'text',
      valueDomain: 'infinite',
      source,
      status: 'active',
      values: new Map(),
    };
    const all = this.byDomain.get(domain) ?? [];
    all.push(element);
    this.byDomain.set(domain, all);
    this.found.clear();
    return element;
  }

  addValue({ values }: FormElement, value: string, source: ElementSource): ElementValue | undefined {
    const known = values.get(value);
    if (known !== undefined || value === '' || value.length > 200 || values.size >= MOST_VALUES) return known;
    const added: ElementValue = { value, source, forms: 0, asked: 0, hits: 0 };
    values.set(value, added);
    return added;
  }

  /** Values of the domain file, by label. */
  seed(domain: string, values: Readonly<Record<string, readonly string[]>>): void {
    for (const [label, list] of Object.entries(values)) {
      const element = this.meet(domain, label, 'domain-file');
      for (const value of list) this.addValue(element, value, 'domain-file');
    }
  }

  /** Takes the labelled controls of a form of the domain, and what its lists offer. */
  learn(domain: string, form: Form, meanings: readonly FieldMeaning[]): void {
    form.controls.forEach((control, i) => {
      const meaning = meanings[i];
      if (control.domain === 'none' || meaning === undefined || NOT_KEPT.has(meaning) || !control.visible)
        return;
      const label = control.label || control.name;
      if (normalisedLabel(label) === '') return;
      const element = this.meet(domain, label, 'form');
      if (control.options.length === 0) return;
      element.control = control.type.replace(/-(?:one|multiple)$/, '');
      element.valueDomain = 'finite';
      for (const { label: text, value, any } of control.options) {
        if (any === true) continue;
        const entry = this.addValue(element, text || value, 'form');
        if (entry !== undefined) entry.forms++;
      }
    });
  }

  /** How a value fared that was sent. */
  note(domain: string, control: Pick<FilledControl, 'label' | 'name'>, value: string, hits: boolean): void {
    const element = this.find(domain, control.label || control.name);
    const entry = element?.values.get(value);
    if (entry === undefined) return;
    entry.asked++;
    if (hits) entry.hits++;
  }

  /**
   * What is known to type into an open field, by what it asks for: values of the element called so, then of those that mean
   * the same; a box for anything takes some of each. What worked comes first, then what many forms offer. An element
   * without values stands before none that has some.
   */
  valuesFor(domain: string | null, field: OpenField): KnownValue[] {
    if (domain === null) return [];
    const all = this.elements(domain).filter(({ status, values }) => status === 'active' && values.size > 0);
    const own = this.find(domain, field.label);
    // A single box is for anything, but its label may say more.
    const meaning = ANYTHING.has(field.meaning) ? labelMeaning(field.label) : field.meaning;
    const alike = all.filter(
      (element) => element === own || (!ANYTHING.has(meaning) && labelMeaning(element.label) === meaning),
    );
    alike.sort((a, b) => Number(b === own) - Number(a === own));
    const anything = ANYTHING.has(field.meaning);
    const values = alike.flatMap((element) =>
      ranked(element).filter(
        (value) =>
          value.source !== 'form' || mayBeTyped(element, value, anything && TELLING_NOTHING.has(meaning)),
      ),
    );
    if (anything) values.push(...someOfEach(all.filter((element) => element !== own)));
    return [...new Map(values.map((value) => [value.value, value])).values()].map(({ value, source }) => ({
      value,
      source: source === 'user' ? 'given' : source === 'form' ? 'element-table' : 'domain-file',
    }));
  }
}

/** The first value of each element whose values are words of records, then the second of each. */
function someOfEach(elements: readonly FormElement[]): ElementValue[] {
  const named = elements
    .filter(({ label }) => NAMES.has(labelMeaning(label)))
    // What a list of some form offers need not stand in any record, until it brought one.
    .map((element) =>
      ranked(element).filter(
        (one) => /\p{L}/u.test(one.value) && (one.source !== 'form' || mayBeTyped(element, one, true)),
      ),
    );
  return Array.from({ length: VALUES_OF_EACH }, (_, i) => named.flatMap((values) => values[i] ?? [])).flat();
}

/**
 * Whether what a list of some form offers is worth typing: a box to tick offers its own name and a switch a yes, which stand
 * in no record; into a box for anything, what a list offers is typed only once it brought a hit.
 */
function mayBeTyped(
  { label, normalised, control }: FormElement,
  { value, hits }: ElementValue,
  proven: boolean,
): boolean {
  if (SWITCHES.test(value.trim()) || normalisedLabel(value) === normalised) return false;
  if (!proven) return true;
  const chosen = labelMeaning(label);
  return hits > 0 && control !== 'checkbox' && (!TELLING_NOTHING.has(chosen) || chosen === 'category');
}

/** By the share of hits (with one of each added, so that one success is no proof), then by how many forms offer it. */
export const ranked = ({ values }: FormElement): ElementValue[] =>
  [...values.values()].sort(
    (a, b) =>
      (b.hits + 1) / (b.asked + 2) - (a.hits + 1) / (a.asked + 2) ||
      Number(b.source === 'user') - Number(a.source === 'user') ||
      b.forms - a.forms,
  );
