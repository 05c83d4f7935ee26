import type { TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import { parametersOf, withParameter } from '../sending/request-parameters.ts';
import type {
  Answer,
  AnswerContext,
  AnswerPage,
  FilterLink,
  PageSignature,
  Paging,
  ReadAnswer,
  QueryRefusal,
  ResultRecord,
} from '../types/answer.ts';
import { findCues } from './answer-cues.ts';
import { type AnswerEvidence, findNewCue, findResults, type Judgement, newLines } from './answer-evidence.ts';
import { isOfData } from './data-records.ts';
import { type Echo, echoOfQuery, NO_ECHO } from './echo.ts';
import { filterLinks } from './filter-links.ts';
import { judgeAnswer } from './judge-answer.ts';
import { RECORD_PAGE } from './judge-record-page.ts';
import { pathDigest } from './link-digests.ts';
import { lacksFormPageList } from './narrowing.ts';
import { languageOf } from './page-language.ts';
import {
  fingerprintOf,
  isInList,
  lineDigest,
  lineDigests,
  linesOutsideLists,
  listEnd,
  listStart,
  pageSignatureOf,
  shapeDigest,
} from './page-signature.ts';
import { findPaging, type PagedList } from './paging.ts';
import { type DataReading, readData } from './read-data.ts';
import { outlineOfPage, readPage } from './read-page.ts';
import type { FoundRecord, PageReading, RecordList, StatedTotal } from './reading.ts';
import { refusalIn, statedLimits } from './refusals.ts';
import { findSameAs } from './same-as.ts';
import { findStatedTotal } from './stated-total.ts';
import { dropSharedRecords, dropTemplateLines, inferTemplate, type ProbeAnswer } from './template.ts';
import { typedFields } from './typed-fields.ts';

const MAX_RECORD_TEXT = 1_000;
const MAX_FORM_PAGE_RECORDS = 40;

/** Reads an answer: verdict with its reason, records, stated total, and paging. */
export const readAnswer: ReadAnswer = (page, context) => {
  const data =
    page.tree === undefined && page.text !== undefined
      ? readData(page.text, page.url, context.formPage)
      : undefined;
  return data === undefined ? pageAnswer(page, context) : dataAnswer(page, context, data);
};

function pageAnswer(page: AnswerPage, context: AnswerContext): Answer {
  const evidence = collectEvidence(page, context);
  const { reading } = evidence;
  const candidate = findResults(evidence);
  const next =
    page.tree !== undefined && candidate !== undefined
      ? (nextByHeader(page) ?? findPaging(page.tree, pagedList(candidate, context.page, evidence)))
      : null;
  const stated = reading && findStatedTotalOf(evidence, reading, candidate, next !== null);
  const judged = judgeAnswer({ ...evidence, stated });
  const { list } = judged;
  const language = page.tree && languageOf(outlineOfPage(page.tree));
  const records = list?.records.map((record) => resultRecord(record, context.domain, language)) ?? [];
  // “41–47 of 47”.
  const isLast = stated?.to !== undefined && stated.to >= stated.total && !stated.approximate;
  // Where the browser shows a part of what is stated, and no way on, scrolling may bring the rest.
  const isPart = page.sentBy === 'browser' && records.length > 1 && (stated?.total ?? 0) > records.length;
  const scrolling: Paging | null = isPart ? { kind: 'scroll' } : null;
  const keys = records.map(({ key }) => key);
  const onFormPage = formPageRecords(evidence, judged, context);
  const fingerprint = fingerprintOf(judged.verdict, keys, stated?.total);
  const same = findSameAs(evidence, fingerprint, records.length);
  const filters = list === undefined ? [] : filtersBeside(page, context, list, stated?.total);
  const refusal = list === undefined ? readRefusal(evidence, judged) : undefined;
  return {
    verdict: judged.verdict,
    reason: judged.reason,
    records,
    paging: list === undefined || isLast ? null : (next ?? scrolling),
    ...(stated !== undefined &&
      (judged.verdict === 'hits' || judged.verdict === 'no-hits') && { statedTotal: stated.total }),
    fingerprint,
    ...(list !== undefined && { shape: list.shape }),
    ...(same !== undefined && { sameAs: same }),
    ...(filters.length > 0 && { filters }),
    ...(refusal !== undefined && { refusal }),
    ...(context.filled.purpose !== 'query' && { limits: statedLimits(evidence.formReading.lines) }),
    ...(hasExpired(evidence, judged) && { expired: true as const }),
    ...(onFormPage.length > 0 && { onFormPage }),
    trace: evidence.signature,
  };
}

/** Reads why the site refuses, where it objects to the query or asks for fewer. */
function readRefusal(evidence: AnswerEvidence, judged: Judgement): QueryRefusal | undefined {
  if (judged.verdict !== 'error-message' && judged.rule !== 'too-fast') return undefined;
  return refusalIn(
    newLines(evidence).map(({ text }) => text),
    hasExpired(evidence, judged) ? undefined : judged.says,
  );
}

/** Finds filters beside a list that came over HTTP and may be cut. */
function filtersBeside(
  { tree, sentBy }: AnswerPage,
  { request, filled, page }: AnswerContext,
  list: RecordList,
  total: number | undefined,
): FilterLink[] {
  const isFirst = page === 1 && request.method === 'GET' && filled.purpose !== 'nonsense-probe';
  if (tree === undefined || sentBy !== 'http' || !isFirst || total === list.records.length) return [];
  const bound = filled.controls.filter(({ position }) => filled.template.binding.includes(position));
  const values = new Set(bound.flatMap((control) => control.values));
  return filterLinks(tree, { values, total, contains: (at) => isInList(list, at) });
}

function nextByHeader({ nextLink, url }: AnswerPage): Paging | null {
  const next = nextLink === undefined ? undefined : canonicalUrl(nextLink, url);
  return next === undefined ? null : { kind: 'link', url: next };
}

const pagedList = (list: RecordList, page: number, evidence: AnswerEvidence): PagedList => ({
  contains: (at) => isInList(list, at),
  mayContinue: (url) => mayContinueList(url, evidence),
  after: listEnd(list),
  recordCount: list.records.length,
  page,
});

/** Excludes links of the form's page that do not carry the query: they page through something else. */
const mayContinueList = (url: string, { purpose, formReading, echo }: AnswerEvidence): boolean =>
  purpose !== 'query' ||
  !formReading.links.has(url) ||
  echo.addressWithoutQuery(url) !== NO_ECHO.addressWithoutQuery(url);

/** HTTP statuses of frameworks for a form whose token or session has expired. */
const EXPIRED_STATUS: ReadonlySet<number> = new Set([419, 440]);

/** Tells whether the session expired; an answer with hits or no hits is valid whatever else the page says. */
const hasExpired = (evidence: AnswerEvidence, { verdict }: Judgement): boolean =>
  verdict !== 'hits' &&
  verdict !== 'no-hits' &&
  (EXPIRED_STATUS.has(evidence.status) || findNewCue(evidence, 'expired') !== undefined);

function collectEvidence(page: AnswerPage, context: AnswerContext): AnswerEvidence {
  const { filled, formPage, probes, shapes = [] } = context;
  const echo = echoOfQuery(filled.controls);
  const formReading = readPage(formPage);
  const formEcho = echoOfQuery(
    context.form.controls
      .filter(({ domain, visible }) => domain === 'open' && visible)
      .map(({ value }) => ({ values: [value] })),
  );
  const template = inferTemplate({
    nonsense: probes.nonsense,
    earlier: probes.earlier,
    paths: new Set(shapes.map(({ recordAnchor }) => pathDigest(recordAnchor))),
    formReading,
    formEcho,
    formOutline: outlineOfPage(formPage),
    outline: page.tree && outlineOfPage(page.tree),
    echo,
  });
  const known = template.narrows
    ? [...shapes, ...findFormPageLists(formPage, probes.nonsense, formEcho).map(({ shape }) => shape)]
    : shapes;
  const wholeReading = page.tree && readPage(page.tree, { shapes: known, template, echo });
  const reading = wholeReading && {
    ...wholeReading,
    lists: wholeReading.lists
      .filter((list) => (!isOfData(list) || mayHoldAnswer(context)) && !isMessage(list))
      .map((list) => dropTemplateLines(dropSharedRecords(list, probes.nonsense, echo), template)),
  };
  return {
    status: page.status,
    reading,
    formReading,
    form: context.form,
    requestUrl: context.request.url,
    echo,
    formEcho,
    template,
    signature: signatureOf(page, context, wholeReading, echo),
    formSignature: pageSignatureOf(formReading, echo),
    formLines: new Set([...lineDigests(formReading, echo), ...lineDigests(formReading, formEcho)]),
    ownLines: wholeReading === undefined ? [] : linesOutsideLists(wholeReading, echo),
    nonsenseAnswers: probes.nonsense,
    emptyAnswer: probes.empty,
    shapes: new Set(shapes.map(shapeDigest)),
    patterns: new Set(shapes.map(({ pattern }) => pattern)),
    recordTitles: probes.earlier.flatMap(({ shape, records }) =>
      shape?.recordAnchor === RECORD_PAGE ? records.map(({ title }) => title) : [],
    ),
    stated: undefined,
    purpose: filled.purpose,
  };
}

/** The likeliest list of the form's page that nonsense does not get. Its records in an answer have the same shape. */
function findFormPageLists(
  formPage: TreeDocument,
  nonsense: readonly ProbeAnswer[],
  echo: Echo,
): readonly RecordList[] {
  const [formReading, outline] = [readPage(formPage), outlineOfPage(formPage)];
  const asked = { nonsense, earlier: [], formReading, formEcho: echo, formOutline: outline, outline, echo };
  return readPage(formPage, { shapes: [], template: inferTemplate(asked), echo }).lists.slice(0, 1);
}

/** Tells whether the only record is a sentence that there is none, in the place of the records. */
const isMessage = ({ records: [only, other] }: RecordList): boolean =>
  only !== undefined &&
  other === undefined &&
  only.link === undefined &&
  only.fields.length === 0 &&
  findCues(only.title).some(({ kind }) => kind === 'no-results');

/**
 * Tells whether a list of data that the page does not show may be its answer. A script that filters all records has them on
 * every page, also on one for nonsense; what the browser has drawn comes without its scripts, so that nobody can tell.
 */
const mayHoldAnswer = ({ filled, probes }: AnswerContext): boolean =>
  filled.purpose !== 'nonsense-probe' && probes.nonsense.every(({ trace }) => trace.dataless);

/** Reads the records of the form page's list if nonsense empties it: these records can be found. */
function formPageRecords(
  evidence: AnswerEvidence,
  { verdict }: Judgement,
  context: AnswerContext,
): ResultRecord[] {
  const { purpose, formReading, signature, formEcho } = evidence;
  if (purpose !== 'nonsense-probe' || verdict !== 'no-hits') return [];
  if (!lacksFormPageList(formReading, signature, formEcho)) return [];
  const [list] = findFormPageLists(context.formPage, [{ verdict, trace: signature }], formEcho);
  return (list?.records ?? [])
    .slice(0, MAX_FORM_PAGE_RECORDS)
    .map((record) => resultRecord(record, context.domain, languageOf(outlineOfPage(context.formPage))));
}

/** Makes the signature; for a probe that of the whole page, because all later answers are compared with it. */
function signatureOf(
  { tree, url, sentBy }: AnswerPage,
  { filled }: AnswerContext,
  reading: PageReading | undefined,
  echo: Echo,
): PageSignature {
  if (tree === undefined || reading === undefined) return { lines: [], lists: [] };
  const probe = filled.purpose === 'query' ? undefined : { outline: outlineOfPage(tree), path: url };
  const signature = pageSignatureOf(reading, echo, probe);
  const isDataless =
    filled.purpose === 'nonsense-probe' && !reading.lists.some(isOfData) && sentBy === 'http';
  return isDataless ? { ...signature, dataless: true } : signature;
}

const ZERO = /(?<!\p{Nd})0(?!\p{Nd})/u;

/**
 * Reads the stated total from lines that neither the form's page nor an answer to nonsense has: the size of
 * the index is no total of this answer. Lines before the list come first.
 */
function findStatedTotalOf(
  { template, formLines, echo, purpose }: AnswerEvidence,
  { lines }: PageReading,
  list: RecordList | undefined,
  more: boolean,
): StatedTotal | undefined {
  const ofIndex = (text: string, line: string): boolean =>
    template.hasLine(text) || (purpose === 'nonsense-probe' && formLines.has(line));
  const totalLines = lines
    .filter(({ boilerplate, at }) => !boilerplate && !(list !== undefined && isInList(list, at)))
    .map(({ text, at }) => ({ text, line: lineDigest(text, echo), at }))
    .filter(({ text, line }) => ZERO.test(text) || !ofIndex(text, line))
    .map(({ text, line, at }) => ({
      text,
      near: (template.narrows || !formLines.has(line)) && (list === undefined || at < listStart(list)),
    }));
  return findStatedTotal(totalLines, list?.records.length ?? 0, more);
}

function dataAnswer(page: AnswerPage, context: AnswerContext, data: DataReading): Answer {
  const { list, total, messages } = data;
  const verdict = dataVerdict(page.status, list, total, messages);
  const records =
    verdict.verdict === 'hits' ? (list?.records ?? []).map((one) => resultRecord(one, context.domain)) : [];
  return {
    ...verdict,
    records,
    paging: verdict.verdict === 'hits' ? (nextByHeader(page) ?? dataPaging(context, data)) : null,
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
): Pick<Answer, 'verdict' | 'reason' | 'refusal'> {
  const [message = ''] = messages;
  const refusal = refusalIn(messages);
  if (refusal !== undefined && list === undefined)
    return {
      verdict: refusal.kind === 'too-fast' ? 'blocked' : 'error-message',
      reason: `The data hold a message: “${refusal.says.slice(0, 120)}”.`,
      refusal,
    };
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
      reason: `The data hold ${list.records.length === 1 ? 'one record' : `${list.records.length} records`}${total === undefined ? '' : ` of ${total}`}.`,
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

/** Returns the next address in the data, or the same request with the next page number or offset. */
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
  // The address has no page number; most interfaces take `page` from the second page on.
  return { kind: 'data', request: withParameter(request, 'page', String(page + 1)) };
}

function resultRecord(
  { key, title, link, fields }: FoundRecord,
  domain: string | null,
  language?: string,
): ResultRecord {
  const text = [
    title,
    ...fields.map(({ label, value }) => (label === '' ? value : `${label}: ${value}`)),
  ].join(' ');
  return {
    key,
    title,
    ...(link !== undefined && { url: link }),
    fields: typedFields(fields, domain, language),
    text: text.slice(0, MAX_RECORD_TEXT),
  };
}
