import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, instantOf } from '../../../src/wings/air-quality/feeds/local-time.ts';
import { airQualityIndex, categoryOf } from '../../../src/wings/air-quality/units/aqi.ts';
import { concentrationOf, subIndexOf } from '../../../src/wings/air-quality/units/breakpoints.ts';
import { dailyMeans, hourlyMeans, MIN_HOURS } from '../../../src/wings/air-quality/units/means.ts';
import {
  massFactor,
  POLLUTANT_NAMES,
  POLLUTANTS,
  type Pollutant,
  pollutantName,
} from '../../../src/wings/air-quality/units/pollutants.ts';

const particulate = fc.constantFrom('PM2.5' as const, 'PM10' as const);
const standard = fc.constantFrom('india' as const, 'us' as const);

describe('breakpoints', () => {
  it('are those of the national index (CPCB 2014)', () => {
    const edges = { 'PM2.5': [30, 60, 90, 120, 250], PM10: [50, 100, 250, 350, 430] } as const;
    for (const pollutant of ['PM2.5', 'PM10'] as const)
      expect(edges[pollutant].map((edge) => subIndexOf(pollutant, edge))).toEqual([50, 100, 200, 300, 400]);
    // The README's own two conversions.
    expect(Math.round(concentrationOf('PM2.5', 126).value)).toBe(68);
    expect(Math.round(concentrationOf('PM10', 130).value)).toBe(145);
  });

  it('are those of the US EPA (2024)', () => {
    expect([9, 9.1, 35.4, 35.5, 55.5, 125.5, 225.5, 400].map((c) => subIndexOf('PM2.5', c, 'us'))).toEqual([
      50, 51, 100, 101, 151, 201, 301, 500,
    ]);
    expect([54, 54.9, 55, 154, 254, 354, 424, 425].map((c) => subIndexOf('PM10', c, 'us'))).toEqual([
      50, 50, 51, 100, 150, 200, 300, 301,
    ]);
    // EPA's worked example under the bands of 2024: 35.9 µg/m³ lies just above 100.
    expect(subIndexOf('PM2.5', 35.9, 'us')).toBe(102);
  });

  it('come back from index to concentration to the same index', () => {
    fc.assert(
      fc.property(particulate, standard, fc.integer({ min: 0, max: 499 }), (pollutant, which, index) => {
        const { value, low, high } = concentrationOf(pollutant, index, which);
        expect(Math.abs(subIndexOf(pollutant, value, which) - index)).toBeLessThanOrEqual(
          which === 'us' ? 3 : 0,
        );
        expect(low).toBeLessThanOrEqual(value);
        expect(high).toBeGreaterThanOrEqual(value);
      }),
    );
  });

  it('never fall as the air gets worse, and end at 500', () => {
    fc.assert(
      fc.property(
        particulate,
        standard,
        fc.double({ min: 0, max: 900, noNaN: true }),
        (pollutant, which, c) => {
          expect(subIndexOf(pollutant, c + 1, which)).toBeGreaterThanOrEqual(subIndexOf(pollutant, c, which));
          expect(subIndexOf(pollutant, c, which)).toBeLessThanOrEqual(500);
        },
      ),
    );
    expect(concentrationOf('PM2.5', 500).high).toBe(Infinity);
    expect(() => subIndexOf('PM10', -1)).toThrow('expected a concentration of 0 or more, got -1');
    expect(() => concentrationOf('PM10', 501)).toThrow('expected an index of 0 to 500, got 501');
  });

  it('give the index of the worst pollutant, with the words of the standard', () => {
    expect(airQualityIndex({ 'PM2.5': 75, PM10: 100 })).toMatchObject({
      value: 150,
      category: 'Moderate',
      dominant: 'PM2.5',
      official: false,
    });
    expect(airQualityIndex({})).toBeNull();
    expect([50, 51, 101, 201, 301, 401].map((index) => categoryOf(index))).toEqual([
      ...['Good', 'Satisfactory', 'Moderate', 'Poor', 'Very poor', 'Severe'],
    ]);
    expect(categoryOf(120, 'us')).toBe('Unhealthy for sensitive groups');
  });
});

describe('the table of pollutants', () => {
  it('has the edges of the national index for gases (CPCB 2014)', () => {
    const edges = {
      NO2: [40, 80, 180, 280, 400],
      SO2: [40, 80, 380, 800, 1_600],
      O3: [50, 100, 168, 208, 748],
    };
    const small = { CO: [1, 2, 10, 17, 34], Pb: [0.5, 1, 2, 3, 3.5], NH3: [200, 400, 800, 1_200, 1_800] };
    for (const [pollutant, five] of Object.entries({ ...edges, ...small }))
      expect(five.map((edge) => subIndexOf(pollutant as Pollutant, edge))).toEqual([50, 100, 200, 300, 400]);
    // 28 lies at 28 / 50 of the first class, which ends at 1 mg/m³.
    expect(concentrationOf('CO', 28).value).toBeCloseTo(0.56, 12);
    // SO2 goes on at the slope of the class below: 1,600 + 800.
    expect(subIndexOf('SO2', 2_000)).toBe(450);
  });

  it('knows each pollutant by the spellings of feeds, and by its column', () => {
    for (const name of POLLUTANT_NAMES) {
      expect(pollutantName(name)).toBe(name);
      expect(pollutantName(POLLUTANTS[name].column)).toBe(name);
    }
    expect(['OZONE', 'RSPM/PM10', 'pm 2.5', 'NO₂', 'Benzene'].map(pollutantName)).toEqual([
      ...['O3', 'PM10', 'PM2.5', 'NO2', 'Benzene'],
    ]);
  });

  it('brings masses and shares of volume to the unit of the pollutant', () => {
    expect(massFactor('CO', 'µg/m³')).toBe(0.001);
    expect(massFactor('NO2', 'mg/m3')).toBe(1_000);
    // One ppb of NO2 at 25 °C: 46.006 g/mol over 24.465 l/mol.
    expect(massFactor('NO2', 'ppb')).toBeCloseTo(1.8805, 4);
    // One ppm of CO is 28.01 / 24.465 mg/m³.
    expect(massFactor('CO', 'ppm')).toBeCloseTo(1.1449, 4);
    expect(massFactor('PM10', 'ppb')).toBeNull();
    expect(massFactor('O3', 'particles/cm³')).toBeNull();
  });
});

describe('times', () => {
  it('are read in the zone of the region', () => {
    const read = (text: string) => instantOf(text, 'Asia/Kolkata');
    expect(read('23-09-2025 12:00:00')).toBe('2025-09-23T06:30:00.000Z');
    expect(read('07-04-2026 21:00')).toBe('2026-04-07T15:30:00.000Z');
    // A day is its end: midnight in India.
    expect(read('02-01-15')).toBe('2015-01-02T18:30:00.000Z');
    expect(read('2017-02-27')).toBe('2017-02-27T18:30:00.000Z');
    expect(read('2026-04-07T21:00:00+05:30')).toBe('2026-04-07T15:30:00.000Z');
    for (const wrong of ['', '32-01-2026', '30-02-2026', 'soon', '2026-13-01', '07-04-2026 25:00'])
      expect(read(wrong)).toBeNull();
  });

  it('follow clocks that change', () => {
    expect(instantOf('29-03-2026 04:00', 'Europe/Berlin')).toBe('2026-03-29T02:00:00.000Z');
    expect(instantOf('28-03-2026 04:00', 'Europe/Berlin')).toBe('2026-03-28T03:00:00.000Z');
    expect(dayOf('2025-09-23T18:30:00.000Z', 'Asia/Kolkata')).toBe('2025-09-23');
    expect(dayOf('2025-09-23T18:31:00.000Z', 'Asia/Kolkata')).toBe('2025-09-24');
  });
});

describe('means', () => {
  const HOUR = 3_600_000;
  const hours = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ at: (i + 1) * HOUR, value: i }));

  it('of a day need sixteen hours in India, eighteen in the US', () => {
    expect(dailyMeans(hours(16), 0, MIN_HOURS.india)).toEqual([{ at: 24 * HOUR, value: 7.5, count: 16 }]);
    expect(dailyMeans(hours(15), 0, MIN_HOURS.india)[0]!.value).toBeNull();
    expect(dailyMeans(hours(17), 0, MIN_HOURS.us)[0]!.value).toBeNull();
    expect(dailyMeans(hours(18), 0, MIN_HOURS.us)[0]!.value).toBe(8.5);
  });

  it('run by the calendar day of the zone, and count a repeated time once', () => {
    const ahead = 5.5 * HOUR;
    const days = dailyMeans([...hours(24), ...hours(24)], ahead, 1);
    expect(days.map(({ at, count }) => [(at + ahead) / HOUR, count])).toEqual([
      [24, 18],
      [48, 6],
    ]);
  });

  it('of an hour need three quarters of its readings', () => {
    const quarters = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ at: (i + 1) * (HOUR / 4), value: 8 }));
    expect(hourlyMeans(quarters(3), 15)[0]!.value).toBe(8);
    expect(hourlyMeans(quarters(2), 15)[0]!.value).toBeNull();
  });
});
