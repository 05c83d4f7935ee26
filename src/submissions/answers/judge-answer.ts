import { canonicalUrl } from '../../sites/index.ts';
import { foldText, wordsOf } from '../../text/index.ts';
import type { AnswerVerdict } from '../types/answer.ts';
import {
  type Case,
  freshLines,
  freshSign,
  likeness,
  pathOf,
  resultsOf,
  showsForm,
  showsResults,
} from './case.ts';
import type { Line, RecordList, Sign } from './reading.ts';
import { patternOf } from './record-lists.ts';
import { beginsAt } from './trace.ts';

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
export function judgeAnswer(one: Case): Judgement {
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

const RULES: readonly ((one: Case) => Judgement | undefined)[] = [
  noAnswer,
  serverFailed,
  shutOut,
  logInFirst,
  foundRecords,
  deniedByWords,
  sentToTheRecord,
  refusedValues,
  gone,
  sameAsNonsense,
  formAgain,
  failedInWords,
];

function noAnswer({ status, reading }: Case): Judgement | undefined {
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

function serverFailed({ status, reading }: Case): Judgement | undefined {
  if (status < 500) return undefined;
  // Walls against robots answer 503 too.
  if (status === 503 && reading?.captcha) return undefined;
  return { verdict: 'server-error', rule: 'status', reason: statusReason(status, 'the server failed') };
}

const FORBIDDEN: ReadonlySet<number> = new Set([403, 429, 430, 451, 999]);

function shutOut(one: Case): Judgement | undefined {
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

function logInFirst(one: Case): Judgement | undefined {
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

function foundRecords(one: Case): Judgement | undefined {
  const { reading, stated, status } = one;
  const list = resultsOf(one);
  if (list === undefined || reading === undefined || status >= 400) return undefined;
  if (stated?.total === 0) return undefined;
  const denied = freshSign(one, 'no-results');
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

function deniedByWords(one: Case): Judgement | undefined {
  const { stated, status } = one;
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
function sentToTheRecord({
  reading,
  requestUrl,
  patterns,
  status,
  formReading,
}: Case): Judgement | undefined {
  if (reading === undefined || status >= 400 || pathOf(reading.url) === pathOf(requestUrl)) return undefined;
  const link = canonicalUrl(reading.url);
  if (link === undefined || pathOf(link) === '/' || link === canonicalUrl(formReading.url)) return undefined;
  const pattern = patternOf(link, requestUrl);
  if (pattern === '' || !patterns.has(pattern)) return undefined;
  const shape = { container: '', pillar: 'page', pattern };
  return {
    verdict: 'hits',
    rule: 'sent-to-the-record',
    reason: `The answer led to the page of one record, ${pathOf(link)}.`,
    list: { shape, records: [{ key: link, title: reading.title, link, fields: [] }], score: 1, spans: [] },
  };
}

function refusedValues(one: Case): Judgement | undefined {
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

/** A new line that is marked up as a message, or that names a field and says more about it: in whatever language. */
function objectionIn(one: Case): Line | undefined {
  const names = one.form.controls.flatMap(({ label }) => (label.trim().length > 2 ? [foldText(label)] : []));
  return freshLines(one).find(({ text, furniture, alert }) => {
    if (furniture || text.length > MESSAGE_LENGTH) return false;
    const line = foldText(text);
    const about = names.find((name) => line.includes(name));
    return alert || (about !== undefined && wordsOf(line).length >= wordsOf(about).length + 2);
  });
}

function gone(one: Case): Judgement | undefined {
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

function sameAsNonsense(one: Case): Judgement | undefined {
  const { nonsense, reading, purpose } = one;
  if (nonsense?.verdict !== 'no-hits' || reading === undefined || purpose === 'nonsense-probe')
    return undefined;
  const alike = likeness(one.ownLines, new Set(nonsense.trace.lines));
  if (alike < SAME_TEMPLATE || likeness(one.ownLines, one.formLines) >= alike) return undefined;
  return {
    verdict: 'no-hits',
    rule: 'template-of-nonsense',
    reason: `The page is the one that nonsense got (${Math.round(alike * 100)} % of its lines).`,
  };
}

const SAME_PAGE = 0.8;
const MESSAGE_LENGTH = 200;

function formAgain(one: Case): Judgement | undefined {
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

function failedInWords(one: Case): Judgement | undefined {
  const sign = freshSign(one, 'failure');
  return sign === undefined
    ? undefined
    : said('server-error', 'failure-words', 'The page speaks of a failure', sign);
}

const said = (verdict: AnswerVerdict, rule: string, what: string, { line }: Sign): Judgement => ({
  verdict,
  rule,
  reason: `${what}: “${line.text.slice(0, 120)}”.`,
});
