/** Puts the pieces of text in a record together as a screen shows them. */

import { isElement } from '../../foundation/dom/index.ts';
import type { Echo } from './echo.ts';
import { fieldKind } from './field-kind.ts';
import { blockOf, type Outline, type Part, partAround, type TextPiece } from './outline.ts';
import { lowerBound } from './record-anchors.ts';

/** A text, and whether a line break stands before it. */
export interface ShownText extends TextPiece {
  readonly startsLine?: true;
}

const MAX_TEXT = 500;

/**
 * Joins pieces that no space or block parts, as `<b>1</b>,<b>20</b>0`; parts highlighted words from nothing; joins
 * prose around its links; and splits preformatted text at its columns.
 */
export function shownTexts(
  outline: Outline,
  pieces: readonly TextPiece[],
  anchor: Part,
  echo: Echo | undefined,
): readonly ShownText[] {
  const breaks = breaksOf(outline);
  const texts: ShownText[] = [];
  let end = -1;
  let marked = false;
  for (const piece of pieces.flatMap((one) => columnsOf(outline, one))) {
    const startsLine = (breaks[lowerBound(breaks, end)] ?? Number.POSITIVE_INFINITY) < piece.at;
    const mark = echo !== undefined && isHighlight(piece, echo);
    // A highlighted word counts as the text around it.
    const here =
      mark && piece.parent.parent !== undefined ? { ...piece, parent: piece.parent.parent } : piece;
    const last = texts.at(-1);
    const joint =
      last === undefined || startsLine || last.text.length >= MAX_TEXT
        ? undefined
        : jointOf(last, here, anchor, mark || marked);
    if (last === undefined || joint === undefined) texts.push(startsLine ? { ...here, startsLine } : here);
    else
      texts[texts.length - 1] = {
        ...last,
        text: `${last.text}${joint}${here.text}`,
        parent: isWithin(last.parent, here.parent) ? here.parent : last.parent,
      };
    end = piece.at;
    marked = mark;
  }
  return texts;
}

const HIGHLIGHT_TAG = /^(?:b|em|i|mark|span|strong|u|font)$/;

const isHighlight = ({ text, parent }: TextPiece, echo: Echo): boolean =>
  HIGHLIGHT_TAG.test(parent.element.tag) && echo.isAllOf(text);

/** What stands between two texts that are one; undefined where they are two. */
function jointOf(last: TextPiece, next: TextPiece, anchor: Part, marked: boolean): string | undefined {
  const glued = next.joinsPrevious === true;
  if (marked && last.parent === next.parent) return glued ? '' : ' ';
  if (/[:：]$/u.test(last.text)) return undefined;
  const nested = isWithin(last.parent, next.parent) || isWithin(next.parent, last.parent);
  if (!glued) return nested && isProse(last, next, anchor) ? ' ' : undefined;
  if (linkOf(last.parent) !== linkOf(next.parent)) return undefined;
  if (isFraction(last, next)) return '.';
  if (nested || continuesNumber(last.text, next.text)) return '';
  return undefined;
}

const AMOUNT = /^\p{Sc}\s?\d[\d,. ]*$/u;

/** Cents that only their height parts from the amount: `$12<sup>50</sup>`. */
const isFraction = (last: TextPiece, next: TextPiece): boolean =>
  AMOUNT.test(last.text) &&
  /^\d\d$/.test(next.text) &&
  !/[.,]\d\d$|[.,]$/.test(last.text) &&
  (next.parent.element.tag === 'sup' || next.parent.parent === last.parent.parent);

/** Signs and figures of one number in elements beside each other. */
const continuesNumber = (last: string, next: string): boolean =>
  (/^\p{Sc}$/u.test(last) && /^\d/.test(next)) ||
  (/\d[.,]$/.test(last) && /^\d/.test(next)) ||
  (/[\d)]$/.test(last) && /^(?:[.,]\d|[.,%]$|\p{Sc}$)/u.test(next));

/** Words in a row that are not parted by the links and marks among them, and a sentence that goes on. */
const PROSE = /(?:^|\s)\S+\s+\S+\s+\S+\s+\S/;
const GOES_ON = /(?:^|\s)(?:\p{Ll}[\p{L}’']*|\S+,)$/u;
const IS_GOING_ON = /^(?:[,;.)’”]|\p{Ll})/u;

const isProse = (last: TextPiece, next: TextPiece, anchor: Part): boolean =>
  (PROSE.test(last.text) || PROSE.test(next.text)) &&
  (GOES_ON.test(last.text) || IS_GOING_ON.test(next.text)) &&
  blockOf(last.parent) === blockOf(next.parent) &&
  isWithin(last.parent, anchor) === isWithin(next.parent, anchor) &&
  fieldKind(last.text) === 'text' &&
  fieldKind(next.text) === 'text';

const isWithin = (inner: Part, outer: Part): boolean => outer.start <= inner.start && outer.end >= inner.end;

/** The link or button around a text. */
export const linkOf = (part: Part): Part | undefined =>
  partAround(part, ({ element: { tag } }) => tag === 'a' || tag === 'button');

const breaks = new WeakMap<Outline, readonly number[]>();

function breaksOf(outline: Outline): readonly number[] {
  const kept = breaks.get(outline);
  const starts =
    kept ?? outline.parts.filter(({ element }) => element.tag === 'br').map(({ start }) => start);
  if (kept === undefined) breaks.set(outline, starts);
  return starts;
}

const preformatted = new WeakMap<Outline, ReadonlyMap<TextPiece, string>>();

/** The columns and lines of a text whose white space is shown: two spaces or more part columns. */
function columnsOf(outline: Outline, piece: TextPiece): readonly TextPiece[] {
  if (!isPreformatted(piece.parent)) return [piece];
  const kept = preformatted.get(outline) ?? preformattedTexts(outline);
  preformatted.set(outline, kept);
  const parts = (kept.get(piece) ?? piece.text).split(/\n| {2}|\t/).map((text) => text.trim());
  const texts = parts.filter((text) => text !== '');
  if (texts.length < 2) return [piece];
  const { joinsPrevious, ...own } = piece;
  return texts.map((text, i) => ({ ...own, text, ...(i === 0 && joinsPrevious && { joinsPrevious }) }));
}

const isPreformatted = ({ element }: Part): boolean => element.tag === 'pre';

/** Texts right inside `pre` as the page writes them: the n-th text of an outline is the n-th that is not blank. */
function preformattedTexts({ texts }: Outline): Map<TextPiece, string> {
  const written = new Map<TextPiece, string>();
  const sources = new Map<Part, Iterator<string>>();
  for (const piece of texts) {
    if (!isPreformatted(piece.parent)) continue;
    const known = sources.get(piece.parent);
    const source = known ?? filledTexts(piece.parent);
    if (known === undefined) sources.set(piece.parent, source);
    const { value } = source.next();
    if (typeof value === 'string') written.set(piece, value.slice(0, MAX_WRITTEN));
  }
  return written;
}

/** As long as an outline keeps of a text. */
const MAX_WRITTEN = 2_000;

const filledTexts = ({ element }: Part): IterableIterator<string> =>
  element.children.flatMap((node) => (isElement(node) || node.trim() === '' ? [] : [node])).values();
