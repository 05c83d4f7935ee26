import { dirname, resolve } from 'node:path';
import { type FileKind, fieldName, type LineOf, parseChecked } from './checked-yaml.ts';
import { kilometresBetween } from './distance.ts';
import type { DomainProblem } from './domain-error.ts';
import { REGION_KEYS, type Region, regionSchema } from './region.ts';

/** Farther than any city's own division: degrees the wrong way round, most likely. */
const FARTHEST_KM = 300;

/**
 * Reads the text of a region file.
 * @param file name to use in messages
 * @throws {DomainError} with every mistake, each with its line
 */
export function parseRegion(text: string, file: string): Region {
  const { boundaries, ...region } = parseChecked(text, file, REGION_FILE);
  return {
    ...region,
    ...(boundaries === undefined ? {} : { boundaries: resolve(dirname(file), boundaries) }),
    file,
  };
}

const REGION_FILE: FileKind<typeof regionSchema> = {
  schema: regionSchema,
  keys: REGION_KEYS,
  strays: (region, lineOf) => [
    ...repeatedNames(region.cities, lineOf),
    ...farDivisions(region.cities, lineOf),
  ],
};

type Cities = Region['cities'];

/** A name that stands twice would be ambiguous on a page. */
function repeatedNames(cities: Cities, lineOf: LineOf): DomainProblem[] {
  const problems: DomainProblem[] = [];
  const seen = new Map<string, string>();
  cities.forEach((city, c) => {
    const within = new Map<string, string>();
    note(seen, city.name, ['cities', c, 'name']);
    city.divisions.forEach((division, d) => {
      note(within, division.name, ['cities', c, 'divisions', d, 'name']);
    });
  });
  return problems;

  function note(known: Map<string, string>, name: string, path: readonly PropertyKey[]): void {
    const key = name.toLowerCase();
    const first = known.get(key);
    if (first !== undefined)
      problems.push({
        line: lineOf(path),
        field: fieldName(path),
        message: `"${name}" stands twice, at ${first} too`,
      });
    else known.set(key, fieldName(path));
  }
}

function farDivisions(cities: Cities, lineOf: LineOf): DomainProblem[] {
  return cities.flatMap((city, c) =>
    city.divisions.flatMap((division, d) => {
      const far = kilometresBetween(city.location, division.location);
      if (far <= FARTHEST_KM) return [];
      const path = ['cities', c, 'divisions', d, 'location'];
      const message = `${division.name} lies ${Math.round(far)} km from ${city.name}; expected [latitude, longitude] within ${FARTHEST_KM} km`;
      return [{ line: lineOf(path), field: fieldName(path), message }];
    }),
  );
}
