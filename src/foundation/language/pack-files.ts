import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { parse } from 'yaml';
import { CONCEPTS } from './concepts.ts';
import type { LanguagePack } from './language-pack.ts';

const FOLDER = new URL('../../languages/', import.meta.url);
const RUNTIME = new URL('../../../storage/.runtime/', import.meta.url);

export const knownFingerprint = (): string | undefined => undefined;

type Packs = (readonly [code: string, LanguagePack])[];

/**
 * Reads every file of the folder `languages`: nothing else names them. The package has them in this module's place.
 * @throws {Error} that names the file and the key of a mistake
 */
export function packFiles(): Packs {
  const files = readdirSync(FOLDER)
    .filter((file) => /^[a-z]{2,3}\.yaml$/.test(file))
    .map((file) => [file, readFileSync(new URL(file, FOLDER), 'utf8')] as const);
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  return readOnce(digest, () => files.map(([file, text]) => [file.replace('.yaml', ''), packIn(text, file)]));
}

/** Keeps what was read beside the runtime of a clone: every process and thread needs it, and JSON is read ten times as fast. */
function readOnce(digest: string, read: () => Packs): Packs {
  const cached = new URL(`languages-${digest}.json`, RUNTIME);
  try {
    return JSON.parse(readFileSync(cached, 'utf8')) as Packs;
  } catch {
    const packs = read();
    try {
      const part = new URL(`languages-${process.pid}-${threadId}.part`, RUNTIME);
      writeFileSync(part, JSON.stringify(packs));
      renameSync(part, cached);
    } catch {
      // A clone that was not set up, or a disk that takes nothing.
    }
    return packs;
  }
}

export function packIn(text: string, file: string): LanguagePack {
  // Every value is text. That no key stands twice is tested; looking for it takes half of the time.
  const pack: unknown = parse(text, { schema: 'failsafe', uniqueKeys: false });
  const wrong = mistakeIn({ name: undefined, words: undefined, ...(pack as object | null) });
  if (wrong !== undefined) throw new Error(`languages/${file}: ${wrong}`);
  return pack as LanguagePack;
}

// By hand: a list of commands needs words, and loading zod for them would take half of its time.
function mistakeIn({ name, words, ...others }: { name: unknown; words: unknown }): string | undefined {
  const [other] = Object.keys(others);
  if (other !== undefined) return `${other}: expected name and words alone`;
  if (typeof name !== 'string' || name === '') return 'name: expected the name of the language in English';
  for (const [concept, list] of Object.entries(words ?? {})) {
    if (!Object.hasOwn(CONCEPTS, concept)) return `words.${concept}: no such concept`;
    const terms: readonly unknown[] = Array.isArray(list) ? list : [list];
    if (terms.length === 0 || !terms.every((term) => typeof term === 'string' && term.trim() !== ''))
      return `words.${concept}: expected words between commas, or a list of patterns`;
  }
  return undefined;
}
