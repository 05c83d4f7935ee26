import { parametersOf, withParameter } from '../sending/request-parameters.ts';
import type {
  Answer,
  AnswerContext,
  AnswerPage,
  PageSignature,
  Paging,
  ReadAnswer,
  ResultRecord,
} from '../types/answer.ts';
import { type AnswerEvidence, freshSign, resultsOf } from './answer-evidence.ts';
import { type Echo, echoOf, NO_ECHO } from './echo.ts';
import { type Judgement, judgeAnswer } from './judge-answer.ts';
import { landingLists } from './landing-lists.ts';
import { isNarrowed } from './narrowing.ts';
import { type PagedList, pagingOf } from './paging.ts';
import { type DataReading, readData } from './read-data.ts';
import { outlineOfPage, readPage } from './read-page.ts';
import type { FoundRecord, PageReading, RecordList, StatedTotal } from './reading.ts';
import { sameAs } from './same-as.ts';
import { statedTotal } from './stated-total.ts';
import { templateOf, withoutShared } from './template.ts';
import {
  beginsAt,
  endsAt,
  fingerprintOf,
  inside,
  lineDigest,
  linesOf,
  ownLinesOf,
  shapeDigest,
  pageSignatureOf,
} from './page-signature.ts';
import { typedFields } from './typed-fields.ts';

const MAX_RECORD_TEXT = 1_000;
const MAX_STANDING = 40;

/** What came back, judged: verdict with its reason, records, stated total, and how the list goes on. */
export const readAnswer: ReadAnswer = (page, context) => {
  const data = page.tree === undefined && page.text !== undefined ? readData(page.text, page.url) : undefined;
  return data === undefined ? pageAnswer(page, context) : dataAnswer(page, context, data);
};

function pageAnswer(page: AnswerPage, context: AnswerContext): Answer {
  const draft = caseOf(page, context);
  const { reading } = draft;
  const candidate = resultsOf(draft);
  const next =
    page.tree !== undefined && candidate !== undefined
      ? pagingOf(page.tree, pagedList(candidate, context.page, draft))
      : null;
  const stated = reading && statedOn(draft, reading, candidate, next !== null);
  const judged = judgeAnswer({ ...draft, stated });
  const { list } = judged;
  const records = list?.records.map((record) => resultRecord(record, context.domain)) ?? [];
  const keys = records.map(({ key }) => key);
  const standing = standingBefore(draft, judged, context);
  const fingerprint = fingerprintOf(judged.verdict, keys, stated?.total);
  const same = sameAs(draft, fingerprint, records.length);
  return {
    verdict: judged.verdict,
    reason: judged.reason,
    records,
    paging: list === undefined || reachesEnd(stated) ? null : next,
    ...(stated !== undefined && hasTotal(judged) && { statedTotal: stated.total }),
    fingerprint,
    ...(list !== undefined && { shape: list.shape }),
    ...(same !== undefined && { sameAs: same }),
    ...(hasExpired(draft, judged) && { expired: true as const }),
    ...(standing.length > 0 && { standing }),
    trace: draft.trace,
  };
}

const pagedList = (list: RecordList, page: number, one: AnswerEvidence): PagedList => ({
  holds: (at) => inside(list, at),
  leads: (url) => leadsOn(url, one),
  after: endsAt(list),
  shown: list.records.length,
  page,
});

/** A link that stood on the form's page, and says nothing of what was asked, turns something else: chapters of a book. */
const leadsOn = (url: string, { purpose, formReading, echo }: AnswerEvidence): boolean =>
  purpose !== 'query' || !formReading.links.has(url) || echo.address(url) !== NO_ECHO.address(url);

/** Statuses of frameworks for a form whose token or session has run out. */
const RUN_OUT: ReadonlySet<number> = new Set([419, 440]);

/** What was found is found, whatever else the page says. */
const hasExpired = (one: AnswerEvidence, { verdict }: Judgement): boolean =>
  verdict !== 'hits' &&
  verdict !== 'no-hits' &&
  (RUN_OUT.has(one.status) || freshSign(one, 'expired') !== undefined);

const hasTotal = ({ verdict }: Judgement): boolean => verdict === 'hits' || verdict === 'no-hits';

/** “41–47 of 47”: whatever a link says, nothing comes after. */
const reachesEnd = (stated: StatedTotal | undefined): boolean =>
  stated?.to !== undefined && stated.to >= stated.total && !stated.approximate;

function caseOf(page: AnswerPage, context: AnswerContext): AnswerEvidence {
  const { filled, formPage, probes, shapes = [] } = context;
  const echo = echoOf(filled.controls);
  const formReading = readPage(formPage);
  const formEcho = echoOf(
    context.form.controls
      .filter(({ domain, visible }) => domain === 'open' && visible)
      .map(({ value }) => ({ values: [value] })),
  );
  const template = templateOf({
    nonsense: probes.nonsense,
    earlier: probes.earlier,
    formReading,
    formEcho,
    formOutline: outlineOfPage(formPage),
    outline: page.tree && outlineOfPage(page.tree),
    echo,
  });
  const known = template.narrows
    ? [...shapes, ...landingLists(formPage, probes.nonsense, formEcho).map(({ shape }) => shape)]
    : shapes;
  const raw = page.tree && readPage(page.tree, { shapes: known, template, echo });
  const reading = raw && {
    ...raw,
    lists: raw.lists.map((list) => withoutShared(list, probes.nonsense, echo)),
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
    trace: tracedAs(page, context, raw, echo),
    formTrace: pageSignatureOf(formReading, echo),
    formLines: new Set([...linesOf(formReading, echo), ...linesOf(formReading, formEcho)]),
    ownLines: raw === undefined ? [] : ownLinesOf(raw, echo),
    nonsense: probes.nonsense,
    empty: probes.empty,
    shapes: new Set(shapes.map(shapeDigest)),
    patterns: new Set(shapes.map(({ pattern }) => pattern)),
    stated: undefined,
    purpose: filled.purpose,
  };
}

/** Of a list that nonsense empties: what is in it can be found. */
function standingBefore(one: AnswerEvidence, { verdict }: Judgement, context: AnswerContext): ResultRecord[] {
  const { purpose, formReading, trace, formEcho } = one;
  if (purpose !== 'nonsense-probe' || verdict !== 'no-hits') return [];
  if (!isNarrowed(formReading, trace, formEcho)) return [];
  const [list] = landingLists(context.formPage, [{ verdict, trace }], formEcho);
  return (list?.records ?? []).slice(0, MAX_STANDING).map((record) => resultRecord(record, context.domain));
}

/** Probes are kept whole: what they show is compared with all that comes. */
function tracedAs(
  { tree, url }: AnswerPage,
  { filled }: AnswerContext,
  reading: PageReading | undefined,
  echo: Echo,
): PageSignature {
  if (tree === undefined || reading === undefined) return { lines: [], lists: [] };
  const probe = filled.purpose === 'query' ? undefined : { outline: outlineOfPage(tree), path: url };
  return pageSignatureOf(reading, echo, probe);
}

const NOUGHT = /(?<!\p{Nd})0(?!\p{Nd})/u;

/**
 * What the page states, read from lines that neither the form's page nor an answer to nonsense has: how large an index is
 * says nothing of this answer. Those next to the list come first.
 */
function statedOn(
  { template, formLines, echo, purpose }: AnswerEvidence,
  { lines }: PageReading,
  list: RecordList | undefined,
  more: boolean,
): StatedTotal | undefined {
  const ofIndex = (text: string, line: string): boolean =>
    template.hasLine(text) || (purpose === 'nonsense-probe' && formLines.has(line));
  const told = lines
    .filter(({ furniture, at }) => !furniture && !(list !== undefined && inside(list, at)))
    .map(({ text, at }) => ({ text, line: lineDigest(text, echo), at }))
    .filter(({ text, line }) => NOUGHT.test(text) || !ofIndex(text, line))
    .map(({ text, line, at }) => ({
      text,
      near: (template.narrows || !formLines.has(line)) && (list === undefined || at < beginsAt(list)),
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
