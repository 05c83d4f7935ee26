/** What a database of a subject holds, how its fields are called on forms, and how people write about it. */

import { INDIC_LABELS, INDIC_PLURALS } from '../indic.ts';
import type { Random } from '../seeded.ts';
import { isIndic, type Language, type Words } from '../wording.ts';

export type Value = string | number;

export interface Field {
  readonly column: string;
  /** `text` is searched by words, `choice` has a small list of values, the others are ordered. */
  readonly kind: 'text' | 'choice' | 'number' | 'date';
  readonly labels: Words;
  /** Control names as sites write them. */
  readonly names: readonly string[];
  /** Values of a choice, in the order of the select. */
  readonly values?: readonly string[];
  /** Values of a choice by the value of another choice. */
  readonly within?: { readonly column: string; readonly values: Readonly<Record<string, readonly string[]>> };
  /** Steps offered by a bounded range, ascending. */
  readonly steps?: readonly number[];
  readonly unit?: string;
  /** Made from the fields before it. */
  readonly make: (random: Random, row: Readonly<Record<string, Value>>, now: Date) => Value;
}

export interface Catalog {
  /** Subject in one word; for the seven domains the domain's name. */
  readonly subject: string;
  readonly plural: Words;
  /** The first field is the title. */
  readonly fields: readonly Field[];
  /** Columns that result lists show beside the title; the first three when left out. */
  readonly listed?: readonly string[];
  /** Sentences about the subject, `{pool}` filled from `pools`. */
  readonly sentences: readonly string[];
  readonly pools: Readonly<Record<string, readonly string[]>>;
  /** What a site of this subject says about itself. */
  readonly taglines: readonly string[];
}

export function fieldOf(catalog: Catalog, column: string): Field {
  const field = catalog.fields.find((candidate) => candidate.column === column);
  if (!field) throw new RangeError(`the ${catalog.subject} catalogue has no field ${column}`);
  return field;
}

/** The fields that result lists show beside the title. */
export const listedFields = (catalog: Catalog): readonly Field[] =>
  catalog.listed?.map((column) => fieldOf(catalog, column)) ?? catalog.fields.slice(1, 4);

/** Labels of a field in a language; English ones for fields that nobody has translated. */
export function labelsOf(field: Field, language: Language): readonly string[] {
  if (!isIndic(language)) return field.labels[language];
  const label = INDIC_LABELS[field.column]?.[language];
  return label === undefined ? field.labels.en : [label];
}

export function pluralOf(catalog: Catalog, language: Language): readonly string[] {
  if (!isIndic(language)) return catalog.plural[language];
  const plural = INDIC_PLURALS[catalog.subject]?.[language];
  return plural === undefined ? catalog.plural.en : [plural];
}

/** Values of a choice, whatever it depends on. */
export function choicesOf(field: Field): readonly string[] {
  if (field.values) return field.values;
  return field.within ? Object.values(field.within.values).flat() : [];
}

const fill = (random: Random, pattern: string, pools: Readonly<Record<string, readonly string[]>>): string =>
  pattern
    .replace(/\{(\w+)\}/g, (whole, name: string) => {
      const pool = pools[name];
      return pool ? random.pick(pool) : whole;
    })
    .replace(/\b([Aa]) (?=[aeio])/g, '$1n ');

type Prose = Pick<Catalog, 'sentences' | 'pools'>;

/** `count` paragraphs of two to four sentences about the subject; none twice while there are enough. */
export function paragraphs(random: Random, catalog: Prose, count: number): string[] {
  let left: string[] = [];
  return Array.from({ length: count }, () => {
    const length = random.int(2, 4);
    if (left.length < length) left = random.sample(catalog.sentences, catalog.sentences.length);
    return left
      .splice(0, length)
      .map((pattern) => fill(random, pattern, catalog.pools))
      .join(' ');
  });
}

export const day = (now: Date, offset: number): string =>
  new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
