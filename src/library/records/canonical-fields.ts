/** Fields of records by their canonical names: a schema and a reader each. What cannot be read for sure has no typed value. */

import { z } from 'zod';
import { dateOf, minutesIn } from '../../foundation/text/index.ts';
import { languageCode } from './language-names.ts';
import { isbnOf, type Notation, numberIn } from './read-number.ts';
import { priceOf } from './read-price.ts';

interface CanonicalField<S extends z.ZodType> {
  readonly schema: S;
  /** @param text as the page writes it */
  read(text: string, notation: Notation): z.output<S> | undefined;
}

const field = <S extends z.ZodType>(schema: S, read: CanonicalField<S>['read']): CanonicalField<S> => ({
  schema,
  read,
});

const text = (about: string) =>
  field(z.string().min(1).describe(about), (value) => value.trim() || undefined);

const place = (about: string) =>
  field(z.string().min(1).describe(about), (value) =>
    /^https?:/.test(value) ? undefined : value.trim() || undefined,
  );

/** Values between semicolons, `&` and `|`; between commas where none of them is part of a name: “Austen, Jane”. */
const texts = (about: string, commas: (part: string) => boolean = () => true) =>
  field(z.array(z.string().min(1)).min(1).describe(about), (value) => listed(value, commas));

function listed(value: string, commas: (part: string) => boolean): string[] | undefined {
  const parts = value
    .split(/[;|]|\s&\s/)
    .map((part) => part.trim())
    .flatMap((part) => {
      const pieces = part
        .split(',')
        .map((piece) => piece.trim())
        .filter((piece) => piece !== '');
      return pieces.every(commas) ? pieces : [part];
    });
  const distinct = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
  return distinct.length === 0 ? undefined : distinct;
}
const isFullName = (part: string): boolean => /\S\s+\S/.test(part);

const count = (about: string) =>
  field(z.number().nonnegative().describe(about), (value, notation) =>
    /^\d[\d.,\s]*(?:\p{L}{1,12}\.?)?$/u.test(value.trim())
      ? numberIn(value, { ...notation, grouped: true })
      : undefined,
  );

const AREA_UNITS = [
  ['m2', /m²|m2|sq\.? ?m\b/i],
  ['ft2', /ft²|ft2|sq\.? ?ft|square feet/i],
] as const;
const BYTES = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const SIZE = /^\(?([\d.,\s]+)(bytes?|([KMGT])i?B?)\b/i;

const person = (about: string) => texts(about, isFullName);

export const CANONICAL_FIELDS = {
  author: person('who wrote it'),
  artist: person('who performs it'),
  director: person('who directed it'),
  publisher: text('who published it'),
  label: text('record label'),
  brand: text('who makes it'),
  isbn: field(
    z
      .string()
      .regex(/^97[89]\d{10}$/)
      .describe('ISBN-13 without hyphens, its check digit verified; an ISBN-10 is converted'),
    isbnOf,
  ),
  identifier: text('any other number that identifies it'),
  category: texts('its kinds'),
  keywords: texts('keywords and tags'),
  format: texts('file type, binding, medium'),
  series: text('the series it belongs to'),
  language: field(
    z
      .array(z.string().regex(/^[a-z]{2,3}$/))
      .min(1)
      .describe('codes of ISO 639, the shortest there is'),
    (value) => {
      const codes = listed(value, () => true)?.map(languageCode);
      return codes?.every((code) => code !== undefined) ? codes : undefined;
    },
  ),
  price: field(
    z
      .strictObject({
        amount: z.number().nonnegative(),
        currency: z
          .string()
          .nullable()
          .describe('ISO 4217; a sign that several currencies share stays a sign'),
        highest: z.number().optional().describe('upper end of a range, which begins at `amount`'),
        per: z.string().optional().describe('what the price is for, as the page writes it: `kg`, `sq ft`'),
      })
      .describe('what is asked now: one price, or one range of prices'),
    priceOf,
  ),
  date: field(
    z
      .string()
      .regex(/^\d{4}-\d\d(?:-\d\d)?$/)
      .describe('ISO 8601; day and month distinguished by the other dates of the site'),
    (text, { dayFirst }) => dateOf(text, dayFirst),
  ),
  year: field(z.int().min(1000).max(2999), (value) => {
    const [, year] = /^\D{0,3}([12]\d{3})\D{0,3}$/.exec(value.trim()) ?? [];
    return year === undefined ? undefined : Number(year);
  }),
  rating: field(z.strictObject({ value: z.number(), best: z.number().nullable() }), (value) => {
    const [, given, best] =
      /^(\d+(?:[.,]\d+)?)(?:\s*(?:\/|out of|von|sur|de|su|из)\s*(\d+))?(?:\s*[★☆]|\s*$)/i.exec(
        value.trim(),
      ) ?? [];
    return given === undefined
      ? undefined
      : { value: Number(given.replace(',', '.')), best: best === undefined ? null : Number(best) };
  }),
  pages: count('pages'),
  rooms: count('rooms'),
  people: count('people'),
  stops: count('stops'),
  area: field(z.strictObject({ value: z.number(), unit: z.enum(['m2', 'ft2']) }), (value, notation) => {
    const [unit] = AREA_UNITS.find(([, pattern]) => pattern.test(value)) ?? [];
    const amount = numberIn(value.replace(/[²2]\s*$/, ''), notation);
    return unit === undefined || amount === undefined ? undefined : { value: amount, unit };
  }),
  size: field(z.strictObject({ value: z.number(), unit: z.enum(BYTES) }), (value, notation) => {
    const [, digits, , prefix = ''] = SIZE.exec(value.trim()) ?? [];
    const unit = BYTES.find((one) => one.startsWith(prefix.toUpperCase())) ?? 'bytes';
    const amount =
      digits === undefined ? undefined : numberIn(digits, { ...notation, grouped: prefix === '' });
    return amount === undefined ? undefined : { value: amount, unit: prefix === '' ? 'bytes' : unit };
  }),
  duration: field(z.number().nonnegative().describe('minutes'), minutesIn),
  place: place('where it is'),
  origin: place('where the journey begins'),
  destination: place('where the journey ends'),
  version: text('its version'),
  licence: text('its licence'),
} satisfies Readonly<Record<string, CanonicalField<z.ZodType>>>;

export type CanonicalName = keyof typeof CANONICAL_FIELDS;

const names = Object.keys(CANONICAL_FIELDS) as readonly CanonicalName[];

/** The typed value of each canonical field that a record has. */
export const typedFieldsSchema = z.strictObject(
  Object.fromEntries(names.map((name) => [name, CANONICAL_FIELDS[name].schema.optional()])) as {
    [K in CanonicalName]: z.ZodOptional<(typeof CANONICAL_FIELDS)[K]['schema']>;
  },
);
export type TypedFields = z.output<typeof typedFieldsSchema>;

/**
 * Types the fields of a record. Lists take all values of their name (`author`, `author 2`), the others the first that can
 * be read. Lists and groups of a detail page have no type.
 */
export function typedValues(fields: Readonly<Record<string, unknown>>, notation: Notation): TypedFields {
  const typed: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(fields)) {
    const name = written.replace(/ \d+$/, '').replace(/^total time$/, 'duration');
    if (!isCanonical(name) || typeof value === 'object') continue;
    const read = CANONICAL_FIELDS[name].read(String(value), notation);
    // Digits of an address are a version or a number of a page.
    if (read === undefined || (read !== String(value).trim() && ADDRESS.test(String(value).trim()))) continue;
    const before = typed[name];
    if (Array.isArray(before) && Array.isArray(read)) typed[name] = [...new Set([...before, ...read])];
    else if (before === undefined) typed[name] = read;
  }
  return typed as TypedFields;
}

const ADDRESS = /^(?:[a-z]{2,10}:)?\/\/\S|^www\.\S|^(?:[\w-]{1,60}\.){1,5}[a-z]{2,24}\/\S/i;

const isCanonical = (name: string): name is CanonicalName => Object.hasOwn(CANONICAL_FIELDS, name);
