/** Made-up stations whose figures come from a seeded field, so that estimates can be held against what is true everywhere. */

import { seeded } from '../seeded.ts';
import { OFFICIAL, type Snapshot } from './figures.ts';

type Particulate = 'PM2.5' | 'PM10';
export const PARTICULATES: readonly Particulate[] = ['PM2.5', 'PM10'];

interface SyntheticStation {
  readonly city: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Places that have stations, by city: name, degrees north and east, how many. Some tehsils have none on purpose. */
const PLACES: Readonly<Record<string, readonly (readonly [string, number, number, number])[]>> = {
  Amritsar: [
    ['Ranjit Avenue', 31.658, 74.862, 2],
    ['Sultanwind', 31.612, 74.893, 2],
    ['Verka', 31.67, 74.935, 1],
    ['Ajnala', 31.8452, 74.7613, 2],
    ['Raja Sansi', 31.721, 74.804, 1],
    ['Rayya', 31.537, 75.237, 2],
    ['Jandiala Guru', 31.561, 75.027, 2],
  ],
  Jalandhar: [
    ['Maqsudan', 31.358, 75.558, 2],
    ['Model Town', 31.306, 75.59, 2],
    ['Adampur', 31.433, 75.715, 1],
    ['Nakodar', 31.126, 75.4778, 2],
    ['Nurmahal', 31.093, 75.594, 1],
    ['Phillaur', 31.0223, 75.7895, 2],
    ['Goraya', 31.124, 75.771, 1],
    ['Kartarpur', 31.443, 75.498, 1],
  ],
  Ludhiana: [
    ['Focal Point', 30.888, 75.91, 2],
    ['Civil Lines', 30.914, 75.84, 2],
    ['Jagraon', 30.7994, 75.4703, 2],
    ['Mullanpur', 30.846, 75.678, 1],
    ['Khanna', 30.7007, 76.2252, 2],
    ['Doraha', 30.801, 76.032, 2],
    ['Machhiwara', 30.916, 76.2, 1],
    ['Sahnewal', 30.842, 75.985, 1],
  ],
};

/** About a kilometre and a half round the place. */
const SCATTER = 0.03;
const WAVES = 6;
/** Kilometres from crest to crest. */
const WAVE_LENGTHS = [45, 110] as const;
/** How far places differ from the mean of the cities. */
const RELIEF = 0.42;
/** What an instrument adds of its own. */
const NOISE = 0.025;

export interface Network {
  readonly stations: readonly SyntheticStation[];
  /** Mean sub-index of the field at a place; null at a moment when nothing official is there to stand on. */
  fieldAt(latitude: number, longitude: number, snapshot: Snapshot, pollutant: Particulate): number | null;
  /** What a station publishes: whole sub-indexes, or null for NA. */
  published(
    station: SyntheticStation,
    snapshot: Snapshot,
    pollutant: Particulate,
  ): readonly [min: number, max: number, mean: number] | null;
}

export function createNetwork(seed: string): Network {
  const stations = Object.entries(PLACES).flatMap(([city, places]) =>
    places.flatMap(([place, latitude, longitude, count]) =>
      Array.from({ length: count }, (_, i): SyntheticStation => {
        const random = seeded(seed, 'station', place, city, i);
        return {
          city,
          name: `${place} ${count > 1 ? `${i + 1}, ` : ', '}${city}`.replace(' ,', ','),
          latitude: round(latitude + (random.next() - 0.5) * SCATTER),
          longitude: round(longitude + (random.next() - 0.5) * SCATTER),
        };
      }),
    ),
  );
  const fieldAt: Network['fieldAt'] = (latitude, longitude, snapshot, pollutant) => {
    const base = officialBase(latitude, longitude, snapshot, pollutant);
    if (base === null) return null;
    const relief = reliefAt(seed, latitude, longitude, snapshot, pollutant);
    return Math.min(495, Math.max(4, base * (1 + RELIEF * relief)));
  };
  return {
    stations,
    fieldAt,
    published(station, snapshot, pollutant) {
      const field = fieldAt(station.latitude, station.longitude, snapshot, pollutant);
      const random = seeded(seed, 'figure', station.name, snapshot.time, pollutant);
      // A station is away for repair now and then.
      if (field === null || random.chance(0.03)) return null;
      const mean = Math.round(field * (1 + NOISE * (2 * random.next() - 1)));
      const min = Math.round(mean * (0.45 + 0.4 * random.next()));
      return [min, Math.min(500, Math.round(mean * (1.15 + 0.5 * random.next()))), mean];
    },
  };
}

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** North and east of the region's middle, kilometres. */
const flat = (latitude: number, longitude: number): readonly [number, number] => [
  (latitude - 31.3) * 111.2,
  (longitude - 75.5) * 111.2 * Math.cos((31.3 * Math.PI) / 180),
];

/** Mean of the official figures, by inverse distance: the field stands on what was really published. */
function officialBase(
  latitude: number,
  longitude: number,
  snapshot: Snapshot,
  pollutant: Particulate,
): number | null {
  const [north, east] = flat(latitude, longitude);
  let total = 0;
  let weights = 0;
  for (const station of OFFICIAL) {
    const figure = snapshot.cities[station.city]?.[pollutant];
    if (!figure) continue;
    const [y, x] = flat(station.latitude, station.longitude);
    const weight = 1 / (100 + (north - y) ** 2 + (east - x) ** 2);
    total += weight * figure[2];
    weights += weight;
  }
  return weights === 0 ? null : total / weights;
}

/** A sum of plane waves, about −1 to 1; two thirds of it are the same for both pollutants. */
function reliefAt(
  seed: string,
  latitude: number,
  longitude: number,
  snapshot: Snapshot,
  pollutant: Particulate,
): number {
  const [north, east] = flat(latitude, longitude);
  let sum = 0;
  for (let wave = 0; wave < WAVES; wave++) {
    const own = wave % 3 === 0 ? pollutant : 'both';
    const random = seeded(seed, 'wave', wave, own);
    const length = WAVE_LENGTHS[0] + random.next() * (WAVE_LENGTHS[1] - WAVE_LENGTHS[0]);
    const angle = random.next() * Math.PI;
    const phase = random.next() * 2 * Math.PI + 0.3 * seeded(seed, 'drift', wave, snapshot.time).next();
    const along = north * Math.sin(angle) + east * Math.cos(angle);
    sum += Math.sin((2 * Math.PI * along) / length + phase);
  }
  return sum / Math.sqrt(2 * WAVES);
}
