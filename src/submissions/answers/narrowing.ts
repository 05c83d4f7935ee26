import type { PageSignature } from '../types/answer.ts';
import type { Echo } from './echo.ts';
import { lineDigests, titleWords } from './page-signature.ts';
import type { PageReading } from './reading.ts';

/** New lines that an answer may have, to say that nothing is left. */
const MAX_NEW_LINES = 3;
/** After a long list, totals of what is not shown may be left. */
const NEW_SHARE = 0.1;
const MIN_LOST = 2;
/** Least share of lost lines in the region: others occur elsewhere, too, or in its head and foot. */
const LOST_SHARE = 0.6;
const MIN_KEPT = 2;

/**
 * Tells whether an answer is the form's page without its list: it has hardly a new line, and the missing
 * lines form one region. (Two pages of one template differ in one region: partial tree alignment, Zhai and
 * Liu, WWW 2005, here on lines.)
 */
export function lacksFormPageList(form: PageReading, signature: PageSignature, formEcho: Echo): boolean {
  const lines = lineDigests(form, formEcho);
  const known = new Set([...signature.lines, ...(signature.all ?? [])]);
  if (known.size === 0 || signature.all === undefined) return false;
  // A page whose title lacks words of the form page's title is another page.
  const { title = [] } = signature;
  if (title.length > 0 && titleWords(form.title, formEcho).some((word) => !title.includes(word)))
    return false;
  const formLines = new Set(lines);
  const lost = lines.flatMap((line, i) => (line === '' || known.has(line) ? [] : [i]));
  const added = signature.all.filter((line) => !formLines.has(line)).length;
  if (added > MAX_NEW_LINES && added > NEW_SHARE * lost.length) return false;
  const first = lost[0] ?? 0;
  const last = lost.at(-1) ?? 0;
  if (lost.length < MIN_LOST || lines.length - lost.length < MIN_KEPT) return false;
  return lost.length >= LOST_SHARE * (last - first + 1);
}
