import type { FirstRows, FormAnswers, FormLists } from '../interfaces/views/index.ts';
import {
  type ExportedForm,
  exportRows,
  harvestedRecords,
  harvestedSubmissions,
  type RunInfo,
} from '../library/index.ts';
import type { Store } from '../storage/index.ts';
import { EXPORT_WORDS } from './reason-text.ts';
import { shown } from './words.ts';

/** Rows of a list that a report shows. */
const MOST_ROWS = 1_000;
const MOST_QUERIES = 10;
const MOST_RECORDS = 5;
const MOST_OPTIONS = 12;
const MOST_CONTROLS = 40;
const MOST_LETTERS = 200;
/** Limits the rows of forms, and all together as they stand in the file: the report stays below 5 MB. */
const FORM_BYTES = 2_000_000;
const ALL_BYTES = 3_000_000;

/**
 * The lists that a report is explored by: the forms that lead to data first, with what they answered as far as there is room.
 * @param files beside the report that hold whole lists
 */
export async function collectLists(
  store: Store,
  run: Pick<RunInfo, 'id' | 'domains'>,
  files: FormLists['files'] = {},
): Promise<FormLists> {
  const room = { bytes: FORM_BYTES };
  const forms = await firstForms(store, run);
  const shownForms = forms.items.map(shortForm).filter((form) => fits(form, room));
  room.bytes += ALL_BYTES - FORM_BYTES;
  const answers: Record<string, FormAnswers> = {};
  for (const { formId, outcome, coverage } of shownForms) {
    if (outcome === 'not-queried') continue;
    const found = await answersOf(store, run.id, formId, coverage.seen);
    if (!fits(found, room)) break;
    answers[formId] = found;
  }
  return { run: run.id, forms: { items: shownForms, total: forms.total }, answers, files };
}

/** Takes the room of a row; once there is too little, nothing more fits. */
function fits(row: object, room: { bytes: number }): boolean {
  room.bytes -= Buffer.byteLength(dataText(row));
  return room.bytes >= 0;
}

/** JSON that stands in a script element: no text of a page can end it. */
export const dataText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');

async function firstForms(
  store: Store,
  { id, domains }: Pick<RunInfo, 'id' | 'domains'>,
): Promise<FirstRows<ExportedForm>> {
  const rank = ({ searchable, domain }: ExportedForm): number =>
    searchable ? (domain !== null && domains.includes(domain) ? 2 : 1) : 0;
  const best = (forms: readonly ExportedForm[]) =>
    forms
      .toSorted(
        (a, b) =>
          rank(b) - rank(a) ||
          b.coverage.seen - a.coverage.seen ||
          (b.score ?? 0) - (a.score ?? 0) ||
          (a.formId < b.formId ? -1 : 1),
      )
      .slice(0, MOST_ROWS);
  let items: ExportedForm[] = [];
  let total = 0;
  for await (const row of exportRows(EXPORT_WORDS, store, id, 'forms')) {
    total++;
    items.push(row as ExportedForm);
    if (items.length === 2 * MOST_ROWS) items = best(items);
  }
  return { items: best(items), total };
}

const shortForm = (form: ExportedForm): ExportedForm =>
  short({
    ...form,
    controls: form.controls
      .slice(0, MOST_CONTROLS)
      .map((control) => ({ ...control, options: control.options.slice(0, MOST_OPTIONS) })),
  });

async function answersOf(store: Store, runId: number, formId: string, seen: number): Promise<FormAnswers> {
  const tallies = await store.submissions.tallies(runId, [formId]);
  return {
    queries: {
      items: await firstOf(harvestedSubmissions(store, runId, { formId }), MOST_QUERIES),
      total: tallies.reduce((sum, { count }) => sum + count, 0),
    },
    records: {
      items: await firstOf(harvestedRecords(store, runId, { formId }), MOST_RECORDS),
      total: seen,
    },
  };
}

async function firstOf<Row>(rows: AsyncGenerator<Row>, most: number): Promise<Row[]> {
  const items: Row[] = [];
  for await (const row of rows) {
    items.push(short(row));
    if (items.length === most) break;
  }
  return items;
}

/** Rows whose texts are fit to be shown, see `shown`, and short. */
export function short<T>(value: T): T {
  if (typeof value === 'string') return shown(value, MOST_LETTERS) as T;
  if (Array.isArray(value)) return value.map(short) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [shown(name, 60), short(of)])) as T;
}
