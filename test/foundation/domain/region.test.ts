import { describe, expect, it } from 'vitest';
import {
  DomainError,
  kilometresBetween,
  listDomains,
  listRegions,
  loadRegion,
} from '../../../src/foundation/domain/index.ts';
import { parseRegion } from '../../../src/foundation/domain/parse-region.ts';
import { gazetteerOf } from '../../../src/wings/air-quality/property/places.ts';

const GOOD = `kind: region
name: mine
title: Mine
country: India
state: { name: Punjab }
timeZone: Asia/Kolkata
cities:
  - name: Amritsar
    location: [31.6, 74.9]
    divisions:
      - name: Ajnala
        location: [31.8, 74.8]
`;

function mistakes(text: string): readonly string[] {
  try {
    parseRegion(text, 'mine.yaml');
  } catch (error) {
    if (error instanceof DomainError) return error.message.split('\n');
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the shipped region', () => {
  it('has the divisions that the paper counts, and is no domain', () => {
    const { cities } = loadRegion('punjab');
    expect(cities.map(({ name, divisions }) => [name, divisions.length])).toEqual([
      ['Amritsar', 5],
      ['Jalandhar', 5],
      ['Ludhiana', 7],
    ]);
    expect(listRegions()).toEqual(['punjab']);
    expect(listDomains()).not.toContain('punjab');
    // No two divisions at one point: a point could not be given to either.
    const places = cities.flatMap(({ divisions }) => divisions.map(({ location }) => location));
    places.forEach((a, i) => {
      for (const b of places.slice(0, i)) expect(kilometresBetween(a, b)).toBeGreaterThan(1);
    });
  });

  const gazetteer = gazetteerOf(loadRegion('punjab'));
  it.each([
    ['Amritsar -I', 'Amritsar-I', 'name'],
    ['Amritsar- II', 'Amritsar-II', 'name'],
    ['Jalandhar - II', 'Jalandhar-II', 'name'],
    ['Ludhiana (East)', 'Ludhiana East', 'name'],
    ['tehsil Phillour', 'Phillaur', 'name'],
    ['Baba Bakla', 'Baba Bakala', 'spelling'],
    ['अजनाला', 'Ajnala', 'name'],
    ['ਖੰਨਾ', 'Khanna', 'name'],
    ['Golden Temple, Amritsar - PPCB', 'Amritsar-II', 'locality'],
    ['Shop in Goraya', 'Phillaur', 'locality'],
    ['Model Town, Jalandhar', 'Jalandhar-II', 'locality'],
  ])('places "%s"', (text, division, by) => {
    expect(gazetteer.find(text)).toMatchObject({ division, by });
  });

  it('places points, and nothing that lies outside', () => {
    expect(gazetteer.find('Station 7', [30.71, 76.22])).toMatchObject({
      division: 'Khanna',
      by: 'coordinates',
    });
    expect(gazetteer.find('Station 7', [28.6, 77.2])).toBeNull();
    expect(gazetteer.find('Civil Lines, Delhi')?.city).not.toBe('Amritsar');
    expect(gazetteer.find('Ludhiana')).toMatchObject({ city: 'Ludhiana', division: null, by: 'city' });
    expect(gazetteer.find('Modal Town')).toBeNull();
  });
});

describe('a region file', () => {
  it('is read', () => {
    expect(parseRegion(GOOD, 'mine.yaml').cities[0]!.divisions[0]!.names).toEqual([]);
  });

  it.each([
    [
      'no kind',
      GOOD.replace('kind: region\n', ''),
      /^mine\.yaml:1: kind: expected "region"; the field is missing$/,
    ],
    [
      'a division far away',
      GOOD.replace('[31.8, 74.8]', '[74.8, 31.8]'),
      /^mine\.yaml:12: cities\[0\]\.divisions\[0\]\.location: Ajnala lies \d+ km from Amritsar/,
    ],
    [
      'a division written twice',
      `${GOOD}      - name: ajnala\n        location: [31.7, 74.8]\n`,
      /^mine\.yaml:13: cities\[0\]\.divisions\[1\]\.name: "ajnala" stands twice/,
    ],
    [
      'a misspelt field',
      GOOD.replace('        location', '        locaton'),
      /^mine\.yaml:11: cities\[0\]\.divisions\[0\]\.location: .*missing/,
    ],
    [
      'degrees that are none',
      GOOD.replace('74.8]', '274.8]'),
      /^mine\.yaml:12: .*expected −90 to 90|−180 to 180/,
    ],
    [
      'a zone that is none',
      GOOD.replace('Asia/Kolkata', 'Asia/Punjab'),
      /^mine\.yaml:6: timeZone: expected a time zone/,
    ],
    [
      'no divisions',
      GOOD.slice(0, GOOD.indexOf('    divisions')),
      /^mine\.yaml:\d+: cities\[0\]\.divisions: expected a list/,
    ],
  ])('with %s is refused with file, line and field', (_, text, message) => {
    expect(mistakes(text)[0]).toMatch(message);
  });

  it('that does not exist is told with those that do', () => {
    expect(() => loadRegion('panjab')).toThrow('No region is called "panjab". Did you mean "punjab"?');
  });
});
