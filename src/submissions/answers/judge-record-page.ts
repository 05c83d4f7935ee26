/** Recognises answers that are the page of a single record, in the place of a list. */

import { decodeLeniently, foldText, wordsOf } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import {
  type AnswerEvidence,
  findNewCue,
  findResults,
  hasDenial,
  hasForm,
  type Judgement,
  newLines,
  pathOf,
} from './answer-evidence.ts';
import type { Echo } from './echo.ts';
import { isInList, pathDigest } from './page-signature.ts';
import type { PageReading, RecordList } from './reading.ts';
import { addressPattern } from './record-anchors.ts';
import { isFormPage } from './same-as.ts';

/** A page with a smaller share of its text in lists is no result list. */
const LIST_SHARE = 0.3;
const LIST_SHARE_MOVED = 0.6;
/** So few links on a page after a redirect are no result list. */
const FEW_LINKS = 2;
/** In the place of the path to a record of a list. */
export const RECORD_PAGE = 'page';

/**
 * Recognises the page of a single record, which an exact name often leads to: another page than nonsense
 * gets, by redirect or at the same address, that is named after the query and is no list.
 */
export function judgeRecordPage(evidence: AnswerEvidence): Judgement | undefined {
  const { reading, status, template, purpose, requestUrl, nonsenseAnswers, echo, stated } = evidence;
  if (stated !== undefined && stated.total !== 1) return undefined;
  if (reading === undefined || status >= 400 || purpose !== 'query' || !template.compared) return undefined;
  const stayed = nonsenseAnswers.every(({ trace }) => trace.path === pathDigest(requestUrl, echo));
  const moved = pathDigest(reading.url, echo) !== pathDigest(requestUrl, echo);
  if (!stayed || isFormPage(evidence) || pathOf(reading.url) === '/') return undefined;
  if (
    !moved &&
    (hasForm(evidence) || hasDenial(evidence) || findNewCue(evidence, 'no-results') !== undefined)
  )
    return undefined;
  if (!isNamedAfterQuery(reading, echo)) return undefined;
  const link = canonicalUrl(reading.url);
  if (link === undefined || (isList(evidence, moved) && !isTitledAsRecord(evidence, reading.title)))
    return undefined;
  if (!moved && newLines(evidence).length < 3) return undefined;
  return recordPageJudgement(evidence, link, reading.title);
}

/** Tells whether a title is, but for the query, what the titles of earlier pages of one record share: “Page of …”. */
function isTitledAsRecord({ recordTitles, echo }: AnswerEvidence, title: string): boolean {
  const [first, ...others] = recordTitles.map((one) => wordsOf(foldText(one)));
  if (first === undefined || others.length === 0) return false;
  const shared = new Set(first.filter((word) => others.every((words) => words.includes(word))));
  const own = wordsOf(foldText(title));
  const rest = own.filter((word) => !shared.has(word)).join(' ');
  return (
    shared.size > 0 && own.filter((word) => shared.has(word)).length >= shared.size && echo.isAllOf(rest)
  );
}

/** Tells whether the answer is mainly a list. */
function isList(evidence: AnswerEvidence, moved: boolean): boolean {
  const list = findResults(evidence);
  if (list === undefined || (moved && list.records.length <= FEW_LINKS)) return false;
  // Repeated terms or paragraphs of a record's page.
  const linked = list.records.filter(({ link }) => link !== undefined).length;
  if (!moved && linked * 2 < list.records.length) return false;
  return listTextShare(evidence, list) >= (moved ? LIST_SHARE_MOVED : LIST_SHARE);
}

/** Tells whether the query occurs in the title, or is the last path segment of the address. */
const isNamedAfterQuery = ({ title, url }: PageReading, echo: Echo): boolean =>
  echo.occursIn(title) || echo.isAllOf(decodeLeniently(pathOf(url).split('/').at(-1) ?? ''));

/** Computes the share of the answer's new text that lies in a list. */
function listTextShare(evidence: AnswerEvidence, list: RecordList): number {
  let all = 0;
  let listed = 0;
  for (const { text, at } of newLines(evidence)) {
    if (evidence.template.hasLine(text)) continue;
    all += text.length;
    if (isInList(list, at)) listed += text.length;
  }
  return all === 0 ? 1 : listed / all;
}

const recordPageJudgement = (evidence: AnswerEvidence, link: string, title: string): Judgement => ({
  verdict: 'hits',
  rule: 'sent-to-the-record',
  reason: `The answer is the page of one record, ${pathOf(link)}.`,
  list: {
    shape: { container: '', recordAnchor: RECORD_PAGE, pattern: addressPattern(link, evidence.requestUrl) },
    records: [{ key: link, title, link, fields: [] }],
    score: 1,
    spans: [],
  },
});

/** Recognises a redirect to the only record found: its address has the pattern of records in earlier lists. */
export function judgeRedirectToRecord(evidence: AnswerEvidence): Judgement | undefined {
  const { reading, requestUrl, patterns, status, formReading } = evidence;
  if (reading === undefined || status >= 400 || pathOf(reading.url) === pathOf(requestUrl)) return undefined;
  if (evidence.purpose === 'nonsense-probe') return undefined;
  const link = canonicalUrl(reading.url);
  if (link === undefined || pathOf(link) === '/' || link === canonicalUrl(formReading.url)) return undefined;
  const pattern = addressPattern(link, requestUrl);
  return pattern !== '' && patterns.has(pattern)
    ? recordPageJudgement(evidence, link, reading.title)
    : undefined;
}
