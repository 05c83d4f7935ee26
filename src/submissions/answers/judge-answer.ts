import { foldText, wordsOf } from '../../foundation/text/index.ts';
import type { AnswerVerdict } from '../types/answer.ts';
import {
  type AnswerEvidence,
  findNewCue,
  findResults,
  hasDenial,
  hasForm,
  hasFormPageList,
  hasResults,
  isAdded,
  type Judgement,
  newLines,
  pathOf,
  sharedLineShare,
} from './answer-evidence.ts';
import { NO_ECHO } from './echo.ts';
import { judgeRecordPage, judgeRedirectToRecord } from './judge-record-page.ts';
import { lacksFormPageList } from './narrowing.ts';
import { listStart } from './page-signature.ts';
import type { Cue, Line, RecordList } from './reading.ts';
import { statesLimit } from './refusals.ts';
import { isFormPage, isSamePage } from './same-as.ts';
import { statesTotal } from './stated-total.ts';

/**
 * Judges an answer by the first rule that applies: HTTP status; block or log-in; records that this submission
 * brought; no-hits messages and totals; the template of the answer to nonsense; the form again, with or
 * without a message.
 */
export function judgeAnswer(evidence: AnswerEvidence): Judgement {
  for (const rule of RULES) {
    const judged = rule(evidence);
    if (judged !== undefined) return judged;
  }
  return {
    verdict: 'not-a-result',
    rule: 'nothing-told',
    reason: 'The page holds no list, no message about the search and not the form.',
  };
}

const RULES: readonly ((evidence: AnswerEvidence) => Judgement | undefined)[] = [
  judgeMissingAnswer,
  judgeServerStatus,
  judgeBlocked,
  judgeLoginWall,
  judgeSameFormPage,
  judgeRecordPage,
  judgeRecords,
  judgeDenial,
  judgeSameAsNonsense,
  judgeRedirectToRecord,
  judgeNonsenseAnswer,
  judgeErrorMessage,
  judgeMissingPage,
  judgeFormAgain,
  judgeFailureWords,
];

function judgeMissingAnswer({ status, reading }: AnswerEvidence): Judgement | undefined {
  if (status === 0) return { verdict: 'server-error', rule: 'no-answer', reason: 'No answer came.' };
  if (reading === undefined && status < 400)
    return {
      verdict: 'not-a-result',
      rule: 'no-page',
      reason: 'The answer is no page and holds no data that could be read.',
    };
  return undefined;
}

const statusReason = (status: number, what: string): string => `HTTP status ${status}: ${what}.`;

function judgeServerStatus({ status, reading }: AnswerEvidence): Judgement | undefined {
  if (status < 500) return undefined;
  // Bot protection answers 503, too.
  if (status === 503 && reading?.captcha) return undefined;
  return { verdict: 'server-error', rule: 'status', reason: statusReason(status, 'the server failed') };
}

const FORBIDDEN: ReadonlySet<number> = new Set([403, 429, 430, 451, 999]);

function judgeBlocked(evidence: AnswerEvidence): Judgement | undefined {
  const { status, reading, formReading } = evidence;
  if (FORBIDDEN.has(status)) {
    const expired = findNewCue(evidence, 'expired');
    if (expired !== undefined && hasForm(evidence))
      return judgementByCue('error-message', 'expired', 'The form again, for its token had run out', expired);
    return { verdict: 'blocked', rule: 'status', reason: statusReason(status, 'the site refuses') };
  }
  if (reading === undefined || hasResults(evidence)) return undefined;
  const fast = findNewCue(evidence, 'too-fast');
  if (fast !== undefined && findNewCue(evidence, 'no-results') === undefined)
    return judgementByCue('blocked', 'too-fast', 'The site asks for fewer queries', fast);
  const cue = findNewCue(evidence, 'blocked');
  if (reading.captcha && !formReading.captcha)
    return { verdict: 'blocked', rule: 'captcha', reason: 'A captcha stands where results should.' };
  if (cue !== undefined && (status >= 400 || !hasForm(evidence)))
    return judgementByCue('blocked', 'blocked-words', 'The page refuses', cue);
  return undefined;
}

const LOGIN_PATH =
  /(?:^|[/_.-])(?:log-?in|sign-?in|auth|account|session|connexion|anmelden|acceder)(?:$|[/_.?-])/i;

function judgeLoginWall(evidence: AnswerEvidence): Judgement | undefined {
  const { status, reading, requestUrl, formReading } = evidence;
  if (status === 401 || status === 407)
    return { verdict: 'login-wall', rule: 'status', reason: statusReason(status, 'a log-in is asked for') };
  if (reading === undefined || !reading.password || hasResults(evidence)) return undefined;
  const cue = findNewCue(evidence, 'login');
  if (cue !== undefined) return judgementByCue('login-wall', 'login-words', 'A log-in is asked for', cue);
  const moved = pathOf(reading.url) !== pathOf(requestUrl);
  if (moved && (LOGIN_PATH.test(pathOf(reading.url)) || !formReading.password))
    return {
      verdict: 'login-wall',
      rule: 'login-redirect',
      reason: `The answer led to a page that asks for a password (${pathOf(reading.url)}).`,
    };
  if (!formReading.password && !hasForm(evidence))
    return {
      verdict: 'login-wall',
      rule: 'password',
      reason: 'A form that asks for a password stands where results should.',
    };
  return undefined;
}

function judgeRecords(evidence: AnswerEvidence): Judgement | undefined {
  const { reading, stated, status } = evidence;
  // Whatever is shown for nonsense was not found.
  if (evidence.purpose === 'nonsense-probe') return undefined;
  const list = findResults(evidence);
  if (list === undefined || reading === undefined || status >= 400) return undefined;
  if (stated?.total === 0) return undefined;
  const denial = findDenial(evidence);
  // Shops fill the page of an empty answer with other products.
  if (denial !== undefined && stated === undefined && denial.line.at < listStart(list)) return undefined;
  const total = stated === undefined ? '' : `; the page says “${stated.text.slice(0, 80)}”`;
  const count = list.records.length;
  const compared = evidence.nonsenseAnswers.length > 0 ? ' and an answer to nonsense do' : ' does';
  return {
    verdict: 'hits',
    rule: count === 1 ? 'one-record' : 'records',
    reason: `${count} ${count === 1 ? 'record' : 'records'} that the form’s page${compared} not show${total}.`,
    list,
  };
}

/** Finds a no-hits message beside a list. If nonsense got such a message, only the same words count. */
function findDenial(evidence: AnswerEvidence): Cue | undefined {
  const cue = findNewCue(evidence, 'no-results');
  if (cue === undefined || !evidence.nonsenseAnswers.some(({ verdict }) => verdict === 'no-hits')) return cue;
  const { template } = evidence;
  const isKnown = template.hasLine(cue.line.text);
  return isKnown || template.denial.length === 0 ? cue : undefined;
}

function judgeDenial(evidence: AnswerEvidence): Judgement | undefined {
  const { stated, status } = evidence;
  if (hasDenial(evidence))
    return {
      verdict: 'no-hits',
      rule: 'denial-of-nonsense',
      reason: 'The page says what it says to nonsense.',
    };
  const denial = findNewCue(evidence, 'no-results');
  if (denial !== undefined && status !== 422 && status !== 400)
    return judgementByCue('no-hits', 'no-results-words', 'The page says that nothing was found', denial);
  if (stated?.total === 0)
    return {
      verdict: 'no-hits',
      rule: 'stated-nought',
      reason: `The page states a total of 0: “${stated.text.slice(0, 80)}”.`,
    };
  return undefined;
}

function judgeErrorMessage(evidence: AnswerEvidence): Judgement | undefined {
  const { status } = evidence;
  const many = findNewCue(evidence, 'too-many');
  const objected = hasForm(evidence) || status >= 400;
  const cue =
    many ?? (objected ? (findNewCue(evidence, 'invalid') ?? findNewCue(evidence, 'expired')) : undefined);
  if (cue !== undefined)
    return judgementByCue('error-message', 'message', 'The page objects to what was sent', cue);
  const objection = hasForm(evidence) ? findErrorLine(evidence) : undefined;
  if (objection !== undefined)
    return judgementByCue('error-message', 'message-by-place', 'The form again, with a message', {
      line: objection,
    });
  if (status === 400 || status === 413 || status === 414 || status === 422)
    return {
      verdict: 'error-message',
      rule: 'status',
      reason: statusReason(status, 'the request was not accepted'),
    };
  return undefined;
}

/**
 * Finds a new line that is marked up as a message, or that names a field and says more about it, in any
 * language. A stated total is no error message; nor are column heads of the form page's list after an
 * unconstrained query.
 */
function findErrorLine(evidence: AnswerEvidence): Line | undefined {
  const names = evidence.form.controls.flatMap(({ label }) =>
    label.trim().length > 2 ? [foldText(label)] : [],
  );
  const recordCounts = evidence.reading?.lists.map(({ records }) => records.length) ?? [];
  const unchanged = evidence.purpose === 'empty-probe' && hasFormPageList(evidence);
  return newLines(evidence).find(({ text, boilerplate, alert }) => {
    if (boilerplate || text.length > MESSAGE_LENGTH || statesTotal(text, recordCounts)) return false;
    if (unchanged && !alert) return false;
    const line = foldText(text);
    const name = names.find((name) => line.includes(name));
    // “Search results for: X” repeats what was asked.
    const isNamed = name !== undefined && wordsOf(line).length >= wordsOf(name).length + 2;
    return alert || statesLimit(text) || (isNamed && !evidence.echo.occursIn(text));
  });
}

function judgeMissingPage(evidence: AnswerEvidence): Judgement | undefined {
  const { status, reading, requestUrl } = evidence;
  if (status >= 400)
    return { verdict: 'not-a-result', rule: 'status', reason: statusReason(status, 'no page answers there') };
  const cue = findNewCue(evidence, 'not-found');
  if (cue !== undefined && !hasForm(evidence))
    return judgementByCue('not-a-result', 'not-found', 'The page says that it does not exist', cue);
  if (reading === undefined) return undefined;
  const path = pathOf(reading.url);
  if (path === '/' && pathOf(requestUrl) !== '/' && pathOf(evidence.formReading.url) !== '/')
    return { verdict: 'not-a-result', rule: 'sent-home', reason: 'The answer led to the front page.' };
  return undefined;
}

/** Least share of common lines of two answers of one template, with the query masked. */
const SAME_TEMPLATE = 0.9;

function judgeSameAsNonsense(evidence: AnswerEvidence): Judgement | undefined {
  const { reading, purpose } = evidence;
  if (reading === undefined || purpose === 'nonsense-probe') return undefined;
  for (const { verdict, trace } of evidence.nonsenseAnswers) {
    const share = sharedLineShare(evidence.ownLines, new Set(trace.lines));
    if (share < SAME_TEMPLATE) continue;
    if (
      sharedLineShare(evidence.ownLines, evidence.formLines) >= share &&
      (isFormPage(evidence) || !isSamePage(evidence, trace))
    )
      continue;
    if (verdict === 'no-hits' && !hasNewRecords(evidence))
      return {
        verdict: 'no-hits',
        rule: 'template-of-nonsense',
        reason: `The page is the one that nonsense got (${Math.round(share * 100)} % of its lines).`,
      };
    if (verdict === 'not-a-result' && trace.lists.length > 0)
      return {
        verdict: 'not-a-result',
        rule: 'ignores-input',
        reason: 'The page shows what it shows for nonsense: the form ignores what is typed.',
      };
  }
  return undefined;
}

/** Tells whether the answer has a list and new lines that nonsense did not get. */
const hasNewRecords = (evidence: AnswerEvidence): boolean =>
  findResults(evidence) !== undefined &&
  newLines(evidence).some(({ text }) => !evidence.template.hasLine(text));

/** Recognises the form's page again, unchanged. */
function judgeSameFormPage(evidence: AnswerEvidence): Judgement | undefined {
  if (evidence.purpose === 'nonsense-probe' || evidence.template.narrows || !evidence.template.compared)
    return undefined;
  if (evidence.status >= 400 || !isFormPage(evidence) || hasNewList(evidence)) return undefined;
  if (findNewCue(evidence, 'no-results') !== undefined) return undefined;
  return { verdict: 'same-form', rule: 'same-form', reason: 'The page of the form again, as it was.' };
}

/** Tells whether the page has a new list, while nonsense gets a no-hits message. */
function hasNewList(evidence: AnswerEvidence): boolean {
  if (evidence.purpose !== 'query' || !evidence.nonsenseAnswers.some(({ verdict }) => verdict === 'no-hits'))
    return false;
  const added = newLines(evidence).map(({ at }) => at);
  const isFresh = ([start, end]: RecordList['spans'][number]) => added.some((at) => at >= start && at < end);
  const list = findResults(evidence);
  return list !== undefined && (list.spans.every(isFresh) || isAdded(evidence, list));
}

/**
 * Judges the answer to nonsense, which finds nothing in whatever words: the list of the form's page is gone,
 * or a new page or line came that is no error message. Entries that are shown all the same do not depend on
 * the query, unless their links carry the query on.
 */
function judgeNonsenseAnswer(evidence: AnswerEvidence): Judgement | undefined {
  const { purpose, reading, status, formReading, echo } = evidence;
  if (purpose !== 'nonsense-probe' || reading === undefined || (status >= 400 && status !== 404))
    return undefined;
  if ((['invalid', 'too-many', 'expired'] as const).some((kind) => findNewCue(evidence, kind) !== undefined))
    return undefined;
  if (lacksFormPageList(formReading, evidence.signature, evidence.formEcho))
    return {
      verdict: 'no-hits',
      rule: 'list-emptied',
      reason: 'Nothing is left of the list that stands on the page of the form.',
    };
  if (status === 404) {
    const cue = findNewCue(evidence, 'not-found');
    const echoLine = newWordLines(evidence).find(({ text }) => echo.occursIn(text));
    if (cue !== undefined || (echoLine === undefined && !hasForm(evidence))) return undefined;
    return noHitsForNonsense(echoLine);
  }
  const list = findResults(evidence);
  if (
    list !== undefined &&
    !list.records.every(
      ({ link }) =>
        link !== undefined && echo.addressWithoutQuery(link) !== NO_ECHO.addressWithoutQuery(link),
    )
  )
    return {
      verdict: 'not-a-result',
      rule: 'list-for-nonsense',
      reason: `${list.records.length} entries stand there even for nonsense.`,
    };
  const added = newWordLines(evidence);
  const [line] = added;
  if (line === undefined || findErrorLine(evidence) !== undefined) return undefined;
  return noHitsForNonsense(line);
}

const noHitsForNonsense = (line: Line | undefined): Judgement => ({
  verdict: 'no-hits',
  rule: 'nothing-for-nonsense',
  reason:
    line === undefined
      ? 'The page shows nothing for nonsense.'
      : `The page shows nothing for nonsense but “${line.text.slice(0, 120)}”.`,
});

/** Selects new lines that differ from old ones in more than numbers (times, versions, counters). */
function newWordLines(evidence: AnswerEvidence): Line[] {
  const normalised = (text: string): string => evidence.echo.withoutQuery(text).replace(/\p{Nd}+/gu, '#');
  const known = new Set(evidence.formReading.lines.map(({ text }) => normalised(text)));
  return newLines(evidence).filter(
    ({ text, boilerplate }) =>
      !boilerplate && text.length <= MESSAGE_LENGTH && /\p{L}/u.test(text) && !known.has(normalised(text)),
  );
}

const SAME_PAGE = 0.8;
const MESSAGE_LENGTH = 200;

function judgeFormAgain(evidence: AnswerEvidence): Judgement | undefined {
  if (evidence.reading === undefined || !hasForm(evidence)) return undefined;
  const added = newLines(evidence).filter((line) => !line.boilerplate && line.text.length <= MESSAGE_LENGTH);
  const share = sharedLineShare(evidence.ownLines, evidence.formLines);
  // Without a probe for comparison, a page that shows the form and little else says nothing about hits.
  if (share >= SAME_PAGE || added.length <= 3)
    return {
      verdict: 'same-form',
      rule: 'same-form',
      reason:
        added.length === 0
          ? 'The same form again, without a word.'
          : `The same form again; new on the page is “${added[0]?.text.slice(0, 80)}”.`,
    };
  return undefined;
}

function judgeFailureWords(evidence: AnswerEvidence): Judgement | undefined {
  const cue = findNewCue(evidence, 'failure');
  return cue === undefined
    ? undefined
    : judgementByCue('server-error', 'failure-words', 'The page speaks of a failure', cue);
}

const judgementByCue = (
  verdict: AnswerVerdict,
  rule: string,
  what: string,
  { line }: Pick<Cue, 'line'>,
): Judgement => ({
  verdict,
  rule,
  reason: `${what}: ${quoted(line.text)}`,
  says: line.text,
});

/** Ends with the stop of the text, or with one of its own. */
const quoted = (text: string): string => {
  const said = text.slice(0, 120).trim();
  return `“${said}”${/[.!?…。]$/.test(said) ? '' : '.'}`;
};
