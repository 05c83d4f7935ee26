import { isMainThread } from 'node:worker_threads';
import { wordListFingerprint } from '../foundation/language/index.ts';

const told = new Set<string>();

/**
 * Says once for each file, on stderr, that its features were made with other word lists than this version's.
 * @param fingerprint of the lists; files of before lists had one carry none, and nothing is known of them
 * @param remedy the command that makes the file anew
 */
export function warnOfOtherWords(path: string, fingerprint: string | undefined, remedy: string): void {
  // Threads load the same files as the process that started them.
  if (!isMainThread || told.has(path)) return;
  if (fingerprint === undefined || fingerprint === wordListFingerprint()) return;
  told.add(path);
  process.stderr.write(`word lists have changed since ${path} was made: retrain with “${remedy}”\n`);
}
