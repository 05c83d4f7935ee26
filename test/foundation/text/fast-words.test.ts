import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, termMatcher, WordTable, wordLine, wordsOf } from '../../../src/foundation/text/index.ts';

/** What the loops over code units have to equal, as regular expressions say it. */
const EDGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const lineByRules = (text: string): string => {
  const parted = text
    .replace(EDGE, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return parted === '' ? ' ' : ` ${foldText(parted)} `;
};
const wordsByRule = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Texts of every script, of letters that fold to several or to none, and long ones that are copied at once. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ9 .-éÉßØΣςπПж漢한ﬁ½™ﷺ'), maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', 'B', '1', ' ', '\u0301', '𝒜', '𠮷', '\ud800', 'İ', 'ı', '①'),
    maxLength: 40,
  }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 400 }),
);
/** Cut out of a longer text, as the engine keeps it: another shape of string. */
const cut = fc.tuple(texts, texts).map(([a, b]) => `${a}|${b}`.slice(a.length + 1));

describe('words found by code units', () => {
  it('make the line that the rules make', () => {
    fc.assert(
      fc.property(fc.oneof(texts, cut), (text) => {
        expect(wordLine(text)).toBe(lineByRules(text));
      }),
      { numRuns: 400 },
    );
  });

  it('fold every letter alone as they do in a text', () => {
    for (let code = 0; code < 0x1_0000; code += 61) {
      const text = `x${String.fromCharCode(code)}y Z`;
      expect(wordLine(text)).toBe(lineByRules(text));
    }
  });

  it('are counted in a text as in its line', () => {
    const matcher = termMatcher([['a*', '*9*'], ['ж', 'zé', 'a a'], ['ss']]);
    fc.assert(
      fc.property(fc.oneof(texts, cut), (text) => {
        expect(matcher.countText(text)).toEqual(matcher.count(lineByRules(text)));
      }),
      { numRuns: 200 },
    );
  });

  it('have one number each, in whatever text they stand', () => {
    const table = new WordTable();
    fc.assert(
      fc.property(fc.oneof(texts, cut), (text) => {
        const words = wordsByRule(text);
        expect(wordsOf(text)).toEqual(words);
        expect([...table.numbersOf(text)].map((number) => table.words[number])).toEqual(words);
        expect(words.map((word) => table.numberOf(word))).toEqual([...table.numbersOf(text)]);
        expect(new Set(table.words).size).toBe(table.words.length);
      }),
      { numRuns: 400 },
    );
  });

  it('keep their numbers when there are many', () => {
    const table = new WordTable();
    const text = Array.from({ length: 30_000 }, (_, i) => `w${i.toString(36)}`).join(' ');
    expect([...table.numbersOf(text)]).toEqual(Array.from({ length: 30_000 }, (_, i) => i));
    expect(table.numberOf('wa0')).toBe(360);
    expect(table.length).toBe(table.words.join('').length);
  });
});
