/** A city's pollution portal: choose state, city, station and date, and get a table. */

import type { Answer, PracticeRequest } from '../answer.ts';
import { OFFICIAL, SNAPSHOTS, type Snapshot, SOURCE } from './figures.ts';
import { type Network, PARTICULATES } from './network.ts';
import { choose, form, madeUp, paragraph, portalPage, table } from './page.ts';

const MADE_UP =
  'Synthetic: the figures of this station were made up for practice. They are no measurement of any air.';

export interface AirPortal {
  readonly host: string;
  readonly city: string;
  readonly method: 'get' | 'post';
  /** Names of the controls: state, city, station, date. */
  readonly names: readonly [string, string, string, string];
}

/** A station of either kind, as portals list it. */
interface Listed {
  readonly code: string;
  readonly name: string;
  readonly synthetic: boolean;
  readonly latitude: number;
  readonly longitude: number;
  figures(
    snapshot: Snapshot,
    pollutant: 'PM2.5' | 'PM10',
  ): readonly [number, number, number] | null | undefined;
}

function stationsOf(city: string, network: Network): Listed[] {
  const official = OFFICIAL.filter((station) => station.city === city).map(
    (station, i): Listed => ({
      ...station,
      code: `PPCB${i + 1}`,
      synthetic: false,
      figures: (snapshot, pollutant) => snapshot.cities[city]?.[pollutant],
    }),
  );
  const made = network.stations
    .filter((station) => station.city === city)
    .map(
      (station, i): Listed => ({
        ...station,
        code: `S${i + 1}`,
        synthetic: true,
        figures: (snapshot, pollutant) => network.published(station, snapshot, pollutant),
      }),
    );
  return [...official, ...made];
}

const dayOf = (snapshot: Snapshot): string => snapshot.time.slice(0, 10);

export function answerAir(portal: AirPortal, request: PracticeRequest, network: Network): Answer | null {
  const { city } = portal;
  const name = `${city} Air Monitor`;
  const links = [
    ['/station-data', 'Station data'],
    ['/stations', 'List of stations'],
    ['/about', 'About'],
  ] as const;
  const stations = stationsOf(city, network);
  switch (request.path) {
    case '/':
      return portalPage(name, {
        title: `Air quality in ${city}`,
        links,
        body: paragraph(
          `PM2.5 and PM10 at ${stations.length} stations of ${city}, Punjab. Choose a station and a date under station data.`,
        ),
      });
    case '/about':
      return portalPage(name, {
        title: 'About',
        links,
        body: paragraph(`Official figures: ${SOURCE}.`) + madeUp(MADE_UP),
      });
    case '/stations':
      return portalPage(name, { title: 'List of stations', links, body: stationTable(stations) });
    case '/station-data':
      return portalPage(name, { title: 'Station data', links, body: dataForm(portal, stations) });
    case '/station-data/show':
      return portalPage(name, { ...results(portal, request, stations), links });
    default:
      return null;
  }
}

function stationTable(stations: readonly Listed[]): string {
  return table(
    'Stations',
    ['Station', 'Latitude', 'Longitude', 'Kind'],
    stations.map(({ name, latitude, longitude, synthetic }) => [
      name,
      String(latitude),
      String(longitude),
      synthetic ? 'synthetic (made up)' : 'official',
    ]),
  );
}

function dataForm({ city, method, names }: AirPortal, stations: readonly Listed[]): string {
  const [state, town, station, date] = names;
  const days = SNAPSHOTS.map(dayOf).reverse();
  return form(
    '/station-data/show',
    method,
    choose({
      name: state,
      label: 'State',
      choices: [['', 'Select state'], ...same(['Haryana', 'Punjab', 'Rajasthan'])],
    }) +
      choose({
        name: town,
        label: 'City',
        choices: [['', 'Select city'], ...same(['Bathinda', city, 'Patiala'].sort())],
      }) +
      choose({
        name: station,
        label: 'Station',
        choices: [['', 'Select station'], ...stations.map(({ code, name }) => [code, name] as const)],
      }) +
      choose({ name: date, label: 'Date', choices: [['', 'Select date'], ...same(days)] }),
    'Show air quality',
  );
}

const same = (texts: readonly string[]): (readonly [string, string])[] => texts.map((text) => [text, text]);

function results({ city, names }: AirPortal, request: PracticeRequest, stations: readonly Listed[]) {
  const given = request.method === 'POST' ? request.body : request.query;
  const [state = '', town = '', code = '', date = ''] = names.map((name) => given.get(name) ?? '');
  const title = 'Station data';
  if ([state, town, code, date].some((value) => value === ''))
    return { title, body: paragraph('Please choose a state, a city, a station and a date.') };
  const station = stations.find((one) => one.code === code);
  const snapshot = SNAPSHOTS.find((one) => dayOf(one) === date);
  if (state !== 'Punjab' || town !== city || !station || !snapshot)
    return { title, body: paragraph('No data found for this station and date.') };
  const rows = PARTICULATES.flatMap((pollutant) => {
    const figures = station.figures(snapshot, pollutant);
    if (figures === undefined) return [];
    const [min, max, mean] = figures ?? ['NA', 'NA', 'NA'];
    return [
      [station.name, snapshot.time, pollutant, ...[min, max, mean].map(String), 'sub-index', '24 hours'],
    ];
  });
  if (rows.length === 0) return { title, body: paragraph('No data found for this station and date.') };
  const where = paragraph(`Latitude ${station.latitude}, longitude ${station.longitude}.`);
  const origin = station.synthetic ? madeUp(MADE_UP) : paragraph(`Source: ${SOURCE}.`);
  return {
    title: station.name,
    body:
      origin +
      where +
      table(
        `PM2.5 and PM10, ${city}, ${station.synthetic ? 'synthetic' : 'official'}`,
        ['Station', 'Last update', 'Pollutant', 'Min', 'Max', 'Avg', 'Unit', 'Averaging period'],
        rows,
      ),
  };
}
