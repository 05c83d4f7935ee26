import { userAgent } from '../../../crawl/settings/index.ts';
import { whileOpen } from '../../../foundation/errors/index.ts';
import { createHttpClient, type HttpClient, openTransport } from '../../../foundation/http/index.ts';
import { DATA_GOV_KEY, dataGovFeed } from '../feeds/data-gov.ts';
import { OPENAQ_KEY, OPENAQ_KEY_HEADER, openAqFeed } from '../feeds/openaq.ts';
import { type Feed, FeedError } from '../observation.ts';
import type { CollectOptions } from './collect.ts';
import { SNAPSHOT, snapshotFeed } from './snapshot.ts';

interface Service {
  /** Environment variable of the key. */
  readonly variable: string;
  readonly from: string;
  /** Headers that carry the key. */
  readonly headers: (key: string) => readonly (readonly [string, string])[];
  readonly ask: (client: HttpClient, key: string, options: CollectOptions) => Promise<Feed>;
}

const DAYS = 30;

const SERVICES: Readonly<Record<string, Service>> = {
  openaq: {
    variable: OPENAQ_KEY,
    from: 'explore.openaq.org',
    headers: (key) => [[OPENAQ_KEY_HEADER, key]],
    ask: (client, _key, { region, period }) => {
      const to = period.to ?? new Date().toISOString().slice(0, 10);
      const from = period.from ?? new Date(Date.parse(to) - DAYS * 86_400_000).toISOString().slice(0, 10);
      return openAqFeed({ client: client, region, from, to });
    },
  },
  'data.gov.in': {
    variable: DATA_GOV_KEY,
    from: 'data.gov.in',
    headers: () => [],
    ask: (client, key, { region }) => dataGovFeed({ client: client, region, key }),
  },
};

export const isService = (source: string): boolean => source === SNAPSHOT || Object.hasOwn(SERVICES, source);

/**
 * Fetches the feed of a service named in `--sources`, or the shipped snapshot; undefined for another name. Answers are not recorded, because an
 * address may contain a key.
 * @throws {FeedError} without a key
 */
export function feedOfService(source: string, options: CollectOptions): Promise<Feed> | undefined {
  if (source === SNAPSHOT) return Promise.resolve(snapshotFeed(options.region));
  const service = Object.hasOwn(SERVICES, source) ? SERVICES[source] : undefined;
  return service && askService(source, service, options);
}

async function askService(name: string, service: Service, options: CollectOptions): Promise<Feed> {
  const key = process.env[service.variable];
  if (!key)
    throw new FeedError(
      `${name} asks for a key: put yours into the environment variable ${service.variable} (free, from ${service.from})`,
    );
  return whileOpen(openTransport('live'), async (transport) => {
    const agent = userAgent(options.contact);
    const client = createHttpClient({
      transport: transport,
      userAgent: agent,
      headers: [...service.headers(key)],
    });
    return await service.ask(client, key, options);
  });
}
