/** A loop takes a third of the time of a regular expression. */
function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

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
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED_LETTER, (letter) => STROKED[letter] ?? letter);
}

const WORD_EDGE =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Folded words of an identifier or a sentence, separated and framed by single spaces: `txtSearchBox2` becomes
 * ` txt search box 2 `. The frame lets a matcher find whole words by looking for spaces.
 */
export function wordLine(text: string): string {
  if (isAscii(text)) return asciiWordLine(text);
  const parted = text.replace(WORD_EDGE, ' ').replace(NOT_WORD, ' ').trim();
  return parted === '' ? ' ' : ` ${foldText(parted)} `;
}

const SEPARATOR = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
});

/** The same by hand: nearly every identifier is ASCII, and regular expressions with Unicode classes are slow. */
function asciiWordLine(text: string): string {
  let line = ' ';
  let start = -1;
  let before = SEPARATOR;
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? (CLASSES[text.charCodeAt(i)] as number) : SEPARATOR;
    if (start >= 0 && endsWord(text, i, before, kind)) {
      line += `${text.slice(start, i)} `;
      start = -1;
    }
    if (start < 0 && kind !== SEPARATOR) start = i;
    before = kind;
  }
  return line.toLowerCase();
}

/** A word ends before a separator, between letters and digits, and before each hump: `txt|Search`, `XML|Http`. */
function endsWord(text: string, at: number, before: number, kind: number): boolean {
  if (kind === SEPARATOR) return true;
  if ((before === DIGIT) !== (kind === DIGIT)) return true;
  if (kind !== UPPER) return false;
  return before === LOWER || (before === UPPER && CLASSES[text.charCodeAt(at + 1)] === LOWER);
}
