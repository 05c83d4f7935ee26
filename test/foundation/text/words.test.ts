import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressTokens,
  foldText,
  stem,
  termMatcher,
  tokensOf,
  wordLine,
} from '../../../src/foundation/text/index.ts';

describe('words', () => {
  it('are folded: case, diacritics and strokes do not matter', () => {
    expect(foldText('BÚSQUEDA')).toBe('busqueda');
    expect(foldText('Größe søk łódź')).toBe('grosse sok lodz');
    expect(foldText('Поиск')).toBe(foldText('ПОИСК'));
  });

  it('are parted at humps, digits and signs', () => {
    expect(tokensOf('txtSearchBox2')).toEqual(['txt', 'search', 'box', '2']);
    expect(tokensOf('XMLHttpRequest')).toEqual(['xml', 'http', 'request']);
    expect(tokensOf('ctl00$search-box_q')).toEqual(['ctl', '00', 'search', 'box', 'q']);
    expect(tokensOf('检索 キーワード')).toHaveLength(2);
    expect(tokensOf(' -- ')).toEqual([]);
  });

  it('come out the same by the fast way for ASCII and by the general one', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'abXYZ12 _-.$'), maxLength: 20 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(tokensOf(text)).toEqual(tokensOf(`${text} ж`).slice(0, -1));
      }),
    );
  });

  it('of addresses leave the host out and decode escapes', () => {
    expect(addressTokens('http://example.org/b%C3%BCcher/list?sortBy=price')).toEqual([
      'bucher',
      'list',
      'sort',
      'by',
      'price',
    ]);
    expect(addressTokens('http://example.org/100%')).toEqual(['100']);
  });

  it('are stemmed by Porter, other scripts left alone', () => {
    expect(['searching', 'flights', 'relational', 'caresses'].map(stem)).toEqual([
      'search',
      'flight',
      'relat',
      'caress',
    ]);
    expect(stem('поиск')).toBe('поиск');
  });
});

describe('the term matcher', () => {
  const matcher = termMatcher([
    ['*search*', 'such*', 'q'],
    ['sign in', 'anmelden'],
  ]);

  it('finds whole words, beginnings and parts, each as written', () => {
    expect([...matcher.count(wordLine('MySearchform'))]).toEqual([1, 0]);
    expect([...matcher.count(wordLine('Suchbegriff'))]).toEqual([1, 0]);
    expect([...matcher.count(wordLine('besuch'))]).toEqual([0, 0]);
    expect([...matcher.count(wordLine('q'))]).toEqual([1, 0]);
    expect([...matcher.count(wordLine('faq'))]).toEqual([0, 0]);
    expect([...matcher.count(wordLine('Sign-In or signIn'))]).toEqual([0, 2]);
    expect(matcher.find(wordLine('please sign in'), 1)).toBe('sign in');
    expect(matcher.find(wordLine('please sign in'), 0)).toBeUndefined();
  });

  it('finds just what looking for each term by itself finds', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab '), minLength: 1, maxLength: 4 });
    const term = fc
      .tuple(word, fc.boolean(), fc.boolean())
      .filter(([core]) => core.trim() !== '')
      .map(([core, before, after]) => `${before ? '*' : ''}${core.trim()}${after ? '*' : ''}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(term, { minLength: 1, maxLength: 8 }),
        fc.string({ unit: fc.constantFrom(...'ab '), maxLength: 30 }),
        (list, text) => {
          const line = wordLine(text);
          let expected = 0;
          for (const entry of list) {
            const core = wordLine(entry.replaceAll('*', ' ')).trim();
            const pattern = `${entry.startsWith('*') ? '' : ' '}${core}${entry.endsWith('*') ? '' : ' '}`;
            for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) expected++;
          }
          expect(termMatcher([list]).count(line)[0]).toBe(expected);
        },
      ),
    );
  });

  it('refuses a term with nothing to match', () => {
    const matcher = termMatcher([['*-*']]);
    expect(() => matcher.count(wordLine('search'))).toThrow('no letter or digit');
  });
});
