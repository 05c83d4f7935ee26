import { extractForms } from '../../forms/index.ts';
import { elementsOf, followableLinks, type TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { ListShape } from '../types/answer.ts';
import { cuesIn } from './answer-cues.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { INLINE, type Outline, outlineOf, type Part } from './outline.ts';
import { type RecordAnchors, recordAnchorsOf } from './record-anchors.ts';
import { readRecords } from './read-records.ts';
import type { Line, PageReading, RecordList, Cue } from './reading.ts';
import { listsOf, loneRecords, soleLinks } from './record-segments.ts';
import { NO_TEMPLATE, type Template } from './template.ts';
import { beginsAt } from './page-signature.ts';

/** What is below this looks like no list of results at all. */
const LEAST_SCORE = 1;
/** How much more records count that stand as records stood before, where the template is out. */
const KNOWN = 2;
const MAX_LISTS = 8;
const MAX_LINES = 600;
const MAX_SIGN_LINE = 300;

const known = new WeakMap<TreeDocument, Outline>();

/** The outline of a page; made once, since the form's own page is compared with every answer. */
export function outlineOfPage(tree: TreeDocument): Outline {
  const kept = known.get(tree);
  if (kept !== undefined) return kept;
  const outline = outlineOf(tree);
  known.set(tree, outline);
  return outline;
}

const read = new WeakMap<TreeDocument, PageReading>();

/** What is known when a page is read. */
interface ReadingBasis {
  /** Shapes of lists that were results before. */
  readonly shapes: readonly ListShape[];
  readonly template: Template;
  readonly echo: Echo;
}

/** Reads lists, lines and signs off a page. By itself, as the form's page is, it is read once. */
export function readPage(tree: TreeDocument, basis?: ReadingBasis): PageReading {
  const kept = basis === undefined ? read.get(tree) : undefined;
  if (kept !== undefined) return kept;
  const reading = freshReading(tree, basis ?? { shapes: [], template: NO_TEMPLATE, echo: NO_ECHO });
  if (basis === undefined) read.set(tree, reading);
  return reading;
}

function freshReading(tree: TreeDocument, basis: ReadingBasis): PageReading {
  const outline = outlineOfPage(tree);
  const pillars = recordAnchorsOf(outline, basis.template);
  const lists = listsIn(outline, pillars, tree.url, basis);
  const lines = linesOf(outline);
  return {
    url: tree.url,
    title: tree.title,
    lists,
    sole: soleIn(outline, pillars, tree.url, basis),
    lines,
    signs: signsOf(lines, tree.title),
    captcha: outline.parts.some(isCaptcha),
    password: outline.parts.some(isPassword),
    links: new Set(followableLinks(tree, { obey: false }).links.map(({ url }) => url)),
    frames: framesOf(tree),
    formIds: extractForms(tree).map(({ id }) => id),
  };
}

function framesOf(tree: TreeDocument): Set<string> {
  const frames = [...elementsOf(tree.root)].filter(({ tag }) => tag === 'iframe' || tag === 'frame');
  return new Set(frames.flatMap(({ attributes }) => canonicalUrl(attributes.src ?? '', tree.baseUrl) ?? []));
}

function listsIn(outline: Outline, pillars: RecordAnchors, url: string, basis: ReadingBasis): RecordList[] {
  const isKnown = ({ container, pillar }: ListShape): boolean =>
    basis.shapes.some((shape) => shape.container === container && shape.pillar === pillar);
  const found = listsOf(outline, pillars, basis.template.compared).map((list) => {
    const one = readRecords(outline, list, url, basis);
    return basis.template.compared && isKnown(list.shape) ? { ...one, score: one.score * KNOWN } : one;
  });
  const alone = loneRecords(outline, pillars, basis.shapes);
  const lone = alone.map((list) => {
    const one = readRecords(outline, list, url, basis);
    // It was seen to hold results before: that counts for more than what one record can show, and than links in it.
    const score = basis.template.compared ? Math.max(one.score * KNOWN, LEAST_SCORE * KNOWN) : one.score;
    return { ...one, score: Math.max(score, LEAST_SCORE) };
  });
  // Several links of the one record that stands where records stood before are no list.
  const several = lone.filter((_, i) => (alone[i]?.links ?? 0) > 1);
  const whole = found.filter((list) => !several.some((one) => isWithin(list, one)));
  const seen = new Set<string>();
  return [...whole, ...lone]
    .filter(({ score, records }) => score >= LEAST_SCORE && records.length > 0)
    .sort((a, b) => b.score - a.score || beginsAt(a) - beginsAt(b))
    .filter(({ records }) => {
      const keys = records.map(({ key }) => key).join('\n');
      return seen.has(keys) ? false : seen.add(keys);
    })
    .slice(0, MAX_LISTS);
}

const isWithin = ({ spans }: RecordList, { spans: [record] }: RecordList): boolean =>
  record !== undefined && spans.every(([start, end]) => start >= record[0] && end <= record[1]);

const MAX_SOLE = 10;

const soleIn = (outline: Outline, pillars: RecordAnchors, url: string, basis: ReadingBasis): RecordList[] =>
  soleLinks(outline, pillars)
    .map((list) => readRecords(outline, list, url, basis))
    .filter(({ records, score }) => score >= LEAST_SCORE && (records[0]?.fields.length ?? 0) > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SOLE);

const SPOKEN = /^(?:a|button|label|legend|th|nav|footer|option)$/;

/** Text by lines as a reader sees them: inline marks join, blocks and line breaks part. */
function linesOf({ texts, parts }: Outline): Line[] {
  const breaks = parts.filter(({ element }) => element.tag === 'br').map(({ start }) => start);
  const lines: { text: string; at: number; block: Part; inForm: boolean; furniture: boolean; end: number }[] =
    [];
  let nextBreak = 0;
  for (const { text, at, parent } of texts) {
    const block = blockOf(parent);
    const last = lines.at(-1);
    while ((breaks[nextBreak] ?? Number.POSITIVE_INFINITY) < (last?.end ?? 0)) nextBreak++;
    const broken = (breaks[nextBreak] ?? Number.POSITIVE_INFINITY) < at;
    const furniture = ancestorIs(parent, SPOKEN);
    if (last !== undefined && last.block === block && !broken && last.text.length < MAX_SIGN_LINE) {
      last.text += ` ${text}`;
      last.end = at;
      last.furniture &&= furniture;
      continue;
    }
    if (lines.length >= MAX_LINES) break;
    lines.push({ text, at, block, inForm: ancestorIs(parent, /^form$/), furniture, end: at });
  }
  return lines.map(({ text, at, block, inForm, furniture }) => ({
    text,
    at,
    inForm,
    furniture,
    alert: isAlert(block),
  }));
}

const ALERT =
  /(?:^|[\s_-])(?:errors?|alert|invalid|warning|danger|validation|errormessage|feedback)(?:$|[\s_-])/i;

/** Marked up as a message, itself or one of the two elements around it. */
function isAlert(block: Part): boolean {
  const around = [block, block.parent, block.parent?.parent];
  return around.some((part) => {
    const { role = '', class: classes = '', id = '' } = part?.element.attributes ?? {};
    return /^(?:alert|status)$/.test(role) || ALERT.test(classes) || ALERT.test(id);
  });
}

function blockOf(part: Part): Part {
  let at = part;
  while (at.parent !== undefined && INLINE.has(at.element.tag)) at = at.parent;
  return at;
}

function ancestorIs(part: Part, tag: RegExp): boolean {
  for (let at: Part | undefined = part; at !== undefined; at = at.parent)
    if (tag.test(at.element.tag)) return true;
  return false;
}

function signsOf(lines: readonly Line[], title: string): Cue[] {
  const top: Line = { text: title, at: -1, inForm: false, furniture: false, alert: false };
  return [top, ...lines]
    .filter(({ text, furniture }) => !furniture && text.length <= MAX_SIGN_LINE)
    .flatMap((line) => cuesIn(line.text).map(({ kind, words }) => ({ kind, words, line })));
}

const CAPTCHA = /(?:g-recaptcha|h-captcha|hcaptcha|cf-turnstile|cf-challenge|captcha)/i;

function isCaptcha({ element, hidden }: Part): boolean {
  if (hidden) return false;
  const { id = '', class: classes = '', src = '', name = '' } = element.attributes;
  return CAPTCHA.test(`${id} ${classes} ${name}`) || (element.tag === 'iframe' && CAPTCHA.test(src));
}

const isPassword = ({ element, hidden }: Part): boolean =>
  !hidden && element.tag === 'input' && element.attributes.type?.toLowerCase() === 'password';
