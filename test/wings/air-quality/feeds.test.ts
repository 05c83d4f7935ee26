import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readFeed } from '../../../src/wings/air-quality/feeds/read-feed.ts';
import { flagged } from '../../../src/wings/air-quality/flags.ts';
import { type Feed, FeedError, type Observation } from '../../../src/wings/air-quality/observation.ts';

const SHARED = resolve(import.meta.dirname, '../../../../shared/datasets/air-quality');
const ZONE = 'Asia/Kolkata';
const read = (text: string): Feed => readFeed(text, { source: 'feed', timeZone: ZONE });
const shared = (file: string): string => readFileSync(resolve(SHARED, file), 'utf8');

const HEADER =
  'country,state,city,station,last_update,latitude,longitude,pollutant_id,pollutant_min,pollutant_max,pollutant_avg';
const ROW =
  'India,Punjab,Amritsar,"Town Hall, Amritsar - XPCB","03-02-2026 10:00:00",31.6,74.9,PM2.5,10,90,60';

describe('feeds made up for this test', () => {
  it('reads the CSV of data.gov.in, with both forms of time and either end of line', () => {
    const [one, two] = read(
      `${HEADER}\r\n${ROW}\r\n${ROW.replace('"03-02-2026 10:00:00"', '03-02-2026 11:00')}\r\n`,
    ).observations as [Observation, Observation];
    expect(one).toMatchObject({
      station: 'Town Hall, Amritsar - XPCB',
      pollutant: 'PM2.5',
      value: 60,
      min: 10,
      max: 90,
      unit: 'sub-index',
      unitGrade: 'known',
      at: '2026-02-03T04:30:00.000Z',
      latitude: 31.6,
      flags: [],
    });
    expect(two.at).toBe('2026-02-03T05:30:00.000Z');
  });

  it('reads both dialects of XML', () => {
    const old = `<?xml version='1.0'?><AqIndex><Country id='India'><State id='Punjab'><City id='Amritsar'>
      <Station id='Town Hall - XPCB' lastupdate='03-02-2026 10:00:00'>
      <Pollutant id='PM2.5' Min='1' Max='9' Avg='4' unit='µg/m3\t' /><Pollutant id='O3' Min='1' Max='9' Avg='4' unit='' />
      </Station></City></State></Country></AqIndex>`;
    expect(read(old).observations.map(({ pollutant, value }) => [pollutant, value])).toEqual([
      ['PM2.5', 4],
      ['O3', 4],
    ]);
    // Small numbers that say µg/m³ and show nothing against it are believed.
    expect(read(old).observations[0]).toMatchObject({ unit: 'µg/m³', unitGrade: 'stated' });
    const young = old
      .replaceAll(/<Pollutant ([^>]*?) unit='[^']*' \/>/g, '<Pollutant_Index $1/>')
      .replace('</Station>', '<Air_Quality_Index Predominant_Parameter="PM2.5" Value="4"/></Station>');
    expect(read(young).observations[0]).toMatchObject({ unit: 'sub-index', unitGrade: 'proven' });
  });

  it('keeps what came before a cut, and says where it is', () => {
    const feed = read(
      `<AqIndex><Country id="India"><State id="Punjab"><City id="Amritsar">\n<Station id="A" lastupdate="03-02-2026 10:00:00">\n<Pollutant_Index Avg="4" Max="9" Min="1" id="PM10"/>\n<Pollutant_Ind`,
    );
    expect(feed.observations).toHaveLength(1);
    expect(feed.problems[0]).toMatch(/^feed: cut off after line 3/);
    const table = read(`${HEADER}\n${ROW}\nIndia,Punjab,Amri`);
    expect(table.observations).toHaveLength(1);
    expect(table.problems[0]).toMatch(/^feed line 3: expected 11 columns, got 3/);
  });

  it.each([
    [
      'other columns',
      'a,b,c\n1,2,3\n',
      /line 1: not a table of air quality: columns .* are missing, there are a, b, c/,
    ],
    ['a layout of one’s own', 'when,where,what\n', /rename the columns to date, station, pollutant, value/],
    ['a workbook', 'PK\u0003\u0004…', /it is a workbook; save its sheet of readings as "CSV UTF-8"/],
    ['nothing', '  \n', /it is empty/],
    ['a web page', '<html><body>Sorry</body></html>', /expected an AqIndex document, got <html>/],
    ['broken JSON', '{"records": [', /not JSON, or cut off/],
    ['other JSON', '{"rows": []}', /expected "records" .* or "results"/],
  ])('refuses %s in one line', (_, text, message) => {
    expect(() => read(text)).toThrow(FeedError);
    expect(() => read(text)).toThrow(message);
  });

  it('tells of rows that are no figures, and keeps the others', () => {
    const feed = read(
      `${HEADER}\n${ROW}\n${ROW.replace(',60', ',sixty')}\n${ROW.replace('03-02-2026', '31-02-2026')}`,
    );
    expect(feed.observations).toHaveLength(1);
    expect(feed.problems).toEqual([
      'feed line 3: expected numbers or NA for PM2.5, got "10, 90, sixty"',
      'feed line 4: expected a time, got "31-02-2026 10:00:00" in column "last_update"; write times as 2026-03-20 14:00 and save the file again',
    ]);
  });

  it('flags and keeps what cannot be true', () => {
    const rows = [',NA,NA,NA', ',10,90,-5', ',10,90,95', ',10,600,501'].map((end) =>
      ROW.replace(',10,90,60', end),
    );
    expect(read([HEADER, ...rows].join('\n')).observations.map(({ flags }) => flags)).toEqual([
      ['missing'],
      ['negative', 'impossible'],
      ['impossible'],
      ['impossible'],
    ]);
  });

  it('flags a station whose figures all stand still, and PM2.5 above PM10', () => {
    const at = (time: string, fine: string, coarse: string) => [
      ROW.replace('10:00:00', time).replace(',10,90,60', fine),
      ROW.replace('10:00:00', time).replace('PM2.5,10,90,60', `PM10${coarse}`),
    ];
    const feed = read(
      [
        HEADER,
        ...at('10:00:00', ',10,90,60', ',20,80,70'),
        ...at('11:00:00', ',10,90,60', ',20,80,70'),
        ...at('12:00:00', ',10,90,60', ',20,80,71'),
        ...at('13:00:00', ',10,390,350', ',20,80,30'),
      ].join('\n'),
    );
    expect(feed.observations.map(({ flags }) => flags.join())).toEqual([
      ...['', '', 'frozen', 'frozen', '', ''],
      ...['fine-above-coarse,fine-far-above-coarse', 'fine-far-above-coarse'],
    ]);
  });
});

describe('JSON feeds', () => {
  it('reads data.gov.in and OpenAQ', () => {
    const record = {
      state: 'Punjab',
      city: 'Amritsar',
      station: 'A',
      last_update: '03-02-2026 10:00:00',
      pollutant_id: 'PM10',
      min_value: '1',
      max_value: '3',
      avg_value: '2',
    };
    expect(read(JSON.stringify({ records: [record, 7] }))).toMatchObject({
      observations: [{ value: 2, unit: 'sub-index', flags: [] }],
      problems: ['feed: record 2 is no row of the feed'],
    });
    const result = {
      station: 'A',
      city: 'Amritsar',
      latitude: 31,
      longitude: 74,
      value: 41.5,
      parameter: { name: 'pm25', units: 'µg/m³' },
      period: { interval: '24:00:00', datetimeTo: { utc: '2026-02-03T18:30:00Z' } },
    };
    expect(read(JSON.stringify({ results: [result] })).observations).toMatchObject([
      {
        pollutant: 'PM2.5',
        value: 41.5,
        unit: 'µg/m³',
        unitGrade: 'stated',
        at: '2026-02-03T18:30:00.000Z',
        hours: 24,
      },
    ]);
  });
});

/** What the tests count by themselves: by plain text search, not by our readers. */
function countedApart(text: string): { stations: number; values: number; missing: number } {
  if (text.trimStart().startsWith('<')) {
    const figures = text.match(/<Pollutant(?:_Index)? [^>]*>/g) ?? [];
    const missing = figures.filter((tag) => /Avg=["']NA["']/.test(tag)).length;
    return { stations: (text.match(/<Station /g) ?? []).length, values: figures.length, missing };
  }
  const lines = text.trim().split(/\r?\n/).slice(1);
  // State, city and station stand before the time, which has the only `DD-MM-YYYY` of a line.
  const stations = new Set(lines.map((line) => line.slice(0, line.search(/"?\d\d-\d\d-\d{4}/))));
  return {
    stations: stations.size,
    values: lines.length,
    missing: lines.filter((line) => line.endsWith(',NA,NA,NA')).length,
  };
}

describe.skipIf(!existsSync(SHARED))('the shared data', () => {
  const snapshots = existsSync(SHARED) ? readdirSync(resolve(SHARED, 'snapshots')) : [];

  const known = new Map<string, Feed>();
  const snapshot = (file: string): Feed => {
    const feed = known.get(file) ?? read(shared(`snapshots/${file}`));
    known.set(file, feed);
    return feed;
  };

  test.each(snapshots)('%s is read without a loss', (file) => {
    const text = shared(`snapshots/${file}`);
    const feed = snapshot(file);
    const apart = countedApart(text);
    expect(feed.problems).toEqual([]);
    expect({
      stations: feed.stations,
      values: feed.observations.length,
      missing: feed.observations.filter(({ value }) => value === null).length,
    }).toEqual(apart);
    // The README's evidence: proven where an index is published, strong elsewhere.
    expect(feed.observations.every(({ unit }) => unit === 'sub-index')).toBe(true);
    const grade = text.includes('<Air_Quality_Index') ? 'proven' : 'strong';
    expect(new Set(feed.observations.map(({ unitGrade }) => unitGrade))).toEqual(new Set([grade]));
  });

  it('has eleven snapshots, and their figures for three cities are those of the table made apart', () => {
    expect(snapshots).toHaveLength(11);
    const table = shared('punjab_snapshots.csv').trim().split(/\r?\n/).slice(1);
    expect(table).toHaveLength(64);
    const ours = new Map(
      snapshots.flatMap((file) =>
        snapshot(file)
          .observations.filter(({ city }) => ['Amritsar', 'Jalandhar', 'Ludhiana'].includes(city))
          .map(
            (one) => [`${file}|${one.city}|${one.pollutant}`, `${one.min},${one.max},${one.value}`] as const,
          ),
      ),
    );
    for (const line of table) {
      const file = line.slice(line.lastIndexOf(',') + 1);
      const city = /(?<=,)(Amritsar|Jalandhar|Ludhiana)(?=,)/.exec(line)![0];
      const [, pollutant, min, max, mean] = /,(PM2\.5|PM10),([^,]*),([^,]*),([^,]*),[^,]*$/.exec(line)!;
      const figures = [min, max, mean].map((figure) => (figure === 'NA' ? 'null' : figure)).join();
      expect(ours.get(`${file}|${city}|${pollutant}`)).toBe(figures);
    }
  });

  it('reads the 2015 file: every row but the blank last one, four figures a row', () => {
    const text = shared('cpcb_dly_aq_punjab-2015.csv');
    const rows = text
      .trim()
      .split('\n')
      .slice(1)
      .filter((line) => /[^,\s]/.test(line));
    const feed = read(text);
    expect(rows).toHaveLength(2827);
    expect(feed.observations).toHaveLength(4 * rows.length);
    expect(feed.problems).toEqual([]);
    const coarse = feed.observations.filter(({ pollutant }) => pollutant === 'PM10');
    const apart = rows.map((line) => line.split(',').at(-2)!).filter((figure) => figure.trim() !== 'NA');
    expect(coarse.filter(({ value }) => value !== null).map(({ value }) => value)).toEqual(apart.map(Number));
    expect(new Set(coarse.map(({ unit }) => unit))).toEqual(new Set(['µg/m³']));
    const site = coarse.filter(
      ({ city, station, value }) => city === 'Amritsar' && /Platers/.test(station) && value !== null,
    );
    expect(site).toHaveLength(67);
    expect(site.reduce((sum, { value }) => sum + value!, 0) / 67).toBeCloseTo(184.9, 1);
  });

  it('reads the daily means of Amritsar', () => {
    const { observations } = read(shared('amritsar_day.csv'));
    const present = (name: string) =>
      observations.filter(({ pollutant, value }) => pollutant === name && value !== null);
    expect([present('PM2.5').length, present('PM10').length]).toEqual([1093, 1158]);
    expect(observations[0]!.unit).toBe('µg/m³');
  });

  it('finds nothing that stands still in snapshots months apart, though means repeat', () => {
    const all = snapshots.flatMap((file) => snapshot(file).observations);
    expect(flagged(all).filter(({ flags }) => flags.includes('frozen'))).toEqual([]);
  });
});
