import { decodeLeniently, foldText } from '../../foundation/text/index.ts';

/**
 * What an answer repeats of its question: in its text, and in the addresses of its tabs, pagers, profile and sort links. With
 * it taken out, answers of one template are equal wherever nothing was found.
 */
export interface Echo {
  /** Folded text without what was asked for, and without the quotation marks that stood round it. */
  text(text: string): string;
  /** An address without it, however it is encoded there; parameters that hold nothing else are gone. */
  address(url: string): string;
  /** What was asked for, or a part of it, stands in it. */
  isIn(text: string): boolean;
  /** Nothing but what was asked for, or a part of it. */
  is(text: string): boolean;
}

interface Asked {
  readonly values: readonly string[];
  readonly source?: string;
}

const MARK = '\u00a4';
/** Words shorter than this stand in many others. */
const LEAST_INSIDE = 3;
const MAX_VALUES = 60;
const QUOTED = /["'“”„‟«»‹›‘’「」『』()]?\s*\u00a4(?:[\s+|&,.·*"'-]*\u00a4)*\s*["'“”„‟«»‹›‘’「」『』()]?/gu;

/** @param controls what was typed or chosen */
export function echoOf(controls: readonly Asked[]): Echo {
  const pattern = patternOf(controls);
  const masked = (text: string): string => {
    const folded = foldText(text);
    return pattern === undefined ? folded : folded.replace(pattern, MARK);
  };
  const bare = (text: string): string => text.replace(QUOTED, ' ').replace(/\s+/g, ' ').trim();
  return {
    text: (text) => bare(masked(text)),
    address: (url) => addressWithout(url, (text) => bare(masked(text))),
    isIn: (text) => masked(text).includes(MARK),
    is: (text) => {
      const rest = masked(text);
      return rest.includes(MARK) && !/[\p{L}\p{N}]/u.test(rest);
    },
  };
}

/** Of a page that answers nothing. */
export const NO_ECHO = echoOf([]);

function patternOf(controls: readonly Asked[]): RegExp | undefined {
  const alternatives = new Set<string>();
  for (const { values, source } of controls) {
    const typed = source !== 'option' && source !== 'any' && source !== 'start';
    for (const value of values) {
      const folded = foldText(value).trim();
      if (folded.length < 2) continue;
      alternatives.add(alternative(folded, typed));
      // The words of a question are repeated one by one, too: in what is marked in the records' text.
      const words = typed
        ? folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= LEAST_INSIDE)
        : [];
      if (words.length > 1) for (const word of words) alternatives.add(alternative(word, false));
    }
  }
  const kept = [...alternatives].sort((a, b) => b.length - a.length).slice(0, MAX_VALUES);
  return kept.length === 0 ? undefined : new RegExp(kept.join('|'), 'gu');
}

/** What was typed is found inside words as well, where it is long enough; the value of an option only by itself. */
function alternative(value: string, inside: boolean): string {
  const escaped = value.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const whole = !inside || (value.length < LEAST_INSIDE && /^\w+$/.test(value));
  return whole ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
}

function addressWithout(address: string, bare: (text: string) => string): string {
  const url = URL.parse(address);
  if (url === null) return bare(address);
  const path = url.pathname.split('/').map((step) => bare(decodeLeniently(step)));
  const pairs = [...url.searchParams]
    .map(([name, value]) => [name, bare(value).replace(/\s+/g, '')] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`);
  return `${url.host}${path.join('/')}?${pairs.sort().join('&')}`;
}
