/** Reads categories and plain text from wikitext. */

import { trimOf } from '../../foundation/text/index.ts';

const LINK = /\[\[([^[\]|]*)(?:\|([^[\]]*))?\]\]/g;
const CATEGORY_LINK = /\[\[\s*category\s*:\s*([^\]|]+)/gi;
/** Categories that only pages about persons have. */
const PERSON =
  /^(?:living people|possibly living people|\d{1,4}s?(?: bc)? (?:births|deaths)|year of (?:birth|death) .*)$/i;
const PERSON_BOX =
  /\{\{\s*infobox\s+(?:person|scientist|officeholder|politician|artist|writer|academic|royalty)\b/i;
const MAX_NESTED = 40;

/** Categories of a page, as they are written in titles: first letter upper case, spaces. */
export const categoriesOf = (text: string): string[] =>
  [...text.matchAll(CATEGORY_LINK)].map(([, name = '']) => {
    const plain = name.replaceAll('_', ' ').trim();
    return plain.charAt(0).toUpperCase() + plain.slice(1);
  });

export const isRedirect = (text: string): boolean => /^\s*#redirect\b/i.test(text);

export const describesPerson = (text: string): boolean =>
  PERSON_BOX.test(text) || categoriesOf(text).some((name) => PERSON.test(name));

/**
 * Extracts the prose of a page: removes templates, tables, references and pictures, and replaces links by their text. Every
 * pattern is bounded, because wikitext is often malformed.
 */
export function plainText(text: string): string {
  let plain = text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<ref\b[^>]{0,500}\/>/gi, ' ')
    .replace(/<ref\b[^>]{0,500}>[\s\S]{0,5000}?<\/ref>/gi, ' ')
    .replace(
      /<(math|gallery|nowiki|pre|code|syntaxhighlight|timeline)\b[^>]{0,500}>[\s\S]{0,5000}?<\/\1>/gi,
      ' ',
    );
  plain = withoutNested(withoutNested(plain, '{{', '}}'), '{|', '|}');
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(LINK, (_, to: string, shown: string | undefined) =>
      /^\s*:?(?:file|image|category|[a-z]{2,3}):/i.test(to) ? ' ' : (shown ?? to),
    );
  }
  return plain
    .replace(/\[(?:https?:)?\/\/[^\s\]]{1,2000}\s([^\]]{1,500})\]/g, '$1')
    .replace(/\[(?:https?:)?\/\/[^\s\]]{1,2000}\]/g, ' ')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/'{2,}/g, '')
    .replace(/^=(.*)=[\t ]*$/gm, (_, title: string) => `${trimOf(title, /[\s=]/)}.`)
    .replace(/^[*#:;]+\s*/gm, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n\s*\n+/g, '\n')
    .trim();
}

/** Removes text between two marks, also nested; an end without a beginning stays. */
function withoutNested(text: string, open: string, close: string): string {
  let depth = 0;
  let remaining = '';
  for (let at = 0; at < text.length; ) {
    const next = text.startsWith(open, at) ? open : depth > 0 && text.startsWith(close, at) ? close : '';
    if (next === open && depth < MAX_NESTED) depth++;
    if (next === close) depth--;
    if (next !== '') {
      at += next.length;
      continue;
    }
    const [a, b] = [text.indexOf(open, at + 1), depth > 0 ? text.indexOf(close, at + 1) : -1];
    const end = Math.min(...[a, b, text.length].filter((one) => one >= 0));
    if (depth === 0) remaining += text.slice(at, end);
    at = end;
  }
  return remaining;
}
