import { wordsFor } from '../../foundation/language/index.ts';
import type { Form, SubmitControl } from '../../forms/index.ts';
import { extractForms } from '../../forms/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { Paging } from '../types/answer.ts';
import { type Outline, type Part, textsBetween } from './outline.ts';
import { enlarges, stepTo } from './page-steps.ts';
import { outlineOfPage } from './read-page.ts';
import { readNumber } from './stated-total.ts';

/** What links and buttons say that lead to the next page of a list, and that bring more of it. Whole captions, folded. */
const MATCHER = termMatcher([wordsFor('list/next'), wordsFor('list/more')]);
const ARROWS = /^(?:>|>>|›|»|→|⟩|▶|►|&gt;|>\s*>)$/;

/** A caption says it when nothing but the words, an arrow or a number stands in it. */
function says(list: 0 | 1, caption: string): boolean {
  const text = caption.trim();
  if (text.length > 40) return false;
  if (list === 0 && ARROWS.test(text)) return true;
  const line = wordLine(text);
  const found = MATCHER.find(line, list);
  return found !== undefined && line.trim().split(' ').length <= wordLine(found).trim().split(' ').length + 1;
}

/** The list that goes on. */
export interface PagedList {
  /** Whether a position of the outline lies in one of its records. */
  holds(at: number): boolean;
  /** Whether an address may be that of its next page. */
  leads(url: string): boolean;
  /** Where its last record ends: what stands before the list belongs to something else as often as not. */
  readonly after: number;
  readonly shown: number;
  /** 1 for the first page. */
  readonly page: number;
}

/**
 * How the list of a result page goes on; null on its last page. Looked for in this order: `rel=next`, a link that says
 * “next” in any of 25 languages or by an arrow, the number after the present one in a row of page numbers, a link without
 * words whose address counts on, a form or button that sends such a number, a script's post-back, a button that loads more,
 * a script that waits for scrolling.
 */
export function pagingOf(tree: TreeDocument, list: PagedList): Paging | null {
  const outline = outlineOfPage(tree);
  const { after } = list;
  const outside = linksOf(outline, tree.url).filter(({ part }) => !list.holds(part.start));
  const addresses = outside.map(({ url }) => url);
  const links = outside.filter(
    ({ url }) => list.leads(url) && !enlarges(url, tree.url, addresses, list.page),
  );
  return (
    relNext(outline, links, list) ??
    saidNext(links, after) ??
    nextNumber(outline, links, tree.url) ??
    countedOn(links, tree.url, list) ??
    byForm(tree, list.page) ??
    toPress(outline, after) ??
    scrolling(outline)
  );
}

interface CaptionedLink {
  readonly part: Part;
  readonly url: string;
  readonly caption: string;
  readonly rel: string;
}

function linksOf(outline: Outline, page: string): CaptionedLink[] {
  const here = canonicalUrl(page);
  return outline.parts.flatMap((part) => {
    const { tag, attributes } = part.element;
    if (tag !== 'a' || part.hidden || attributes.href === undefined) return [];
    const url = canonicalUrl(attributes.href, part.baseUrl);
    if (url === undefined || url === here || /^\s*(?:#|javascript:)/i.test(attributes.href)) return [];
    const own = textsBetween(outline, part.start, part.end).map(({ text }) => text);
    const caption = own.join(' ') || attributes['aria-label'] || attributes.title || pictureText(part);
    return [{ part, url, caption, rel: attributes.rel ?? '' }];
  });
}

/** What a picture in a link says: its alternative text, or the title of a drawing. */
function pictureText(part: Part): string {
  for (const child of part.element.children) {
    if (typeof child === 'string') continue;
    const { alt, title, 'aria-label': label } = child.attributes;
    const drawn = child.children.find((node) => typeof node !== 'string' && node.tag === 'title');
    const [text] = drawn === undefined || typeof drawn === 'string' ? [] : drawn.children;
    const told = alt || label || title || (typeof text === 'string' ? text : '');
    if (told !== '') return told.trim();
  }
  return '';
}

const link = (url: string): Paging => ({ kind: 'link', url });

function relNext({ parts }: Outline, links: readonly CaptionedLink[], list: PagedList): Paging | null {
  const marked = links.find(({ rel }) => /(?:^|\s)next(?:\s|$)/i.test(rel));
  if (marked !== undefined) return link(marked.url);
  const head = parts.find(
    ({ element: { tag, attributes } }) => tag === 'link' && /^next$/i.test(attributes.rel ?? ''),
  );
  const url = head && canonicalUrl(head.element.attributes.href ?? '', head.baseUrl);
  return url === undefined || !list.leads(url) ? null : link(url);
}

/** After the list rather than before it; an arrow or “more” alone must also lead to an address that turns pages. */
function saidNext(links: readonly CaptionedLink[], after: number): Paging | null {
  const saying = links.filter(({ caption }) => says(0, caption));
  const turning = saying.filter(({ url, part }) => turnsPages(url, part.baseUrl));
  const chosen =
    turning.find(({ part }) => part.start >= after) ??
    turning[0] ??
    saying.find(
      ({ part, caption, url }) =>
        part.start >= after && wordLine(caption).length > 7 && sameHost(url, part.baseUrl),
    );
  return chosen === undefined ? null : link(chosen.url);
}

const sameHost = (url: string, page: string): boolean => URL.parse(url)?.host === URL.parse(page)?.host;

const COUNTING = /(?:page|pagina|seite|offset|start|from|pg|p|s)[=/_-]?\d+/i;

/** The address differs from the page's own in a number alone, or asks for the same and something more, such as a number. */
function turnsPages(url: string, page: string): boolean {
  const there = URL.parse(url);
  const here = URL.parse(page);
  if (there === null || here === null || there.host !== here.host) return false;
  if (url.replace(/\d+/g, '') === page.replace(/\d+/g, '')) return true;
  if (COUNTING.test(there.pathname + there.search)) return true;
  if (there.pathname !== here.pathname || here.search === '') return false;
  const asked = [...here.searchParams];
  const kept = asked.filter(([name, value]) => there.searchParams.getAll(name).includes(value));
  // A pager may leave out the button that sent the form, and what it was sent without being asked.
  const counts = [...there.searchParams].some(
    ([name, value]) => !here.searchParams.has(name) && /^\d{1,7}$/.test(value),
  );
  return kept.length === asked.length || (counts && kept.some(([, value]) => value.length > 1));
}

/**
 * A link that says nothing, or a number, and whose address is that of this page but for one number, which is counted on: by
 * one page, or by as many records as are shown. How many records a page shall show is asked by numbers, too: those are
 * called as what they ask for.
 */
function countedOn(links: readonly CaptionedLink[], page: string, { shown }: PagedList): Paging | null {
  const counts = links.flatMap(({ url, caption }) => {
    if (/\p{L}/u.test(caption)) return [];
    const step = stepTo(url, page);
    if (step === undefined) return [];
    const { from, to } = step;
    const first = from ?? (to === 1 ? 0 : 1);
    const isPage = to === first + 1;
    const isOffset = shown > 1 && (to === (from ?? 0) + shown || to === (from ?? 1) + shown);
    return isPage || (isOffset && readNumber(caption) !== to) ? [url] : [];
  });
  return counts[0] === undefined ? null : link(counts[0]);
}

const PAGE_NUMBER = /^\[?\(?\s*(\p{Nd}{1,4})\s*\)?\]?$/u;

/** A row of numbers without a word: the one after the number that is no link, or after the address's own. */
function nextNumber(outline: Outline, links: readonly CaptionedLink[], page: string): Paging | null {
  const rows = new Map<Part, Map<number, string>>();
  for (const { part, url, caption } of links) {
    const number = readNumber(PAGE_NUMBER.exec(caption)?.[1] ?? '');
    if (number === undefined || !turnsPages(url, page)) continue;
    const row = rowOf(part);
    const numbers = rows.get(row) ?? new Map<number, string>();
    rows.set(row, numbers.set(number, url));
  }
  for (const [row, numbers] of rows) {
    const current = currentNumber(outline, row, numbers);
    const next = current === undefined ? undefined : numbers.get(current + 1);
    if (next !== undefined) return link(next);
  }
  return null;
}

/** The element that holds the whole row of numbers: the parent, or its parent where each number is an item of its own. */
const rowOf = ({ parent }: Part): Part => {
  const own = parent as Part;
  return /^(?:li|td|span|b)$/.test(own.element.tag) && own.parent !== undefined ? own.parent : own;
};

/** The number that stands in the row without a link is where we are. */
function currentNumber(outline: Outline, row: Part, linked: ReadonlyMap<number, string>): number | undefined {
  for (const { text } of textsBetween(outline, row.start, row.end)) {
    const number = readNumber(PAGE_NUMBER.exec(text)?.[1] ?? '');
    if (number !== undefined && !linked.has(number)) return number;
  }
  return undefined;
}

/**
 * A button that says “next” in a form of its own, whose fields bring the search along; or one of a row of page numbers, which
 * may stand in the form of the search itself.
 */
function byForm(tree: TreeDocument, page: number): Paging | null {
  for (const form of extractForms(tree)) {
    const paged = isPaged(form);
    const next = form.submits.findIndex(
      (one) => canTurn(one) && says(0, one.label) && (paged || isBare(form)),
    );
    const number = paged
      ? form.submits.findIndex((one) => canTurn(one) && one.label.trim() === String(page + 1))
      : -1;
    const submit = next >= 0 ? next : number;
    if (submit >= 0) return { kind: 'form', form, controls: [], submit };
  }
  return null;
}

const canTurn = ({ visible, type }: SubmitControl): boolean =>
  visible && type !== 'link' && type !== 'button';

/** At least two buttons that are called by numbers. */
const isPaged = ({ submits }: Form): boolean =>
  submits.filter(({ label }) => PAGE_NUMBER.test(label.trim())).length > 1;

/** “Continue” under boxes to fill in is another step of a form, no page of a list. */
const isBare = ({ controls }: Form): boolean =>
  controls.every(({ domain, visible }) => domain === 'none' || !visible);

function toPress(outline: Outline, after: number): Paging | null {
  for (const part of outline.parts) {
    const { tag, attributes } = part.element;
    if (part.hidden || part.start < after) continue;
    const scripted =
      (tag === 'button' && attributes.type !== 'submit') ||
      attributes.role === 'button' ||
      (tag === 'a' && /^\s*(?:#|javascript:|$)/i.test(attributes.href ?? ''));
    if (!scripted || attributes.disabled !== undefined) continue;
    const text = textsBetween(outline, part.start, part.end)
      .map((piece) => piece.text)
      .join(' ');
    if (says(1, text) || says(0, text)) return { kind: 'press', text };
  }
  return null;
}

const WATCHES_SCROLLING =
  /IntersectionObserver|infinite-?scroll|onscroll|addEventListener\(\s*['"]scroll['"]/i;
const MARKED_ENDLESS = /infinite-?scroll|endless/i;

/** Only a browser can tell whether more really comes. */
function scrolling({ parts, scripts }: Outline): Paging | null {
  const marked = parts.some(({ element: { attributes } }) =>
    MARKED_ENDLESS.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`),
  );
  return marked || scripts.some((code) => WATCHES_SCROLLING.test(code)) ? { kind: 'scroll' } : null;
}
