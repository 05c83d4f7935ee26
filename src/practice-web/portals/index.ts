/**
 * Portals of a region, beside the practice web: pollution portals and property portals of three cities, and a server of open
 * data. Served only when asked for, on hosts of their own; the web of sites is the same with them and without.
 */

import type { Answer, PracticeRequest } from '../answer.ts';
import { type AirPortal, answerAir } from './air-portal.ts';
import { answerFeed } from './feed-portal.ts';
import { OFFICIAL, SNAPSHOTS } from './figures.ts';
import { createNetwork, type Network, PARTICULATES } from './network.ts';
import { portalPage } from './page.ts';
import { answerProperty, type Offer, offersOf, type PropertyPortal } from './property-portal.ts';

/** Regions that portals exist for. */
const PORTAL_REGIONS = ['punjab'] as const;

const AIR: readonly AirPortal[] = [
  { host: 'amritsar-air.test', city: 'Amritsar', method: 'get', names: ['state', 'city', 'station', 'date'] },
  { host: 'jalandhar-air.test', city: 'Jalandhar', method: 'post', names: ['st', 'town', 'stn', 'on'] },
  {
    host: 'ludhiana-air.test',
    city: 'Ludhiana',
    method: 'get',
    names: ['state_name', 'city_name', 'site', 'day'],
  },
];

const PROPERTY: readonly PropertyPortal[] = [
  {
    host: 'amritsar-homes.test',
    name: 'Ambarsar Homes',
    city: 'Amritsar',
    method: 'get',
    localities: [
      ['Ranjit Avenue', 5_200],
      ['Lawrence Road', 4_800],
      ['Sultanwind', 2_900],
      ['Batala Road', 3_100],
      ['Ajnala', 1_700],
      ['Rayya', 1_500],
      ['Majitha', 1_600],
    ],
  },
  {
    host: 'jalandhar-homes.test',
    name: 'Doaba Property',
    city: 'Jalandhar',
    method: 'post',
    localities: [
      ['Model Town', 5_000],
      ['Maqsudan', 3_000],
      ['Kapurthala Road', 3_300],
      ['Garha Road', 4_100],
      ['Nakodar', 1_800],
      ['Phillaur', 1_700],
      ['Shahkot', 1_400],
    ],
  },
  {
    host: 'ludhiana-homes.test',
    name: 'Ludhiana Property Bazaar',
    city: 'Ludhiana',
    method: 'get',
    localities: [
      ['Sarabha Nagar', 6_200],
      ['Civil Lines', 5_400],
      ['Focal Point', 2_800],
      ['Jagraon', 1_700],
      ['Khanna', 2_000],
      ['Payal', 1_400],
      ['Raikot', 1_300],
      ['Samrala', 1_500],
    ],
  },
];

const FEED_HOST = 'open-air-data.test';

/** What is true of the portals; sub-indexes as published, offers as reckoned. */
export interface PortalTruth {
  readonly region: string;
  readonly stations: readonly {
    readonly city: string;
    readonly name: string;
    readonly latitude: number;
    readonly longitude: number;
    readonly synthetic: boolean;
  }[];
  /** Mean sub-indexes, null for NA. */
  readonly figures: readonly {
    readonly city: string;
    readonly station: string;
    readonly time: string;
    readonly pollutant: string;
    readonly mean: number | null;
    readonly synthetic: boolean;
  }[];
  readonly offers: readonly Offer[];
  /** Addresses to start from, by what is looked for: `punjab/air-quality/Amritsar`, `punjab/property/Amritsar`, `punjab/feeds`. */
  readonly seeds: Readonly<Record<string, readonly string[]>>;
}

interface Portals {
  readonly hosts: readonly string[];
  readonly truth: PortalTruth;
  /** Null where the host is no portal's. */
  answer(request: PracticeRequest): Answer | null;
}

/** @throws {RangeError} for a region that has none */
export function createPortals(region: string, seed: string): Portals {
  if (!PORTAL_REGIONS.some((known) => known === region))
    throw new RangeError(`there are no portals for ${region}; known: ${PORTAL_REGIONS.join(', ')}`);
  const network = createNetwork(seed);
  const offers = new Map(PROPERTY.map((portal) => [portal.host, offersOf(portal, seed)]));
  const answerOn = (request: PracticeRequest): Answer | null => {
    const air = AIR.find(({ host }) => host === request.host);
    if (air) return answerAir(air, request, network);
    const property = PROPERTY.find(({ host }) => host === request.host);
    if (property) return answerProperty(property, request, offers.get(property.host) ?? []);
    return answerFeed(request);
  };
  const hosts = [...AIR, ...PROPERTY].map(({ host }) => host).concat(FEED_HOST);
  return {
    hosts,
    truth: truthOf(region, network, [...offers.values()].flat()),
    answer(request) {
      if (!hosts.includes(request.host)) return null;
      if (request.path === '/robots.txt')
        return {
          status: 404,
          headers: { 'content-type': 'text/plain' },
          body: 'not found\n',
          resource: 'robots',
        };
      return answerOn(request) ?? portalPage(request.host, { title: 'Not found', body: '', status: 404 });
    },
  };
}

function truthOf(region: string, network: Network, offers: readonly Offer[]): PortalTruth {
  const official = OFFICIAL.map((station) => ({ ...station, synthetic: false }));
  const made = network.stations.map((station) => ({ ...station, synthetic: true }));
  const figures = SNAPSHOTS.flatMap((snapshot) =>
    PARTICULATES.flatMap((pollutant) =>
      [...official, ...made].flatMap((station) => {
        const figure = station.synthetic
          ? network.published(station, snapshot, pollutant)
          : snapshot.cities[station.city]?.[pollutant];
        if (figure === undefined) return [];
        const { city, name, synthetic } = station;
        return [
          { city, station: name, time: snapshot.time, pollutant, mean: figure?.[2] ?? null, synthetic },
        ];
      }),
    ),
  );
  const byCity = (what: string, portals: readonly { readonly city: string; readonly host: string }[]) =>
    Object.fromEntries(portals.map(({ city, host }) => [`${region}/${what}/${city}`, [`http://${host}/`]]));
  return {
    region,
    stations: [...official, ...made],
    figures,
    offers,
    seeds: {
      ...byCity('air-quality', AIR),
      ...byCity('property', PROPERTY),
      [`${region}/feeds`]: [`http://${FEED_HOST}/feed/aqi.csv`, `http://${FEED_HOST}/feed/aqi.xml`],
    },
  };
}
