import { codesOf, textOfCodes } from './codes.ts';

const BEYOND_ASCII = /[\u0080-\uffff]/;
/**
 * Accents of Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowel signs. Other marks make another letter: vowel
 * signs of Indic and Thai letters, a hamza, the voicing of kana.
 */
const ACCENTS =
  /[[\p{M}&&[\p{sc=Zinh}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}]]--[\u0653-\u0655\u3099\u309a]]+/gv;
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

/** Lower case without accents, so that `Búsqueda`, `busqueda` and `BUSQUEDA` are one word. Marks that make a letter stay. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return BEYOND_ASCII.test(lower) ? lower.replace(NOT_ASCII, foldPiece) : lower;
}

/** No letter of ASCII takes part in what Unicode decomposes, so that pieces may be folded one by one. */
function foldPiece(piece: string): string {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const folded = piece
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
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
  const found = CLASSES[code] as number;
  if (found !== UNKNOWN) return found;
  const letter = String.fromCharCode(code);
  const kind = CLASS_OF.find(([, pattern]) => pattern.test(letter))?.[0] ?? SEPARATOR;
  CLASSES[code] = kind;
  return kind;
}

export const isWordCode = (code: number): boolean => ((CLASSES[code] as number) || classOf(code)) > SEPARATOR;

const isLetter = (kind: number): boolean => kind >= LOWER && kind <= LETTER;

/** A letter of two code units, and those that are folded by what stands around them: only regular expressions know them. */
const BY_RULES =
  /[\ud800-\udbff][\udc00-\udfff]|[Σ\u0653-\u0655\u1100-\u11ff\u3099\u309a\u3131-\u318e\uff9e-\uffdc]/;
/** May be one letter with the one before. */
const COMPOSES = /[\u0300-\u036f\u0653-\u0655\u0900-\u11ff\u1b00-\u1b7f\u3099\u309a]/;
const WORD_EDGE =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu;

function byRules(text: string): string {
  const parted = text.replace(WORD_EDGE, ' ').replace(NOT_WORD, ' ').trim();
  return parted === '' ? ' ' : ` ${foldText(parted)} `;
}

/** Folds words, framed by single spaces (`txtSearchBox2` → ` txt search box 2 `), so that a matcher finds whole words by spaces. */
export function wordLine(text: string): string {
  const { codes, length } = lineCodes(text);
  return textOfCodes(codes.subarray(0, length));
}

/** The word line of a text, for who goes through it only once: the first `length` of `codes`, until another line is made. */
export function lineCodes(text: string): { readonly codes: Uint16Array; readonly length: number } {
  const whole = COMPOSES.test(text) ? text.normalize('NFC') : text;
  const length = BY_RULES.test(whole) ? copied(byRules(whole)) : written(whole);
  return { codes: line, length };
}

const SPACE = 32;
/** The line that is made now, and the last one until then. */
let line = new Uint16Array(8_192);

function copied(text: string): number {
  makeRoom(text.length);
  line.set(codesOf(text).subarray(0, text.length));
  return text.length;
}

function written(text: string): number {
  const end = text.length;
  const raw = codesOf(text);
  makeRoom(2 * end + 2);
  let codes = line;
  codes[0] = SPACE;
  let length = 1;
  let before = SEPARATOR;
  for (let i = 0; i < end; i++) {
    const code = raw[i] as number;
    const kind = (CLASSES[code] as number) || classOf(code);
    if (before !== SEPARATOR && endsWord(before, kind, i + 1 < end ? (raw[i + 1] as number) : SPACE))
      codes[length++] = SPACE;
    before = kind;
    if (kind === SEPARATOR) continue;
    const folded = FOLDED[code] as number;
    if (folded !== 0) codes[length++] = folded;
    else {
      length = foldedLetter(code, length, end - i);
      codes = line;
    }
  }
  if (before !== SEPARATOR) codes[length++] = SPACE;
  return length;
}

/** Holds the folded form of a code unit, as far as it was looked up and is one code unit. */
const FOLDED = new Uint16Array(65_536);

/** Writes a letter that is folded for the first time, or to none or several. @param left code units that come after it */
function foldedLetter(code: number, at: number, left: number): number {
  const folded = foldText(String.fromCharCode(code));
  if (folded.length === 1) FOLDED[code] = folded.charCodeAt(0);
  makeRoom(at + folded.length + 2 * left + 2);
  for (let i = 0; i < folded.length; i++) line[at + i] = folded.charCodeAt(i);
  return at + folded.length;
}

function makeRoom(length: number): void {
  if (length <= line.length) return;
  const larger = new Uint16Array(2 * length);
  larger.set(line);
  line = larger;
}

/** A word ends before a separator, between letters and digits, and before each hump: `txt|Search`, `XML|Http`. */
function endsWord(before: number, kind: number, next: number): boolean {
  if (kind === SEPARATOR) return true;
  if (before === DIGIT ? isLetter(kind) : kind === DIGIT && isLetter(before)) return true;
  return kind === UPPER && (before === LOWER || (before === UPPER && classOf(next) === LOWER));
}
