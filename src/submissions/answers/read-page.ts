import { extractForms } from '../../forms/index.ts';
import { elementsOf, followableLinks, type TreeDocument } from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { ListShape } from '../types/answer.ts';
import { findCues } from './answer-cues.ts';
import { type Echo, NO_ECHO } from './echo.ts';
import { pageEvidence } from './list-evidence.ts';
import { LIST_WEIGHTS } from './list-weights.ts';
import { blockOf, type Outline, outlineOf, type Part, partAround } from './outline.ts';
import { listStart } from './page-signature.ts';
import { rankLists, wholeOf } from './rank-lists.ts';
import { readRecords } from './read-records.ts';
import type { Cue, Line, PageReading, RecordList } from './reading.ts';
import { findRecordAnchors, type RecordAnchors } from './record-anchors.ts';
import {
  findLists,
  findLoneRecords,
  findSoleLinks,
  findSoleRows,
  type RecordSegments,
} from './record-segments.ts';
import { findRepeatedElements } from './repeated-elements.ts';
import { listsInScripts, shownData } from './script-lists.ts';
import { NO_TEMPLATE, type Template } from './template.ts';

/** Lists below this score do not look like results. */
const MIN_SCORE = 1;
/** Factor of the score for a shape that held records before, if the template is known. */
const KNOWN_SHAPE_FACTOR = 2;
const MAX_LISTS = 8;
const MAX_LINES = 600;
const MAX_CUE_LINE = 300;

const outlines = new WeakMap<TreeDocument, Outline>();

/** Returns the outline of a page, cached because the form's page is compared with every answer. */
export function outlineOfPage(tree: TreeDocument): Outline {
  const kept = outlines.get(tree);
  if (kept !== undefined) return kept;
  const outline = outlineOf(tree);
  outlines.set(tree, outline);
  return outline;
}

const readings = new WeakMap<TreeDocument, PageReading>();

/** Knowledge of earlier answers for reading a page. */
interface ReadingBasis {
  /** Shapes of earlier result lists. */
  readonly shapes: readonly ListShape[];
  readonly template: Template;
  readonly echo: Echo;
}

/** Reads lists, lines and cues of a page. Without a basis, as for the form's page, the result is cached. */
export function readPage(tree: TreeDocument, basis?: ReadingBasis): PageReading {
  const kept = basis === undefined ? readings.get(tree) : undefined;
  if (kept !== undefined) return kept;
  const reading = analyse(tree, basis ?? { shapes: [], template: NO_TEMPLATE, echo: NO_ECHO });
  if (basis === undefined) readings.set(tree, reading);
  return reading;
}

function analyse(tree: TreeDocument, basis: ReadingBasis): PageReading {
  const outline = outlineOfPage(tree);
  const anchors = findRecordAnchors(outline, basis.template);
  const drawn = listsIn(outline, anchors, tree.url, basis);
  const data = shownData(outline, tree.url);
  // What stands in data are their values, such as the addresses of further pages.
  const apart = (lists: readonly RecordList[]): readonly RecordList[] =>
    data === undefined ? lists : lists.filter(({ spans }) => !isWithin({ spans }, { spans: [data.span] }));
  const shown = () => foldText(outline.texts.map(({ text }) => text).join('\n'));
  const isShown = drawn.isSure || data !== undefined;
  const hidden = isShown ? [] : listsInScripts(tree, shown(), basis.shapes).slice(0, 1);
  const lines = visibleLines(outline);
  return {
    url: tree.url,
    title: tree.title,
    lists: [...(data?.lists ?? []), ...hidden, ...apart(drawn.lists)],
    soleRecords: apart(soleRecordsIn(outline, anchors, tree.url, basis)),
    lines,
    cues: cuesOf(lines, tree.title),
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

/** Weight of the logarithm of a list's score beside the evidence for it. */
const SCORE_WEIGHT = LIST_WEIGHTS.score ?? 0;
/** Lists of this rank look like results whatever their score. */
const MIN_RANK = 7;
/** Adds to the rank of a shape that held records before, if the template is known. */
const KNOWN_SHAPE_RANK = 2;

interface DrawnLists {
  readonly lists: RecordList[];
  /** The best one looks like results. */
  readonly isSure: boolean;
}

function listsIn(outline: Outline, anchors: RecordAnchors, url: string, basis: ReadingBasis): DrawnLists {
  const { compared } = basis.template;
  const isKnown = ({ container, recordAnchor }: ListShape): boolean =>
    compared &&
    basis.shapes.some((shape) => shape.container === container && shape.recordAnchor === recordAnchor);
  const page = pageEvidence(outline, url);
  const candidates = rankLists(page, [
    ...findLists(outline, anchors, compared),
    ...findRepeatedElements(outline, basis.template),
  ]);
  const read = (list: RecordSegments, rank: number): Ranked => {
    const one = readRecords(outline, list, url, basis);
    const score = isKnown(one.shape) ? one.score * KNOWN_SHAPE_FACTOR : one.score;
    const known = isKnown(one.shape) ? KNOWN_SHAPE_RANK : 0;
    return { list: { ...one, score }, rank: rank + known + SCORE_WEIGHT * Math.log1p(one.score) };
  };
  const found = candidates.map((candidate) => {
    const { variants } = wholeOf(page, candidate, candidates);
    const readings = variants.map((list) => read(list, candidate.rank));
    return readings.reduce((best, one) => (one.list.score > best.list.score ? one : best));
  });
  const segmentLists = findLoneRecords(outline, anchors, basis.shapes);
  const lone = segmentLists.map((list): Ranked => {
    const one = readRecords(outline, list, url, basis);
    // The shape held results before: that counts more than what one record can show.
    const score = compared
      ? Math.max(one.score * KNOWN_SHAPE_FACTOR, MIN_SCORE * KNOWN_SHAPE_FACTOR)
      : one.score;
    return { list: { ...one, score: Math.max(score, MIN_SCORE) }, rank: 0 };
  });
  // Several links inside a lone record are no list of their own.
  const several = lone.filter((_, i) => (segmentLists[i]?.links ?? 0) > 1);
  const wholes = found.filter(({ list }) => !several.some((one) => isWithin(list, one.list)));
  const seen = new Set<string>();
  const ranked = [...wholes, ...lone]
    .filter(({ list }) => !wholes.some((other) => isFrameOf(list, other.list)))
    .filter(
      ({ list: { score, records }, rank }) => (score >= MIN_SCORE || rank >= MIN_RANK) && records.length > 0,
    )
    .sort((a, b) => b.rank - a.rank || listStart(a.list) - listStart(b.list));
  const lists = ranked
    .map(({ list }) => list)
    .filter(({ records }) => {
      const keys = records.map(({ key }) => key).join('\n');
      return seen.has(keys) ? false : seen.add(keys);
    })
    .slice(0, MAX_LISTS);
  return { lists, isSure: lone.length > 0 || (ranked[0]?.rank ?? 0) >= MIN_RANK };
}

interface Ranked {
  readonly list: RecordList;
  readonly rank: number;
}

/** Boxes of a layout are few, and a list in one of them has at least so many records. */
const MAX_BOXES = 5;
const MIN_FRAMED = 3;

/** Tells whether all records of a better list stand in one record, which is a box of the layout then. */
const isFrameOf = ({ spans, score }: RecordList, other: RecordList): boolean =>
  spans.length <= MAX_BOXES &&
  other.score > score &&
  other.spans.length >= MIN_FRAMED &&
  spans.some(([start, end]) => other.spans.every((span) => span[0] >= start && span[1] <= end));

type Spans = Pick<RecordList, 'spans'>;
const isWithin = ({ spans }: Spans, { spans: [record] }: Spans): boolean =>
  record !== undefined && spans.every(([start, end]) => start >= record[0] && end <= record[1]);

const MAX_SOLE = 10;

const soleRecordsIn = (
  outline: Outline,
  anchors: RecordAnchors,
  url: string,
  basis: ReadingBasis,
): RecordList[] =>
  [...findSoleRows(outline, anchors), ...findSoleLinks(outline, anchors)]
    .map((list) => readRecords(outline, list, url, basis))
    .filter(({ records, score }) => score >= MIN_SCORE && (records[0]?.fields.length ?? 0) > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SOLE);

const BOILERPLATE_TAG = /^(?:a|button|label|legend|th|nav|footer|option)$/;
const MOST_BOXES = 50;

const isTextBox = ({ element: { tag, attributes } }: Part): boolean =>
  tag === 'input' && /^(?:text|search)?$/i.test(attributes.type ?? '');

/** Splits the text into visible lines: blocks and line breaks end a line, inline elements do not. */
function visibleLines({ texts, parts }: Outline): Line[] {
  const breaks = parts.filter(({ element }) => element.tag === 'br').map(({ start }) => start);
  const boxes = parts.filter(isTextBox).slice(0, MOST_BOXES);
  // A navigation bar with a box to type into shows the answer, too.
  const isBoilerplate = ({ element: { tag }, start, end }: Part): boolean =>
    BOILERPLATE_TAG.test(tag) &&
    !(tag === 'nav' && boxes.some((box) => box.start > start && box.start < end));
  const lines: {
    text: string;
    at: number;
    block: Part;
    inForm: boolean;
    boilerplate: boolean;
    end: number;
  }[] = [];
  let nextBreak = 0;
  for (const { text, at, parent } of texts) {
    const block = blockOf(parent);
    const last = lines.at(-1);
    while ((breaks[nextBreak] ?? Number.POSITIVE_INFINITY) < (last?.end ?? 0)) nextBreak++;
    const broken = (breaks[nextBreak] ?? Number.POSITIVE_INFINITY) < at;
    const boilerplate = partAround(parent, isBoilerplate) !== undefined;
    if (last !== undefined && last.block === block && !broken && last.text.length < MAX_CUE_LINE) {
      last.text += ` ${text}`;
      last.end = at;
      last.boilerplate &&= boilerplate;
      continue;
    }
    if (lines.length >= MAX_LINES) break;
    lines.push({
      text,
      at,
      block,
      inForm: partAround(parent, ({ element }) => element.tag === 'form') !== undefined,
      boilerplate,
      end: at,
    });
  }
  return lines.map(({ text, at, block, inForm, boilerplate }) => ({
    text,
    at,
    inForm,
    boilerplate,
    alert: isAlert(block),
  }));
}

const ALERT =
  /(?:^|[\s_-])(?:errors?|alert|invalid|warning|danger|validation|errormessage|feedback)(?:$|[\s_-])/i;

/** Tells whether the block, its parent or grandparent is marked up as a message. */
function isAlert(block: Part): boolean {
  const around = [block, block.parent, block.parent?.parent];
  return around.some((part) => {
    const { role = '', class: classes = '', id = '' } = part?.element.attributes ?? {};
    return /^(?:alert|status)$/.test(role) || ALERT.test(classes) || ALERT.test(id);
  });
}

function cuesOf(lines: readonly Line[], title: string): Cue[] {
  const top: Line = { text: title, at: -1, inForm: false, boilerplate: false, alert: false };
  return [top, ...lines]
    .filter(({ text, boilerplate }) => !boilerplate && text.length <= MAX_CUE_LINE)
    .flatMap((line) => findCues(line.text).map(({ kind, words }) => ({ kind, words, line })));
}

const CAPTCHA = /(?:g-recaptcha|h-captcha|hcaptcha|cf-turnstile|cf-challenge|captcha)/i;

function isCaptcha({ element, hidden }: Part): boolean {
  if (hidden) return false;
  const { id = '', class: classes = '', src = '', name = '' } = element.attributes;
  return CAPTCHA.test(`${id} ${classes} ${name}`) || (element.tag === 'iframe' && CAPTCHA.test(src));
}

const isPassword = ({ element, hidden }: Part): boolean =>
  !hidden && element.tag === 'input' && element.attributes.type?.toLowerCase() === 'password';
