import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import {
  columnsOfFile,
  contextOf,
  extractForms,
  FEATURE_NAMES,
  FORM_TYPES,
  type Form,
  type FormContext,
  type FormType,
  featuresOf,
  LabelledDataError,
  packFeatures,
  ruleFacts,
  SHIPPED,
  type TermFrequencies,
  termCounts,
  unpackFeatures,
  labelLines,
  warnOfOtherWords,
  wordsOf,
} from '../../../forms/index.ts';
import { parseTree } from '../../../foundation/dom/index.ts';
import { wordListFingerprint } from '../../../foundation/language/index.ts';
import { type Filling, fillingColumns, fillingOf, rulesOfRow } from './filling.ts';
import { readLabelledPages } from './labelled-pages.ts';

/** A labelled form as numbers: what training needs, and nothing of its page. */
export interface TrainingRow {
  readonly type: FormType;
  /** Hash of the site: the group of cross-validation. */
  readonly site: string;
  /** Hash of the form's markup: equal means a copy of the same form. */
  readonly copy: string;
  /** Stand in the order of `FEATURE_NAMES`. */
  readonly features: Float64Array;
  /** Holds what rejection rules look at and features do not tell. */
  readonly filling: Filling;
  /** Every rejection rule of this version that fires by itself; no file remembers them. */
  readonly rules: readonly string[];
  /** The annotated form is not in the HTML5 tree; it counts as not found. */
  readonly missing: boolean;
  /** The page it was labelled on; written to files only on request. */
  readonly url?: string;
  /** Stems of its text; only in rows made from pages, and written to files only on request. */
  readonly terms?: TermFrequencies;
}

const header = z.object({
  format: z.literal('fieldfare-form-rows'),
  version: z.literal(1),
  features: z.array(z.string()),
  /** Fingerprint of the word lists that the features were made with. */
  words: z.string().optional(),
  /** Names the rules that fired when older files were made. */
  rules: z.array(z.string()).optional(),
});
const line = z.object({
  type: z.enum(FORM_TYPES),
  site: z.string(),
  copy: z.string(),
  url: z.string().optional(),
  missing: z.literal(true).optional(),
  ...fillingColumns.shape,
  rules: z.array(z.number().int()).optional(),
  /** Features that are 1. */
  ones: z.array(z.number().int()),
  /** Other features that are not 0: number, value, number, value … */
  rest: z.array(z.number()),
  /** Stems of the form's text, how often each. */
  terms: z.record(z.string(), z.number().int().positive()).optional(),
});

/** A short digest, from which its input cannot be recovered. */
export const hashed = (text: string): string =>
  createHash('sha256').update(`fieldfare ${text}`).digest('hex').slice(0, 8);

/** Holds what is passed on of each form while rows are made from pages; for error lists and speed. */
export interface LabelledForm {
  readonly row: TrainingRow;
  readonly url: string;
  readonly form: Form | undefined;
  readonly context: FormContext;
  /** Annotated field types by name of the control. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Rows of a folder of labelled pages. */
export async function* labelledForms(folder: string): AsyncGenerator<LabelledForm> {
  for await (const page of readLabelledPages(folder)) {
    if (page.labels.length === 0) continue;
    const tree = parseTree(page.html, page.url);
    const forms = extractForms(tree);
    const context = contextOf(tree, forms);
    const tagged = forms.filter(({ where }) => where.hasFormTag);
    for (const label of page.labels) {
      const form = label.formIndex === null ? undefined : tagged[label.formIndex];
      const numbers = rowOf(form, context, label.type, hashed(label.domain), hashed(label.fingerprint));
      const row = { ...numbers, url: page.url };
      yield { row, url: page.url, form, context, fields: label.fields };
    }
  }
}

/** @param site hash of what folds must not part; `copy` equal for copies of one form */
export function rowOf(
  form: Form | undefined,
  context: FormContext,
  type: FormType,
  site: string,
  copy: string,
): TrainingRow {
  if (form === undefined) {
    const features = new Float64Array(FEATURE_NAMES.length);
    return { type, site, copy, features, filling: {}, rules: [], missing: true };
  }
  const words = wordsOf(form, context);
  const features = featuresOf(form, context, words);
  const filling = fillingOf(ruleFacts(form, words));
  return {
    type,
    site,
    copy,
    features,
    filling,
    rules: rulesOfRow(features, filling),
    missing: false,
    terms: termCounts(words),
  };
}

/**
 * Rows as text: a header line that names features and the word lists they were made with, then one line a form.
 * @param also what says something of its page: the stems of its text, its address
 */
export function formatRows(
  rows: readonly TrainingRow[],
  also: { readonly terms?: boolean; readonly urls?: boolean } = {},
): string {
  const words = wordListFingerprint();
  const head = { format: 'fieldfare-form-rows', version: 1, words, features: FEATURE_NAMES };
  const lines = rows.map(({ type, site, copy, url, features, filling, missing, terms }) => {
    return {
      type,
      site,
      copy,
      ...(also.urls && url !== undefined && { url }),
      ...(missing && { missing }),
      ...filling,
      ...packFeatures(features),
      ...(also.terms && terms !== undefined && { terms: Object.fromEntries(terms) }),
    };
  });
  return `${[head, ...lines].map((entry) => JSON.stringify(entry)).join('\n')}\n`;
}

/**
 * Reads rows that `formatRows` wrote.
 * @throws with file and line where they are damaged, or were made with other features than this version's
 */
export async function readRows(path: string = SHIPPED.rows): Promise<TrainingRow[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new LabelledDataError(
      `Cannot read ${path}: it is neither a folder of labelled pages nor a file of rows`,
      { cause },
    );
  });
  return parseRows(text, path);
}

export function parseRows(text: string, path: string): TrainingRow[] {
  const [first = '', ...lines] = labelLines(text, path);
  const head = parseChecked(header, first[0] ?? '', path, 1);
  const remedy = 'fieldfare train forms --data FOLDER';
  const columns = columnsOfFile(head.features, FEATURE_NAMES, path, remedy);
  warnOfOtherWords(path, head.words, remedy);
  return lines.map(([entry, number]) => {
    const packed = parseChecked(line, entry, path, number);
    const { type, site, copy, url, missing = false, terms } = packed;
    const features = unpackFeatures(packed, columns, `${path}:${number}`);
    const filling = fillingColumns.parse(packed);
    return {
      type,
      site,
      copy,
      features,
      filling,
      rules:
        packed.rules?.map((rule) => head.rules?.[rule] ?? '') ??
        (missing ? [] : rulesOfRow(features, filling)),
      missing,
      ...(url !== undefined && { url }),
      ...(terms !== undefined && { terms: new Map(Object.entries(terms)) }),
    };
  });
}

/** Reads one line of a file of rows. */
export function parseChecked<T>(schema: z.ZodType<T>, text: string, path: string, number: number): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LabelledDataError(
      `${path}:${number}: not JSON; the file is no file of rows, or delete this line, which is damaged`,
    );
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new LabelledDataError(`${path}:${number}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
