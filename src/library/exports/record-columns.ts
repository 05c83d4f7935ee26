/** Columns of what is made of records: things, their own pages, and when runs found them. */

import { z } from 'zod';
import type { DetailFields, DetailValue } from '../../submissions/index.ts';
import { type TypedFields, typedFieldsSchema } from '../records/canonical-fields.ts';
import { code, json, text } from './column.ts';

const sourcesSchema = z.array(
  z.strictObject({ site: z.string(), key: z.string(), title: z.string(), url: z.string().nullable() }),
);
/** Says where a thing is described. */
export type ThingSource = z.output<typeof sourcesSchema>[number];

export const THINGS = {
  thing: text('16 hex digits, a hash of what it was merged by, else of its only record'),
  mergedBy: code(
    {
      isbn: '',
      'title-person-year':
        'where these three agree, no site has two such records, and no two ISBNs contradict',
    },
    'what its records have in common',
    'for a thing of one record',
  ),
  title: text('of its first source'),
  typed: json<TypedFields>(
    'typed fields of all sources; where they differ, those of the first that has the field',
    typedFieldsSchema,
  ),
  differing: json<readonly string[]>(
    'names of fields whose values differ between sources',
    z.array(z.string()),
  ),
  sources: json<readonly ThingSource[]>(
    '`[{site, key, title, url}]`, its records in the order of `site`, `key`',
    sourcesSchema,
  ),
};

/** Takes lists and objects, nested up to five levels. */
const DETAIL_VALUE = z.unknown() as z.ZodType<DetailValue>;

export const DETAILS = {
  site: text('as in forms'),
  key: text('of the record, as in records'),
  url: text('of the page'),
  title: text('of the page'),
  language: text<string | null>('of the page'),
  fields: json<DetailFields>(
    'name to value, as the page labels them or gives them as linked data (schema.org): one short value, or a list or an object (ingredients, offers, nutrition)',
    z.record(
      z.string(),
      z.union([z.string(), z.number(), z.array(DETAIL_VALUE), z.record(z.string(), DETAIL_VALUE)]),
    ),
  ),
  typed: json<TypedFields>('the canonical ones of `fields` with their types', typedFieldsSchema),
  markdown: text('content of the page as Markdown, without navigation; from the archive of the run'),
};

export const OVER_RUNS = {
  firstSeen: text('when the first of the runs that found it began'),
  lastSeen: text('when the last of them began'),
  runs: json<readonly number[]>('numbers of the runs that found it', z.array(z.int())),
};
