import { isMainThread } from 'node:worker_threads';
import { numberedLines, tornEnd } from '../foundation/text/index.ts';

const told = new Set<string>();

/** Lines of a file of labels or rows. A last one that a power cut or a full disk has torn is left out, with a warning. */
export function labelLines(text: string, path: string): ReturnType<typeof numberedLines> {
  const torn = tornEnd(text);
  if (torn === undefined) return numberedLines(text);
  const number = text.slice(0, torn).split('\n').length;
  if (isMainThread && !told.has(`${path}:${number}`))
    process.stderr.write(
      `warning: ${path}:${number} was cut off in writing and is skipped; label that form again\n`,
    );
  told.add(`${path}:${number}`);
  return numberedLines(text.slice(0, torn));
}
