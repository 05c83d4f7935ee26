import { decodeLeniently, foldText } from '../../foundation/text/index.ts';

/**
 * Masks what an answer repeats of its query, in its text and in the addresses of tabs, pagers and sort links.
 * Masked answers of one template are equal if nothing was found.
 */
export interface Echo {
  /** Returns the folded text without the query and the quotation marks around it. */
  withoutQuery(text: string): string;
  /** Returns the address without the query in any encoding, and without parameters that hold nothing else. */
  addressWithoutQuery(url: string): string;
  /** Tells whether the query, or a part of it, occurs in the text. */
  occursIn(text: string): boolean;
  /** Tells whether the text is nothing but the query, or a part of it. */
  isAllOf(text: string): boolean;
}

interface FilledValues {
  readonly values: readonly string[];
  readonly source?: string;
}

const MASK = '\u00a4';
/** Shorter words occur inside many others. */
const MIN_PART_LENGTH = 3;
const MAX_VALUES = 60;
const MASK_WITH_QUOTES =
  /["'“”„‟«»‹›‘’「」『』()]?\s{0,9}\u00a4(?:[\s+|&,.·*"'-]{0,9}\u00a4)*\s{0,9}["'“”„‟«»‹›‘’「」『』()]?/gu;

/** @param controls the typed or chosen values */
export function echoOfQuery(controls: readonly FilledValues[]): Echo {
  const pattern = queryPattern(controls);
  const masked = (text: string): string => {
    const folded = foldText(text);
    return pattern === undefined ? folded : folded.replace(pattern, MASK);
  };
  const cleaned = (text: string): string => text.replace(MASK_WITH_QUOTES, ' ').replace(/\s+/g, ' ').trim();
  return {
    withoutQuery: (text) => cleaned(masked(text)),
    addressWithoutQuery: (url) => maskAddress(url, (text) => cleaned(masked(text))),
    occursIn: (text) => masked(text).includes(MASK),
    isAllOf: (text) => {
      const rest = masked(text);
      return rest.includes(MASK) && !/[\p{L}\p{N}]/u.test(rest);
    },
  };
}

/** Masks nothing: for a page that is no answer. */
export const NO_ECHO = echoOfQuery([]);

function queryPattern(controls: readonly FilledValues[]): RegExp | undefined {
  const alternatives = new Set<string>();
  for (const { values, source } of controls) {
    const typed = source !== 'option' && source !== 'known-option' && source !== 'any' && source !== 'start';
    for (const value of values) {
      const folded = foldText(value).trim();
      if (folded.length < 2) continue;
      alternatives.add(alternative(folded, typed));
      // Answers also highlight single words of the query in the text of records.
      const words = typed
        ? folded.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length >= MIN_PART_LENGTH)
        : [];
      if (words.length > 1) for (const word of words) alternatives.add(alternative(word, false));
    }
  }
  const kept = [...alternatives].sort((a, b) => b.length - a.length).slice(0, MAX_VALUES);
  return kept.length === 0 ? undefined : new RegExp(kept.join('|'), 'gu');
}

/** Matches a typed value also inside words if it is long enough; the value of an option only as a whole word. */
function alternative(value: string, inside: boolean): string {
  const escaped = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const whole = !inside || (value.length < MIN_PART_LENGTH && /^\w+$/.test(value));
  return whole ? `(?<![\\p{L}\\p{M}\\p{N}])${escaped}(?![\\p{L}\\p{M}\\p{N}])` : escaped;
}

function maskAddress(address: string, masked: (text: string) => string): string {
  const url = URL.parse(address);
  if (url === null) return masked(address);
  const path = url.pathname.split('/').map((step) => masked(decodeLeniently(step)));
  const pairs = [...url.searchParams]
    .map(([name, value]) => [name, masked(value).replace(/\s+/g, '')] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`);
  return `${url.host}${path.join('/')}?${pairs.sort().join('&')}`;
}
