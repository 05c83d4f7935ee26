import { describe, expect, it, test } from 'vitest';
import { loadRegion } from '../../../src/foundation/domain/index.ts';
import { seededRandom } from '../../../src/foundation/learning/index.ts';
import { clusteringOf } from '../../../src/wings/air-quality/clusters.ts';
import { divisionClusters } from '../../../src/wings/air-quality/division-clusters.ts';
import { interpolationOf } from '../../../src/wings/air-quality/divisions/interpolate.ts';
import { krigingOf } from '../../../src/wings/air-quality/divisions/kriging.ts';
import { cityValue, dayErrorOf } from '../../../src/wings/air-quality/divisions/marked-value.ts';
import type { Period } from '../../../src/wings/air-quality/divisions/month-gaps.ts';
import { airTable } from '../../../src/wings/air-quality/divisions/values.ts';
import type { Observation } from '../../../src/wings/air-quality/observation.ts';
import type { Listing } from '../../../src/wings/air-quality/property/listing.ts';
import { regionMap } from '../../../src/wings/air-quality/report/map.ts';
import { regionResult } from '../../../src/wings/air-quality/result.ts';

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
    expect(of('Amritsar-II').values['PM2.5']).toMatchObject({ mark: 'measured', synthetic: false, days: 1 });
    // Sub-index 126 is 67.8 µg/m³; its rounding leaves .15 either way.
    expect(of('Amritsar-II').values['PM2.5'].value).toBeCloseTo(67.8, 6);
    expect(of('Amritsar-II').values['PM2.5'].uncertainty!.low).toBeCloseTo(67.65, 6);
    expect(of('Khanna').values['PM2.5']).toMatchObject({ value: null, mark: 'none', uncertainty: null });
    expect(of('Amritsar-II').values.PM10).toMatchObject({ value: null, mark: 'none' });
    expect(cities.find(({ name }) => name === 'Ludhiana')!.values['PM2.5']).toMatchObject({
      value: null,
      mark: 'none',
    });
  });

  it('are estimated by distance from three stations, by kriging from eight, always with limits and marks', () => {
    for (const [count, method] of [
      [3, 'inverse distance'],
      [9, 'ordinary kriging'],
    ] as const) {
      const { divisions } = airTable(network(count, 2), PUNJAB);
      const estimated = divisions
        .map(({ values }) => values['PM2.5'])
        .filter(({ mark }) => mark === 'estimated');
      expect(estimated.length).toBeGreaterThan(0);
      for (const pm25 of estimated) {
        expect(pm25.source).toContain(`${method} from ${count} stations; left-out stations missed by`);
        expect(pm25.synthetic).toBe(true);
        // What is no better than the mean of a city is withheld everywhere: it is in no result.
        if (!pm25.skilled) {
          expect(pm25).toMatchObject({ value: null, uncertainty: null, dayError: null });
          continue;
        }
        expect(pm25.uncertainty!.low).toBeLessThan(pm25.value!);
        expect(pm25.uncertainty!.high).toBeGreaterThan(pm25.value!);
      }
    }
  });

  it('let a real station speak alone where made-up ones stand beside it', () => {
    const beside = observation({ station: 'Made up', synthetic: true, value: 400 });
    const { divisions } = airTable([beside, observation({})], PUNJAB);
    const pm25 = divisions.find(({ name }) => name === 'Amritsar-II')!.values['PM2.5'];
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
    const pm25 = airTable(all, PUNJAB).divisions.find(({ name }) => name === 'Amritsar-II')!.values['PM2.5'];
    expect(pm25).toMatchObject({ days: 2 });
    expect(pm25.value).toBeCloseTo((67.8 + 30) / 2, 6);
    const late = airTable(all, PUNJAB, { from: '2026-04-07' }).divisions.find(
      ({ name }) => name === 'Amritsar-II',
    )!;
    expect(late.values['PM2.5'].value).toBeCloseTo(67.8, 6);
    expect(airTable([...all].reverse(), PUNJAB).divisions).toEqual(airTable(all, PUNJAB).divisions);
  });
});

describe('the error between days', () => {
  it('is s / √n · √(1 − n / N): 10, 20, 30 of 12 days have 10 / √3 · √.75 = 5', () => {
    expect(dayErrorOf([10, 20, 30], 12)).toBeCloseTo(5, 12);
    expect(dayErrorOf([10, 20, 30], 3)).toBe(0);
    expect(dayErrorOf([10], 90)).toBeNull();
  });

  it('widens a measured value, and a rounding is no interval', () => {
    const days = [10, 20, 30].map((value, i) =>
      observation({ value, unit: 'µg/m³', at: `2026-04-0${i + 1}T15:30:00.000Z` }),
    );
    const table = airTable(days, PUNJAB, { from: '2026-04-01', to: '2026-04-12' });
    const pm25 = table.divisions.find(({ name }) => name === 'Amritsar-II')!.values['PM2.5'];
    expect(pm25).toMatchObject({ value: 20, days: 3, stations: 1, mark: 'measured' });
    expect(pm25.dayError).toBeCloseTo(5, 12);
    // Student's t of two degrees: 20 ± 4.303 · 5, and no less than 0.
    expect(pm25.uncertainty).toMatchObject({ low: 0, level: 0.95, basis: ['days'] });
    expect(pm25.uncertainty!.high).toBeCloseTo(41.515, 10);
    const one = airTable(days.slice(0, 1), PUNJAB).divisions.find(({ name }) => name === 'Amritsar-II')!;
    expect(one.values['PM2.5'].uncertainty).toMatchObject({ level: null, basis: ['rounding'] });
    expect(one.values['PM2.5'].dayError).toBeNull();
  });
});

describe('a season without a day', () => {
  const days = (months: readonly string[]) =>
    months.map((month, i) => observation({ value: 30 + i, unit: 'µg/m³', at: `${month}-15T15:30:00.000Z` }));
  const table = (months: readonly string[], period: Period) =>
    airTable(days(months), PUNJAB, period).divisions.find(({ name }) => name === 'Amritsar-II')!;
  const months = Array.from({ length: 12 }, (_, i) => `2025-${String(i + 1).padStart(2, '0')}`);
  const year = { from: '2025-01-01', to: '2025-12-31' };

  it('leaves no interval, no error and no index, and is named', () => {
    const whole = table(months, year);
    expect(whole.values['PM2.5']).toMatchObject({ gaps: [], uncertainty: { level: 0.95 } });
    expect(whole.aqi).toMatchObject({ value: 59, days: 12 });
    // Months of a year go round: November to February are one winter.
    const mild = table(months.slice(2, 10), year);
    expect(mild.values['PM2.5']).toMatchObject({
      ...{ gaps: [{ from: 11, to: 2 }], uncertainty: null, dayError: null, days: 8 },
    });
    expect(mild.aqi).toBeNull();
  });

  it('leaves no class on the map, which is hatched there', () => {
    const drawn = (of: readonly string[]) =>
      regionMap(regionResult(days(of), [], PUNJAB, year), 'PM2.5').text;
    expect(drawn(months)).toContain('Satisfactory (CPCB 2014)');
    expect(drawn(months.slice(2, 10))).not.toContain('(CPCB 2014)');
    expect(drawn(months.slice(2, 10))).toContain('no class: a season has no day');
  });

  it('is looked for among the whole months of a shorter period, and in none of a quarter', () => {
    const half = { from: '2025-02-10', to: '2025-07-20' };
    expect(table(['2025-02', '2025-07'], half).values['PM2.5'].gaps).toEqual([{ from: 3, to: 6 }]);
    expect(table(['2025-03', '2025-05', '2025-06'], half).values['PM2.5'].gaps).toEqual([]);
    expect(table(['2025-07'], { from: '2025-04-22', to: '2025-07-20' }).values['PM2.5'].gaps).toEqual([]);
  });
});

describe('estimates', () => {
  it('are no surer of the days than a measurement', () => {
    const days = [0, 20].flatMap((more, day) =>
      // Stations that rise and stations that fall: their common mean hardly changes from day to day.
      network(36, 1).map((one, i) => ({
        ...one,
        value: 50 + one.value! + (i % 2 === 0 ? more : -more),
        at: `2026-04-0${day + 1}T15:30:00.000Z`,
      })),
    );
    const estimated = airTable(days, PUNJAB).divisions.flatMap(({ values }) =>
      values['PM2.5'].mark === 'estimated' ? [values['PM2.5'].dayError!] : [],
    );
    expect(estimated.length).toBeGreaterThan(0);
    // s / √2 · √(1 − 2 / 90) of two days that differ by 20.
    for (const error of estimated) expect(error).toBeCloseTo(10 * Math.sqrt(1 - 2 / 90), 6);
  });

  it('have skill where they beat the mean of the city on left-out stations', () => {
    const smooth = interpolationOf(
      network(36, 1).map(({ latitude, longitude, value, city }) => ({
        at: [latitude!, longitude!] as const,
        value: value!,
        group: city,
      })),
    )!;
    const { error, errorOfMean, skill } = smooth.leaveOneOut;
    expect(skill).toBeCloseTo(1 - error ** 2 / errorOfMean ** 2, 12);
    const estimates = (observations: Observation[]) =>
      airTable(observations, PUNJAB)
        .divisions.map(({ values }) => values['PM2.5'])
        .filter(({ mark }) => mark === 'estimated');
    expect(estimates(network(36, 1)).every(({ skilled }) => skilled)).toBe(true);
    // Three stations cannot tell skill from chance; noise has none.
    expect(estimates(network(3, 1)).some(({ skilled }) => skilled)).toBe(false);
    const random = seededRandom(3);
    const noise = network(36, 0).map((one) => ({ ...one, value: 20 + 70 * random() }));
    expect(estimates(noise).some(({ skilled }) => skilled)).toBe(false);
  });

  it('without skill have no say in the mean of a city', () => {
    const { cities } = airTable(network(3, 1), PUNJAB);
    for (const { values } of cities)
      expect(values['PM2.5'].mark === 'none' || values['PM2.5'].mark === 'measured').toBe(true);
  });
});

test('the value of a city is the mean of its divisions, and so are its limits', () => {
  const [of] = airTable([observation({})], PUNJAB).cities;
  const division = (value: number, low: number, high: number) => ({
    ...of!.values['PM2.5'],
    value,
    uncertainty: { low, high, level: 0.95, basis: ['days'] as const },
  });
  const none = { ...division(0, 0, 0), value: null, mark: 'none' as const };
  // (10 + 20) / 2, (8 + 15) / 2, (12 + 25) / 2; what is not known does not count.
  expect(cityValue('PM2.5', [division(10, 8, 12), division(20, 15, 25), none])).toMatchObject({
    value: 15,
    uncertainty: { low: 11.5, high: 18.5 },
    mark: 'measured',
  });
});

describe('clusters of station-days', () => {
  const station = (name: string, division: string, at: readonly [number, number]) => ({
    station: name,
    city: division === 'Khanna' ? 'Ludhiana' : 'Amritsar',
    latitude: at[0],
    longitude: at[1],
  });
  const places = [
    station('Golden Temple', 'Amritsar-II', [31.62, 74.8765]),
    station('Khanna', 'Khanna', [30.7007, 76.2252]),
  ];
  const random = seededRandom(9);
  const days = Array.from(
    { length: 20 },
    (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}T15:30:00.000Z`,
  );
  const clouds = days.flatMap((at) =>
    places.flatMap((place, i) => {
      const level = i === 0 ? 30 : 120;
      const fine = level + 10 * random();
      return [
        observation({ ...place, at, unit: 'µg/m³', pollutant: 'PM2.5', value: fine }),
        // PM10 follows PM2.5 closely: a tilted ellipse, which neither variances alone nor a round one fits.
        observation({ ...place, at, unit: 'µg/m³', pollutant: 'PM10', value: 2 * fine + random() }),
      ];
    }),
  );

  it('are fitted to every station and day, and a division has the mean posterior of its own', () => {
    const table = airTable(clouds, PUNJAB);
    const { clustering, stationDays, divisions, drawn } = divisionClusters(table.stations)!;
    expect(stationDays).toHaveLength(40);
    expect(clustering.clusters.map(({ name, size }) => [name, size])).toEqual([
      ['PM2.5 36, PM10 73', 20],
      ['PM2.5 126, PM10 252', 20],
    ]);
    expect(drawn).toBe('day');
    expect([...divisions.keys()].sort()).toEqual(['Amritsar/Amritsar-II', 'Ludhiana/Khanna']);
    for (const { shares, stability, stationDays: own } of divisions.values()) {
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      expect(Math.max(...shares)).toBeGreaterThan(0.99);
      expect([stability, own]).toEqual([1, 20]);
    }
    expect(divisions.get('Ludhiana/Khanna')!.cluster).toBe(1);
  });

  it('choose full covariances where each cluster is tilted its own way', () => {
    const tilted = Array.from({ length: 120 }, (_, i) => {
      const [along, across] = [random() - 0.5, 0.06 * (random() - 0.5)];
      const values = i % 2 === 0 ? [along + across, along - across] : [3 + along + across, across - along];
      return { key: `${i}`, values };
    });
    const { kind, clusters } = clusteringOf(tilted, ['PM2.5', 'PM10'])!;
    expect([kind, clusters.length]).toEqual(['full', 2]);
  });

  it('say how seldom a division between two clusters stays in one', () => {
    // Half of the days of Amritsar are like Khanna's: its share lies near one half.
    const between = clouds.map((one) =>
      one.city === 'Amritsar' && days.indexOf(one.at) % 2 === 0
        ? { ...one, value: one.value! + (one.pollutant === 'PM10' ? 180 : 90) }
        : one,
    );
    const { divisions } = divisionClusters(airTable(between, PUNJAB).stations)!;
    const mixed = divisions.get('Amritsar/Amritsar-II')!;
    expect(Math.max(...mixed.shares)).toBeLessThan(0.6);
    expect(mixed.stability).toBeLessThan(1);
    expect(divisions.get('Ludhiana/Khanna')!.stability).toBe(1);
  });
});

describe('clusters', () => {
  const axes = ['PM2.5', 'price'];

  it('are named by their means', () => {
    const random = seededRandom(2);
    const cloud = (air: number, price: number, from: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        key: `${from + i}`,
        values: [air + random() * 4, price + random() * 400],
      }));
    const clustering = clusteringOf([...cloud(30, 9_000, 0), ...cloud(90, 2_000, 20)], axes)!;
    expect(clustering.clusters.map(({ name, size }) => [name, size])).toEqual([
      ['PM2.5 32, price 9166', 20],
      ['PM2.5 92, price 2220', 20],
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

test('homes are clustered by the logarithm of their price, as prices are log-normal', () => {
  // One station, whose division is measured; two markets a hundred times apart, each with a spread of a third.
  const observations = [observation({ value: 60, unit: 'µg/m³' })];
  const [home] = regionResult(observations, [], PUNJAB).divisions.filter(
    ({ values }) => values['PM2.5']?.value != null,
  );
  const listings = [100, 10_000].flatMap((rate, market) =>
    Array.from(
      { length: 12 },
      (_, i): Listing => ({
        ...{ key: `${market}-${i}`, city: home!.city, division: home!.name, locality: null },
        ...{ deal: 'sale', kind: 'house', price: rate * 1_000 * (1 + i / 36), area: 1_000, bedrooms: null },
        ...{ text: '', source: 'feed', request: null, synthetic: false },
      }),
    ),
  );
  const { homes } = regionResult(observations, listings, PUNJAB);
  const prices = homes!.clusters.map(({ mean }) => 10 ** mean[1]!).sort((a, b) => a - b);
  expect(prices).toHaveLength(2);
  expect(prices[0]).toBeGreaterThan(100);
  expect(prices[0]).toBeLessThan(140);
  expect(prices[1]).toBeGreaterThan(10_000);
  expect(prices[1]).toBeLessThan(14_000);
});
