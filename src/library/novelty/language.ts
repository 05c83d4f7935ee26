import { eld } from 'eld/small';

/** Characters that are read: more make it slower, not better. */
const MAX_CHARACTERS = 600;
const MIN_LETTERS = 20;

/**
 * Detects the language of a text as a two-letter code (ISO 639-1); undefined where the text is too short. Knows 60
 * languages; 92 % correct on 500 characters of 30 of them.
 */
export function languageOf(text: string): string | undefined {
  const sample = text.slice(0, MAX_CHARACTERS);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return undefined;
  const { language } = eld.detect(sample);
  return language === '' ? undefined : language;
}
