const ASCII_ONLY = /^\p{ASCII}*$/u;
const MARKS = /\p{M}+/gu;
/** Letters that Unicode does not decompose but that readers and URL makers write without their stroke. */
const STROKED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
};
const STROKED_LETTER = /[ßæœøđłı]/g;

/** Lower case without diacritics, so that `Búsqueda`, `busqueda` and `BUSQUEDA` are one word. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED_LETTER, (letter) => STROKED[letter] ?? letter);
}

const CAMEL_HUMP = /(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;
const LETTER_DIGIT = /(\p{L})(\p{N})|(\p{N})(\p{L})/gu;

/**
 * Folded words of an identifier or a sentence, separated and framed by single spaces: `txtSearchBox2` becomes
 * ` txt search box 2 `. The frame lets a matcher find whole words by looking for spaces.
 */
export function wordLine(text: string): string {
  const parted = text
    .replace(CAMEL_HUMP, '$1$3 $2$4')
    .replace(LETTER_DIGIT, '$1$3 $2$4')
    .replace(NOT_WORD, ' ')
    .trim();
  return parted === '' ? ' ' : ` ${foldText(parted)} `;
}
