import type { PageSignature, SameAs } from '../types/answer.ts';
import { type AnswerEvidence, hasForm } from './answer-evidence.ts';
import type { Echo } from './echo.ts';
import { NO_ECHO } from './echo.ts';
import { lineDigests } from './page-signature.ts';
import type { PageReading } from './reading.ts';

/** Least share of common lines of two equal pages, with the query masked. */
const MIN_SAME_SHARE = 0.95;
const MIN_LINES = 2;
/** New lines that an equal page of any length may have; more are a list. */
const MAX_NEW_LINES = 8;
/** Lines that are kept of a probe. */
const MAX_LINES = 400;

/** Finds what an answer is equal to. Pages are equal if each has (nearly) all lines of the other. */
export function findSameAs(
  evidence: AnswerEvidence,
  fingerprint: string,
  records: number,
): SameAs | undefined {
  const { template, emptyAnswer, purpose } = evidence;
  if (
    template.compared &&
    purpose !== 'nonsense-probe' &&
    evidence.nonsenseAnswers.some(({ trace }) => isSamePage(evidence, trace))
  )
    return 'nonsense';
  if (purpose === 'query' && records > 0 && emptyAnswer?.fingerprint === fingerprint) return 'empty';
  return isFormPage(evidence) ? 'form-page' : undefined;
}

/** Tells whether each page has (nearly) all lines of the other. */
export function isSamePage({ reading, echo }: AnswerEvidence, signature: PageSignature): boolean {
  if (reading === undefined || signature.all === undefined) return false;
  const own = linesWithAndWithoutQuery(reading, echo);
  const { all, count = all.length } = signature;
  // Of the lines that are not kept of a probe, only the number is known.
  if (Math.min(own.length, count) < MIN_SAME_SHARE * Math.max(own.length, count)) return false;
  return areAlike(
    own.slice(0, MAX_LINES),
    all.map((line) => [line]),
  );
}

/** Tells whether the answer has the lines of the form's page. */
export function isFormPage(evidence: AnswerEvidence): boolean {
  const { reading, formReading, formEcho, echo } = evidence;
  if (reading === undefined || !hasForm(evidence)) return false;
  const form = lineDigests(formReading, echo);
  const own = lineDigests(formReading, formEcho);
  const plain = lineDigests(formReading, NO_ECHO);
  const page = form.flatMap((line, i) => (line === '' ? [] : [[line, own[i] ?? line, plain[i] ?? line]]));
  return areAlike(linesWithAndWithoutQuery(reading, echo), page);
}

/** Digests each line with the query masked and unmasked: the words may occur in it by chance. */
function linesWithAndWithoutQuery(reading: PageReading, echo: Echo): string[][] {
  const plain = lineDigests(reading, NO_ECHO);
  const lines = lineDigests(reading, echo).flatMap((line, i) =>
    line === '' ? [] : [[line, plain[i] ?? line]],
  );
  const seen = new Set<string>();
  return lines.filter(([line = '']) => !seen.has(line) && seen.add(line));
}

function areAlike(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): boolean {
  if (one.length < MIN_LINES || other.length < MIN_LINES) return false;
  return areContainedIn(one, other) && areContainedIn(other, one);
}

function areContainedIn(
  lines: readonly (readonly string[])[],
  other: readonly (readonly string[])[],
): boolean {
  const there = new Set(other.flat());
  const lacking = lines.filter((variants) => !variants.some((line) => there.has(line))).length;
  return lacking <= Math.min(MAX_NEW_LINES, (1 - MIN_SAME_SHARE) * lines.length);
}
