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
  const list = value.split(/ ?[,;|] ?/);
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

/** Amounts that are no prices, and whole numbers of more than two digits, which count who has rated. */
const MEASURED = /\d ?(?:k?cal|kj|m?g|m?l|min|%)(?![\p{L}])/iu;
const VOICES = /^\(?(?:0|\d{2,}) \p{L}+\)?$/u;
/** “40 min read”, “12 Servings”: a number that stands alone is no part of a name. */
const NAME_WORDS = 6;
const isName = (text: string): boolean =>
  text.split(' ').length <= NAME_WORDS && !/(?:^| )\d{1,3}(?: |$)/.test(text);

/** Whether a value can be what the name says. */
export function fits(name: string, value: string): boolean {
  if (TIME.test(name))
    return (
      minutesIn(value) !== undefined ||
      /^\d{1,3}(?:[.,]\d+)? ?\p{L}{2,12}\.?$/u.test(value) ||
      /^\D{0,12}\d{1,3}\s?(?:[-–]|to|bis|à|a)\s?\d{1,3}\s?\p{L}/u.test(value)
    );
  if (name === 'yields') return /\d/.test(value) && value.length <= 60;
  if (name === 'price') return /\d/.test(value) && !MEASURED.test(value);
  if (name === 'pages') return /\d/.test(value);
  if (name === 'rating') return /\d|★|☆/.test(value) && !VOICES.test(value) && !/^\d{4,}/.test(value);
  if (name === 'author')
    return /\p{L}/u.test(value) && fieldKind(value) === 'text' && value.split(/[,;&|]/).every(isName);
  return true;
}
