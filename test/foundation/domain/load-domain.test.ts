import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  DomainError,
  listDomains,
  loadDomain,
  loadDomains,
  parseDomain,
  UnknownDomainError,
} from '../../../src/foundation/domain/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const GOOD = `name: bird
description: Everything in which one looks for a bird.
terms:
  bird: 3
  nest box: 2
`;

function mistakes(text: string): readonly string[] {
  try {
    parseDomain(text, 'bird.yaml');
  } catch (error) {
    if (error instanceof DomainError) return error.message.split('\n');
    throw error;
  }
  return [];
}

it('every shipped domain is the same when it comes from the JSON that the build writes', () => {
  const domains = loadDomains();
  expect(domains.length).toBeGreaterThan(5);
  expect(JSON.parse(JSON.stringify(domains))).toStrictEqual(domains);
});

describe('the domains that come with Fieldfare', () => {
  const names = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'];

  it('are the seven of paper 004', () => {
    expect(listDomains()).toEqual(names);
    expect(loadDomains().map(({ name }) => name)).toEqual(names);
  });

  it.each(names)('%s has terms, other languages, example values and seeds enough to work with', (name) => {
    const domain = loadDomain(name);
    expect(Object.keys(domain.terms).length).toBeGreaterThanOrEqual(40);
    expect(Object.values(domain.synonyms).flat().length).toBeGreaterThanOrEqual(100);
    expect(Object.keys(domain.values).length).toBeGreaterThanOrEqual(8);
    expect(domain.seeds.length).toBeGreaterThanOrEqual(8);
  });

  it('have different seeds', () => {
    const seeds = loadDomains().flatMap((domain) => domain.seeds);
    expect(new Set(seeds).size).toBe(seeds.length);
  });
});

describe('a domain file', () => {
  it('needs a name, a description and terms; the rest has defaults', () => {
    const domain = parseDomain(GOOD, 'bird.yaml');
    expect(domain).toMatchObject({ name: 'bird', file: 'bird.yaml', seeds: [], rulesOff: [], hints: {} });
    expect(domain.thresholds.pageSimilarity).toBeGreaterThan(0);
    expect(mistakes('description: x')).toEqual([
      'bird.yaml:1: name: expected the name of the domain; the field is missing',
      expect.stringMatching(/^bird\.yaml:1: terms: .*missing$/),
    ]);
  });

  it('may write numbers where values are texts', () => {
    expect(parseDomain(`${GOOD}values:\n  year: [1999, '2000']\n`, 'bird.yaml').values.year).toEqual([
      '1999',
      '2000',
    ]);
  });

  it.each([
    [
      'a weight that is no number',
      `${GOOD}negativeTerms:\n  cage: high\n`,
      /^bird\.yaml:7: negativeTerms\.cage: expected a weight.*got "high"$/,
    ],
    [
      'a weight out of range',
      `${GOOD}  egg: 11\n`,
      /^bird\.yaml:6: terms\.egg: expected a weight of at most 10, got 11$/,
    ],
    [
      'a threshold above 1',
      `${GOOD}thresholds:\n\n  pageSimilarity: 2\n`,
      /^bird\.yaml:8: thresholds\.pageSimilarity: expected .*at most 1, got 2$/,
    ],
    [
      'an address without http',
      `${GOOD}seeds:\n  - https://a.example/\n  - ftp://b.example/\n`,
      /^bird\.yaml:8: seeds\[1\]: expected an address .*got "ftp:/,
    ],
    [
      'a misspelt field',
      `${GOOD}synonims: {}\n`,
      /^bird\.yaml:6: synonims: no such field; did you mean "synonyms"\?$/,
    ],
    [
      'a misspelt threshold',
      `${GOOD}thresholds:\n  pageSimilarty: 0.2\n`,
      /^bird\.yaml:7: thresholds\.pageSimilarty: .*"pageSimilarity"/,
    ],
    [
      'a field like no other',
      `${GOOD}zzz: 1\n`,
      /^bird\.yaml:6: zzz: no such field; expected one of name, description, terms/,
    ],
    [
      'synonyms of a word that is no term',
      `${GOOD}synonyms:\n  brid: [avis]\n`,
      /^bird\.yaml:7: synonyms\.brid: expected a word of terms; did you mean "bird"\?$/,
    ],
    [
      'a field written twice',
      `${GOOD}name: other\n`,
      /^bird\.yaml:6: not YAML: a name stands twice; write it once/,
    ],
    ['broken YAML', 'name: [\n', /^bird\.yaml:\d: not YAML: /],
    ['no fields at all', '- bird\n', /^bird\.yaml:1: expected fields/],
    ['an empty file', '', /^bird\.yaml:1: expected fields/],
  ])('with %s is refused with its line, its field and what was expected', (_, text, message) => {
    expect(mistakes(text)[0]).toMatch(message);
  });

  it('of an earlier version loads without the thresholds that are gone, and warns once', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    try {
      const text = `${GOOD}thresholds:\n  pageSimilarity: 0.2\n  formSimilarity: 0.2\n`;
      expect(parseDomain(text, 'old.yaml').thresholds).toMatchObject({ pageSimilarity: 0.2 });
      parseDomain(text, 'old.yaml');
      expect(warn.mock.calls).toEqual([
        [
          expect.stringMatching(/^old\.yaml:8: thresholds\.formSimilarity: .*write formProbability/),
          'DeprecationWarning',
        ],
      ]);
    } finally {
      warn.mockRestore();
    }
  });

  it('names every mistake, in the order of the file', () => {
    const found = mistakes('name: Bird\ndescription: x\nterms:\n  a: 0\n  b: 99\nseeds: no\n');
    expect(found.map((line) => line.split(':')[1])).toEqual(['1', '4', '5', '6']);
  });

  it('cannot blow up in memory or on the stack', () => {
    const doubling = Array.from(
      { length: 12 },
      (_, i) =>
        `k${i}: &k${i} [${Array(9)
          .fill(i === 0 ? 'x' : `*k${i - 1}`)
          .join(', ')}]`,
    );
    expect(mistakes(doubling.join('\n'))[0]).toMatch(/alias/);
    expect(mistakes('['.repeat(50_000)).length).toBeGreaterThan(0);
    expect(mistakes('x'.repeat(1_000_001))[0]).toMatch(/at most 1000000 characters/);
  });

  it('cannot reach the prototype of anything', () => {
    parseDomain(`${GOOD}values:\n  __proto__: [polluted]\n`, 'bird.yaml');
    expect(Object.hasOwn(Object.prototype, '0')).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('asking for a domain', () => {
  const folder = temporaryFolder('fieldfare-domains-');
  const own = join(folder, 'bird.yaml');
  writeFileSync(own, GOOD);
  writeFileSync(join(folder, 'fish.yaml'), GOOD);
  writeFileSync(join(folder, 'README.md'), 'not a domain');

  it('by a name nobody has lists the known ones and the nearest', () => {
    const ask = () => loadDomain('hotell');
    expect(ask).toThrow(UnknownDomainError);
    expect(ask).toThrow(/No domain is called "hotell"\. Did you mean "hotel"\? Known: book, flight, hotel/);
    expect(() => loadDomain('zoology')).toThrow(/^(?!.*Did you mean).*Known: book/);
  });

  it('by a path reads a file of the user’s own', () => {
    expect(loadDomain(own).terms).toEqual({ bird: 3, 'nest box': 2 });
    expect(() => loadDomain(join(folder, 'none.yaml'))).toThrow(
      /none\.yaml:1: cannot be read: there is no such file/,
    );
    expect(() => loadDomain(`${folder}/`)).toThrow(/not a file/);
  });

  it('in another folder works by name, if the file says the same name', () => {
    expect(listDomains(folder)).toEqual(['bird', 'fish']);
    expect(loadDomain('bird', folder).name).toBe('bird');
    expect(() => loadDomain('fish', folder)).toThrow(/fish\.yaml:1: name: expected "fish"/);
  });
});
