import type { PageSignature, SameAs } from '../types/answer.ts';
import { type AnswerEvidence, showsForm } from './answer-evidence.ts';
import type { Echo } from './echo.ts';
import { NO_ECHO } from './echo.ts';
import type { PageReading } from './reading.ts';
import { linesOf } from './page-signature.ts';

/** As alike as two answers of one template are, once what was asked for is taken out. */
const SAME = 0.95;
const LEAST_LINES = 2;
/** Lines that a page of any length may have beyond the other: more than these are a list. */
const MOST_NEW = 8;
/** As many lines as are kept of a probe. */
const MAX_LINES = 400;

/** What an answer does not differ from. Pages are the same where each says (nearly) all that the other says. */
export function sameAs(one: AnswerEvidence, fingerprint: string, records: number): SameAs | undefined {
  const { template, empty, purpose } = one;
  if (
    template.compared &&
    purpose !== 'nonsense-probe' &&
    one.nonsense.some(({ trace }) => isSame(one, trace))
  )
    return 'nonsense';
  if (purpose === 'query' && records > 0 && empty?.fingerprint === fingerprint) return 'empty';
  return isFormPage(one) ? 'form-page' : undefined;
}

/** Each page says (nearly) all that the other says. */
export function isSame({ reading, echo }: AnswerEvidence, trace: PageSignature): boolean {
  if (reading === undefined || trace.all === undefined) return false;
  const own = linesBothWays(reading, echo);
  const { all, count = all.length } = trace;
  // Beyond what is kept of a probe only the number of lines is known.
  if (Math.min(own.length, count) < SAME * Math.max(own.length, count)) return false;
  return areAlike(
    own.slice(0, MAX_LINES),
    all.map((line) => [line]),
  );
}

/** The page that the form stands on, line by line. */
export function isFormPage(one: AnswerEvidence): boolean {
  const { reading, formReading, formEcho, echo } = one;
  if (reading === undefined || !showsForm(one)) return false;
  const form = linesOf(formReading, echo);
  const own = linesOf(formReading, formEcho);
  const plain = linesOf(formReading, NO_ECHO);
  const page = form.flatMap((line, i) => (line === '' ? [] : [[line, own[i] ?? line, plain[i] ?? line]]));
  return areAlike(linesBothWays(reading, echo), page);
}

/** A line with what was asked for and without: it may stand there by chance. */
function linesBothWays(reading: PageReading, echo: Echo): string[][] {
  const plain = linesOf(reading, NO_ECHO);
  const lines = linesOf(reading, echo).flatMap((line, i) => (line === '' ? [] : [[line, plain[i] ?? line]]));
  const seen = new Set<string>();
  return lines.filter(([line = '']) => !seen.has(line) && seen.add(line));
}

function areAlike(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): boolean {
  if (one.length < LEAST_LINES || other.length < LEAST_LINES) return false;
  return isHeldBy(one, other) && isHeldBy(other, one);
}

function isHeldBy(lines: readonly (readonly string[])[], other: readonly (readonly string[])[]): boolean {
  const there = new Set(other.flat());
  const lacking = lines.filter((ways) => !ways.some((line) => there.has(line))).length;
  return lacking <= Math.min(MOST_NEW, (1 - SAME) * lines.length);
}
