import type { Form, SubmitControl } from '../../forms/index.ts';
import { extractForms } from '../../forms/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { wordsFor } from '../../foundation/language/index.ts';
import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import { canonicalUrl } from '../../foundation/url/index.ts';
import type { Paging } from '../types/answer.ts';
import { type Outline, type Part, textIn, textsBetween } from './outline.ts';
import { insertsNumber, showsMoreOfSame, siteOf, stepTo } from './page-steps.ts';
import { hasOwnStep, nextByScript, pictureText, rowOf } from './paging-controls.ts';
import { outlineOfPage } from './read-page.ts';
import { readNumber } from './stated-total.ts';

/** What links and buttons say that lead to the next page of a list, and that bring more of it. Whole captions, folded. */
const MATCHER = termMatcher([wordsFor('list/next'), wordsFor('list/more')]);
const ARROWS = /^(?:>|>>|›|»|→|⟩|▶|►|&gt;|>\s*>)$/;

/** Further words that a label has, which none but a screen reader shows: “Go to next page”. */
const IN_LABEL = 3;

/** What may stand beside these words: “next 20 results”. “Read more” and “next thread” lead elsewhere. */
const OBJECTS: ReadonlySet<string> = new Set(
  (['list/next', 'list/found', 'list/to', 'field/page-number'] as const).flatMap((concept) =>
    wordsFor(concept).flatMap((word) => wordLine(word).trim().split(' ')),
  ),
);

/** Tells whether a caption has nothing but the words and `more` others that fit, an arrow or a number. */
function captionMatches(list: 0 | 1, caption: string, more = 1): boolean {
  const text = caption.trim();
  if (text.length > 40) return false;
  if (list === 0 && ARROWS.test(text)) return true;
  const line = wordLine(text);
  const found = MATCHER.find(line, list);
  if (found === undefined) return false;
  const term = wordLine(found);
  const others = line.replace(term, ' ').split(' ').filter(Boolean);
  const fits = (word: string): boolean => OBJECTS.has(word) || /^\p{N}+$/u.test(word);
  return (
    (others.length <= IN_LABEL - 1 && others.every(fits)) || (more === IN_LABEL && others.length <= more)
  );
}

/** The list whose next page is wanted. */
export interface PagedList {
  /** Tells whether a position of the outline lies in one of its records. */
  contains(at: number): boolean;
  /** Tells whether an address may be that of its next page. */
  mayContinue(url: string): boolean;
  /** Position where its last record ends; pagers before the list often belong to something else. */
  readonly after: number;
  readonly recordCount: number;
  /** 1 for the first page. */
  readonly page: number;
}

/**
 * Finds how the list of a result page continues; null on its last page. Tries in this order: `rel=next`; a
 * link captioned “next” in any of 25 languages, or an arrow; the number after the current one in a row of
 * page numbers; a link without words whose address has the next number; a link or list whose script sends a
 * form or goes to an address; a form or button that sends such a number; a button that loads more, says “next” or has the
 * next number; a script that waits for scrolling.
 */
export function findPaging(tree: TreeDocument, list: PagedList): Paging | null {
  const outline = outlineOfPage(tree);
  const { after } = list;
  const all = linksOf(outline, tree.url);
  const outside = all.filter(({ part }) => !list.contains(part.start));
  const addresses = outside.map(({ url }) => url);
  const links = outside.filter(
    ({ url }) => list.mayContinue(url) && !showsMoreOfSame(url, tree.url, addresses, list.page),
  );
  return (
    nextByRel(outline, [...links, ...swallowed(all, list)], list) ??
    nextByCaption(links, after) ??
    nextByNumberRow(outline, links, tree.url, list.page) ??
    nextByCounting(links, tree.url, list) ??
    nextByCaption(swallowed(all, list), 0, true) ??
    nextByPagerButton(tree, outline, list) ??
    nextByScript(tree, outline, {
      page: list.page,
      isNext: (caption) => captionMatches(0, caption),
      isOutside: (at) => !list.contains(at),
    }) ??
    nextByForm(tree, list.page) ??
    nextByButton(outline, list) ??
    nextByScrolling(outline)
  );
}

/** Links in the last record, which may hold the pager: those of no other record that say or are marked as the next page. */
function swallowed(
  all: readonly CaptionedLink[],
  { after, contains, mayContinue }: PagedList,
): CaptionedLink[] {
  const within = all.filter(
    ({ part, url }) => part.start < after && contains(part.start) && mayContinue(url),
  );
  const isNext = ({ rel, caption }: CaptionedLink): boolean =>
    NEXT_REL.test(rel) || captionMatches(0, caption);
  const next = within.filter(isNext);
  return next.length > 2 || new Set(next.map(({ url }) => url)).size > 1 ? [] : next;
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
    const scripted = /^\s*(?:#|javascript:|$)/i.test(attributes.href ?? '');
    const address = scripted ? attributes['data-href'] : attributes.href;
    if (tag !== 'a' || part.hidden || address === undefined) return [];
    const url = canonicalUrl(address, part.baseUrl);
    if (url === undefined || url === here || /^\s*(?:#|javascript:)/i.test(address)) return [];
    const caption =
      textIn(outline, part) || attributes['aria-label'] || attributes.title || pictureText(part);
    return [{ part, url, caption, rel: attributes.rel ?? '' }];
  });
}

const NEXT_REL = /(?:^|\s)next(?:\s|$)/i;
const link = (url: string): Paging => ({ kind: 'link', url });

function nextByRel({ parts }: Outline, links: readonly CaptionedLink[], list: PagedList): Paging | null {
  const marked = links.find(({ rel }) => NEXT_REL.test(rel));
  if (marked !== undefined) return link(marked.url);
  const head = parts.find(
    ({ element: { tag, attributes } }) => tag === 'link' && /^next$/i.test(attributes.rel ?? ''),
  );
  const url = head && canonicalUrl(head.element.attributes.href ?? '', head.baseUrl);
  return url === undefined || !list.mayContinue(url) ? null : link(url);
}

/** Prefers a link after the list; an arrow or “more” alone must also have the address of another page of the list. */
function nextByCaption(links: readonly CaptionedLink[], after: number, onlyPages = false): Paging | null {
  const saying = links.filter(({ caption }) => captionMatches(0, caption));
  const turning = saying.filter(({ url, part }) => isPageAddress(url, part.baseUrl));
  const chosen =
    turning.find(({ part }) => part.start >= after) ??
    turning[0] ??
    saying.find(
      ({ part, caption, url }) =>
        !onlyPages &&
        part.start >= after &&
        wordLine(caption).length > 7 &&
        siteOf(url) === siteOf(part.baseUrl),
    );
  return chosen === undefined ? null : link(chosen.url);
}

const COUNTING = /(?:page|pagina|seite|offset|start|from|pg|p|s)[=/_-]?\d+/i;

/** Steps of a path that count. */
const NUMBERS = /^\/?\d{1,7}(?:\/\d{1,7})?\/?$/;

/** Tells whether an address differs from the page's own only in a number, or adds one to its path or parameters. */
function isPageAddress(url: string, page: string): boolean {
  const there = URL.parse(url);
  const here = URL.parse(page);
  if (there === null || here === null || siteOf(url) !== siteOf(page)) return false;
  if (url.replace(/\d+/g, '') === page.replace(/\d+/g, '')) return true;
  if (COUNTING.test(there.pathname + there.search)) return true;
  const isBelow = there.search === here.search && there.pathname.startsWith(here.pathname);
  if (isBelow && NUMBERS.test(there.pathname.slice(here.pathname.length))) return true;
  if (there.search === here.search && insertsNumber(there.pathname, here.pathname)) return true;
  if (there.pathname !== here.pathname) return false;
  if (here.search === '') return /^\?[\w-]{1,20}=\d{1,7}$/.test(there.search);
  const parameters = [...here.searchParams];
  const kept = parameters.filter(([name, value]) => there.searchParams.getAll(name).includes(value));
  // A pager may leave out the submit button and the form's default values.
  const counts = [...there.searchParams].some(
    ([name, value]) => !here.searchParams.has(name) && /^\d{1,7}$/.test(value),
  );
  return kept.length === parameters.length || (counts && kept.some(([, value]) => value.length > 1));
}

/**
 * Finds a link without words whose address has the next number: one page more, or an offset of the records
 * shown. Links that set the page size have a number, too, but are captioned with it.
 */
function nextByCounting(links: readonly CaptionedLink[], page: string, list: PagedList): Paging | null {
  const { recordCount } = list;
  const counts = links.flatMap(({ url, caption }) => {
    if (/\p{L}/u.test(caption) || pageNumber(caption) === list.page) return [];
    const step = stepTo(url, page);
    if (step === undefined) return [];
    const { from, to } = step;
    const first = from ?? (to === 1 ? 0 : 1);
    const isPage = to === first + 1;
    const isOffset =
      recordCount > 1 && (to === (from ?? 0) + recordCount || to === (from ?? 1) + recordCount);
    return isPage || (isOffset && readNumber(caption) !== to) ? [url] : [];
  });
  return counts[0] === undefined ? null : link(counts[0]);
}

const PAGE_NUMBER = /^\[?\(?\s*(\p{Nd}{1,4})\s*\)?\]?$/u;
const pageNumber = (caption: string): number | undefined => readNumber(PAGE_NUMBER.exec(caption)?.[1] ?? '');

/** Finds the number after the one in its row that is no link, or after the page's own where all are links. */
function nextByNumberRow(
  outline: Outline,
  links: readonly CaptionedLink[],
  page: string,
  own: number,
): Paging | null {
  const rows = new Map<Part, Map<number, string>>();
  for (const { part, url, caption } of links) {
    const number = pageNumber(caption);
    if (number === undefined || !isPageAddress(url, page)) continue;
    const row = rowOf(part);
    const numbers = rows.get(row) ?? new Map<number, string>();
    rows.set(row, numbers.set(number, url));
  }
  for (const [row, numbers] of rows) {
    const current = currentNumber(outline, row, numbers) ?? (numbers.has(own) ? own : undefined);
    const next = current === undefined ? undefined : numbers.get(current + 1);
    if (next !== undefined) return link(next);
  }
  return null;
}

/** Returns the current page: the number in the row without a link. */
function currentNumber(outline: Outline, row: Part, linked: ReadonlyMap<number, string>): number | undefined {
  const numbers = textsBetween(outline, row.start, row.end).map(({ text }) => pageNumber(text));
  return numbers.find((number) => number !== undefined && !linked.has(number));
}

/**
 * Finds a button captioned “next” in a form of its own, whose hidden fields repeat the search; or the next of
 * a row of number buttons, which may belong to the search form.
 */
function nextByForm(tree: TreeDocument, page: number): Paging | null {
  for (const form of extractForms(tree)) {
    const paged = form.submits.filter(({ label }) => PAGE_NUMBER.test(label.trim())).length > 1;
    const buttonThat = (fits: (label: string) => boolean) =>
      form.submits.findIndex((one) => isPageButton(one) && fits(one.label));
    const next = paged || hasNoFields(form) ? buttonThat((label) => captionMatches(0, label)) : -1;
    const submit = next >= 0 || !paged ? next : buttonThat((label) => label.trim() === String(page + 1));
    if (submit >= 0) return { kind: 'form', form, controls: [], submit };
  }
  return null;
}

/** Elements between a button and its pager. */
const PAGER_DEPTH = 3;

/** Finds a button called “next page”, perhaps by its title alone, beside numbers of pages, in a form with fields. */
function nextByPagerButton(tree: TreeDocument, outline: Outline, list: PagedList): Paging | null {
  const buttons = outline.parts.filter(
    (part) => !part.hidden && /^(?:input|button)$/.test(part.element.tag) && isByNumbers(part, outline, list),
  );
  if (buttons.length === 0) return null;
  for (const form of extractForms(tree)) {
    const submit = form.submits.findIndex(
      (one) =>
        isPageButton(one) &&
        captionMatches(0, one.label, IN_LABEL) &&
        buttons.some((part) => part.element.attributes.name === one.name && !hasOwnStep(part, outline)),
    );
    if (submit >= 0) return { kind: 'form', form, controls: [], submit };
  }
  return null;
}

function isByNumbers(button: Part, outline: Outline, list: PagedList): boolean {
  let around = button.parent;
  for (let up = 0; up < PAGER_DEPTH && around !== undefined && around.element.tag !== 'form'; up++) {
    const texts = textsBetween(outline, around.start, around.end);
    if (texts.length > MOST_TEXTS || texts.some(({ at }) => list.contains(at))) return false;
    const numbers = texts.map(({ text }) => pageNumber(text));
    if (numbers.includes(list.page) && numbers.includes(list.page + 1)) return true;
    // “Page 2 of 14”
    const [at, of = 0, ...more] = texts
      .flatMap(({ text }) => text.match(/\p{Nd}{1,6}/gu) ?? [])
      .map(readNumber);
    if (at === list.page && of > at && more.length === 0) return true;
    around = around.parent;
  }
  return false;
}

/** Texts of a pager at most. */
const MOST_TEXTS = 40;

const isPageButton = ({ visible, type }: SubmitControl): boolean =>
  visible && type !== 'link' && type !== 'button';

/** Tells whether there are no fields to fill in: “continue” below fields is another step of a form. */
const hasNoFields = ({ controls }: Form): boolean =>
  controls.every(({ domain, visible }) => domain === 'none' || !visible);

const PLAIN_CLASS = /^[\w -]{1,80}$/;

function nextByButton(outline: Outline, { after, page }: PagedList): Paging | null {
  let numbered: Paging | null = null;
  const rowHasNumber = rowsWith(page, outline);
  for (const part of outline.parts) {
    const { tag, attributes } = part.element;
    if (part.hidden || part.start < after) continue;
    const scripted =
      (tag === 'button' && attributes.type !== 'submit') ||
      attributes.role === 'button' ||
      (tag === 'a' && /^\s*(?:#|javascript:|$)/i.test(attributes.href ?? ''));
    if (!scripted || attributes.disabled !== undefined || attributes['aria-disabled'] === 'true') continue;
    const shown = textIn(outline, part);
    // A picture, or the name of one in a font of icons, is called by its label.
    const captions = [shown, attributes['aria-label'] ?? '', attributes.title ?? ''];
    for (const [nth, text] of captions.entries()) {
      const more = nth === 0 ? 1 : IN_LABEL;
      if (captionMatches(1, text, more) || captionMatches(0, text, more)) return { kind: 'press', text };
    }
    const classes = attributes.class ?? '';
    const isBare = tag === 'button' && captions.every((text) => text === '');
    if (isBare && PLAIN_CLASS.test(classes) && classes.split(' ').some((one) => captionMatches(0, one)))
      return { kind: 'press', text: '', classes };
    if (shown === String(page + 1) && numbered === null && rowHasNumber(part))
      numbered = { kind: 'press', text: shown };
  }
  return numbered;
}

/** Tells whether the row of page numbers of a button has this number, too. A row is read once. */
function rowsWith(number: number, outline: Outline): (part: Part) => boolean {
  const read = new Map<Part, boolean>();
  return (part) => {
    const row = rowOf(part);
    const has =
      read.get(row) ??
      textsBetween(outline, row.start, row.end).some(({ text }) => text.trim() === String(number));
    read.set(row, has);
    return has;
  };
}

const WATCHES_SCROLLING =
  /IntersectionObserver|infinite-?scroll|onscroll|addEventListener\(\s*['"]scroll['"]/i;
const MARKED_ENDLESS = /infinite-?scroll|endless/i;

/** Recognises infinite scrolling; only a browser shows whether more really comes. */
function nextByScrolling({ parts, scripts }: Outline): Paging | null {
  const marked = parts.some(({ element: { attributes } }) =>
    MARKED_ENDLESS.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`),
  );
  return marked || scripts.some((code) => WATCHES_SCROLLING.test(code)) ? { kind: 'scroll' } : null;
}
