/** Tells a value from prose. */

import { minutesIn, STOP_WORDS_OF_ALL, wordsOf } from '../../foundation/text/index.ts';
import { fieldKind } from '../answers/field-kind.ts';

const MAX_VALUE = 120;
const MAX_LIST = 400;
const MAX_WORDS = 14;
/** Fewer words are a phrase, however many of them are function words. */
const PHRASE = 4;
const FUNCTION_SHARE = 0.4;
/** Names of fields that list many short values. */
const LISTS = new Set(['keywords', 'category', 'author', 'format', 'language', 'cuisine']);

/** Whether a text is a short value: a name, a number, a list of such, and no sentence. */
export function isShortValue(value: string, name = ''): boolean {
  const list = value.split(/\s*[,;|]\s*/);
  if (LISTS.has(name) && value.length <= MAX_LIST && list.length > 1)
    return list.every((one) => one.length <= 50 && isPhrase(one));
  return value.length <= MAX_VALUE && isPhrase(value);
}

function isPhrase(value: string): boolean {
  if (!/[\p{L}\p{N}✓✔★☆]/u.test(value) || /^[-–—:,.;)!@#]|[:：{}]$|\{\{?\w+\}/u.test(value)) return false;
  const words = wordsOf(value);
  if (words.length > MAX_WORDS || /\p{Ll}{3}[.!?]\s+\p{Lu}/u.test(value)) return false;
  if (words.length <= PHRASE) return !/\p{L}{3}[!?]$/u.test(value) || words.length < 2;
  if (/\p{Ll}[.!?…]$/u.test(value)) return false;
  const functional = words.filter((word) => STOP_WORDS_OF_ALL.has(word)).length;
  return functional / words.length <= FUNCTION_SHARE;
}

const TIME = /time$|^duration$/;

/** Whether a value can be what the name says. */
export function fits(name: string, value: string): boolean {
  if (TIME.test(name))
    return (
      minutesIn(value) !== undefined ||
      /^\D{0,12}\d{1,3}\s?(?:[-–]|to|bis|à|a)\s?\d{1,3}\s?\p{L}/u.test(value)
    );
  if (name === 'yields') return /\d/.test(value) && value.length <= 60;
  if (name === 'price') return /\d/.test(value);
  if (name === 'rating') return /\d|★|☆/.test(value);
  if (name === 'author') return value.length <= 200 && /\p{L}/u.test(value) && fieldKind(value) === 'text';
  return true;
}
