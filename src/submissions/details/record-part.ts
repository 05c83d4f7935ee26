/** What of a page speaks of its record: not its comments, menus, notices on cookies, and not what else there is. */

import { textOf } from '../../foundation/dom/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import { type Outline, type Part, partAround, type TextPiece } from '../answers/outline.ts';

const ASIDE =
  /(?:^|[\s_-])(?:comments?|comment-?list|respond|repl(?:y|ies)|reviews|related|recommend(?:ed|ations?)|similar|sidebar|cookies?|cookielawinfo|consent|gdpr|ccpa|newsletter|subscri(?:be|ption)|opt-?in|popup|shar(?:e|ing)|social|navigation|navbar|nav|pagination|pager|site-?footer|page-?footer|teasers?|upsells?|cross-?sells?|popular|trending|advert[a-z]*|promos?|widget[_-]categories|banner|bread-?crumbs?)(?:$|[\s_-])/i;
/** Layouts are called by what they hold: `content-sidebar-wrap`, `post-social-contain`, `has-sidebar`. */
const LAYOUT =
  /(?:^|[\s_-])(?:content|post|main|entry|site|layout|has|no|with|is|wp)[_-](?:[a-z]+[_-]){0,2}(?:sidebar|social|nav|navigation|shar(?:e|ing)|banner|promo)(?=$|[\s_-])|(?:^|[\s_-])(?:sidebar|social|nav|banner|promo)[_-](?:content|main|wrap[a-z]*|contain[a-z]*|layout|left|right)(?=$|[\s_-])/gi;
const ASIDE_TAG = /^(?:nav|form|footer|dialog)$/;
const LEADING = /^(?:h1|main)$/;
const OWN_FOOTER = /^(?:article|section|main)$/;
const MAX_CLASS = 300;

/** A predicate on positions: within a part of the page that is not on the record. The part with its heading always is. */
export function isAside({ parts }: Outline): (at: number) => boolean {
  const headings = parts.filter(({ element, hidden }) => LEADING.test(element.tag) && !hidden);
  const spans: (readonly [start: number, end: number])[] = [];
  for (const part of parts) {
    const { start, end } = part;
    if (start < (spans.at(-1)?.[1] ?? 0) || !saysAside(part) || isOrder(part, parts)) continue;
    const heading = headings[firstFrom(headings, start)];
    if (heading === undefined || heading.start >= end) spans.push([start, end]);
  }
  return (at) => {
    let low = 0;
    for (let high = spans.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.[1] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return (spans[low]?.[0] ?? Number.POSITIVE_INFINITY) <= at;
  };
}

/** What buttons that buy say; their form is that of the record, with its price. */
const BUYS = new RegExp(alternatives('offer/buy'), 'iu');
export const isBuying = (text: string): boolean => BUYS.test(foldText(text.slice(0, 100)));

const isOrder = (form: Part, parts: readonly Part[]): boolean =>
  form.element.tag === 'form' &&
  parts
    .slice(firstFrom(parts, form.start), firstFrom(parts, form.end))
    .some(({ element }) =>
      isBuying(
        /^(?:button|input|a)$/.test(element.tag)
          ? element.attributes.value || element.attributes.title || textOf(element, 100)
          : '',
      ),
    );

function saysAside({ element, parent }: Part): boolean {
  const { class: classes = '', id = '', role = '' } = element.attributes;
  if (element.tag === 'html' || element.tag === 'body') return false;
  if (element.tag === 'footer' && isIn(parent, OWN_FOOTER)) return false;
  if (ASIDE_TAG.test(element.tag) || role === 'navigation' || role === 'dialog') return true;
  return ASIDE.test(`${classes.slice(0, MAX_CLASS)} ${id.slice(0, MAX_CLASS)}`.replace(LAYOUT, ' '));
}

export const isIn = (part: Part | undefined, tag: RegExp): boolean =>
  partAround(part, ({ element }) => tag.test(element.tag)) !== undefined;

/** Elements within an element, in order; no more are looked at than are taken. */
export function* partsWithin(
  { parts }: Outline,
  { start, end }: Pick<Part, 'start' | 'end'>,
): Generator<Part> {
  for (let i = firstFrom(parts, start + 1); i < parts.length; i++) {
    const part = parts[i];
    if (part === undefined || part.start >= end) return;
    yield part;
  }
}

function firstFrom(parts: readonly Part[], position: number): number {
  let low = 0;
  for (let high = parts.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Texts whose pieces follow each other without a space are one. */
export function joined(pieces: readonly TextPiece[]): string {
  let text = '';
  for (const piece of pieces) text += `${text === '' || piece.joinsPrevious ? '' : ' '}${piece.text}`;
  return text.replace(/\s+/g, ' ').trim();
}
