import type { Form } from '../../forms/index.ts';
import type { Answer, AnswerVerdict, PageSignature } from '../types/answer.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { pathDigest } from './link-digests.ts';
import { isInList, lineDigest, lineDigests, listStart, recordDigest, shapeDigest } from './page-signature.ts';
import type { Cue, CueKind, PageReading, RecordList, StatedTotal } from './reading.ts';
import type { Template } from './template.ts';

export interface Judgement {
  readonly verdict: AnswerVerdict;
  /** Name of the rule that gave the verdict. */
  readonly rule: string;
  readonly reason: string;
  /** The line that it is based on. */
  readonly says?: string;
  readonly list?: RecordList;
}

/** Everything that a verdict is based on. Plain data: nothing is fetched. */
export interface AnswerEvidence {
  readonly status: number;
  /** Content of the answer page; undefined if it is no HTML. */
  readonly reading: PageReading | undefined;
  readonly formReading: PageReading;
  readonly form: Form;
  /** Requested address, before redirects. */
  readonly requestUrl: string;
  /** Masks the typed or chosen values in texts and addresses of the answer. */
  readonly echo: Echo;
  /** Masks the values that the form's page itself is an answer to. */
  readonly formEcho: Echo;
  readonly template: Template;
  /** Signature of this answer, stored for comparison with later ones. */
  readonly signature: PageSignature;
  readonly formSignature: PageSignature;
  /** Digests of all lines of the form's page, with those of lists. */
  readonly formLines: ReadonlySet<string>;
  /** Digests of the answer's lines outside lists. */
  readonly ownLines: readonly string[];
  readonly nonsenseAnswers: readonly Answer[];
  readonly emptyAnswer: Answer | undefined;
  /** Digests of the list shapes of earlier hits of this form. */
  readonly shapes: ReadonlySet<string>;
  /** Address patterns of the records of earlier hits. */
  readonly patterns: ReadonlySet<string>;
  /** Titles of the latest answers that were the page of one record. */
  readonly recordTitles: readonly string[];
  readonly stated: StatedTotal | undefined;
  readonly purpose: 'empty-probe' | 'nonsense-probe' | 'query';
}

/**
 * Finds the list that this submission brought: one that neither an answer to nonsense nor the form's page
 * shows, unless the form filters the list on its own page.
 */
export function findResults(evidence: AnswerEvidence): RecordList | undefined {
  const { reading, nonsenseAnswers, formSignature, shapes, template, echo } = evidence;
  const denial = nonsenseAnswers.find(({ verdict }) => verdict === 'no-hits')?.trace;
  if (reading === undefined || hasDenial(evidence)) return undefined;
  const found = reading.lists.find((list) => {
    if (list.records.length === 0 || leadsBack(evidence, list) || onlyRepeats(evidence, list)) return false;
    const shape = shapeDigest(list.shape);
    const keys = list.records.map((record) => [recordDigest(record, echo), recordDigest(record, NO_ECHO)]);
    if (nonsenseAnswers.some(({ trace }) => isSameList(trace, keys))) return false;
    if (isFrame(evidence, list, reading, shape)) return false;
    if (template.narrows || (denial !== undefined && isOwnPage(evidence, denial))) return true;
    if (!shapes.has(shape) && wasOnFormPage(evidence, list, shape) && !isAdded(evidence, list)) return false;
    if (denial === undefined) return shapes.has(shape) || !isSameList(formSignature, keys);
    // A wide query can bring what the form's page lists, in a page of its own.
    if (isSameList(formSignature, keys))
      return shapes.has(shape) && reading.title !== evidence.formReading.title;
    // Shops show other records in the list of an empty answer, unless the no-hits message is gone.
    return !denial.lists.some((other) => other.shape === shape) || !hasDenialLines(evidence, denial);
  });
  // What nonsense gets may also be an objection: none of the suggestions was chosen.
  const objection = nonsenseAnswers.find(({ verdict }) => verdict === 'error-message')?.trace;
  return found ?? findSoleRecord(evidence, denial ?? objection);
}

/** Tells whether all that a list links is the page of the form: “new search” above “0 results”. */
function leadsBack({ formReading, reading }: AnswerEvidence, { records }: RecordList): boolean {
  const links = records.flatMap(({ link }) => link ?? []);
  return (
    links.length > 0 && reading?.url !== formReading.url && links.every((link) => link === formReading.url)
  );
}

/**
 * Tells whether a page says that nothing was found, and a list on it has no links but those that repeat the query: “create the
 * page X”, “log in”, which nonsense gets, too. Other masks of the query hide that they are the same.
 */
function onlyRepeats(
  { reading, echo, formLines, template, nonsenseAnswers }: AnswerEvidence,
  { records, shape }: RecordList,
): boolean {
  if (reading === undefined || !records.every(({ link }) => link !== undefined && repeats(echo, link)))
    return false;
  const path = pathDigest(shape.recordAnchor);
  const isUsual = nonsenseAnswers.some(
    ({ trace }) => trace.links?.find((one) => one.path === path)?.links.length === records.length,
  );
  if (records.length > MAX_FEW_RECORDS && !isUsual) return false;
  const lines = new Set([...lineDigests(reading, echo), ...lineDigests(reading, NO_ECHO)]);
  return (
    (template.denialIsSure && sharedLineShare(template.denial, lines) >= HALF) ||
    reading.cues.some(
      ({ kind, line }) => kind === 'no-results' && !formLines.has(lineDigest(line.text, echo)),
    )
  );
}

const HALF = 0.5;
const repeats = (echo: Echo, link: string): boolean =>
  echo.addressWithoutQuery(link) !== NO_ECHO.addressWithoutQuery(link);

/**
 * Tells whether nonsense gets every line of a list, or the line it stands in, and its links stand on the form's page or repeat
 * the query: a menu that waits out of sight, ways to export the answer, the foot of the page.
 */
function isFrame(
  { formReading, formSignature, template, echo, nonsenseAnswers }: AnswerEvidence,
  list: RecordList,
  { lines }: PageReading,
  shape: string,
): boolean {
  const own = lines.filter(({ at }) => isInList(list, at));
  const around = own.length > 0 ? own : lines.filter(({ at }) => at < listStart(list)).slice(-1);
  // What has no line of its own is told by its links alone.
  const wasThere = own.length === 0 || formSignature.lists.some((other) => other.shape === shape);
  const path = pathDigest(list.shape.recordAnchor);
  const inNonsense = ({ trace }: Answer) => trace.links?.find((one) => one.path === path)?.links.length;
  const bases = new Set(list.records.map(({ link = '' }) => pathOf(link).replace(/\.\w{1,5}$/, '')));
  // Records may carry the query, too; tabs and exports are as many after nonsense.
  const mayRepeat =
    nonsenseAnswers.some((one) => inNonsense(one) === list.records.length) &&
    (own.length > 0 || bases.size === 1);
  return (
    template.compared &&
    around.every(({ text }) => template.hasLine(text)) &&
    list.records.every(
      ({ link = '' }) =>
        (mayRepeat &&
          [...(URL.parse(link)?.searchParams.values() ?? [])].some((value) => echo.isAllOf(value))) ||
        (!wasThere && (link === '' || (template.narrows && formReading.links.has(link)))),
    )
  );
}

/**
 * Tells whether a list stands where nonsense gets its no-hits message, on top of the whole page of the form: what it names is
 * a result, even if a menu of that page names it, too.
 */
export function isAdded(evidence: AnswerEvidence, list: RecordList): boolean {
  const { reading, nonsenseAnswers, formLines, formSignature, echo } = evidence;
  const denial = nonsenseAnswers.find(({ verdict }) => verdict === 'no-hits')?.trace;
  if (reading === undefined || denial === undefined || hasDenialLines(evidence, denial)) return false;
  const shape = shapeDigest(list.shape);
  if ([...denial.lists, ...formSignature.lists].some((other) => other.shape === shape)) return false;
  const own = new Set([...lineDigests(reading, echo), ...lineDigests(reading, NO_ECHO)]);
  return sharedLineShare([...formLines], own) >= WHOLE_PAGE_SHARE;
}

const WHOLE_PAGE_SHARE = 0.95;

/** An answer with this share of the lines of the form's page is that page again. */
const FORM_PAGE_SHARE = 0.8;
/** Least share of lines that a no-hits page shares with the form's page, if their layout is one. */
const MIN_FRAME_SHARE = 0.3;

/**
 * Tells whether the answer is another page than the form's and lacks the no-hits message: then its list was
 * found, even if the form's page lists the same records.
 */
function isOwnPage(evidence: AnswerEvidence, denial: PageSignature): boolean {
  const { reading, template, formLines, echo } = evidence;
  if (reading === undefined || !template.compared || hasDenialLines(evidence, denial)) return false;
  if (sharedLineShare(denial.lines, formLines) < MIN_FRAME_SHARE) return false;
  return sharedLineShare([...formLines], new Set(lineDigests(reading, echo))) < FORM_PAGE_SHARE;
}

/** Tells whether the page has the no-hits message: all lines that nonsense gets and no answer with hits has. */
export function hasDenial({ template, ownLines, reading }: AnswerEvidence): boolean {
  if (!template.denialIsSure || template.denial.length === 0 || reading === undefined) return false;
  // A word of the frame that is asked for is masked there, too.
  const own = new Set([...ownLines, ...lineDigests(reading, NO_ECHO)]);
  return template.denial.every((line) => own.has(line));
}

/** Finds a new link with facts around it, or a row of a table that nonsense does not show, if the page states one record, or the no-hits message is gone. */
function findSoleRecord(evidence: AnswerEvidence, denial: PageSignature | undefined): RecordList | undefined {
  const { reading, stated, template } = evidence;
  const expected =
    stated === undefined ? denial !== undefined && !hasDenialLines(evidence, denial) : stated.total === 1;
  if (!expected || evidence.status >= 400) return undefined;
  return reading?.soleRecords.find((list) => {
    const [record] = list.records;
    return (
      record !== undefined &&
      !onlyRepeats(evidence, list) &&
      (record.link === undefined
        ? record.fields.some(({ value }) => !template.hasLine(value))
        : isNewLink(evidence, record.link, record.title))
    );
  });
}

/** Tells whether a link is that of a record: what the form's page names is found by its name. */
const isNewLink = (evidence: AnswerEvidence, link: string, title: string): boolean =>
  (evidence.template.narrows || !evidence.formReading.links.has(link) || evidence.echo.occursIn(title)) &&
  (link !== evidence.formReading.url || evidence.reading?.url === link) &&
  !repeatsQuery(evidence, link);

/** Tells whether the link sends another query to the form, such as a spelling suggestion. */
function repeatsQuery({ form, requestUrl }: AnswerEvidence, link: string): boolean {
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

/** So few links in an unknown list may lead to an account instead of records. */
const MAX_FEW_RECORDS = 3;

export function hasResults(evidence: AnswerEvidence): boolean {
  const list = findResults(evidence);
  if (list === undefined) return false;
  return (
    list.records.length > MAX_FEW_RECORDS ||
    evidence.stated !== undefined ||
    evidence.shapes.has(shapeDigest(list.shape))
  );
}

/** Descriptions of menu links are shorter. */
const MIN_SENTENCE_LENGTH = 40;

/**
 * Tells whether most entries were on the form's page already, outside a list of this shape, as those of a
 * menu. Entries count as new if the answer says more about them than that page.
 */
function wasOnFormPage(
  { formLines, formReading, formSignature, echo }: AnswerEvidence,
  list: RecordList,
  shape: string,
): boolean {
  if (formSignature.lists.some((other) => other.shape === shape)) return false;
  const isNew = (value: string): boolean =>
    value.length >= MIN_SENTENCE_LENGTH && !formLines.has(lineDigest(value, echo));
  const old = list.records.filter(({ title, link, fields }) =>
    link === undefined
      ? formLines.has(lineDigest(title, echo))
      : formReading.links.has(link) && !fields.some(({ value }) => isNew(value)),
  );
  return old.length * 2 >= list.records.length;
}

/** Tells whether the answer has every line that nonsense gets and the form's page lacks. */
function hasDenialLines(evidence: AnswerEvidence, denial: PageSignature): boolean {
  const own = new Set(evidence.ownLines);
  return denial.lines.every((line) => evidence.formLines.has(line) || own.has(line));
}

const MIN_SAME_RECORDS = 0.8;

/** Tells whether the page has a list of nearly the same records. A part of such a list does not count. */
const isSameList = (trace: PageSignature, keys: readonly (readonly string[])[]): boolean =>
  trace.lists.some((list) => {
    const there = new Set(list.keys);
    const both = keys.filter((variants) => variants.some((key) => there.has(key))).length;
    return both >= MIN_SAME_RECORDS * Math.max(keys.length, there.size);
  });

/** Tells whether the answer shows a list of the form's page unchanged. */
export const hasFormPageList = ({ reading, formSignature, echo }: AnswerEvidence): boolean =>
  (reading?.lists ?? []).some(
    ({ records }) =>
      records.length > 1 &&
      isSameList(
        formSignature,
        records.map((record) => [recordDigest(record, echo), recordDigest(record, NO_ECHO)]),
      ),
  );

/** Finds a cue outside the records that the form's page does not have. */
export function findNewCue(evidence: AnswerEvidence, kind: CueKind): Cue | undefined {
  const { reading } = evidence;
  if (reading === undefined) return undefined;
  const results = findResults(evidence);
  return reading.cues.find(
    (sign) =>
      sign.kind === kind &&
      !evidence.formLines.has(lineDigest(sign.line.text, evidence.echo)) &&
      !(results !== undefined && isInList(results, sign.line.at)),
  );
}

export const newLines = ({ reading, echo, formLines }: AnswerEvidence): PageReading['lines'] =>
  (reading?.lines ?? []).filter(({ text }) => !formLines.has(lineDigest(text, echo)));

/** Computes the share of the lines that the other page has, too. */
export function sharedLineShare(lines: readonly string[], other: ReadonlySet<string>): number {
  return lines.length === 0 ? 0 : lines.filter((line) => other.has(line)).length / lines.length;
}

/** Tells whether the answer shows the form, its frame, or the control that opens it. */
export function hasForm({ reading, form }: AnswerEvidence): boolean {
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
