/** The whole practice web without sockets: a request in, an answer out. */

import { gzipSync } from 'node:zlib';
import { type Answer, html, Memory, type PracticeRequest, redirect } from './answer.ts';
import { type CompiledSite, compile } from './compiled.ts';
import { bytesOf, inEncoding } from './encoding.ts';
import { withInnerLinks } from './inner-links.ts';
import { listHabits } from './list-habits.ts';
import { type PlannedSite, planSites, type WebKinds, WIDE } from './plan.ts';
import { createPortals, type PortalTruth } from './portals/index.ts';
import { askedBy } from './query.ts';
import { listed } from './reach.ts';
import { respond, usualTools } from './respond.ts';
import { createSearchProvider, SEARCH_HOST } from './search-provider.ts';
import { hash32 } from './seeded.ts';
import type { Row } from './site.ts';
import { tellTruth } from './tell-truth.ts';
import { DOMAINS, type Truth } from './truth.ts';

export interface WorldOptions {
  readonly seed: string | number;
  /** How many sites; at least 12. */
  readonly sites: number;
  /** Day the world is set to. */
  readonly now: Date;
  /** Milliseconds; only errors that settle look at it. */
  readonly clock: () => number;
  /** Serve the portals of this region too. */
  readonly portals?: string | undefined;
  /** `usual` when left out. */
  readonly kinds?: WebKinds | undefined;
}

export interface World {
  readonly hosts: readonly string[];
  readonly truth: Truth;
  /** Null where no portals were asked for. */
  readonly portals: PortalTruth | null;
  /** Pages to start from; all hubs without a domain. */
  seeds(domain?: string): readonly string[];
  answer(request: PracticeRequest): Answer;
  /** What a web socket of a host answers to a message; null closes it. */
  converse(host: string, path: string, message: string): Answer | null;
  /**
   * Numbers of the records that match what is submitted to a search form, shown or not; undefined where there is no such form.
   * A box without a name may have any in `fields`.
   */
  matching(site: string, form: string, fields: URLSearchParams): readonly number[] | undefined;
  /** All records of a site's first database. */
  rows(site: string): readonly Row[];
  /** Key of the site that answers on this host. */
  siteOf(host: string): string | undefined;
  close(): void;
}

const PRIVATE_HOST = /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|\[)/;

/** @throws {RangeError} when there are fewer than 12 sites or the day is no date */
export function createWorld(options: WorldOptions): World {
  if (!Number.isSafeInteger(options.sites) || options.sites < 12)
    throw new RangeError(`the practice web needs at least 12 sites, not ${options.sites}`);
  if (Number.isNaN(options.now.getTime())) throw new RangeError('now must be a date, for example 2026-11-01');
  const seed = String(options.seed);
  const now = new Date(`${options.now.toISOString().slice(0, 10)}T00:00:00Z`);
  const sites = compileAll(planSites(seed, options.sites, now, options.kinds), options);
  const byHost = new Map(sites.flatMap((site) => site.identity.hosts.map((host) => [host, site] as const)));
  const memory = new Memory(options.clock);
  const truth = tellTruth(seed, now, sites);
  const search = createSearchProvider(sites);
  const portals = options.portals === undefined ? null : createPortals(options.portals, seed);
  return {
    hosts: [...byHost.keys(), SEARCH_HOST, ...(portals?.hosts ?? [])],
    truth,
    portals: portals?.truth ?? null,
    siteOf: (host) => byHost.get(host)?.identity.key,
    seeds(domain = 'any') {
      const seeds = truth.seeds[domain] ?? portals?.truth.seeds[domain];
      if (!seeds) throw new RangeError(`no seeds for ${domain}; known: ${DOMAINS.join(', ')}`);
      return seeds;
    },
    answer(request) {
      if (request.host === SEARCH_HOST) return search.answer(request);
      const site = byHost.get(request.host);
      if (!site) return portals?.answer(request) ?? strangeHost(request);
      const { encoding } = listHabits(site.identity, site.blueprint);
      const answer = canonical(site, request) ?? inEncoding(respond(site, request, memory), encoding);
      const mirrored = request.host.startsWith('mirror.') && answer.trap === undefined;
      return encode(site, request, mirrored ? { ...answer, trap: 'mirror' } : answer);
    },
    converse(host, path, message) {
      const site = byHost.get(host);
      const talk = site?.blueprint.converse;
      return site && talk ? talk(path, message, usualTools(site, memory)) : null;
    },
    rows(key) {
      const [records] = sites.find((one) => one.identity.key === key)?.databases ?? [];
      return records ? listed(records).rows() : [];
    },
    matching(key, name, fields) {
      const site = sites.find((one) => one.identity.key === key);
      const form = site?.forms.get(name);
      const records = site?.databases[form?.database ?? 0];
      if (!form || !records) return undefined;
      const isNamed = new Set(form.controls.flatMap(({ name, unnamed }) => (unnamed ? [] : [name])));
      const unnamed = form.controls.filter((control) => control.unnamed).map(({ name }) => name);
      let at = 0;
      // Boxes without names come in their order, the last one as often as there are more.
      const named = [...fields].map(([one, value]): [string, string] => [
        isNamed.has(one) ? one : (unnamed[Math.min(at++, unnamed.length - 1)] ?? one),
        value,
      ]);
      const { criteria } = askedBy(form, new URLSearchParams(named));
      return records.find(criteria, { offset: 0, limit: records.spec.records }).rows.map(({ id }) => id);
    },
    close() {
      search.close();
      for (const site of sites) for (const records of site.databases) records.close();
    },
  };
}

/** On a wide web sites know pages of each other, which are there only when all are compiled. */
function compileAll(plan: readonly PlannedSite[], { sites, kinds }: WorldOptions): CompiledSite[] {
  const compiled = plan.map((site) => compile(site.kind, site.identity, site.traps));
  if (sites < WIDE || kinds === 'hard') return compiled;
  const links = withInnerLinks(compiled);
  return plan.map(({ kind, identity, traps }, at) =>
    compile(kind, { ...identity, neighbours: links[at] ?? [] }, traps),
  );
}

function strangeHost(request: PracticeRequest): Answer {
  const answer = html('<title>No such site</title><p>There is no site of this name.', 421);
  return PRIVATE_HOST.test(request.host) ? { ...answer, trap: 'private-addresses' } : answer;
}

/** Half of the sites send other host names to their canonical one, the others answer on all. */
function canonical(site: CompiledSite, request: PracticeRequest): Answer | null {
  const { host, key } = site.identity;
  if (
    request.host === host ||
    request.host.startsWith('mirror.') ||
    isOther(site, request.host) ||
    hash32(`canonical:${key}`) % 2 === 0 ||
    request.path === '/robots.txt'
  )
    return null;
  return redirect(`${request.secure ? 'https' : 'http'}://${host}${request.target}`, 301);
}

const isOther = ({ kind, identity }: CompiledSite, host: string): boolean =>
  (kind.otherHosts ?? []).some((more) => host === `${identity.key.replace(/\.test$/, '')}-${more}.test`);

/** Every third site compresses its pages for who accepts it. */
function encode(site: CompiledSite, request: PracticeRequest, answer: Answer): Answer {
  const compress = request.acceptsGzip && hash32(`gzip:${site.identity.key}`) % 3 === 0;
  if (!compress || answer.body.length < 200 || answer.headers['content-encoding'] || answer.behaviour)
    return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(bytesOf(answer)),
  };
}
