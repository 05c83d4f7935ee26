import { PACKS } from '../../foundation/language/index.ts';
import { STOP_WORD_LANGUAGES, stopWordsOf, wordsOf } from '../../foundation/text/index.ts';
import type { Outline } from './outline.ts';

/** Texts that are read. */
const MOST_TEXTS = 400;
const MIN_WORDS = 5;
/** Codes that stand for the same language here. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

const known = new WeakMap<Outline, string>();

/** The language of a page: what it declares, unless the function words of another stand in its text; else an empty text. */
export function languageOf(outline: Outline): string {
  const before = known.get(outline);
  if (before !== undefined) return before;
  const { lang = '' } = outline.parts[0]?.element.attributes ?? {};
  const code = lang.trim().split(/[-_]/)[0]?.toLowerCase() ?? '';
  const declared = SAME[code] ?? code;
  const words = outline.texts.slice(0, MOST_TEXTS).flatMap(({ text }) => wordsOf(text));
  const counts = STOP_WORD_LANGUAGES.map((language) => {
    const stopWords = stopWordsOf(language);
    return { language, count: words.filter((word) => stopWords?.has(word)).length };
  }).sort((a, b) => b.count - a.count);
  const [best, second] = counts;
  const rival = PACKS.has(declared) ? counts.find(({ language }) => language === declared) : second;
  const isOther =
    best !== undefined && best.count >= MIN_WORDS && best.count >= 2 * (rival?.count ?? best.count);
  const language = isOther ? best.language : PACKS.has(declared) ? declared : '';
  known.set(outline, language);
  return language;
}
