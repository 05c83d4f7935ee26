import { describe, expect, it } from 'vitest';
import {
  airTable,
  clusteringOf,
  interpolationOf,
  krigingOf,
  type Observation,
} from '../../src/air-quality/index.ts';
import { loadRegion } from '../../src/foundation/domain/index.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';

const PUNJAB = loadRegion('punjab');

const observation = (changes: Partial<Observation>): Observation => ({
  station: 'Golden Temple, Amritsar - PPCB',
  city: 'Amritsar',
  state: 'Punjab',
  latitude: 31.62,
  longitude: 74.8765,
  pollutant: 'PM2.5',
  value: 126,
  min: null,
  max: null,
  unit: 'sub-index',
  unitGrade: 'known',
  at: '2026-04-07T15:30:00.000Z',
  hours: 24,
  synthetic: false,
  source: 'feed',
  request: null,
  flags: [],
  ...changes,
});

/** A smooth field over the region, with the noise of instruments. */
function network(count: number, noise: number, seed = 4): Observation[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const city = PUNJAB.cities[i % 3]!;
    const [north, east] = city.location;
    const at = [north + (random() - 0.5) * 0.6, east + (random() - 0.5) * 0.7] as const;
    const value = 60 + 25 * Math.sin(at[0] * 4) + 20 * Math.cos(at[1] * 3) + noise * (random() - 0.5);
    return observation({
      station: `Made up ${i}`,
      city: city.name,
      latitude: at[0],
      longitude: at[1],
      unit: 'µg/m³',
      value,
      synthetic: true,
    });
  });
}

describe('kriging', () => {
  it('gives a station its own value where nothing is noise, and the mean far away', () => {
    const samples = network(12, 0).map(({ latitude, longitude, value }) => ({
      at: [latitude!, longitude!] as const,
      value: value!,
    }));
    const model = krigingOf(samples, { range: 30, nugget: 0 });
    for (const { at, value } of samples) {
      expect(model.estimate(at).value).toBeCloseTo(value, 5);
      expect(model.estimate(at).standardError).toBeLessThan(0.01);
    }
    const [north, south] = [model.estimate([60, 75]), model.estimate([-60, 75])];
    expect(north.value).toBeCloseTo(south.value, 6);
    expect(north.standardError).toBeGreaterThan(model.estimate([31.4, 75.2]).standardError);
  });

  it('agrees with the textbook solution of the kriging equations', () => {
    // Three stations on a meridian, 1 km = 1/111.195 degrees; weights worked out from the 4 × 4 system by hand.
    const km = 1 / 111.19508;
    const samples = [0, 10, 30].map((far, i) => ({ at: [far * km, 0] as const, value: [10, 20, 40][i]! }));
    const { value } = krigingOf(samples, { range: 20, nugget: 0 }).estimate([10 * km, 0]);
    expect(value).toBeCloseTo(20, 6);
    const c = (far: number) => Math.exp(-far / 20);
    const weights = solve4(
      [
        [1, c(10), c(30), 1],
        [c(10), 1, c(20), 1],
        [c(30), c(20), 1, 1],
        [1, 1, 1, 0],
      ],
      [c(15), c(5), c(15), 1],
    );
    const expected = weights[0]! * 10 + weights[1]! * 20 + weights[2]! * 40;
    expect(krigingOf(samples, { range: 20, nugget: 0 }).estimate([15 * km, 0]).value).toBeCloseTo(
      expected,
      4,
    );
  });

  it('beats the mean of the city on stations left out, and keeps them within its limits', () => {
    for (const seed of [1, 2, 3]) {
      const samples = network(36, 6, seed).map(({ latitude, longitude, value, city }) => ({
        at: [latitude!, longitude!] as const,
        value: value!,
        group: city,
      }));
      const { leaveOneOut, method } = interpolationOf(samples)!;
      expect(method).toBe('ordinary kriging');
      expect(leaveOneOut.error).toBeLessThan(leaveOneOut.errorOfMean);
      expect(leaveOneOut.covered).toBeGreaterThanOrEqual(0.9);
    }
  });
});

/** Gauss–Jordan with pivoting, for the comparison alone. */
function solve4(matrix: number[][], side: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, side[i]!]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows
      .slice(i)
      .reduce((best, row, j) => (Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? i + j : best), i);
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    const lead = rows[i]![i]!;
    rows[i] = rows[i]!.map((value) => value / lead);
    rows.forEach((row, j) => {
      if (j !== i) rows[j] = row.map((value, k) => value - row[i]! * rows[i]![k]!);
    });
  }
  return rows.map((row) => row.at(-1)!);
}

describe('values of divisions', () => {
  it('say none where there is nothing to know them from', () => {
    const { divisions, cities } = airTable([observation({})], PUNJAB);
    expect(divisions).toHaveLength(17);
    const of = (name: string) => divisions.find((division) => division.name === name)!;
    expect(of('Amritsar-II').pm25).toMatchObject({ mark: 'measured', synthetic: false, days: 1 });
    // Sub-index 126 is 67.8 µg/m³; its rounding leaves .15 either way.
    expect(of('Amritsar-II').pm25.value).toBeCloseTo(67.8, 6);
    expect(of('Amritsar-II').pm25.uncertainty!.low).toBeCloseTo(67.65, 6);
    expect(of('Khanna').pm25).toMatchObject({ value: null, mark: 'none', uncertainty: null });
    expect(of('Amritsar-II').pm10).toMatchObject({ value: null, mark: 'none' });
    expect(cities.find(({ name }) => name === 'Ludhiana')!.pm25).toMatchObject({ value: null, mark: 'none' });
  });

  it('are estimated by distance from three stations, by kriging from eight, always with limits and marks', () => {
    for (const [count, method] of [
      [3, 'inverse distance'],
      [9, 'ordinary kriging'],
    ] as const) {
      const { divisions } = airTable(network(count, 2), PUNJAB);
      const estimated = divisions.filter(({ pm25 }) => pm25.mark === 'estimated');
      expect(estimated.length).toBeGreaterThan(0);
      for (const { pm25 } of estimated) {
        expect(pm25.source).toContain(`${method} from ${count} stations; left-out stations missed by`);
        expect(pm25.synthetic).toBe(true);
        expect(pm25.uncertainty!.low).toBeLessThan(pm25.value!);
        expect(pm25.uncertainty!.high).toBeGreaterThan(pm25.value!);
      }
    }
  });

  it('let a real station speak alone where made-up ones stand beside it', () => {
    const beside = observation({ station: 'Made up', synthetic: true, value: 400 });
    const { divisions } = airTable([beside, observation({})], PUNJAB);
    const { pm25 } = divisions.find(({ name }) => name === 'Amritsar-II')!;
    expect(pm25).toMatchObject({ mark: 'measured', synthetic: false });
    expect(pm25.value).toBeCloseTo(67.8, 6);
  });

  it('leave out what is flagged, count twice-published figures once, and stay within the period', () => {
    const all = [
      observation({ value: -5, flags: ['negative'], at: '2026-04-05T15:30:00.000Z' }),
      observation({}),
      observation({ station: 'Golden Temple - PPCB', source: 'another feed' }),
      observation({ value: 50, at: '2026-04-06T15:30:00.000Z' }),
    ];
    const { pm25 } = airTable(all, PUNJAB).divisions.find(({ name }) => name === 'Amritsar-II')!;
    expect(pm25).toMatchObject({ days: 2 });
    expect(pm25.value).toBeCloseTo((67.8 + 30) / 2, 6);
    const late = airTable(all, PUNJAB, { from: '2026-04-07' }).divisions.find(
      ({ name }) => name === 'Amritsar-II',
    )!;
    expect(late.pm25.value).toBeCloseTo(67.8, 6);
    expect(airTable([...all].reverse(), PUNJAB).divisions).toEqual(airTable(all, PUNJAB).divisions);
  });
});

describe('clusters', () => {
  const axes = [
    { name: 'air', low: 'clean', high: 'polluted' },
    { name: 'price', low: 'cheap', high: 'dear' },
  ];

  it('are named by their means', () => {
    const random = seededRandom(2);
    const cloud = (air: number, price: number, from: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        key: `${from + i}`,
        values: [air + random() * 4, price + random() * 400],
      }));
    const clustering = clusteringOf([...cloud(30, 9_000, 0), ...cloud(90, 2_000, 20)], axes)!;
    expect(clustering.clusters.map(({ name, size }) => [name, size])).toEqual([
      ['clean, dear', 20],
      ['polluted, cheap', 20],
    ]);
    expect(clustering.members.get('3')!.cluster).toBe(0);
    expect(clustering.clusters[1]!.mean[1]).toBeCloseTo(2_200, -3);
  });

  it('of seventeen alike, or of two, are no invention', () => {
    const same = Array.from({ length: 17 }, (_, i) => ({ key: `${i}`, values: [1, 2] }));
    expect(clusteringOf(same, axes)!.clusters).toHaveLength(1);
    expect(clusteringOf(same.slice(0, 2), axes)).toBeNull();
  });
});
