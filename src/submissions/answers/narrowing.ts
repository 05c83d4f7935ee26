import type { PageSignature } from '../types/answer.ts';
import type { Echo } from './echo.ts';
import type { PageReading } from './reading.ts';
import { linesOf, titleWords } from './page-signature.ts';

/** New lines that an answer may have besides, to say that nothing is left. */
const FEW_NEW = 3;
/** Of a long list, sums of what is not shown may be left. */
const NEW_SHARE = 0.1;
const LEAST_LOST = 2;
/** Lines among those lost that stand elsewhere on the page, too, or in the head and foot of the list. */
const LOST_SHARE = 0.6;
const LEAST_KEPT = 2;

/**
 * Whether an answer is the form's page without its list: it has hardly a line of its own, and what it lacks of the form's
 * page stood there in one piece. (What differs between two pages of one template is one region: partial tree alignment,
 * Zhai and Liu, WWW 2005, here on lines.)
 */
export function isNarrowed(form: PageReading, trace: PageSignature, formEcho: Echo): boolean {
  const lines = linesOf(form, formEcho);
  const known = new Set([...trace.lines, ...(trace.all ?? [])]);
  if (known.size === 0 || trace.all === undefined) return false;
  // A page that is called otherwise, and not only has the question added to its title, is another page.
  const { title = [] } = trace;
  if (title.length > 0 && titleWords(form.title, formEcho).some((word) => !title.includes(word)))
    return false;
  const formLines = new Set(lines);
  const lost = lines.flatMap((line, i) => (line === '' || known.has(line) ? [] : [i]));
  const added = trace.all.filter((line) => !formLines.has(line)).length;
  if (added > FEW_NEW && added > NEW_SHARE * lost.length) return false;
  const first = lost[0] ?? 0;
  const last = lost.at(-1) ?? 0;
  if (lost.length < LEAST_LOST || lines.length - lost.length < LEAST_KEPT) return false;
  return lost.length >= LOST_SHARE * (last - first + 1);
}
