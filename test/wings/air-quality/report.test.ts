import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadRegion } from '../../../src/foundation/domain/index.ts';
import { createHttpClient, liveTransport } from '../../../src/foundation/http/index.ts';
import { openExchangeLog } from '../../../src/foundation/warc/index.ts';
import { dataGovFeed } from '../../../src/wings/air-quality/feeds/data-gov.ts';
import { OPENAQ_KEY_HEADER, openAqFeed } from '../../../src/wings/air-quality/feeds/openaq.ts';
import { hangUp, openPort } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const MAIN = resolve(import.meta.dirname, '../../../src/interfaces/cli/main.ts');
const HEADER =
  'country,state,city,station,last_update,latitude,longitude,pollutant_id,pollutant_min,pollutant_max,pollutant_avg';
const ROWS = [
  'India,Punjab,Amritsar,"<b>Golden Temple</b>, Amritsar - PPCB","07-04-2026 21:00:00",31.62,74.8765,PM2.5,63,81,68',
  'India,Punjab,Amritsar,"<b>Golden Temple</b>, Amritsar - PPCB","07-04-2026 21:00:00",31.62,74.8765,PM10,88,109,95',
  'India,Punjab,Jalandhar,"Civil Line, Jalandhar - PPCB","07-04-2026 21:00:00",31.3219,75.5789,PM2.5,46,96,77',
  'India,Punjab,Ludhiana,"Punjab Agricultural University, Ludhiana - PPCB","07-04-2026 21:00:00",30.9028,75.8086,PM2.5,NA,NA,NA',
  'India,Delhi,Delhi,"Anand Vihar, Delhi - DPCC","07-04-2026 21:00:00",28.6,77.3,PM2.5,100,300,200',
];

interface Division {
  readonly name: string;
  readonly cluster: string | null;
  readonly pm25: {
    readonly mark: string;
    readonly days: number;
    readonly value: number;
    readonly skilled: boolean;
  };
}

interface Feature {
  readonly geometry: { readonly type: string };
  readonly properties: { readonly kind: string; readonly name: string };
}

const folder = temporaryFolder('air-report-');
beforeAll(() => {
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'feed.csv'), `${[HEADER, ...ROWS].join('\n')}\n`);
});

function fieldfare(...args: string[]): { code: number; out: string; errors: string } {
  try {
    const { OPENAQ_API_KEY: _one, DATA_GOV_IN_API_KEY: _other, ...env } = process.env;
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', env } as const;
    return { code: 0, out: execFileSync(process.execPath, [MAIN, ...args], options), errors: '' };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, out: stdout, errors: stderr };
  }
}

describe('fieldfare air-quality from files', () => {
  it('ends with one object, and writes report, drawings and tables', async () => {
    const { code, out } = fieldfare('air-quality', 'punjab', '--sources', 'feed.csv', '--json');
    expect(code).toBe(0);
    const result = JSON.parse(out.trim().split('\n').at(-1)!);
    expect(result.divisions).toHaveLength(17);
    expect(result.divisions.find(({ name }: { name: string }) => name === 'Amritsar-II')).toMatchObject({
      city: 'Amritsar',
      pm25: { value: 40.8, unit: 'µg/m³', mark: 'measured', synthetic: false, days: 1 },
      pm10: { value: 95, mark: 'measured' },
      aqi: { value: 95, category: 'Satisfactory', dominant: 'PM10' },
    });
    expect(result.divisions.find(({ name }: { name: string }) => name === 'Khanna').pm25).toMatchObject({
      value: null,
      mark: 'none',
      uncertainty: null,
    });
    expect(result.cities.map(({ name }: { name: string }) => name)).toEqual([
      'Amritsar',
      'Jalandhar',
      'Ludhiana',
    ]);
    const written = (name: string) => readFileSync(join(folder, 'storage/regions/punjab/report', name));
    const html = written('report.html').toString('utf8');
    expect(html).toContain('PM2.5 of 17 divisions, 2 measured, 0 estimated, 15 without a measurement');
    expect(html).toContain('<a href="divisions.csv">');
    // A station's name is a page's text: shown, never markup.
    expect(html).toContain('&lt;b&gt;Golden Temple');
    expect(html).not.toContain('<b>Golden');
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import/);
    expect(html).toContain('default-src &#39;none&#39;');
    const geo = JSON.parse(written('divisions.geojson').toString('utf8'));
    expect(
      geo.features.filter((one: { properties: { kind: string } }) => one.properties.kind === 'division'),
    ).toHaveLength(17);
    // Longitude comes first.
    expect(geo.synthetic).toBe(false);
    expect(geo.features[0].geometry.coordinates).toEqual([74.846, 31.6474]);
    const parquet = written('observations.parquet');
    const rows = await parquetReadObjects({
      file: parquet.buffer.slice(parquet.byteOffset, parquet.byteOffset + parquet.length) as ArrayBuffer,
    });
    expect(rows.map(({ city, pollutant, value }) => [city, pollutant, value])).toEqual([
      ['Amritsar', 'PM10', 95],
      ['Amritsar', 'PM2.5', 68],
      ['Jalandhar', 'PM2.5', 77],
      ['Ludhiana', 'PM2.5', null],
    ]);
    expect(written('observations.jsonl').toString('utf8').trim().split('\n')).toHaveLength(4);
    expect(written('divisions.csv').toString('utf8')).toContain(
      'Amritsar,Amritsar-II,31.6254,74.8821,PM2.5,40.8,µg/m³,,,measured,true,false,1,90,,,1,',
    );
    expect(written('map.svg').toString('utf8')).toContain('Amritsar-II 41');
  });

  it('reads the shipped snapshot without a key: three stations measured, nothing made up', () => {
    const { code, out } = fieldfare('air-quality', 'punjab', '--json', '--no-pictures', '--storage', 'usual');
    expect(code).toBe(0);
    const result = JSON.parse(out.trim().split('\n').at(-1)!);
    expect(result.period).toEqual({ from: '2025-04-08', to: '2026-04-07', days: 365 });
    expect(result.synthetic).toBe(false);
    expect(result.pollutants).toEqual(['PM2.5', 'PM10', 'NO2', 'SO2', 'O3', 'CO', 'NH3']);
    const { divisions } = result as { divisions: Division[] };
    const measured = divisions.filter(({ pm25 }) => pm25.mark === 'measured');
    expect(measured.map(({ name, pm25 }) => [name, pm25.days])).toEqual([
      ['Amritsar-II', 5],
      ['Jalandhar-II', 5],
      ['Ludhiana West', 4],
    ]);
    // Sub-indexes 39, 39, 67, 78, 68 are 23.4, 23.4, 40.2, 46.8, 40.8 µg/m³.
    expect(measured[0]!.pm25.value).toBe(34.9);
    expect(divisions.filter(({ pm25 }) => pm25.mark !== 'measured' && pm25.skilled)).toEqual([]);
    // 67 % of the samples agree on the clusters of the other two.
    expect(divisions.flatMap(({ name, cluster }) => (cluster === null ? [] : [[name, cluster]]))).toEqual([
      ['Ludhiana West', 'PM2.5 24, PM10 49'],
    ]);
    // Five days without a winter: neither an interval nor an index, nor a limit of the year.
    expect(measured[0]).toMatchObject({
      aqi: null,
      pm25: {
        uncertainty: null,
        dayError: null,
        gaps: [
          { from: 10, to: 1 },
          { from: 5, to: 7 },
        ],
      },
    });
    expect(result.cities[2].pm25.divisions).toEqual({ known: 1, of: 7 });
    const html = readFileSync(join(folder, 'usual/regions/punjab/report/report.html'), 'utf8');
    // Three stations say too little of intervals, and an estimate without skill is no figure of its division.
    expect(html).toContain('within the 95 % interval: n too small (3)');
    expect(html).toMatch(/Khanna<\/td><td class="\w">–<span class="mark">estimated, no skill<\/span><\/td>/);
    expect(html.match(/<td class="w">Golden Temple, Amritsar/g)).toHaveLength(1);
    expect(html).toContain('5 of 365 days, none from October to January, May to July');
    expect(html).toContain('>mean of 1 of its 7 divisions</td>');
    expect(html).not.toMatch(/>NAAQS 40</);
    // Prices have nothing to stand on, and the property command says what to do.
    const property = fieldfare('property', 'punjab', '--storage', 'usual').out;
    expect(property).toMatch(/^no property listings were collected here: .* Run .* with --demo/);
    expect(property).not.toContain('no air quality was collected');
  });

  it('draws areas of GeoJSON boundaries, and hands them on', () => {
    const square = (west: number, south: number) => {
      const [east, north] = [west + 0.2, south + 0.2];
      return [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ];
    };
    const area = (name: string, coordinates: number[][][]) => ({
      ...{ type: 'Feature', properties: { NAME11: name }, geometry: { type: 'Polygon', coordinates } },
    });
    const areas = [
      area('Amritsar- II', square(74.8, 31.5)),
      area('JALANDHAR', square(75.5, 31.2)),
      area('Delhi', square(77, 28)),
    ];
    writeFileSync(
      join(folder, 'areas.geojson'),
      JSON.stringify({ type: 'FeatureCollection', features: areas }),
    );
    const run = [
      ...['air-quality', 'punjab', '--sources', 'feed.csv', '--boundaries', 'areas.geojson', '--no-pictures'],
      ...['--storage', 'areas'],
    ];
    expect(fieldfare(...run).code).toBe(0);
    const written = (name: string) => readFileSync(join(folder, 'areas/regions/punjab/report', name), 'utf8');
    // PM2.5 of 40.8 and 46.2 µg/m³ lie in the second class of the national index.
    expect(written('map.svg').match(/<path d="M[^"]+Z" fill="#7ad151"/g)).toHaveLength(1);
    // One station does not speak for all divisions of a city.
    expect(written('map.svg').match(/<path d="M[^"]+Z" fill="none"/g)).toHaveLength(1);
    expect(written('map.svg')).toContain('PM2.5 30 to 60 µg/m³: Satisfactory (CPCB 2014)');
    // From Ajnala (74.7613° E) to Khanna (76.2252° E) there are 318 pixels, 217.2 a degree. At the middle of the map (31.25° N)
    // a degree is 111.19 km · cos 31.25° = 95.06 km long: 25 km are 57.1 pixels.
    const bar = Number(/v6h(\d+\.\d)v-6/.exec(written('map.svg'))?.[1]);
    expect(Math.abs(bar - 57.1)).toBeLessThan(0.3);
    const { features } = JSON.parse(written('divisions.geojson')) as { features: Feature[] };
    const polygons = features.filter(({ geometry }) => geometry.type === 'Polygon');
    expect(polygons.map(({ properties }) => [properties.kind, properties.name])).toEqual([
      ['division', 'Amritsar-II'],
      ['city', 'Jalandhar'],
    ]);
  });

  it('reads the downloads of stations, also packed, and finds the city of each', () => {
    mkdirSync(join(folder, 'downloads/Jalandhar'), { recursive: true });
    const head = 'location_id,sensors_id,location,datetime,lat,lon,parameter,units,value';
    const archive = Array.from(
      { length: 24 },
      (_, i) =>
        `1,2,Golden Temple-1,2026-03-0${i < 23 ? 3 : 4}T${String((i + 1) % 24).padStart(2, '0')}:00:00+05:30,31.62,74.8765,pm25,µg/m³,40`,
    );
    writeFileSync(join(folder, 'downloads/place.csv.gz'), gzipSync([head, ...archive].join('\n')));
    writeFileSync(
      join(folder, 'downloads/Jalandhar/PB01.csv'),
      'From Date,To Date,PM2.5 (ug/m3)\n2026-03-03 00:00:00,2026-03-04 00:00:00,50\n',
    );
    const sources = ['--sources', 'downloads', '--sources', 'downloads/Jalandhar'];
    const run = fieldfare('air-quality', 'punjab', ...sources, '--json', '--no-pictures', '--storage', 'own');
    const { cities } = JSON.parse(run.out.trim().split('\n').at(-1)!);
    const at = (name: string) => cities.find((one: { name: string }) => one.name === name).pm25.value;
    expect([at('Amritsar'), run.code]).toEqual([40, 0]);
    expect(run.out).toContain('"figures":1,"stations":1');
  });

  it.each([
    [['air-quality', 'punjab', '--boundaries', 'feed.csv', '--quiet'], 'cannot read the boundaries feed.csv'],
    [['air-quality', 'panjab'], 'No region is called "panjab". Did you mean "punjab"?'],
    [
      ['air-quality', 'punjab', '--from', '2026-04-02', '--to', '2026-04-01'],
      'expected the earlier day first',
    ],
    [['air-quality', 'punjab', '--from', '2026-02-31'], 'expected a day as 2026-01-31'],
    [
      ['air-quality', 'punjab', '--sources', 'openaq', '--quiet', '--no-pictures'],
      'environment variable OPENAQ_API_KEY',
    ],
    [
      ['air-quality', 'punjab', '--sources', 'data.gov.in', '--quiet', '--no-pictures'],
      'environment variable DATA_GOV_IN_API_KEY',
    ],
    [
      ['air-quality', 'punjab', '--sources', 'nowhere.csv', '--quiet', '--no-pictures'],
      'cannot read the source nowhere.csv: there is no such file or folder',
    ],
    [
      ['air-quality', 'punjab', '--sources', 'empty', '--quiet', '--no-pictures'],
      'cannot read the source empty: the folder holds no .csv, .xml or .json file',
    ],
    [
      ['property', 'punjab', '--city', 'Delhi', '--storage', 'storage'],
      '--city Delhi is no city of Three cities of Punjab',
    ],
  ])('answers %j in one line, with the exit code for wrong input', (args, message) => {
    const { code, errors } = fieldfare(...args);
    expect(code).toBe(2);
    expect(errors.split(message)).toHaveLength(2);
    expect(errors).not.toContain('run 1 started');
    expect(
      errors
        .trim()
        .split('\n')
        .filter((line) => line.includes('    at ')),
    ).toEqual([]);
  });
});

describe('OpenAQ', () => {
  it('is asked for daily means with a key that no log keeps', async () => {
    const keys: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      keys.push(request.headers['x-api-key'] as string | undefined);
      const sensor = { id: 7, parameter: { name: 'pm25', units: 'µg/m³' } };
      const day = {
        value: 41.5,
        parameter: sensor.parameter,
        period: { interval: '24:00:00', datetimeTo: { utc: '2026-01-03T18:30:00Z' } },
      };
      const place = {
        name: 'Golden Temple',
        coordinates: { latitude: 31.62, longitude: 74.8765 },
        sensors: [sensor],
      };
      const results = request.url!.startsWith('/locations')
        ? request.url!.includes('31.634')
          ? [place]
          : []
        : [day];
      response.setHeader('content-type', 'application/json');
      response.statusCode = request.headers['x-api-key'] === 'secret-key' ? 200 : 401;
      response.end(JSON.stringify({ results }));
    });
    const base = `http://127.0.0.1:${await openPort(server)}`;
    const web = await liveTransport({ allowPrivate: true });
    const log = await openExchangeLog(join(folder, 'openaq'), { acknowledged: 0 });
    try {
      const region = loadRegion('punjab');
      const egress = createHttpClient({
        transport: web,
        log,
        userAgent: 'test',
        headers: [[OPENAQ_KEY_HEADER, 'secret-key']],
      });
      const feed = await openAqFeed({ client: egress, region, from: '2026-01-01', to: '2026-01-03', base });
      expect(feed.observations).toMatchObject([
        {
          station: 'Golden Temple',
          city: 'Amritsar',
          value: 41.5,
          unit: 'µg/m³',
          hours: 24,
          synthetic: false,
        },
      ]);
      expect(new Set(keys)).toEqual(new Set(['secret-key']));
      await expect(
        openAqFeed({
          client: createHttpClient({ transport: web, userAgent: 'test' }),
          region,
          from: '2026-01-01',
          to: '2026-01-02',
          base,
        }),
      ).rejects.toThrow('OpenAQ refuses the key (status 401); put a valid one into OPENAQ_API_KEY');
    } finally {
      await log.close();
      await web.close();
      await new Promise((done) => server.close(done));
    }
    const { gunzipSync } = await import('node:zlib');
    const archive = gunzipSync(readFileSync(join(folder, 'openaq/exchanges.warc.gz'))).toString('utf8');
    expect(archive).toContain('/sensors/7/days');
    expect(archive).not.toContain('secret-key');
  });
});

describe('data.gov.in', () => {
  it('is asked city by city and page by page, and no message names the key', async () => {
    const asked: URL[] = [];
    const server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://x');
      asked.push(url);
      const city = url.searchParams.get('filters[city]');
      const offset = Number(url.searchParams.get('offset'));
      const row = (i: number) => ({
        state: 'Punjab',
        city,
        station: `Station ${i}`,
        last_update: '03-02-2026 10:00:00',
        pollutant_id: 'PM10',
        min_value: '10',
        max_value: '90',
        avg_value: String(40 + (i % 7)),
      });
      const has = city === 'Ludhiana' ? 501 : 1;
      response.setHeader('content-type', 'application/json');
      if (url.searchParams.get('api-key') === 'hangs up') response.destroy();
      else if (url.searchParams.get('api-key') !== 'secret key') response.writeHead(403).end('{}');
      else {
        const records = Array.from({ length: Math.min(500, has - offset) }, (_, i) => row(offset + i));
        response.end(JSON.stringify({ records }));
      }
    });
    const base = `http://127.0.0.1:${await openPort(server)}/resource`;
    const web = await liveTransport({ allowPrivate: true });
    try {
      const region = loadRegion('punjab');
      const egress = createHttpClient({ transport: web, userAgent: 'test' });
      const feed = await dataGovFeed({ client: egress, region, key: 'secret key', base });
      expect(feed.stations).toBe(503);
      expect(asked.map(({ searchParams }) => searchParams.get('offset'))).toEqual(['0', '0', '0', '500']);
      expect(JSON.stringify(feed)).not.toMatch(/secret/);
      const refused = (key: string) =>
        dataGovFeed({ client: egress, region, key, base }).catch((error: Error) => error.message);
      expect(await refused('no')).toBe(
        'data.gov.in refuses the key (status 403); put a valid one into DATA_GOV_IN_API_KEY',
      );
      expect(await refused('hangs up')).toMatch(
        /^data\.gov\.in cannot be asked \(.*filters%5Bcity%5D=Amritsar$/,
      );
    } finally {
      await web.close();
      await hangUp(server);
    }
  });
});
