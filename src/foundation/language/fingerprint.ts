import { createHash } from 'node:crypto';
import { CONCEPTS, type Concept } from './concepts.ts';
import type { LanguagePack } from './language-pack.ts';
import { PACKS } from './load-packs.ts';
import { knownFingerprint } from './pack-files.ts';
import { wordsOfPack } from './words.ts';

/** What amounts, answers, records, calendars and rules are read by, and links are followed by: no classifier learns from them. */
const READ =
  /^(?:(?:amount|answer|banner|date|fact|list|offer|record)\/|button\/(?:back|save|take)$|link\/search$)/;
const LEARNED = (Object.keys(CONCEPTS) as Concept[]).filter((concept) => !READ.test(concept));

/**
 * Twelve hexadecimal digits that change with every word of the packs that rows and models may depend on, and with no change of their order or layout.
 * @param packs all together give the fingerprint that rows and models carry
 */
export function fingerprintOf(packs: Iterable<LanguagePack>): string {
  const lines = new Set<string>();
  for (const pack of packs)
    for (const concept of LEARNED)
      for (const word of wordsOfPack(pack, concept)) lines.add(`${concept}\t${word}`);
  return createHash('sha256')
    .update([...lines].sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
}

let ofAll: string | undefined;

export function wordListFingerprint(): string {
  ofAll ??= knownFingerprint() ?? fingerprintOf(PACKS.values());
  return ofAll;
}
