import {
  kilometresBetween,
  type Location,
  type Region,
  type RegionCity,
} from '../../../foundation/domain/index.ts';
import { editDistance, foldText } from '../../../foundation/text/index.ts';

/** Beyond this from the nearest division's headquarters a point is taken to lie outside the region. */
const REACH_KM = 45;

export interface Place {
  readonly city: string;
  readonly division: string | null;
  readonly by: 'name' | 'spelling' | 'locality' | 'coordinates' | 'city';
  /** Quotes the text, or says how far the headquarters is. */
  readonly evidence: string;
}

export interface Gazetteer {
  /** The division that a text or a point lies in; null where neither says anything about the region. */
  find(text: string, at?: Location, city?: string): Place | null;
  /** The nearest division's headquarters within reach. */
  nearest(at: Location, city?: string): Place | null;
  cityNamed(text: string): RegionCity | undefined;
}

interface Entry {
  readonly key: string;
  readonly city: RegionCity;
  readonly division: string | null;
  readonly locality?: Location;
}

/** Folded words framed by spaces; I, II and 1, 2 are the same. */
function keyOf(text: string): string {
  const words = foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bii\b/g, '2')
    .replace(/\bi\b/g, '1');
  return ` ${words} `;
}

/** Finds places of a region: names and spellings, one letter in eight amiss, localities; a point goes to the nearest headquarters. */
export function gazetteerOf(region: Region): Gazetteer {
  const divisions = region.cities.flatMap((city) =>
    city.divisions.flatMap(({ name, names }) =>
      [name, ...names].map((one): Entry => ({ key: keyOf(one), city, division: name })),
    ),
  );
  const localities = region.cities.flatMap((city) =>
    city.localities.flatMap(({ name, names, location }) =>
      [name, ...names].map((one): Entry => ({ key: keyOf(one), city, division: null, locality: location })),
    ),
  );
  const cities = region.cities.flatMap((city) =>
    [city.name, ...city.names].map((one): Entry => ({ key: keyOf(one), city, division: null })),
  );
  const longestFirst = (a: Entry, b: Entry) => b.key.length - a.key.length;
  for (const list of [divisions, localities, cities]) list.sort(longestFirst);

  function nearest(at: Location, within?: string): Place | null {
    let best: { city: string; division: string; far: number } | undefined;
    for (const city of region.cities) {
      if (within !== undefined && city.name !== within) continue;
      for (const division of city.divisions) {
        const far = kilometresBetween(at, division.location);
        if (best === undefined || far < best.far) best = { city: city.name, division: division.name, far };
      }
    }
    if (best === undefined || best.far > REACH_KM) return null;
    const evidence = `${best.far.toFixed(1)} km from the headquarters`;
    return { city: best.city, division: best.division, by: 'coordinates', evidence };
  }

  function byName(line: string, city: string | undefined): Place | null {
    const within = (entry: Entry) => city === undefined || entry.city.name === city;
    const named = divisions.find((entry) => within(entry) && line.includes(entry.key));
    if (named) return placed(named, 'name');
    const locality = localities.find((entry) => within(entry) && line.includes(entry.key));
    if (locality?.locality) {
      const near = nearest(locality.locality, locality.city.name);
      if (near) return { ...near, by: 'locality', evidence: `${locality.key.trim()}, ${near.evidence}` };
    }
    const close = divisions.find((entry) => within(entry) && almost(line, entry.key));
    return close ? placed(close, 'spelling') : null;
  }

  const cityEntry = (line: string) =>
    cities.find(({ key }) => line.includes(key)) ?? cities.find(({ key }) => almost(line, key));

  return {
    nearest,
    cityNamed: (text) => cityEntry(keyOf(text))?.city,
    find(text, at, given) {
      const line = keyOf(text);
      // A name of the region beats the nearest point; coordinates beat a city's name.
      const city = given === undefined ? cityEntry(line)?.city.name : given;
      const named = byName(line, city);
      if (named && named.by !== 'spelling') return named;
      const near = at === undefined ? null : nearest(at);
      if (near ?? named) return near ?? named;
      return city === undefined ? null : { city, division: null, by: 'city', evidence: city };
    },
  };
}

const placed = (entry: Entry, by: 'name' | 'spelling'): Place => ({
  city: entry.city.name,
  division: entry.division,
  by,
  evidence: entry.key.trim(),
});

/** Some run of words is the key with a letter in eight amiss; short names must be right. */
function almost(line: string, key: string): boolean {
  const wanted = key.trim();
  const allowed = Math.floor(wanted.length / 8);
  if (allowed === 0 || /\d$/.test(wanted)) return false;
  const words = line.trim().split(' ');
  const size = wanted.split(' ').length;
  for (let start = 0; start + size <= words.length; start++)
    if (editDistance(words.slice(start, start + size).join(' '), wanted) <= allowed) return true;
  return false;
}
