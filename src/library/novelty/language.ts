import { eld } from 'eld/small';

/** Characters that are looked at: more make it slower, not better. */
const SAMPLE = 600;
const LEAST_LETTERS = 20;

/**
 * Language of a text as a two-letter code (ISO 639-1), or undefined where it is too short to tell. 60 languages, 92 %
 * right on 500 characters of 30 of them.
 */
export function languageOf(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE);
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return undefined;
  const { language } = eld.detect(sample);
  return language === '' ? undefined : language;
}
