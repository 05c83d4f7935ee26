import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import {
  correctionsFile,
  domainFeaturesOf,
  type FIELD_MEANINGS,
  type Form,
  type FormContext,
  type FormType,
  LabelledDataError,
  ownRowsFile,
} from '../../../forms/index.ts';
import type { Domain } from '../../../foundation/domain/index.ts';
import { makeFolder } from '../../../foundation/errors/index.ts';
import { jsonOf, numberedLines, tornEnd } from '../../../foundation/text/index.ts';
import type { TopicDocument } from '../../../foundation/topics/index.ts';
import { siteOf } from '../../../foundation/url/index.ts';
import { DOMAIN_CLASSES, type DomainRow, formatDomainRows, readDomainRows } from '../domains/domain-rows.ts';
import { formatRows, hashed, readRows, rowOf, type TrainingRow } from './rows.ts';

/** A user's label of a form. */
export interface OwnLabel {
  readonly type: FormType;
  /** Names that of a search form; null for none of the domains. Absent where it was not labelled. */
  readonly domain?: string | null | undefined;
  readonly form: Form;
  readonly context: FormContext;
  /** The page's words, for what the form is about; without them only its type is learned. */
  readonly page?: TopicDocument;
  /** Day of the label. */
  readonly date: string;
}

/** Numbers of the forms that a user labelled for what they are about, as `datasets/domains/rows.jsonl`. */
const ownDomainRowsFile = (storage: string): string => join(storage, 'labels', 'domain-rows.jsonl');

/** Remembers a label: from now on it wins over rules and models, and the next training learns from it. */
export function rememberLabel(storage: string, label: OwnLabel, domains: readonly Domain[]): void {
  const { form, context, page, type, domain, date } = label;
  const site = hashed(siteOf(context.url));
  const row = { ...rowOf(form, context, type, site, hashed(form.id)), url: context.url };
  append(ownRowsFile(storage), formatRows([row], { urls: true }));
  const named = DOMAIN_CLASSES.find((name) => name === (domain ?? 'other'));
  // A user's domain is stored as a correction; the models know only the seven and “other”.
  if (type === 'search' && domain !== undefined && named !== undefined && page !== undefined) {
    const about: DomainRow = {
      domain: named,
      site,
      form: form.id,
      features: domainFeaturesOf(form, page, domains),
    };
    append(ownDomainRowsFile(storage), formatDomainRows([about]));
  }
  // Last, so that what is remembered is also learned from.
  const said = { formId: form.id, type, ...(domain !== undefined && { domain }), url: context.url, date };
  append(correctionsFile(storage), `${JSON.stringify(said)}\n`, false);
}

/** Forgets what a form was called: rules and models judge it again, and the next training learns nothing from them. */
export function forgetLabel(storage: string, { id }: Pick<Form, 'id'>): void {
  // First, so that what is no longer learned from is no longer said either.
  strike(ownDomainRowsFile(storage), ({ form }) => form === id);
  strike(ownRowsFile(storage), ({ copy }) => copy === hashed(id));
  strike(correctionsFile(storage), ({ formId, field }) => formId === id && field === undefined);
}

/** What a user says that a field asks for; null for what it is judged to ask for. */
export interface FieldLabel {
  readonly field: string;
  readonly meaning: (typeof FIELD_MEANINGS)[number] | null;
}

/** Remembers what a field of a form asks for, or forgets it: the next queries to the form go by it. */
export function rememberField(
  storage: string,
  {
    form,
    url,
    date,
    field,
    meaning,
  }: FieldLabel & Pick<OwnLabel, 'form' | 'date'> & { readonly url: string },
): void {
  const said = { formId: form.id, field, meaning, url, date };
  if (meaning !== null) append(correctionsFile(storage), `${JSON.stringify(said)}\n`, false);
  else strike(correctionsFile(storage), (one) => one.formId === form.id && one.field === field);
}

/** Strikes out the lines that a test names, each by one byte: whole or not at all, and what others write meanwhile stays. */
function strike(file: string, isGone: (line: Readonly<Record<string, unknown>>) => boolean): void {
  if (!existsSync(file)) return;
  const handle = openSync(file, 'r+');
  try {
    let at = 0;
    for (const line of readFileSync(handle, 'latin1').split('\n')) {
      if (isGone(Object(jsonOf(Buffer.from(line, 'latin1').toString())))) writeSync(handle, '#', at);
      at += line.length + 1;
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes a line a comment. */
function strikeAt(file: string, at: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, '#', at);
  closeSync(handle);
}

/** @param headed whether the text begins with a header line */
function append(file: string, text: string, headed = true): void {
  makeFolder(dirname(file));
  const there = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const isOther = headed && columnsOf(there) !== columnsOf(text);
  if (isOther && holdsRows(there))
    throw new LabelledDataError(
      `${file} was made with other features than this version's; move it away and label anew`,
    );
  const rows = headed ? text.slice(text.indexOf('\n') + 1) : text;
  if (isOther) writeFileSync(file, text);
  else {
    const torn = tornEnd(there);
    if (torn !== undefined) strikeAt(file, Buffer.byteLength(there.slice(0, torn)));
    appendFileSync(file, /(?:^|\n)$/.test(there) ? rows : `\n${rows}`, { flush: true });
  }
}

/** Tells whether a text has a line behind its header. */
const holdsRows = (text: string): boolean => numberedLines(text).length > 1;

const headOf = z.object({ format: z.string(), version: z.number(), features: z.array(z.string()) });

/** Names the columns of a text by its first line; the word lists that it was made with may differ. */
const columnsOf = (text: string): string | undefined =>
  JSON.stringify(headOf.safeParse(jsonOf(text.slice(0, text.indexOf('\n')))).data);

/** Returns what users of this storage folder labelled; the later word on a form counts. */
export async function ownRows(storage: string): Promise<TrainingRow[]> {
  return latest(ownRowsFile(storage), readRows, ({ copy }) => copy);
}

export async function ownDomainRows(storage: string): Promise<DomainRow[]> {
  return latest(ownDomainRowsFile(storage), readDomainRows, ({ form }) => form);
}

async function latest<T>(
  file: string,
  read: (file: string) => Promise<T[]>,
  key: (row: T) => string,
): Promise<T[]> {
  if (!existsSync(file) || !holdsRows(readFileSync(file, 'utf8'))) return [];
  return [...new Map((await read(file)).map((row) => [key(row), row])).values()];
}
