import { describe, expect, it } from 'vitest';
import { loadRegion } from '../../../src/foundation/domain/index.ts';
import { airTable } from '../../../src/wings/air-quality/divisions/values.ts';
import { readFeed } from '../../../src/wings/air-quality/feeds/read-feed.ts';
import { flagged } from '../../../src/wings/air-quality/flags.ts';
import type { Observation } from '../../../src/wings/air-quality/observation.ts';

const ZONE = 'Asia/Kolkata';
const PUNJAB = loadRegion('punjab');
const read = (text: string, source = 'feed.csv') => readFeed(text, { source, timeZone: ZONE });
const told = ({ station, city, pollutant, value, unit, hours, at }: Observation) => [
  ...[station, city, pollutant, value, unit, hours, at],
];

describe('tables of one’s own and of spreadsheets', () => {
  const READING = ['Town Hall', 'Amritsar', 'PM2.5', 41.5, 'µg/m³'];
  const times = ['2026-03-19T18:30:00.000Z', '2026-03-20T08:30:00.000Z'];

  it.each([
    ['have a row for each reading', ',', (hour: string) => `2026-03-20 ${hour}:00`, '41.5'],
    [
      'have hours of half a day',
      ',',
      (hour: string) => `20/03/2026 ${hour === '00' ? '12:00 AM' : '2:00 PM'}`,
      '41.5',
    ],
    ['have months first', ',', (hour: string) => `3/20/2026 ${hour}:00`, '41.5'],
    ['have semicolons and decimal commas', ';', (hour: string) => `20.03.2026 ${hour}:00`, '41,5'],
    ['have tabs', '\t', (hour: string) => `20/03/2026 ${hour}:00`, '41.5'],
  ])('%s', (_, mark, at, value) => {
    const lines = ['00', '14'].map((hour) =>
      [at(hour), 'Amritsar', 'Town Hall', 'PM2.5', value, 'µg/m³'].join(mark),
    );
    const { observations, problems } = read(
      [['Date', 'City', 'Station', 'Pollutant', 'Value', 'Unit'].join(mark), ...lines].join('\r\n'),
    );
    expect(problems).toEqual([]);
    expect(observations.map(told)).toEqual(times.map((time) => [...READING, 14, time]));
  });

  it('of a stuck sensor are flagged without minimum and maximum; a figure that repeats for some hours is not', () => {
    const series = (values: readonly number[]) =>
      read(
        [
          'date,city,station,pollutant,value,unit',
          ...values.map(
            (value, i) =>
              `${new Date(Date.UTC(2026, 2, 1, i)).toISOString()},Amritsar,Town Hall,PM2.5,${value},µg/m³`,
          ),
        ].join('\n'),
      ).observations.filter(({ flags }) => flags.includes('frozen')).length;
    const moving = Array.from({ length: 48 }, (_, i) => 40 + ((i * 7) % 13) / 10);
    expect(series([...moving, ...Array<number>(144).fill(87.3)])).toBe(143);
    expect(series([...moving, ...Array<number>(6).fill(87.3), ...moving])).toBe(0);
    expect(series(moving.flatMap((value) => [value, value, value]))).toBe(0);
  });
});

describe('downloads of stations', () => {
  it('have notes above the head, "NA" and "None", and sums below', () => {
    const { observations, problems } = read(
      [
        ...['CENTRAL CONTROL ROOM FOR AIR QUALITY,,,,', 'State,Punjab,,,', 'City,Amritsar,,,'],
        ...['Station,"Town Hall, Amritsar - XPCB",,,', 'AvgPeriod,1 Hours,,,'],
        ...['From Date,To Date,PM2.5,PM10,CO', ',,ug/m3,ug/m3,mg/m3'],
        ...['01-01-2024 00:00,01-01-2024 01:00,41.5,90,0.8', '01-01-2024 01:00,01-01-2024 02:00,None,NA,'],
        ...['Average,,41.5,90,0.8', 'Prescribed Standards,,60,100,2'],
      ].join('\n'),
    );
    expect(problems).toEqual([]);
    expect(observations.map(told).slice(0, 3)).toEqual([
      ['Town Hall, Amritsar - XPCB', 'Amritsar', 'PM2.5', 41.5, 'µg/m³', 1, '2023-12-31T19:30:00.000Z'],
      ['Town Hall, Amritsar - XPCB', 'Amritsar', 'PM10', 90, 'µg/m³', 1, '2023-12-31T19:30:00.000Z'],
      ['Town Hall, Amritsar - XPCB', 'Amritsar', 'CO', 0.8, 'mg/m³', 1, '2023-12-31T19:30:00.000Z'],
    ]);
    expect(observations.slice(3).map(({ flags }) => flags)).toEqual([['missing'], ['missing'], ['missing']]);
  });

  it('have their station in the name of the file, quarters of an hour, and units in the heads', () => {
    const lines = Array.from({ length: 96 }, (_, i) => {
      const time = `2024-01-05 ${String(Math.floor(i / 4)).padStart(2, '0')}:${String((i % 4) * 15).padStart(2, '0')}:00`;
      return `${time},${i < 2 ? '' : 40},20,5,12`;
    });
    const feed = read(
      ['Timestamp,PM2.5 (µg/m³),NO2 (ppb),Benzene (µg/m³),AT (°C)', ...lines].join('\n'),
      'feeds/Raw_data_15Min_2024_site_7_Golden_Temple_Amritsar_PPCB_15Min.csv',
    );
    expect(feed.observations).toHaveLength(192);
    expect(told(feed.observations[1]!)).toEqual([
      ...['Golden Temple Amritsar - PPCB', '', 'NO2', 20 * (46.006 / 24.465), 'µg/m³', 0.25],
      // A time alone begins its quarter of an hour.
      '2024-01-04T18:45:00.000Z',
    ]);
    const placed = feed.observations.map((one) => ({ ...one, city: 'Amritsar' }));
    const { divisions } = airTable(placed, PUNJAB, { from: '2024-01-05', to: '2024-01-05' });
    const place = divisions.find(({ name }) => name === 'Amritsar-II')!;
    expect(place.values['PM2.5']).toMatchObject({ value: 40, days: 1 });
    // Sixteen quarters are four hours, and no day.
    const few = airTable(placed.slice(0, 32), PUNJAB).divisions.every(
      ({ values }) => values.NO2.value === null,
    );
    expect(few).toBe(true);
  });

  it('are days, with other tables of the same station below, and months in words', () => {
    const { observations, problems } = read(
      [
        ...['Station Name: Civil Lines', 'City: Ludhiana', 'From Date,To Date,PM2.5'],
        ...['01-Jan-2024 - 00:00,02-Jan-2024 - 00:00,88', 'From Date,To Date,Ozone'],
        '01-Jan-2024 - 00:00,02-Jan-2024 - 00:00,31',
      ].join('\r\n'),
    );
    expect(problems).toEqual([]);
    expect(observations.map(told)).toEqual([
      ['Civil Lines', 'Ludhiana', 'PM2.5', 88, 'µg/m³', 24, '2024-01-01T18:30:00.000Z'],
      ['Civil Lines', 'Ludhiana', 'O3', 31, 'µg/m³', 24, '2024-01-01T18:30:00.000Z'],
    ]);
  });

  it('of OpenAQ have a row for each reading', () => {
    const { observations } = read(
      [
        'location_id,sensors_id,location,datetime,lat,lon,parameter,units,value',
        '5,9,"Golden Temple, Amritsar - PPCB-5",2024-01-01T01:00:00+05:30,31.62,74.8765,pm25,µg/m³,41.5',
        '5,9,"Golden Temple, Amritsar - PPCB-5",2024-01-01T02:00:00+05:30,31.62,74.8765,pm25,µg/m³,43',
        '5,8,"Golden Temple, Amritsar - PPCB-5",2024-01-01T01:00:00+05:30,31.62,74.8765,co,µg/m³,500',
        '5,7,"Golden Temple, Amritsar - PPCB-5",2024-01-01T01:00:00+05:30,31.62,74.8765,temperature,c,12',
      ].join('\n'),
    );
    const station = 'Golden Temple, Amritsar - PPCB';
    expect(observations.map(told)).toEqual([
      [station, '', 'PM2.5', 41.5, 'µg/m³', 1, '2023-12-31T19:30:00.000Z'],
      [station, '', 'PM2.5', 43, 'µg/m³', 1, '2023-12-31T20:30:00.000Z'],
      [station, '', 'CO', 0.5, 'mg/m³', 1, '2023-12-31T19:30:00.000Z'],
    ]);
    expect(observations[0]).toMatchObject({ latitude: 31.62, longitude: 74.8765, unitGrade: 'stated' });
  });
});

describe('codes of loggers', () => {
  const hour = (pollutant: string, value: number, i: number): Observation => ({
    ...{ station: 'Golden Temple', city: 'Amritsar', state: 'Punjab', latitude: 31.62, longitude: 74.8765 },
    ...{ pollutant, value, min: null, max: null, unit: 'µg/m³', unitGrade: 'stated', hours: 1 },
    ...{ at: new Date(Date.UTC(2026, 2, 3, 18, 30) + (i + 1) * 3_600_000).toISOString() },
    ...{ synthetic: false, source: 'feed', request: null, flags: [] },
  });
  const meansOf = (fine: readonly number[]) => {
    const all = [...fine.map((one, i) => hour('PM2.5', one, i)), ...fine.map((_, i) => hour('PM10', 60, i))];
    const { values } = airTable(flagged(all), PUNJAB).divisions.find(({ name }) => name === 'Amritsar-II')!;
    return [values['PM2.5'].value, values.PM10.value];
  };
  const usual = Array.from({ length: 18 }, (_, i) => (i % 2 === 0 ? 38 : 42));

  it.each([
    ['999 and 985', [999, 985, 999, 985, 999, 985]],
    ['nines and minus nines', [9999, -999, -9999, 99999, 999.99, 9999]],
    ['the end of a scale, again and again', [600, 600, 600, 600, 600, 600]],
    ['two ends of scales', [1000, 1000, 1000, 500, 500, 500]],
    ['more than there is of PM10', [310, 290, 305, 295, 300, 315]],
  ])('enter no mean: %s', (_, codes) => {
    expect(meansOf([...usual, ...codes])).toEqual([40, 60]);
  });

  it('are no high readings of their own, nor an extreme that came twice, nor CO in micrograms', () => {
    const readings = [...usual.map((one) => one + 0.5), 51, 52, 55, 55, 58, 61];
    expect(meansOf(readings)[0]).toBeCloseTo(readings.reduce((sum, one) => sum + one, 0) / 24, 9);
    const storm = Array.from({ length: 24 }, (_, i) => hour('PM10', i < 12 ? 80 + i : 600 + 10 * i, i));
    expect(flagged(storm).flatMap(({ flags }) => flags)).toEqual([]);
    expect(flagged([{ ...hour('CO', 0.999, 0), unit: 'mg/m³' }])[0]!.flags).toEqual([]);
  });
});
