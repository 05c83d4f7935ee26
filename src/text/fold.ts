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
/** With the spaces in between, so that a text in another script is one piece. */
const NOT_ASCII = /[\u0080-\uffff](?:[\u0080-\uffff ]*[\u0080-\uffff])?/g;
const MAX_KNOWN = 5_000;
const MAX_LENGTH = 8;
/** Single letters with their accents, mostly. */
const known = new Map<string, string>();

/** Lower case without diacritics, so that `Búsqueda`, `busqueda` and `BUSQUEDA` are one word. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return isAscii(lower) ? lower : lower.replace(NOT_ASCII, foldPiece);
}

/** No letter of ASCII takes part in what Unicode decomposes, so that pieces may be folded one by one. */
function foldPiece(piece: string): string {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const folded = piece
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED_LETTER, (letter) => STROKED[letter] ?? letter);
  if (piece.length <= MAX_LENGTH && known.size < MAX_KNOWN) known.set(piece, folded);
  return folded;
}

const UNKNOWN = 0;
const SEPARATOR = 1;
const LOWER = 2;
const UPPER = 3;
const LETTER = 4;
const MARK = 5;
const DIGIT = 6;

const CLASS_OF: readonly (readonly [kind: number, pattern: RegExp])[] = [
  [LOWER, /^\p{Ll}$/u],
  [UPPER, /^\p{Lu}$/u],
  [LETTER, /^\p{L}$/u],
  [MARK, /^\p{M}$/u],
  [DIGIT, /^\p{N}$/u],
];
/** Classes of code units as far as they were asked for: regular expressions with Unicode classes are slow. */
const CLASSES = new Uint8Array(65_536);

function classOf(code: number): number {
  const found = CLASSES[code];
  if (found !== UNKNOWN && found !== undefined) return found;
  const letter = String.fromCharCode(code);
  const kind = CLASS_OF.find(([, pattern]) => pattern.test(letter))?.[0] ?? SEPARATOR;
  CLASSES[code] = kind;
  return kind;
}

const isLetter = (kind: number): boolean => kind >= LOWER && kind <= LETTER;

/** A letter of two code units, which only the regular expressions know. */
const ASTRAL = /[\ud800-\udbff][\udc00-\udfff]/;
const WORD_EDGE =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Folded words of an identifier or a sentence, separated and framed by single spaces: `txtSearchBox2` becomes
 * ` txt search box 2 `. The frame lets a matcher find whole words by looking for spaces.
 */
export function wordLine(text: string): string {
  if (ASTRAL.test(text)) {
    const parted = text.replace(WORD_EDGE, ' ').replace(NOT_WORD, ' ').trim();
    return parted === '' ? ' ' : ` ${foldText(parted)} `;
  }
  let line = ' ';
  let start = -1;
  let before = SEPARATOR;
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? classOf(text.charCodeAt(i)) : SEPARATOR;
    if (start >= 0 && endsWord(text, i, before, kind)) {
      line += `${text.slice(start, i)} `;
      start = -1;
    }
    if (start < 0 && kind !== SEPARATOR) start = i;
    before = kind;
  }
  return foldText(line);
}

/** A word ends before a separator, between letters and digits, and before each hump: `txt|Search`, `XML|Http`. */
function endsWord(text: string, at: number, before: number, kind: number): boolean {
  if (kind === SEPARATOR) return true;
  if (before === DIGIT ? isLetter(kind) : kind === DIGIT && isLetter(before)) return true;
  if (kind !== UPPER) return false;
  return (
    before === LOWER ||
    (before === UPPER && at + 1 < text.length && classOf(text.charCodeAt(at + 1)) === LOWER)
  );
}
