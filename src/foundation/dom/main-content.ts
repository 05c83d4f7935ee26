import {
  FINE_PRINT,
  isChrome,
  kindOf,
  type Marks,
  marksOf,
  type PageKind,
  TURNS_AWAY,
} from './boilerplate-marks.ts';
import {
  alikeChildren,
  childrenOf,
  isMain,
  isWithin,
  type LeftOut,
  MAX_OPENING,
  measure,
  type PagePart,
  PROSE,
  sumUp,
  visit,
} from './page-parts.ts';
import { elementsOf, type TreeDocument, type TreeElement } from './tree.ts';

/** Share of a page's prose that only its content has. */
const MOST = 0.4;
/** Share of the prose from which on one of several siblings is the content. */
const NEARLY_ALL = 0.75;
const SENTENCES = 1_000;
const HEADING = /^h[1-6]$/;
const FEW = 150;

/**
 * Decides which parts of a page are around its content: menus, footers, side columns, notices, shares, related things and
 * comments on an article. By element, role and class; by the share of letters in links; and by where the prose lies
 * (after boilerpipe, jusText and Trafilatura). A part that holds much of the prose stays, whatever it is called. Linear in
 * the size of the page. Shadow roots are read, frames stay whole.
 */
export function mainContentOf({ root }: Pick<TreeDocument, 'root'>): LeftOut {
  const parts = measure(root);
  const leftOut = new Set<TreeElement>();
  const kind = kindOf(root);
  const one = kind === 'article' || kind === 'product';
  const marks = marksOf(parts.map(({ element }) => element));
  const steps: readonly (() => void)[] = [
    () => dropMarked(parts, marks, leftOut, kind),
    () => dropAround(parts, marks, leftOut, kind),
    () => dropLinkLists(parts, leftOut),
    () => dropTurnsAway(parts, leftOut),
    () => one && dropCards(parts, leftOut),
    () => narrow(parts, leftOut, one || isMostlyProse(parts[0])),
    () => kind === 'product' && dropRepeats(parts, leftOut),
    () => dropBareHeadings(parts, leftOut),
  ];
  sumUp(parts, leftOut);
  const whole = parts[0]?.text ?? 0;
  for (const step of steps) {
    step();
    sumUp(parts, leftOut);
  }
  const kept = parts[0]?.text ?? 0;
  if (kept >= Math.min(FEW, whole / 10)) return leftOut;
  return new Set(parts.map(({ element }) => element).filter(isChrome));
}

function dropMarked(
  parts: readonly PagePart[],
  marks: readonly Marks[],
  leftOut: Set<TreeElement>,
  kind: PageKind,
): void {
  const [page] = parts;
  if (page === undefined) return;
  const comments = commentsOf(parts, marks, page, kind);
  // Keeps a part that is too large to leave out under one name from being left out in pieces under it.
  const keptUnder = new Map<string, number>();
  visit(parts, leftOut, (part, at) => {
    const { element, end, text, linked, links, prose, titles, mains } = part;
    const { around, perhaps, footer, notice, profile } = marks[at] as Marks;
    if (part === page) return;
    const title = mains > 0 || (titles > 0 && titles === page.titles);
    const named = around !== undefined && element.tag !== 'article' && at >= (keptUnder.get(around) ?? 0);
    const small = prose <= page.prose * (footer || element.tag === 'footer' ? NEARLY_ALL : MOST);
    const marked =
      named ||
      (kind === 'discussion' && profile) ||
      isChrome(element) ||
      (element.tag === 'form' && prose < page.prose / 4 && (links === 0 || asksWho(element))) ||
      (perhaps && linked > 0.3 * text && !HEADING.test(element.tag));
    if (!title && (comments.has(part) || notice || (marked && small))) leftOut.add(element);
    else if (named) keptUnder.set(around, end);
  });
}

/** Says whether a form asks for an address, a password or a message: not a card of a thing to buy. */
function asksWho(form: TreeElement): boolean {
  for (const { tag, attributes } of elementsOf(form, false))
    if (
      tag === 'textarea' ||
      (tag === 'input' && /^(?:email|password|search|tel)$/.test(attributes.type ?? ''))
    )
      return true;
  return false;
}

/** Comments on an article and reviews of goods, where there is enough to say without them. */
function commentsOf(
  parts: readonly PagePart[],
  marks: readonly Marks[],
  page: PagePart,
  kind: PageKind,
): ReadonlySet<PagePart> {
  const comments = new Set<PagePart>();
  if (kind === 'discussion') return comments;
  let said = 0;
  for (let i = 1; i < parts.length; i++) {
    const part = parts[i] as PagePart;
    const mark = marks[i] as Marks;
    if (part.element.tag === 'pre') i = part.end - 1;
    if (part.mains > 0 || part.titles > 0 || !(mark.secondary || (kind === 'product' && mark.offer)))
      continue;
    comments.add(part);
    said += part.prose;
    i = part.end - 1;
  }
  return page.prose - said >= (kind === undefined ? SENTENCES : FEW) ? comments : new Set();
}

/**
 * Leaves out what is around `<main>`, the article and the text of the article, if prose is in them, and headers of the page
 * that do not name it.
 */
function dropAround(
  parts: readonly PagePart[],
  marks: readonly Marks[],
  leftOut: Set<TreeElement>,
  kind: PageKind,
): void {
  const [page] = parts;
  if (page === undefined) return;
  const share = kind === 'article' ? 0.1 : 0.6;
  const keep = (inside: PagePart | undefined, least: number) => {
    if (inside === undefined || inside.text < FEW || inside.prose < page.prose * least) return;
    visit(parts, leftOut, (part) => {
      if (part.at > inside.at ? part.at >= inside.end : part.end <= inside.at)
        if (part.titles === 0 || inside.titles > 0) leftOut.add(part.element);
    });
    sumUp(parts, leftOut);
  };
  keep(
    parts.find((part) => isMain(part.element) && part.prose >= page.prose / 3),
    1 / 3,
  );
  keep(
    only(parts, leftOut, ({ element }) => element.tag === 'article'),
    share,
  );
  if (kind !== 'product' && kind !== 'discussion')
    keep(
      only(parts, leftOut, ({ at }) => marks[at]?.body === true),
      share,
    );
  visit(parts, leftOut, (part) => {
    if (
      part.element.tag === 'header' &&
      (part.titles === 0 || part.titles < page.titles) &&
      !isWithin(parts, part, 'article main section')
    )
      leftOut.add(part.element);
  });
}

/** Returns the only outermost part that is wanted, or the only one that holds the title. */
function only(
  parts: readonly PagePart[],
  leftOut: LeftOut,
  wanted: (part: PagePart) => boolean,
): PagePart | undefined {
  const found: PagePart[] = [];
  let end = 0;
  visit(parts, leftOut, (part) => {
    if (part.at < end || part.text === 0 || !wanted(part)) return;
    found.push(part);
    end = part.end;
  });
  const titled = found.filter(({ titles }) => titles > 0);
  return found.length === 1 ? found[0] : titled.length === 1 ? titled[0] : undefined;
}

/** Letters of a menu's links, on average at most. */
const SHORT_LINK = 18;
const HOLDERS = new Set('body div section article main center form table tbody tr td'.split(' '));
const DATA = new Set('table dl ul ol pre'.split(' '));
const LISTS = new Set('ul ol menu dl div section table tbody tr td p'.split(' '));

/** Leaves out runs of short links: menus that no mark tells. */
function dropLinkLists(parts: readonly PagePart[], leftOut: Set<TreeElement>): void {
  const [page] = parts;
  if (page === undefined) return;
  let entriesEnd = 0;
  visit(parts, leftOut, (part) => {
    const { element, at, end, text, linked, links, titles } = part;
    if (at < entriesEnd) return;
    if (hasEntries(parts, part, leftOut, page.text)) entriesEnd = end;
    if (at < entriesEnd || !LISTS.has(element.tag) || links < 3 || titles > 0) return;
    if (linked > 0.8 * text && linked < SHORT_LINK * links && text < page.text * MOST) leftOut.add(element);
  });
}

/** Says whether most of what a part says is in at least three children alike that have links and other text. */
function hasEntries(parts: readonly PagePart[], part: PagePart, leftOut: LeftOut, whole: number): boolean {
  const { at, links, text } = part;
  if (links < 3 || text < FEW) return false;
  const groups = alikeChildren(parts, at, leftOut, (child) => {
    const other = child.text - child.linked;
    return (
      child.links > 0 && other > Math.max(10, 0.3 * child.text) && other < 1_500 && child.text < whole * MOST
    );
  });
  return groups.some(
    (group) => group.length > 2 && group.reduce((sum, child) => sum + child.text, 0) > text / 2,
  );
}

/** Leaves out sections whose heading turns to other pages or asks for something. */
function dropTurnsAway(parts: readonly PagePart[], leftOut: Set<TreeElement>): void {
  const [page] = parts;
  if (page === undefined) return;
  const small = (part: PagePart) => part.prose <= page.prose * MOST && part.text <= page.text * MOST;
  visit(parts, leftOut, (heading) => {
    if (heading.own === 0 || heading.own > FEW || heading.element.tag === 'h1') return;
    const opening = heading.opening.replace(/\s+/g, ' ').trim();
    if (FINE_PRINT.test(opening)) leftOut.add(heading.element);
    if (heading.own > MAX_OPENING || !TURNS_AWAY.test(opening)) return;
    let top = heading;
    for (let up = parts[top.parent]; up !== undefined; up = parts[up.parent]) {
      if (up.before !== heading.before || !small(up) || up.titles > 0) break;
      top = up;
    }
    if (small(top)) leftOut.add(top.element);
  });
}

/** Leaves out rows of cards that lead to other things: at least three siblings alike, with pictures, links and few words. */
function dropCards(parts: readonly PagePart[], leftOut: Set<TreeElement>): void {
  visit(parts, leftOut, ({ at, pictures, titles, links }) => {
    if (pictures < 2 || links < 3 || titles > 0) return;
    for (const cards of alikeChildren(parts, at, leftOut, isCard))
      if (cards.length > 2) for (const { element } of cards) leftOut.add(element);
  });
}

const isCard = ({ text, linked, links, prose, pictures }: PagePart): boolean =>
  links > 0 && pictures > 0 && text < 400 && linked > text / 5 && prose < PROSE;

/** Goes down to where the prose lies, and leaves out what stands beside and says little. */
function narrow(parts: readonly PagePart[], leftOut: Set<TreeElement>, one: boolean): void {
  if ((parts[0]?.prose ?? 0) < FEW) return;
  let at = 0;
  for (;;) {
    const part = parts[at];
    if (part === undefined || part.prose === 0) return;
    const children = childrenOf(parts, at).filter(
      (child) => !leftOut.has((parts[child] as PagePart).element),
    );
    const most = children.find((child) => (parts[child] as PagePart).prose >= part.prose * NEARLY_ALL);
    const body = parts[most ?? -1];
    if (most === undefined || body === undefined || !HOLDERS.has(body.element.tag)) return;
    const beside = children.filter((child) => child !== most).map((child) => parts[child] as PagePart);
    if (beside.some(({ element, text }) => text > 20 && isAlike(element, body.element))) return;
    for (const other of beside)
      if (other.titles === 0 && !HEADING.test(other.element.tag) && saysLittle(other, one))
        leftOut.add(other.element);
    at = most;
  }
}

const isMostlyProse = (page?: PagePart): boolean =>
  page !== undefined && page.prose >= SENTENCES && page.prose >= 0.6 * page.text;

/** On a page about one thing, whatever is mostly links says little. */
const saysLittle = ({ element, text, linked, links }: PagePart, one: boolean): boolean =>
  (text - linked < 40 && (one || text < FEW) && (linked > 0 || !DATA.has(element.tag))) ||
  (one ? linked > text / 2 : linked > 0.8 * text && linked < SHORT_LINK * links);

const isAlike = (a: TreeElement, b: TreeElement): boolean =>
  a.tag === b.tag && (a.attributes.class ?? '') === (b.attributes.class ?? '');

/** Leaves out what the page of a product says again, for other screens or in a slide show. */
function dropRepeats(parts: readonly PagePart[], leftOut: Set<TreeElement>): void {
  const said = new Set<string>();
  visit(parts, leftOut, ({ element, own, text, opening }) => {
    if (own < 20 || text > own || element.tag === 'td') return;
    const key = `${own} ${opening.replace(/\s+/g, ' ')}`;
    if (said.has(key)) leftOut.add(element);
    said.add(key);
  });
}

/** Leaves out headings of which nothing is left. */
function dropBareHeadings(parts: readonly PagePart[], leftOut: Set<TreeElement>): void {
  visit(parts, leftOut, ({ element, parent, end, text }) => {
    if (text === 0 || !/^h[2-6]$/.test(element.tag)) return;
    const section = parts[parent];
    if (section === undefined) return;
    let dropped = false;
    for (let i = end; i < section.end; i = Math.max(i + 1, parts[i]?.end ?? 0)) {
      const next = parts[i] as PagePart;
      if (!leftOut.has(next.element) && next.text > 0) return;
      if (leftOut.has(next.element) && next.text > 0) dropped = true;
    }
    if (dropped) leftOut.add(element);
  });
}
