import { z } from 'zod';
import type { Frozen } from './checked-yaml.ts';

const name = z
  .string('expected a name')
  .trim()
  .min(1, 'expected a name, got nothing')
  .max(80, 'expected a name of at most 80 characters');
const names = z.array(name, 'expected a list of spellings').max(50).default([]);
const latitude = z
  .number('expected degrees north')
  .min(-90, 'expected −90 to 90')
  .max(90, 'expected −90 to 90');
const longitude = z
  .number('expected degrees east')
  .min(-180, 'expected −180 to 180')
  .max(180, 'expected −180 to 180');
/** Degrees north and east, in this order, as people say them. */
const location = z.tuple([latitude, longitude], 'expected [latitude, longitude] in degrees');
const address = z.url({
  protocol: /^https?$/,
  error: 'expected an address that starts with http:// or https://',
});
const addresses = z.array(address, 'expected a list of addresses').max(500).default([]);

const locality = z.strictObject({ name, names, location });

const division = z.strictObject({
  name,
  /** Other spellings and scripts. */
  names,
  location,
  /** Warns readers about the location. */
  note: z.string().trim().max(300).optional(),
});

const city = z.strictObject({
  name,
  names,
  location,
  divisions: z
    .array(division, 'expected a list of divisions')
    .min(1, 'expected at least one division')
    .max(200),
  /** Quarters and roads, so that what is offered there can be given to a division. */
  localities: z.array(locality, 'expected a list of localities').max(2_000).default([]),
  seeds: z
    .strictObject({ airQuality: addresses, property: addresses })
    .default({ airQuality: [], property: [] }),
});

const timeZone = z.string('expected a time zone, like Asia/Kolkata').refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'expected a time zone of the IANA list, like Asia/Kolkata');

const feed = z.strictObject({ name, url: address });

export const regionSchema = z.strictObject({
  kind: z.literal('region', 'expected "region"'),
  name: z
    .string('expected the name of the region')
    .regex(
      /^[a-z][a-z0-9-]{0,39}$/,
      'expected lower-case letters, digits and -, beginning with a letter, at most 40',
    ),
  title: name,
  country: name,
  /** The level above the cities that forms ask for. */
  state: z.strictObject({ name, names }),
  timeZone,
  /** GeoJSON of divisions or cities, relative to this file. */
  boundaries: z.string('expected the path of a GeoJSON file').min(1).optional(),
  cities: z.array(city, 'expected a list of cities').min(1, 'expected at least one city').max(50),
  /** Official feeds, read as they are. */
  feeds: z.array(feed, 'expected a list of feeds').max(50).default([]),
});

export const REGION_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(regionSchema.shape),
  state: ['name', 'names'],
  cities: Object.keys(city.shape),
  divisions: Object.keys(division.shape),
  localities: Object.keys(locality.shape),
  seeds: ['airQuality', 'property'],
  feeds: ['name', 'url'],
};

/** A part of a country with its cities and their administrative divisions: a file of `domains/` of kind `region`, checked. */
export type Region = Frozen<z.infer<typeof regionSchema>> & {
  readonly file: string;
};
export type RegionCity = Region['cities'][number];
export type Location = readonly [latitude: number, longitude: number];
