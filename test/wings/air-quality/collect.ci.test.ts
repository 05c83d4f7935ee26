import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { loadRegion } from '../../../src/foundation/domain/index.ts';
import type { Transport } from '../../../src/foundation/http/index.ts';
import {
  type PracticeTransport,
  practiceTransport,
} from '../../../src/foundation/http/practice-transport.ts';
import type { PortalTruth } from '../../../src/practice-web/index.ts';
import { type AirQualityRun, airQuality } from '../../../src/wings/air-quality/collect-region.ts';
import type { CollectEvent } from '../../../src/wings/air-quality/collection/events.ts';
import { instantOf } from '../../../src/wings/air-quality/feeds/local-time.ts';
import { concentrationOf, type Particulate } from '../../../src/wings/air-quality/units/breakpoints.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const PUNJAB = loadRegion('punjab');

const folder = temporaryFolder('air-quality-');
let web: PracticeTransport;
let truth: PortalTruth;
let events: CollectEvent[];
let whole: AirQualityRun;

const collect = (
  storage: string,
  emit: (event: CollectEvent) => void,
  signal = new AbortController().signal,
  on: Transport = web,
) =>
  airQuality({
    region: PUNJAB,
    web: on,
    sources: [],
    period: {},
    robots: true,
    render: 'never',
    pictures: false,
    maxPages: 50,
    storage: join(folder, storage),
    signal,
    emit,
  });

beforeAll(async () => {
  web = await practiceTransport({ sites: 12, portals: 'punjab' });
  truth = web.server.portals!;
  events = [];
  whole = await collect('whole', (event) => events.push(event));
}, 180_000);

afterAll(() => web?.close());

const numbers = (run: AirQualityRun) => ({
  divisions: run.result.divisions,
  cities: run.result.cities,
});

describe('a region collected through the forms of its portals', () => {
  it('holds every figure that a portal publishes for the days asked for, as it publishes it', () => {
    const known = new Map(
      truth.figures.map((one) => [
        `${one.station}|${one.pollutant}|${instantOf(one.time, PUNJAB.timeZone)}`,
        one,
      ]),
    );
    const asked = whole.result.observations.filter(({ request }) => request?.includes('station-data'));
    for (const one of asked) {
      const said = known.get(`${one.station}|${one.pollutant}|${one.at}`);
      expect(said, `${one.station} ${one.at}`).toBeDefined();
      expect([one.value, one.synthetic, one.unit]).toEqual([said!.mean, said!.synthetic, 'sub-index']);
    }
    // Two days lie within ninety days of the newest.
    const wanted = truth.figures.filter(({ time }) => /^(?:26-02-2026|07-04-2026)/.test(time));
    expect(asked).toHaveLength(wanted.length);
    expect(asked.filter(({ synthetic }) => !synthetic)).toHaveLength(12);
    expect(truth.stations.filter(({ synthetic }) => synthetic).length).toBeGreaterThanOrEqual(30);
  });

  it('knows the request that brought each figure, by GET and by POST', () => {
    const requests = whole.result.observations.map(({ request }) => request);
    expect(requests.every((request) => request !== null)).toBe(true);
    expect(requests).toContain(
      'POST http://jalandhar-air.test/station-data/show st=Punjab&town=Jalandhar&stn=PPCB1&on=07-04-2026',
    );
    expect(
      requests.some((request) =>
        request!.startsWith('GET http://amritsar-air.test/station-data/show?state=Punjab&city=Amritsar'),
      ),
    ).toBe(true);
    expect(requests).toContain('GET http://open-air-data.test/feed/aqi.csv');
  });

  it('reads the page of a form twice: to judge the form, and as the visit that asks it', async () => {
    const archive = join(folder, 'whole/regions/punjab/asked/exchanges.warc.gz');
    const text = gunzipSync(readFileSync(archive)).toString('latin1');
    const requests = text.split('WARC/1.1\r\n').filter((one) => one.includes('WARC-Type: request'));
    for (const page of ['station-data', 'search']) {
      const own = requests.filter((one) => new RegExp(`WARC-Target-URI: \\S+/${page}\r\n`).test(one));
      expect(own, page).toHaveLength(2 * 3);
    }
  });

  it('asks each question of the region once, and reads figures from every answer', () => {
    const requests = new Map<string, number>();
    for (const event of events)
      if (event.type === 'asked') requests.set(event.request, (requests.get(event.request) ?? 0) + 1);
    expect(Math.max(...requests.values())).toBe(1);
    for (const event of events)
      if (event.type === 'asked') expect(event.figures + event.listings, event.request).toBeGreaterThan(0);
  });

  it('asks the forms nothing but what it keeps', async () => {
    for (const city of ['jalandhar', 'amritsar', 'ludhiana']) {
      const crawl = join(folder, 'whole', 'regions', 'punjab', city, 'crawl');
      const store = await openStore(crawl, { mode: 'read' });
      const submissions = [];
      for await (const submission of store.submissions.each(1)) submissions.push(submission.url);
      await store.close();
      expect(submissions, city).toEqual([]);
    }
  });

  it('has the portals’ own numbers for every measured division, marked by who made them', () => {
    const mean = (names: readonly string[], pollutant: Particulate) => {
      const stations = names.map((name) => {
        const days = truth.figures.filter(
          (one) =>
            one.station === name &&
            one.pollutant === pollutant &&
            /^(?:26-02|07-04)-2026/.test(one.time) &&
            one.mean !== null,
        );
        return (
          days.reduce((sum, { mean: index }) => sum + concentrationOf(pollutant, index!).value, 0) /
          days.length
        );
      });
      return stations.reduce((sum, value) => sum + value, 0) / stations.length;
    };
    let compared = 0;
    for (const { city, name, values } of whole.result.divisions)
      for (const pollutant of ['PM2.5', 'PM10'] as const) {
        const value = values[pollutant];
        if (value.mark !== 'measured') continue;
        const stations = whole.result.air.stations.filter(
          (one) =>
            one.city === city &&
            one.division === name &&
            one.pollutant === pollutant &&
            one.synthetic === value.synthetic,
        );
        expect(value.value).toBeCloseTo(
          mean(
            stations.map(({ station }) => station),
            pollutant,
          ),
          9,
        );
        compared++;
      }
    expect(compared).toBeGreaterThanOrEqual(20);
    const marks = (name: string) => whole.result.divisions.find((one) => one.name === name)!.values['PM2.5'];
    expect(marks('Amritsar-II')).toMatchObject({ mark: 'measured', synthetic: false });
    expect(marks('Khanna')).toMatchObject({ mark: 'measured', synthetic: true });
    expect(marks('Majitha')).toMatchObject({ mark: 'estimated', synthetic: true });
    for (const { values } of whole.result.divisions)
      for (const value of Object.values(values))
        expect(value.mark === 'none' || value.uncertainty !== null).toBe(true);
  });

  it('estimates left-out stations within the limits nine times in ten, and better than the mean of the city', () => {
    for (const pollutant of ['PM2.5', 'PM10'] as const) {
      const interpolation = whole.result.air.interpolations[pollutant];
      expect(interpolation!.method).toBe('ordinary kriging');
      expect(interpolation!.leaveOneOut.stations).toBeGreaterThanOrEqual(33);
      expect(interpolation!.leaveOneOut.covered).toBeGreaterThanOrEqual(0.9);
      expect(interpolation!.leaveOneOut.error).toBeLessThan(interpolation!.leaveOneOut.errorOfMean);
    }
  });

  it('reads the offers of three property portals as they are, and names clusters by air and price', () => {
    const offers = new Map(truth.offers.map((offer) => [`${offer.city.toLowerCase()}/${offer.id}`, offer]));
    const { sound, leftOut } = whole.result.listings;
    expect(sound.length + leftOut.length).toBeGreaterThan(0.98 * truth.offers.length);
    for (const { key, city, price, deal, kind, locality: _place, synthetic } of sound) {
      const offer = offers.get(`${city.toLowerCase()}/${key.split('/').at(-1)}`)!;
      expect([price, deal, kind, synthetic]).toEqual([offer.price, offer.deal, offer.kind, true]);
    }
    const { clustering, stationDays, divisions } = whole.result.clusters!;
    expect(clustering.clusters.length).toBeGreaterThanOrEqual(1);
    expect(stationDays.length).toBeGreaterThanOrEqual(60);
    for (const one of whole.result.divisions) {
      const isMeasured = one.values['PM2.5'].mark === 'measured' && one.values.PM10.mark === 'measured';
      // A division that no cluster holds firmly has none.
      expect([one.name, one.cluster === null || isMeasured]).toEqual([one.name, true]);
      expect(divisions.has(`${one.city}/${one.name}`)).toBe(isMeasured);
    }
    expect(whole.result.divisions.filter(({ cluster }) => cluster !== null).length).toBeGreaterThan(0);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['start', 'source', 'crawled', 'asked', 'end']),
    );
  });

  it('is the same when it was interrupted and went on', async () => {
    const stopper = new AbortController();
    let asked = 0;
    const stopped = await collect(
      'interrupted',
      (event) => {
        if (event.type === 'asked' && ++asked === 40) stopper.abort();
      },
      stopper.signal,
    );
    expect(numbers(stopped)).not.toEqual(numbers(whole));
    const more: CollectEvent[] = [];
    const resumed = await collect('interrupted', (event) => more.push(event));
    expect(more[0]).toMatchObject({ type: 'start', round: 1, resumed: true });
    expect(more.filter(({ type }) => type === 'asked').length).toBeLessThan(
      events.filter(({ type }) => type === 'asked').length,
    );
    expect(numbers(resumed)).toEqual(numbers(whole));
  }, 180_000);

  it('asks the next time only for what may have changed, and keeps nothing twice', async () => {
    const again: CollectEvent[] = [];
    const next = await collect('whole', (event) => again.push(event));
    expect(again[0]).toMatchObject({ type: 'start', round: 2, resumed: false });
    const air = again.filter((event) => event.type === 'asked' && event.request.includes('station-data'));
    // Whole answers about days long past stay; those with a gap are asked for again.
    const gaps = new Set(
      truth.figures
        .filter(({ time, mean }) => mean === null && /^(?:26-02|07-04)-2026/.test(time))
        .map(({ station, time }) => `${station}|${time}`),
    );
    expect(air).toHaveLength(gaps.size);
    expect(next.result.observations).toHaveLength(whole.result.observations.length);
    expect(numbers(next)).toEqual(numbers(whole));
  }, 120_000);

  it('tells when a source lays its answers out otherwise, and keeps what it had', async () => {
    // The same portals, but for the head of one column.
    const changed: Transport = {
      ...web,
      async send(request, signal) {
        const response = await web.send(request, signal);
        const parts = await Array.fromAsync(response.body);
        const body = Buffer.from(
          Buffer.concat(parts).toString('utf8').replace('>Last update<', '>Updated on<'),
        );
        const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
        return {
          ...response,
          headers,
          body: (async function* () {
            yield body;
          })(),
        };
      },
    };
    const told: CollectEvent[] = [];
    const run = await collect('whole', (event) => told.push(event), undefined, changed);
    const changes = told.filter((event) => event.type === 'source-changed');
    expect(changes.length).toBeGreaterThan(0);
    expect(changes[0]).toMatchObject({
      message: expect.stringContaining('laid out otherwise than the last time'),
    });
    expect(numbers(run)).toEqual(numbers(whole));
  }, 120_000);

  it('marks every output that shows a made-up figure', () => {
    expect(whole.result.synthetic).toBe(true);
    for (const file of whole.files) {
      if (file.endsWith('.parquet')) continue;
      expect(readFileSync(file, 'utf8'), file).toMatch(/synthetic/);
    }
    const map = whole.files.find((file) => file.endsWith('map.svg'))!;
    expect(readFileSync(map, 'utf8')).toContain('synthetic: made-up stations, no measurement');
  });

  it('leaves made-up stations out where no practice web was asked for', async () => {
    const { result, files } = await airQuality({
      ...{ region: PUNJAB, sources: [], period: {}, robots: true, render: 'never', pictures: false },
      ...{
        maxPages: 1,
        storage: join(folder, 'whole'),
        signal: new AbortController().signal,
        emit: () => {},
      },
    });
    expect(result.synthetic).toBe(false);
    expect(result.listings.sound).toEqual([]);
    for (const file of files)
      if (!file.endsWith('.parquet'))
        expect(readFileSync(file, 'utf8'), file).not.toMatch(/synthetic station|made-up station/);
  }, 60_000);
});
