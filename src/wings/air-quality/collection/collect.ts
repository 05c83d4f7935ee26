import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { userAgent } from '../../../crawl/settings/index.ts';
import type { Region } from '../../../foundation/domain/index.ts';
import {
  createHttpClient,
  decodeHtml,
  openTransport,
  type Transport,
  TransportError,
} from '../../../foundation/http/index.ts';
import { headerValue, openExchangeLog } from '../../../foundation/warc/index.ts';
import type { Store } from '../../../storage/index.ts';
import type { Period } from '../divisions/month-gaps.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { type Feed, FeedError, type Observation } from '../observation.ts';
import {
  type Gazetteer,
  gazetteerOf,
  ListingsError,
  looksLikeListings,
  readListings,
} from '../property/index.ts';
import { collectCity } from './collect-city.ts';
import type { CityCrawl } from './find-forms.ts';
import { outboundOf } from './outbound.ts';
import { RegionRepository } from './region-repository.ts';
import { feedOfService, isService } from './services.ts';
import { fileFault } from '../../../foundation/errors/index.ts';

export interface CollectOptions
  extends Pick<CityCrawl, 'harvest' | 'robots' | 'render' | 'maxPages' | 'signal' | 'emit'> {
  readonly region: Region;
  readonly store: Store;
  /** Specification of a transport, or an open one; without it only `sources` are read. */
  readonly web?: string | Transport | undefined;
  /** Files, folders, or by name `snapshot`, and `openaq` and `data.gov.in`, whose keys are in the environment. */
  readonly sources: readonly string[];
  readonly period: Partial<Period>;
  /** Least time between two requests to a host; default 1 s live, none elsewhere. */
  readonly delayMs?: number | undefined;
  readonly contact?: string | undefined;
  /** False crawls one city after another. */
  readonly together?: boolean;
}

/**
 * Collects a region: sources first, then a crawl for each city in parallel. Results are stored at once, so that later
 * errors lose nothing; an interrupted round is resumed.
 * @throws {FeedError}, {ListingsError} for an invalid source, after all others were read
 */
export async function collectRegion(options: CollectOptions): Promise<void> {
  const { region, store, signal, emit } = options;
  const gazetteer = gazetteerOf(region);
  const repository = new RegionRepository(store, region.name);
  const webName =
    typeof options.web === 'string' ? options.web : (options.web?.spec ?? options.web?.kind ?? 'files');
  const { round, resumed } = await repository.openRound(webName);
  emit({ type: 'start', region: region.name, round, resumed, web: webName });
  const sourceError = await readSources(options, repository, gazetteer);
  if (options.web !== undefined) {
    const transport = typeof options.web === 'string' ? await openTransport(options.web) : options.web;
    try {
      await readWebFeeds(options, transport, repository);
      await collectCities(options, transport, repository, gazetteer, round);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (typeof options.web === 'string') await transport.close();
    }
  }
  if (!signal.aborted) await repository.endRound();
  const [figures, listings] = [await repository.observations(), await repository.listings()];
  emit({
    type: 'end',
    round,
    interrupted: signal.aborted,
    figures: figures.length,
    listings: listings.length,
  });
  if (sourceError !== undefined) throw sourceError;
}

async function collectCities(
  options: CollectOptions,
  transport: Transport,
  repository: RegionRepository,
  gazetteer: Gazetteer,
  round: number,
): Promise<void> {
  const { region, store, delayMs = transport.kind === 'live' ? 1_000 : 0, together = true } = options;
  const folder = join(store.folder, 'regions', region.name);
  const log = await openExchangeLog(join(folder, 'asked'), { acknowledged: undefined });
  const client = createHttpClient({ transport: transport, log, userAgent: userAgent(options.contact) });
  const outbound = outboundOf(client, { delayMs, robots: options.robots });
  const collect = async (city: Region['cities'][number]): Promise<void> => {
    const seeds = await Promise.all(
      ['air-quality', 'property'].map((subject) => transport.seeds(`${region.name}/${subject}/${city.name}`)),
    );
    const own = transport.kind === 'practice' ? [] : [...city.seeds.airQuality, ...city.seeds.property];
    await collectCity({
      ...options,
      ...{ transport, gazetteer, repository, round, delayMs, outbound, city: city.name },
      seeds: [...seeds.flat(), ...own],
      folder: join(folder, city.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')),
    });
  };
  try {
    if (!together) for (const city of region.cities) await collect(city);
    else {
      // All cities finish before the error of one is thrown.
      const ended = await Promise.allSettled(region.cities.map(collect));
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  } finally {
    await log.close();
  }
}

/** Reads the feeds of the transport and, if live, those of the region file. */
async function readWebFeeds(
  options: CollectOptions,
  transport: Transport,
  repository: RegionRepository,
): Promise<void> {
  const { region, emit } = options;
  const own = transport.kind === 'practice' ? [] : region.feeds.map(({ url }) => url);
  const client = createHttpClient({ transport: transport, userAgent: userAgent(options.contact) });
  for (const url of [...(await transport.seeds(`${region.name}/feeds`)), ...own]) {
    try {
      const { status, body, headers } = await client.fetch({ url }, { signal: options.signal });
      if (status !== 200) throw new FeedError(`${url} answered ${status}`);
      const { text } = decodeHtml(body, headerValue(headers, 'content-type'));
      const feed = readFeed(text, { source: url, request: `GET ${url}`, timeZone: region.timeZone });
      await storeFeed(feed, url, region, repository, emit);
    } catch (error) {
      if (!(error instanceof TransportError || error instanceof FeedError) || options.signal.aborted)
        throw error;
      emit({ type: 'problem', city: null, message: error.message });
    }
  }
}

async function storeFeed(
  feed: Feed,
  source: string,
  region: Region,
  repository: RegionRepository,
  emit: CollectOptions['emit'],
): Promise<void> {
  const inRegion = ofRegion(feed.observations, region);
  await repository.storeObservations(inRegion);
  const stations = new Set(inRegion.map(({ city, station }) => `${city}|${station}`)).size;
  emit({ type: 'source', source, figures: inRegion.length, stations, evidence: feed.evidence });
  const lost = feed.observations.find(({ city }) => city === '');
  if (inRegion.length === 0 && lost !== undefined)
    emit({
      type: 'problem',
      city: null,
      message: `${source}: the station "${lost.station}" is in no city of the region that is known here; name the city in the file's name or its folder's`,
    });
  for (const message of feed.problems) emit({ type: 'problem', city: null, message });
}

/**
 * Selects the observations of the region's cities from a national feed. Where a feed names no city, the name of the station, its
 * place on the map, and the file and folder it stands in are asked for it.
 */
function ofRegion(observations: readonly Observation[], region: Region): Observation[] {
  const gazetteer = gazetteerOf(region);
  const known = new Map<string, string | undefined>();
  const cityOf = ({ city, station, source, latitude, longitude }: Observation): string | undefined => {
    if (city !== '') return gazetteer.cityNamed(city) && city;
    const at = latitude === null || longitude === null ? undefined : ([latitude, longitude] as const);
    const path = source.split(/[\\/]/).slice(-2).join(' ');
    return gazetteer.find(station, at)?.city ?? gazetteer.cityNamed(path)?.name;
  };
  return observations.flatMap((one) => {
    const key = one.city || `${one.station}|${one.latitude}|${one.longitude}`;
    if (!known.has(key)) known.set(key, cityOf(one));
    const city = known.get(key);
    return city === undefined ? [] : [{ ...one, city }];
  });
}

/** Reads all sources. @returns the first error of a source */
async function readSources(
  options: CollectOptions,
  repository: RegionRepository,
  gazetteer: Gazetteer,
): Promise<Error | undefined> {
  const { region, emit } = options;
  let sourceError: Error | undefined;
  for (const source of options.sources) {
    try {
      const asked = feedOfService(source, options);
      if (asked !== undefined) {
        await storeFeed(await asked, source, region, repository, emit);
        continue;
      }
      for (const file of filesOf(source)) {
        const text = readText(file);
        if (looksLikeListings(text)) {
          const listings = readListings(text, file, gazetteer);
          await repository.storeListings(listings);
          emit({
            type: 'source',
            source: file,
            figures: listings.length,
            stations: 0,
            evidence: ['property listings'],
          });
        } else
          await storeFeed(
            readFeed(text, { source: file, timeZone: region.timeZone }),
            file,
            region,
            repository,
            emit,
          );
      }
    } catch (error) {
      if (!(error instanceof FeedError || error instanceof ListingsError || error instanceof TransportError))
        throw error;
      // The first is thrown at the end.
      if (sourceError !== undefined) emit({ type: 'problem', city: null, message: error.message });
      sourceError ??= error;
    }
  }
  return sourceError;
}

/**
 * Refuses sources that hold nothing to read, before anything is begun.
 * @throws {FeedError} where this is so of all of them, and there is no web to read instead
 */
export function refuseEmpty({ web, sources }: Pick<CollectOptions, 'web' | 'sources'>): void {
  const wrong = sources.map((source) => {
    try {
      if (!isService(source)) filesOf(source);
      return undefined;
    } catch (error) {
      return error;
    }
  });
  if (web === undefined && sources.length > 0 && !wrong.includes(undefined)) throw wrong[0];
}

function filesOf(source: string): string[] {
  try {
    if (!statSync(source).isDirectory()) return [source];
    const files = readdirSync(source).filter((file) => /\.(?:csv|csv\.gz|tsv|txt|xml|json)$/i.test(file));
    if (files.length > 0) return files.sort().map((file) => join(source, file));
  } catch (error) {
    throw new FeedError(`cannot read the source ${source}: ${fileFault(error)}`);
  }
  throw new FeedError(`cannot read the source ${source}: the folder holds no .csv, .xml or .json file`);
}

const MAX_FILE_BYTES = 200_000_000;

function readText(file: string): string {
  if (statSync(file).size > MAX_FILE_BYTES)
    throw new FeedError(`${file} is larger than ${MAX_FILE_BYTES / 1e6} MB`);
  const textOf = (bytes: Buffer): string => decodeHtml(bytes, undefined).text;
  if (!file.endsWith('.gz')) return textOf(readFileSync(file));
  try {
    return textOf(gunzipSync(readFileSync(file), { maxOutputLength: MAX_FILE_BYTES }));
  } catch (error) {
    throw new FeedError(`${file} cannot be unpacked: ${(error as Error).message}`, { cause: error });
  }
}
