/** What two runs saw of one record: a change is a value that both saw and that differs. */

import { isDeepStrictEqual } from 'node:util';
import { foldText, isAgo } from '../foundation/text/index.ts';
import type { RecordPair } from '../storage/index.ts';
import type { DetailReading } from '../submissions/index.ts';
import { plainFields } from './read-records.ts';
import { typedValues } from './records/canonical-fields.ts';
import { type ListFields, UNNAMED } from './records/named-columns.ts';
import type { Notation } from './records/read-number.ts';

export interface ChangedValue {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

/**
 * Compares the list of a form with the list of the same form, and the record's page with its page. Lists that answer
 * different questions may leave parts out, rank, and count: of them, values that have a type are compared.
 */
export function changedValues(pair: RecordPair, notation: Notation): readonly ChangedValue[] {
  const isAsked = questionOf(pair.submission) === questionOf(pair.submission_before);
  const lists =
    pair.form_id === pair.form_before
      ? changedFields(
          { ...fieldsBefore(pair), ...(isAsked && { title: pair.title_before }) },
          { ...fieldsOf(pair.fields), ...(isAsked && { title: pair.title }) },
          notation,
          isAsked,
        )
      : [];
  const pages = changedFields(saidBy(pair.reading_before), saidBy(pair.reading), notation, true);
  return [...new Map([...pages, ...lists].map((value) => [value.field, value])).values()];
}

const fieldsOf = (json: string): ListFields => JSON.parse(json) as ListFields;

/** Earlier versions kept numbers without the zeros that pages write: of a number that is the same, the text of now. */
const fieldsBefore = (pair: RecordPair): ListFields => {
  const now = fieldsOf(pair.fields);
  const before = Object.entries(JSON.parse(pair.fields_before) as Record<string, string | number>);
  return Object.fromEntries(
    before.map(([name, value]) => [name, (value === Number(now[name]) && now[name]) || String(value)]),
  );
};
const saidBy = (reading: string | null): ListFields =>
  reading === null ? {} : plainFields((JSON.parse(reading) as DetailReading).fields);

/** A submission's key holds its question, then the page of the answer: `… #2`. */
const questionOf = (submission: string): string => submission.replace(/ #\d{1,9}$/, '');

function changedFields(
  before: ListFields,
  now: ListFields,
  notation: Notation,
  isAsked: boolean,
): ChangedValue[] {
  const named = Object.keys(now).filter((field) => !UNNAMED.test(field) && Object.hasOwn(before, field));
  const changed = named.flatMap((field) => {
    const [old, value] = [before[field] ?? '', now[field] ?? ''];
    const [was, is] = [old, value].map((one) => typedValues({ [field]: one }, notation));
    const isTyped = [was, is].every((typed) => Object.keys(typed ?? {}).length > 0);
    const differs = isTyped
      ? !isDeepStrictEqual(was, is)
      : isAsked && !isSameText(String(old), String(value));
    return differs ? [{ field, before: String(old), now: String(value) }] : [];
  });
  return isAsked ? [...changed, ...changedTexts(before, now)] : changed;
}

/** Texts without a label are known by their values: one that moved to another column, or holds another part, is the same. */
function changedTexts(before: ListFields, now: ListFields): ChangedValue[] {
  const [old, texts] = [unnamed(before), unnamed(now)];
  if (old.length !== texts.length) return [];
  const lost = notIn(old, now);
  const found = notIn(texts, before);
  if (lost.length !== found.length) return [];
  return found.flatMap(([field, text], i) => {
    const [, was = ''] = lost[i] ?? [];
    const isWhole = !holdsPart(text, now) && !holdsPart(was, before) && !isSameText(was, text);
    return isWhole ? [{ field, before: was, now: text }] : [];
  });
}

type Text = readonly [field: string, text: string];

const unnamed = (fields: ListFields): Text[] =>
  Object.entries(fields).flatMap(([name, value]) => (UNNAMED.test(name) ? [[name, String(value)]] : []));

function notIn(texts: readonly Text[], fields: ListFields): Text[] {
  const known = new Set(Object.values(fields).map((value) => foldText(String(value))));
  return texts.filter(([, text]) => !known.has(foldText(text)));
}

const SHORTEST_PART = 3;
const holdsPart = (text: string, fields: ListFields): boolean =>
  Object.values(fields).some((value) => {
    const part = foldText(String(value));
    return part.length >= SHORTEST_PART && part.length < text.length && foldText(text).includes(part);
  });

const isSameText = (a: string, b: string): boolean =>
  foldText(a).trim() === foldText(b).trim() || [a, b].every(isAgo);
