import { decodeLeniently, foldText, wordsOf } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { AnswerVerdict } from '../types/answer.ts';
import {
  type AnswerEvidence,
  denies,
  freshLines,
  freshSign,
  likeness,
  pathOf,
  resultsOf,
  showsForm,
  showsListOfForm,
  showsResults,
} from './answer-evidence.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { isNarrowed } from './narrowing.ts';
import { patternOf } from './record-anchors.ts';
import type { Line, PageReading, RecordList, Cue } from './reading.ts';
import { isFormPage, isSame } from './same-as.ts';
import { statesTotal } from './stated-total.ts';
import { beginsAt, inside, pathDigest } from './page-signature.ts';

export interface Judgement {
  readonly verdict: AnswerVerdict;
  /** Name of the rule that decided. */
  readonly rule: string;
  readonly reason: string;
  readonly list?: RecordList;
}

/**
 * Decides what an answer is. The order is: what the status settles; what shuts the door (captcha, log-in); records that
 * this submission brought; words and numbers that deny any; the template shared with the answer to nonsense; the form
 * again, with or without a message; what leads elsewhere.
 */
export function judgeAnswer(one: AnswerEvidence): Judgement {
  for (const rule of RULES) {
    const judged = rule(one);
    if (judged !== undefined) return judged;
  }
  return {
    verdict: 'not-a-result',
    rule: 'nothing-told',
    reason: 'The page holds no list, no message about the search and not the form.',
  };
}

const RULES: readonly ((one: AnswerEvidence) => Judgement | undefined)[] = [
  noAnswer,
  serverFailed,
  shutOut,
  logInFirst,
  formPageAgain,
  recordItself,
  foundRecords,
  deniedByWords,
  sameAsNonsense,
  sentToTheRecord,
  nonsenseAnswered,
  refusedValues,
  gone,
  formAgain,
  failedInWords,
];

function noAnswer({ status, reading }: AnswerEvidence): Judgement | undefined {
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

function serverFailed({ status, reading }: AnswerEvidence): Judgement | undefined {
  if (status < 500) return undefined;
  // Walls against robots answer 503 too.
  if (status === 503 && reading?.captcha) return undefined;
  return { verdict: 'server-error', rule: 'status', reason: statusReason(status, 'the server failed') };
}

const FORBIDDEN: ReadonlySet<number> = new Set([403, 429, 430, 451, 999]);

function shutOut(one: AnswerEvidence): Judgement | undefined {
  const { status, reading, formReading } = one;
  if (FORBIDDEN.has(status)) {
    const expired = freshSign(one, 'expired');
    if (expired !== undefined && showsForm(one))
      return said('error-message', 'expired', 'The form again, for its token had run out', expired);
    return { verdict: 'blocked', rule: 'status', reason: statusReason(status, 'the site refuses') };
  }
  if (reading === undefined || showsResults(one)) return undefined;
  const sign = freshSign(one, 'blocked');
  if (reading.captcha && !formReading.captcha)
    return { verdict: 'blocked', rule: 'captcha', reason: 'A captcha stands where results should.' };
  if (sign !== undefined && (status >= 400 || !showsForm(one)))
    return said('blocked', 'blocked-words', 'The page refuses', sign);
  return undefined;
}

const LOGIN_PATH =
  /(?:^|[/_.-])(?:log-?in|sign-?in|auth|account|session|connexion|anmelden|acceder)(?:$|[/_.?-])/i;

function logInFirst(one: AnswerEvidence): Judgement | undefined {
  const { status, reading, requestUrl, formReading } = one;
  if (status === 401 || status === 407)
    return { verdict: 'login-wall', rule: 'status', reason: statusReason(status, 'a log-in is asked for') };
  if (reading === undefined || !reading.password || showsResults(one)) return undefined;
  const sign = freshSign(one, 'login');
  if (sign !== undefined) return said('login-wall', 'login-words', 'A log-in is asked for', sign);
  const moved = pathOf(reading.url) !== pathOf(requestUrl);
  if (moved && (LOGIN_PATH.test(pathOf(reading.url)) || !formReading.password))
    return {
      verdict: 'login-wall',
      rule: 'login-redirect',
      reason: `The answer led to a page that asks for a password (${pathOf(reading.url)}).`,
    };
  if (!formReading.password && !showsForm(one))
    return {
      verdict: 'login-wall',
      rule: 'password',
      reason: 'A form that asks for a password stands where results should.',
    };
  return undefined;
}

function foundRecords(one: AnswerEvidence): Judgement | undefined {
  const { reading, stated, status } = one;
  // Whatever is shown for nonsense was not found by it.
  if (one.purpose === 'nonsense-probe') return undefined;
  const list = resultsOf(one);
  if (list === undefined || reading === undefined || status >= 400) return undefined;
  if (stated?.total === 0) return undefined;
  const denied = denialIn(one);
  // Shops fill the page of an empty answer with what else they have.
  if (denied !== undefined && stated === undefined && denied.line.at < beginsAt(list)) return undefined;
  const total = stated === undefined ? '' : `; the page says “${stated.text.slice(0, 80)}”`;
  const count = list.records.length;
  return {
    verdict: 'hits',
    rule: count === 1 ? 'one-record' : 'records',
    reason: `${count} ${count === 1 ? 'record that the form’s page does' : 'records that the form’s page and an answer to nonsense do'} not show${total}.`,
    list,
  };
}

/** A denial beside a list. Where nonsense was denied in words, only its words deny. */
function denialIn(one: AnswerEvidence): Cue | undefined {
  const sign = freshSign(one, 'no-results');
  if (sign === undefined || !one.nonsense.some(({ verdict }) => verdict === 'no-hits')) return sign;
  const { template } = one;
  const isKnown = template.hasLine(sign.line.text);
  return isKnown || template.denial.length === 0 ? sign : undefined;
}

function deniedByWords(one: AnswerEvidence): Judgement | undefined {
  const { stated, status } = one;
  if (denies(one))
    return {
      verdict: 'no-hits',
      rule: 'denial-of-nonsense',
      reason: 'The page says what it says to nonsense.',
    };
  const denied = freshSign(one, 'no-results');
  if (denied !== undefined && status !== 422 && status !== 400)
    return said('no-hits', 'no-results-words', 'The page says that nothing was found', denied);
  if (stated?.total === 0)
    return {
      verdict: 'no-hits',
      rule: 'stated-nought',
      reason: `The page states a total of 0: “${stated.text.slice(0, 80)}”.`,
    };
  return undefined;
}

/** Where one record is found, many sites go straight to its page: its address is one like those that lists led to. */
function sentToTheRecord(one: AnswerEvidence): Judgement | undefined {
  const { reading, requestUrl, patterns, status, formReading } = one;
  if (reading === undefined || status >= 400 || pathOf(reading.url) === pathOf(requestUrl)) return undefined;
  if (one.purpose === 'nonsense-probe') return undefined;
  const link = canonicalUrl(reading.url);
  if (link === undefined || pathOf(link) === '/' || link === canonicalUrl(formReading.url)) return undefined;
  const pattern = patternOf(link, requestUrl);
  return pattern !== '' && patterns.has(pattern) ? pageOfRecord(one, link, reading.title) : undefined;
}

function refusedValues(one: AnswerEvidence): Judgement | undefined {
  const { status } = one;
  const sign = freshSign(one, 'invalid') ?? freshSign(one, 'expired');
  if (sign !== undefined && (showsForm(one) || status >= 400))
    return said('error-message', 'message', 'The page objects to what was sent', sign);
  const objection = showsForm(one) ? objectionIn(one) : undefined;
  if (objection !== undefined)
    return {
      verdict: 'error-message',
      rule: 'message-by-place',
      reason: `The form again, with a message: “${objection.text.slice(0, 120)}”.`,
    };
  if (status === 400 || status === 413 || status === 414 || status === 422)
    return {
      verdict: 'error-message',
      rule: 'status',
      reason: statusReason(status, 'the request was not accepted'),
    };
  return undefined;
}

/**
 * A new line that is marked up as a message, or that names a field and says more about it: in whatever language. How many
 * records there are objects to nothing, whatever they are sorted by; nor do the column heads over the list of the form's page,
 * where no records were asked for but those.
 */
function objectionIn(one: AnswerEvidence): Line | undefined {
  const names = one.form.controls.flatMap(({ label }) => (label.trim().length > 2 ? [foldText(label)] : []));
  const listed = one.reading?.lists.map(({ records }) => records.length) ?? [];
  const unchanged = one.purpose === 'empty-probe' && showsListOfForm(one);
  return freshLines(one).find(({ text, furniture, alert }) => {
    if (furniture || text.length > MESSAGE_LENGTH || statesTotal(text, listed)) return false;
    if (unchanged && !alert) return false;
    const line = foldText(text);
    const about = names.find((name) => line.includes(name));
    return alert || (about !== undefined && wordsOf(line).length >= wordsOf(about).length + 2);
  });
}

function gone(one: AnswerEvidence): Judgement | undefined {
  const { status, reading, requestUrl } = one;
  if (status >= 400)
    return { verdict: 'not-a-result', rule: 'status', reason: statusReason(status, 'no page answers there') };
  const sign = freshSign(one, 'not-found');
  if (sign !== undefined && !showsForm(one))
    return said('not-a-result', 'not-found', 'The page says that it does not exist', sign);
  if (reading === undefined) return undefined;
  const path = pathOf(reading.url);
  if (path === '/' && pathOf(requestUrl) !== '/' && pathOf(one.formReading.url) !== '/')
    return { verdict: 'not-a-result', rule: 'sent-home', reason: 'The answer led to the front page.' };
  return undefined;
}

/** As alike as two answers of one template are, once what was asked for is taken out. */
const SAME_TEMPLATE = 0.9;

function sameAsNonsense(one: AnswerEvidence): Judgement | undefined {
  const { reading, purpose } = one;
  if (reading === undefined || purpose === 'nonsense-probe') return undefined;
  for (const { verdict, trace } of one.nonsense) {
    const alike = likeness(one.ownLines, new Set(trace.lines));
    if (alike < SAME_TEMPLATE) continue;
    if (likeness(one.ownLines, one.formLines) >= alike && (isFormPage(one) || !isSame(one, trace))) continue;
    if (verdict === 'no-hits' && !hasNews(one))
      return {
        verdict: 'no-hits',
        rule: 'template-of-nonsense',
        reason: `The page is the one that nonsense got (${Math.round(alike * 100)} % of its lines).`,
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

/** A list was left out of `lines`, but nothing else that nonsense did not get. */
const hasNews = (one: AnswerEvidence): boolean =>
  resultsOf(one) !== undefined && freshLines(one).some(({ text }) => !one.template.hasLine(text));

/** The page of the form once more, with all that stands on it, where nothing was to be asked. */
function formPageAgain(one: AnswerEvidence): Judgement | undefined {
  if (one.purpose === 'nonsense-probe' || one.template.narrows || !one.template.compared) return undefined;
  if (one.status >= 400 || !isFormPage(one) || bringsRecords(one)) return undefined;
  return { verdict: 'same-form', rule: 'same-form', reason: 'The page of the form again, as it was.' };
}

/** The page has a list that it had not before, where nonsense is denied: a couple of suggestions is little on a long page. */
function bringsRecords(one: AnswerEvidence): boolean {
  if (one.purpose !== 'query' || !one.nonsense.some(({ verdict }) => verdict === 'no-hits')) return false;
  const fresh = freshLines(one).map(({ at }) => at);
  const isFresh = ([start, end]: RecordList['spans'][number]) => fresh.some((at) => at >= start && at < end);
  return resultsOf(one)?.spans.every(isFresh) ?? false;
}

/** Records tell most of what an answer says; a page whose lists tell less than this is no list. */
const LIST_SHARE = 0.3;
const LIST_SHARE_MOVED = 0.6;
/** Two links in a page that we were sent to make no list. */
const FEW_LINKS = 2;

/**
 * An exact name often leads straight to the record: to another page than nonsense got, by redirect or at the same address,
 * that is called as what was asked for and is no list.
 */
function recordItself(one: AnswerEvidence): Judgement | undefined {
  const { reading, status, template, purpose, requestUrl, nonsense, echo, stated } = one;
  if (stated !== undefined && stated.total !== 1) return undefined;
  if (reading === undefined || status >= 400 || purpose !== 'query' || !template.compared) return undefined;
  const stayed = nonsense.every(({ trace }) => trace.path === pathDigest(requestUrl, echo));
  const moved = pathDigest(reading.url, echo) !== pathDigest(requestUrl, echo);
  if (!stayed || isFormPage(one) || pathOf(reading.url) === '/') return undefined;
  if (!moved && (showsForm(one) || denies(one) || freshSign(one, 'no-results') !== undefined))
    return undefined;
  if (!isCalled(reading, echo)) return undefined;
  const link = canonicalUrl(reading.url);
  if (link === undefined || isList(one, moved)) return undefined;
  if (!moved && freshLines(one).length < 3) return undefined;
  return pageOfRecord(one, link, reading.title);
}

/** The answer is a list above all. */
function isList(one: AnswerEvidence, moved: boolean): boolean {
  const list = resultsOf(one);
  if (list === undefined || (moved && list.records.length <= FEW_LINKS)) return false;
  // Terms and paragraphs of a page that is called as what was asked for.
  if (!moved && list.shape.pattern === '') return false;
  return shareOf(one, list) >= (moved ? LIST_SHARE_MOVED : LIST_SHARE);
}

/** What was asked for stands in its title or its first lines, or in its address. */
const isCalled = ({ title, url }: PageReading, echo: Echo): boolean =>
  echo.isIn(title) || echo.is(decodeLeniently(pathOf(url).split('/').at(-1) ?? ''));

/** Share of the answer's new text that stands in a list. */
function shareOf(one: AnswerEvidence, list: RecordList): number {
  let all = 0;
  let listed = 0;
  for (const { text, at } of freshLines(one)) {
    if (one.template.hasLine(text)) continue;
    all += text.length;
    if (inside(list, at)) listed += text.length;
  }
  return all === 0 ? 1 : listed / all;
}

const pageOfRecord = (one: AnswerEvidence, link: string, title: string): Judgement => ({
  verdict: 'hits',
  rule: 'sent-to-the-record',
  reason: `The answer is the page of one record, ${pathOf(link)}.`,
  list: {
    shape: { container: '', pillar: 'page', pattern: patternOf(link, one.requestUrl) },
    records: [{ key: link, title, link, fields: [] }],
    score: 1,
    spans: [],
  },
});

/**
 * Nonsense finds nothing, in whatever words: the list of the form's page is gone, or a page or line came that is no
 * objection. Where entries stand there all the same, they stand there whatever one asks; but links that carry the question
 * on are ways of asking it again.
 */
function nonsenseAnswered(one: AnswerEvidence): Judgement | undefined {
  const { purpose, reading, status, formReading, echo } = one;
  if (purpose !== 'nonsense-probe' || reading === undefined || (status >= 400 && status !== 404))
    return undefined;
  if (freshSign(one, 'invalid') !== undefined || freshSign(one, 'expired') !== undefined) return undefined;
  if (isNarrowed(formReading, one.trace, one.formEcho))
    return {
      verdict: 'no-hits',
      rule: 'list-emptied',
      reason: 'Nothing is left of the list that stands on the page of the form.',
    };
  if (status === 404) {
    const sign = freshSign(one, 'not-found');
    const told = freshWords(one).find(({ text }) => echo.isIn(text));
    if (sign !== undefined || (told === undefined && !showsForm(one))) return undefined;
    return nothingFor(told);
  }
  const list = resultsOf(one);
  if (
    list !== undefined &&
    !list.records.every(({ link }) => link !== undefined && echo.address(link) !== NO_ECHO.address(link))
  )
    return {
      verdict: 'not-a-result',
      rule: 'list-for-nonsense',
      reason: `${list.records.length} entries stand there even for nonsense.`,
    };
  const fresh = freshWords(one);
  const [line] = fresh;
  if (line === undefined || objectionIn(one) !== undefined) return undefined;
  return nothingFor(line);
}

const nothingFor = (line: Line | undefined): Judgement => ({
  verdict: 'no-hits',
  rule: 'nothing-for-nonsense',
  reason:
    line === undefined
      ? 'The page shows nothing for nonsense.'
      : `The page shows nothing for nonsense but “${line.text.slice(0, 120)}”.`,
});

/** New lines, apart from those that differ from old ones in their numbers alone: times, versions, counters. */
function freshWords(one: AnswerEvidence): Line[] {
  const bare = (text: string): string => one.echo.text(text).replace(/\p{Nd}+/gu, '#');
  const old = new Set(one.formReading.lines.map(({ text }) => bare(text)));
  return freshLines(one).filter(
    ({ text, furniture }) =>
      !furniture && text.length <= MESSAGE_LENGTH && /\p{L}/u.test(text) && !old.has(bare(text)),
  );
}

const SAME_PAGE = 0.8;
const MESSAGE_LENGTH = 200;

function formAgain(one: AnswerEvidence): Judgement | undefined {
  if (one.reading === undefined || !showsForm(one)) return undefined;
  const fresh = freshLines(one).filter((line) => !line.furniture && line.text.length <= MESSAGE_LENGTH);
  const alike = likeness(one.ownLines, one.formLines);
  // Without a probe to compare with, a page that shows the form and little else says nothing about hits.
  if (alike >= SAME_PAGE || fresh.length <= 3)
    return {
      verdict: 'same-form',
      rule: 'same-form',
      reason:
        fresh.length === 0
          ? 'The same form again, without a word.'
          : `The same form again; new on the page is “${fresh[0]?.text.slice(0, 80)}”.`,
    };
  return undefined;
}

function failedInWords(one: AnswerEvidence): Judgement | undefined {
  const sign = freshSign(one, 'failure');
  return sign === undefined
    ? undefined
    : said('server-error', 'failure-words', 'The page speaks of a failure', sign);
}

const said = (verdict: AnswerVerdict, rule: string, what: string, { line }: Cue): Judgement => ({
  verdict,
  rule,
  reason: `${what}: “${line.text.slice(0, 120)}”.`,
});
