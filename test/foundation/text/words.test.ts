import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addressTokens,
  foldText,
  nearest,
  plainLines,
  plainText,
  printable,
  sentencesOf,
  splitOnTerms,
  stem,
  stopWordsOf,
  termMatcher,
  tokensOf,
  trimEndOf,
  trimOf,
  urlTerms,
  WordTable,
  wordLine,
  wordsOf,
} from '../../../src/foundation/text/index.ts';
import { changesText } from '../../../src/interfaces/cli/changes.ts';
import { cpuTime } from '../../cpu-time.ts';

describe('words', () => {
  it('are folded: case, diacritics and strokes do not matter', () => {
    expect(foldText('BÚSQUEDA')).toBe('busqueda');
    expect(foldText('Größe søk łódź')).toBe('grosse sok lodz');
    expect(foldText('Поиск')).toBe(foldText('ПОИСК'));
  });

  it('keep the marks that make another letter, and are one word however their letters are put together', () => {
    const different = [
      'रमपुर',
      'रामपुर',
      'रिमापुर',
      'কমল',
      'কোমল',
      'กา',
      'กี',
      'سال',
      'سأل',
      'かき',
      'がき',
      'हिन्दी',
      'हिनदी',
    ];
    expect(new Set(different.map(foldText)).size).toBe(different.length);
    expect(new Set(different.map(wordLine)).size).toBe(different.length);
    for (const [one, other] of [
      ['كِتَابٌ', 'كتاب'],
      ['שָׁלוֹם', 'שלום'],
      ['Việt', 'Viet'],
      ['Ёлка', 'Елка'],
      ['ﾊﾞｯｸﾞ', 'バッグ'],
    ] as const) {
      expect(foldText(one)).toBe(foldText(other));
      expect(wordLine(one)).toBe(wordLine(other));
    }
    for (const word of [...different, 'Nguyễn Ô', '한국어 말1', 'Ἀθῆναι', 'Björn7', 'கொள்கை'])
      for (const read of [foldText, wordLine, (text: string) => wordsOf(text).join(' ')])
        expect(read(word.normalize('NFD'))).toBe(read(word.normalize('NFC')));
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
      ...['bucher', 'list', 'sort', 'by', 'price'],
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

  it('takes an alef for the same with and without its hamza, and tells the signs of vowels apart', () => {
    const terms = termMatcher([['انشاء حساب'], ['राम']]);
    expect([...terms.countText('إنشاء حساب')]).toEqual([1, 0]);
    expect([...terms.countText('राम रामा रिम')]).toEqual([0, 1]);
  });

  it('refuses a term with nothing to match', () => {
    const matcher = termMatcher([['*-*']]);
    expect(() => matcher.count(wordLine('search'))).toThrow('no letter or digit');
  });
});

/** What the loops over code units have to equal, as regular expressions say it. */
const EDGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const lineByRules = (text: string): string => {
  const parted = text
    .normalize('NFC')
    .replace(EDGE, ' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return parted === '' ? ' ' : ` ${foldText(parted)} `;
};
const wordsByRule = (text: string): string[] => foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

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
      ...['l', 'ete', 'bucher', 'mp3', 'player', 'αθηνα', '24'],
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

test('sentences end at full stops, runs of marks and closing quotation marks, not at abbreviations', () => {
  expect(sentencesOf('He said “Stop!” Then Dr. Lee left… Why?! Well. No')).toEqual([
    ...['He said “Stop!”', 'Then Dr. Lee left…', 'Why?!', 'Well.', 'No'],
  ]);
  expect(sentencesOf('3.5 of them. यह है। 好的！再见')).toEqual(['3.5 of them.', 'यह है।', '好的！', '再见']);
});

test('a megabyte of one mark costs what a megabyte of text costs', () => {
  const cpuMs = (text: string) => {
    const before = process.cpuUsage();
    sentencesOf(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const prose = cpuMs('The lake freezes in winter. '.repeat(36_000));
  for (const run of ['!', '.', '…', '!"', '"', '!)'])
    expect([run, cpuMs(run.repeat(1_000_000 / run.length)) < 20 * prose + 500]).toEqual([run, true]);
});

const HOSTILE = 'a\u001b[2J\u009b1m\u202eb\u2066c\u200fd\u0000\r\ne';

test('nothing of a page’s text steers a terminal or turns its direction', () => {
  expect(printable(HOSTILE)).toBe('a [2J 1m b c d e');
  expect(plainText(' a\nb ')).toBe(' a b ');
  expect(plainLines('a\u001b\n\u202eb')).toBe('a \n b');
});

test('what changed is told without the marks of a page', () => {
  const none = { count: 0, examples: [] };
  const rows = { new: none, gone: none, notRevisited: 0 };
  const text = changesText({
    ...{ run: 2, since: 1, novelDocuments: null, pages: { ...rows, new: { count: 1, examples: [HOSTILE] } } },
    records: { ...rows, changed: none },
    forms: { ...rows, changed: none, same: 0, notSeenAgain: 0 },
  } as unknown as Parameters<typeof changesText>[0]);
  expect(text).toContain('new page: a [2J 1m b c d e');
  expect(text).not.toMatch(/\p{Cf}/u);
});

test('one place alone says which characters are taken out', () => {
  const source = resolve(import.meta.dirname, '../../../src');
  const files = readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  const copies = files.filter((file) =>
    /\\u202[a-e]|\\p\{Cf\}|\\u009f\]/.test(readFileSync(join(source, file), 'utf8')),
  );
  expect(copies).toEqual(['foundation/text/plain-text.ts']);
});

test('ends of a text are cut by a class of characters', () => {
  expect(trimOf(' ,a, b; ', /[\s,;]/)).toBe('a, b');
  expect(trimEndOf('https://a.test//', /\//)).toBe('https://a.test');
  expect(trimOf(';;;', /;/)).toBe('');
});

test('a text of nothing but marks costs what another text of its length costs', () => {
  const size = 1_000_000;
  const cost = (text: string, work: (text: string) => unknown): number => {
    const begun = cpuTime();
    work(text);
    return cpuTime() - begun;
  };
  for (const work of [sentencesOf, (text: string) => trimOf(`${text}x`, /[!\s]/)])
    for (const mark of ['!', ' ', '. '])
      expect(cost(mark.repeat(size / mark.length), work)).toBeLessThan(
        200 + 20 * cost('The river runs. '.repeat(size / 16), work),
      );
});
