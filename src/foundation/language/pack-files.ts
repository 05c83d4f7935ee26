import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { CONCEPTS, type Concept } from './concepts.ts';
import type { LanguagePack } from './language-pack.ts';

const FOLDER = new URL('../../languages/', import.meta.url);

const terms = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const schema = z.strictObject({
  name: z.string().min(1),
  words: z.partialRecord(z.enum(Object.keys(CONCEPTS) as [Concept, ...Concept[]]), terms),
});

/** Their fingerprint, where it is known. */
export const knownFingerprint = (): string | undefined => undefined;

/**
 * Reads every file of the folder `languages`: nothing else names them. The package has them in this module's place.
 * @throws {Error} that names the file and the key of a mistake
 */
export const packFiles = (): (readonly [code: string, LanguagePack])[] =>
  readdirSync(FOLDER)
    .filter((file) => /^[a-z]{2,3}\.yaml$/.test(file))
    .map((file) => [file.replace('.yaml', ''), packIn(readFileSync(new URL(file, FOLDER), 'utf8'), file)]);

/** @param file its name, for messages */
export function packIn(text: string, file: string): LanguagePack {
  // Every value is text. That no key stands twice is tested; looking for it takes half of the time.
  const { data, error } = schema.safeParse(parse(text, { schema: 'failsafe', uniqueKeys: false }));
  if (data === undefined) throw new Error(`languages/${file}: ${z.prettifyError(error)}`);
  return data;
}
