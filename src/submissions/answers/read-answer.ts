import { parametersOf, withParameter } from '../sending/request-parameters.ts';
import type { Answer, AnswerContext, AnswerPage, Paging, ReadAnswer, ResultRecord } from '../types/answer.ts';
import { type Case, resultsOf } from './case.ts';
import { type Judgement, judgeAnswer } from './judge-answer.ts';
import { pagingOf } from './paging.ts';
import { type DataReading, readData } from './read-data.ts';
import { readPage } from './read-page.ts';
import type { FoundRecord, PageReading, RecordList, StatedTotal } from './reading.ts';
import { statedTotal } from './stated-total.ts';
import { beginsAt, endsAt, fingerprintOf, inside, lineDigest, shapeDigest, traceOf } from './trace.ts';
import { typedFields } from './typed-fields.ts';

const MAX_RECORD_TEXT = 1_000;

/** What came back, judged: verdict with its reason, records, stated total, and how the list goes on. */
export const readAnswer: ReadAnswer = (page, context) => {
  const data = page.tree === undefined && page.text !== undefined ? readData(page.text, page.url) : undefined;
  return data === undefined ? pageAnswer(page, context) : dataAnswer(page, context, data);
};

function pageAnswer(page: AnswerPage, context: AnswerContext): Answer {
  const reading = page.tree && readPage(page.tree, context.shapes);
  const submitted = submittedBy(context);
  const draft = caseOf(page, context, reading, submitted);
  const candidate = resultsOf(draft);
  const next =
    page.tree !== undefined && candidate !== undefined ? pagingOf(page.tree, endsAt(candidate)) : null;
  const stated = reading && statedOn(reading, candidate, draft.formLines, submitted, next !== null);
  const judged = judgeAnswer({ ...draft, stated });
  const { list } = judged;
  const records = list?.records.map((record) => resultRecord(record, context.domain)) ?? [];
  const keys = records.map(({ key }) => key);
  return {
    verdict: judged.verdict,
    reason: judged.reason,
    records,
    paging: list === undefined || reachesEnd(stated) ? null : next,
    ...(stated !== undefined && hasTotal(judged) && { statedTotal: stated.total }),
    fingerprint: fingerprintOf(judged.verdict, keys, stated?.total),
    ...(list !== undefined && { shape: list.shape }),
    trace: reading === undefined ? { lines: [], lists: [] } : traceOf(reading, submitted),
  };
}

const hasTotal = ({ verdict }: Judgement): boolean => verdict === 'hits' || verdict === 'no-hits';

/** “41–47 of 47”: whatever a link says, nothing comes after. */
const reachesEnd = (stated: StatedTotal | undefined): boolean =>
  stated?.to !== undefined && stated.to >= stated.total && !stated.approximate;

function caseOf(
  page: AnswerPage,
  context: AnswerContext,
  reading: PageReading | undefined,
  submitted: readonly string[],
): Case {
  const formReading = readPage(context.formPage);
  return {
    status: page.status,
    reading,
    formReading,
    form: context.form,
    requestUrl: context.request.url,
    submitted,
    formTrace: traceOf(formReading, submitted),
    formLines: new Set(formReading.lines.map(({ text }) => lineDigest(text, submitted))),
    ownLines: reading === undefined ? [] : traceOf(reading, submitted).lines,
    nonsense: context.probes.nonsense[0],
    empty: context.probes.empty,
    shapes: new Set((context.shapes ?? []).map(shapeDigest)),
    patterns: new Set((context.shapes ?? []).map(({ pattern }) => pattern)),
    stated: undefined,
    purpose: context.filled.purpose,
  };
}

/** Values that a page may repeat, the longest first so that a part does not hide the whole. */
const submittedBy = ({ filled }: AnswerContext): string[] =>
  [...new Set(filled.controls.flatMap(({ values }) => values))]
    .filter((value) => value.length > 1)
    .sort((a, b) => b.length - a.length);

/** What the page states, read from lines that the form's page does not have; those next to the list come first. */
function statedOn(
  { lines }: PageReading,
  list: RecordList | undefined,
  before: ReadonlySet<string>,
  submitted: readonly string[],
  more: boolean,
): StatedTotal | undefined {
  const candidates = lines
    .filter(({ furniture, at }) => !furniture && !(list !== undefined && inside(list, at)))
    .map(({ text, at }) => ({ text, fresh: !before.has(lineDigest(text, submitted)), at }));
  const told = candidates.map(({ text, fresh, at }) => ({
    text,
    near: fresh && (list === undefined || at < beginsAt(list)),
  }));
  return statedTotal(told, list?.records.length ?? 0, more);
}

function dataAnswer(page: AnswerPage, context: AnswerContext, data: DataReading): Answer {
  const { list, total, messages } = data;
  const verdict = dataVerdict(page.status, list, total, messages);
  const records =
    verdict.verdict === 'hits' ? (list?.records ?? []).map((one) => resultRecord(one, context.domain)) : [];
  return {
    ...verdict,
    records,
    paging: verdict.verdict === 'hits' ? dataPaging(context, data) : null,
    ...(total !== undefined && { statedTotal: total }),
    fingerprint: fingerprintOf(
      verdict.verdict,
      records.map(({ key }) => key),
      total,
    ),
    ...(list !== undefined && { shape: list.shape }),
    trace: { lines: [], lists: [] },
  };
}

function dataVerdict(
  status: number,
  list: RecordList | undefined,
  total: number | undefined,
  messages: readonly string[],
): Pick<Answer, 'verdict' | 'reason'> {
  const [message = ''] = messages;
  if (status >= 500) return { verdict: 'server-error', reason: `HTTP status ${status}: the server failed.` };
  if (status === 401) return { verdict: 'login-wall', reason: 'HTTP status 401: a log-in is asked for.' };
  if (status === 403 || status === 429)
    return { verdict: 'blocked', reason: `HTTP status ${status}: the site refuses.` };
  if (status >= 400)
    return {
      verdict: 'error-message',
      reason: `HTTP status ${status}: ${message || 'the request was not accepted'}.`,
    };
  if (list !== undefined && total !== 0)
    return {
      verdict: 'hits',
      reason: `The data hold ${list.records.length} records${total === undefined ? '' : ` of ${total}`}.`,
    };
  if (message !== '' && total === undefined)
    return { verdict: 'error-message', reason: `The data hold a message: “${message.slice(0, 120)}”.` };
  return {
    verdict: 'no-hits',
    reason: total === 0 ? 'The data state a total of 0.' : 'The data hold no records.',
  };
}

const PAGE_PARAMETER = /^(?:page|p|pg|pagenum(?:ber)?|page_?no|seite|pagina)$/i;
const OFFSET_PARAMETER = /^(?:offset|start|skip|from|first)$/i;

/** The address the data give, or the request again with its own page number counted on. */
function dataPaging({ request, page }: AnswerContext, { list, total, next }: DataReading): Paging | null {
  const count = list?.records.length ?? 0;
  if (next !== undefined) return { kind: 'link', url: next };
  if (count === 0 || (total !== undefined && total <= count * page)) return null;
  for (const [name, value] of parametersOf(request)) {
    if (!/^\d+$/.test(value)) continue;
    const step = PAGE_PARAMETER.test(name) ? 1 : OFFSET_PARAMETER.test(name) ? count : 0;
    if (step > 0)
      return { kind: 'data', request: withParameter(request, name, String(Number(value) + step)) };
  }
  if (total === undefined || request.method !== 'GET') return null;
  // Nothing in the address counts pages; most interfaces take `page` from the second one on.
  return { kind: 'data', request: withParameter(request, 'page', String(page + 1)) };
}

function resultRecord({ key, title, link, fields }: FoundRecord, domain: string | null): ResultRecord {
  const text = [
    title,
    ...fields.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)),
  ].join(' ');
  return {
    key,
    title,
    ...(link !== undefined && { url: link }),
    fields: typedFields(fields, domain),
    text: text.slice(0, MAX_RECORD_TEXT),
  };
}
