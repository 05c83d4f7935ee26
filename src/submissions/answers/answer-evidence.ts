import type { Form } from '../../forms/index.ts';
import type { Answer, PageSignature } from '../types/answer.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import type { PageReading, RecordList, Cue, CueKind, StatedTotal } from './reading.ts';
import type { Template } from './template.ts';
import { inside, lineDigest, linesOf, recordDigest, shapeDigest } from './page-signature.ts';

/** Everything a verdict is made from. Plain data: nothing is fetched. */
export interface AnswerEvidence {
  readonly status: number;
  /** The page as it came; absent for what is no HTML. */
  readonly reading: PageReading | undefined;
  readonly formReading: PageReading;
  readonly form: Form;
  /** Address asked, before redirects. */
  readonly requestUrl: string;
  /** Takes what was typed or chosen out of what the page says. */
  readonly echo: Echo;
  /** Takes out of the form's page what that answers itself. */
  readonly formEcho: Echo;
  readonly template: Template;
  /** What is kept of this answer to compare others with. */
  readonly trace: PageSignature;
  readonly formTrace: PageSignature;
  /** All lines of the form's page, lists included, as digests. */
  readonly formLines: ReadonlySet<string>;
  /** Lines of the answer outside lists, as digests. */
  readonly ownLines: readonly string[];
  readonly nonsense: readonly Answer[];
  readonly empty: Answer | undefined;
  /** Digests of the shapes that earlier hits of this form had. */
  readonly shapes: ReadonlySet<string>;
  /** Patterns of the addresses of records that earlier hits showed. */
  readonly patterns: ReadonlySet<string>;
  readonly stated: StatedTotal | undefined;
  readonly purpose: 'empty-probe' | 'nonsense-probe' | 'query';
}

/**
 * The list that this submission brought: not in the answers to nonsense, and not on the form's page, but where the form
 * narrows the list that stands there.
 */
export function resultsOf(one: AnswerEvidence): RecordList | undefined {
  const { reading, nonsense, formTrace, shapes, template, echo } = one;
  const denial = nonsense.find(({ verdict }) => verdict === 'no-hits')?.trace;
  if (reading === undefined || denies(one)) return undefined;
  const found = reading.lists.find((list) => {
    if (list.records.length === 0) return false;
    const shape = shapeDigest(list.shape);
    const keys = list.records.map((record) => [recordDigest(record, echo), recordDigest(record, NO_ECHO)]);
    if (nonsense.some(({ trace }) => isShownBy(trace, keys))) return false;
    if (template.narrows || (denial !== undefined && isOwnPage(one, denial))) return true;
    if (!shapes.has(shape) && stoodThere(one, list, shape)) return false;
    if (denial === undefined) return shapes.has(shape) || !isShownBy(formTrace, keys);
    if (isShownBy(formTrace, keys)) return false;
    // Other records in a list that nonsense got too: what shops show instead, unless the words of the denial are gone.
    return !denial.lists.some((other) => other.shape === shape) || !speaksAs(one, denial);
  });
  return found ?? soleRecord(one, denial);
}

/** An answer that says so much of what the form's page says is that page again. */
const FORM_AGAIN = 0.8;
/** Share of the lines of a denial that frame the form's page, too: without these, that page may be built otherwise. */
const LEAST_FRAME = 0.3;

/**
 * A page of its own, and without the words that deny: what it lists and nonsense did not get was found, though the form may
 * stand on a list of the same records.
 */
function isOwnPage(one: AnswerEvidence, denial: PageSignature): boolean {
  const { reading, template, formLines, echo } = one;
  if (reading === undefined || !template.compared || speaksAs(one, denial)) return false;
  if (likeness(denial.lines, formLines) < LEAST_FRAME) return false;
  return likeness([...formLines], new Set(linesOf(reading, echo))) < FORM_AGAIN;
}

/** The page says what nonsense gets and no answer with hits does. */
export function denies({ template, ownLines }: AnswerEvidence): boolean {
  if (!template.denialIsSure || template.denial.length === 0) return false;
  const own = new Set(ownLines);
  return template.denial.every((line) => own.has(line));
}

/** A new link with facts around it, where the page states one record, or the words of a denial are gone. */
function soleRecord(one: AnswerEvidence, denial: PageSignature | undefined): RecordList | undefined {
  const { reading, formReading, stated, template } = one;
  const expected = stated === undefined ? denial !== undefined && !speaksAs(one, denial) : stated.total === 1;
  if (!expected || one.status >= 400) return undefined;
  return reading?.sole.find(
    ({ records: [record] }) =>
      record?.link !== undefined &&
      (template.narrows || !formReading.links.has(record.link)) &&
      !asksAgain(one, record.link),
  );
}

/** The link puts another question to the form: other words, where nothing was found by those that were asked. */
function asksAgain({ form, requestUrl }: AnswerEvidence, link: string): boolean {
  const there = URL.parse(link);
  const here = URL.parse(requestUrl);
  if (there === null || here === null || there.host !== here.host || there.pathname !== here.pathname)
    return false;
  return form.controls.some(({ name, domain }) => {
    if (name === '' || domain === 'none') return false;
    const words = there.searchParams.get(name) ?? '';
    return words !== '' && words !== here.searchParams.get(name);
  });
}

/** A couple of links in a list not met before may lead to an account as well as to records. */
const FEW = 3;

export function showsResults(one: AnswerEvidence): boolean {
  const list = resultsOf(one);
  if (list === undefined) return false;
  return list.records.length > FEW || one.stated !== undefined || one.shapes.has(shapeDigest(list.shape));
}

/** What a menu says of its links is shorter. */
const SENTENCE = 40;

/**
 * Most of what it shows was on the form's page already, and in no list like it: a menu, or parts of the page. Pages that an
 * index leads to are found all the same, where the answer says more of them.
 */
function stoodThere(
  { formLines, formReading, formTrace, echo }: AnswerEvidence,
  list: RecordList,
  shape: string,
): boolean {
  if (formTrace.lists.some((other) => other.shape === shape)) return false;
  const isNew = (value: string): boolean =>
    value.length >= SENTENCE && !formLines.has(lineDigest(value, echo));
  const old = list.records.filter(({ title, link, fields }) =>
    link === undefined
      ? formLines.has(lineDigest(title, echo))
      : formReading.links.has(link) && !fields.some(({ value }) => isNew(value)),
  );
  return old.length * 2 >= list.records.length;
}

/** Every line that nonsense got and the form's page lacks stands in this answer too. */
function speaksAs(one: AnswerEvidence, denial: PageSignature): boolean {
  const own = new Set(one.ownLines);
  return denial.lines.every((line) => one.formLines.has(line) || own.has(line));
}

const SAME_LIST = 0.8;

/** The same list with nearly the same records. A part of it alone is a narrower answer. */
const isShownBy = (trace: PageSignature, keys: readonly (readonly string[])[]): boolean =>
  trace.lists.some((list) => {
    const there = new Set(list.keys);
    const both = keys.filter((ways) => ways.some((key) => there.has(key))).length;
    return both >= SAME_LIST * Math.max(keys.length, there.size);
  });

/** The list of the form's page stands there as it stood. */
export const showsListOfForm = ({ reading, formTrace, echo }: AnswerEvidence): boolean =>
  (reading?.lists ?? []).some(
    ({ records }) =>
      records.length > 1 &&
      isShownBy(
        formTrace,
        records.map((record) => [recordDigest(record, echo), recordDigest(record, NO_ECHO)]),
      ),
  );

/** A sign that this answer gives and the form's page does not. Words inside a record are the record's. */
export function freshSign(one: AnswerEvidence, kind: CueKind): Cue | undefined {
  const { reading } = one;
  if (reading === undefined) return undefined;
  const results = resultsOf(one);
  return reading.signs.find(
    (sign) =>
      sign.kind === kind &&
      !one.formLines.has(lineDigest(sign.line.text, one.echo)) &&
      !(results !== undefined && inside(results, sign.line.at)),
  );
}

export const freshLines = ({ reading, echo, formLines }: AnswerEvidence): PageReading['lines'] =>
  (reading?.lines ?? []).filter(({ text }) => !formLines.has(lineDigest(text, echo)));

/** Share of the lines that the other page has too. */
export function likeness(lines: readonly string[], other: ReadonlySet<string>): number {
  return lines.length === 0 ? 0 : lines.filter((line) => other.has(line)).length / lines.length;
}

/** The form itself, the frame that it stands in, or what opens it. */
export function showsForm({ reading, form }: AnswerEvidence): boolean {
  const { frameUrl = '', openedBy } = form.where;
  if (reading === undefined) return false;
  const opens = openedBy !== undefined && openedBy.says !== '';
  return (
    reading.formIds.includes(form.id) ||
    reading.frames.has(frameUrl) ||
    (opens && reading.lines.some(({ text }) => text.includes(openedBy.says)))
  );
}

export const pathOf = (url: string): string => URL.parse(url)?.pathname ?? url;
