/**
 * PostgreSQL has no text with NUL, nor with half a surrogate pair. Both are kept behind U+0001, in a way that leaves the
 * order of texts with NUL as it is.
 */
const MARK = '\u0001';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const NOT_KEPT = /[\0\u0001\ud800-\udfff]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const KEPT = /\u0001(?:([\u0001\u0002])|\u0003([0-9a-f]{4}))/g;

export function kept(text: string): string {
  if (!text.includes('\0') && !text.includes(MARK) && text.isWellFormed()) return text;
  return text.replace(NOT_KEPT, (unit) => {
    if (unit === '\0') return '\u0001\u0001';
    if (unit === MARK) return '\u0001\u0002';
    return `\u0001\u0003${unit.charCodeAt(0).toString(16)}`;
  });
}

export function read(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replace(KEPT, (_, mark: string | undefined, unit: string | undefined) =>
    unit === undefined ? (mark === MARK ? '\0' : MARK) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
