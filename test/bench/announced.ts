/**
 * Which sources tell of a site's search, each alone and by vote: forms that the model takes for searches, OpenSearch
 * descriptions, schema.org's `SearchAction`, links to answers. Front pages and what they link to, without scripts, on practice
 * webs; on the labelled real pages, whose OpenSearch descriptions are not stored, so that they only count as linked.
 *
 *     npm run bench -- announced [--seeds 11,12,13] [--json]
 */

import { parseArgs } from 'node:util';
import { classifyForms } from '../../src/forms/classify-forms.ts';
import {
  type Announcement,
  descriptionsOf,
  readDescription,
  searchActionsOf,
  searchLinksOf,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { HARD_WEB_SITES } from '../../src/practice-web/index.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import { readLabelledPages } from '../../src/wings/laboratory/forms/labelled-pages.ts';
import { depths, requestFor } from '../practice-web/walk.ts';

const LABELLED = new URL('../../../shared/datasets/forms', import.meta.url).pathname;
const NOW = new Date('2026-11-01');
const USUAL_SITES = 40;
const PAGES_A_SITE = 12;
const SOURCES = ['form', 'opensearch', 'search-action', 'links'] as const;
type Source = (typeof SOURCES)[number];

/** What a site's pages name as its searches: sources by target, `host/path?parameter`. */
type Named = Map<string, Map<Source, number>>;

interface Site {
  readonly named: Named;
  /** Its searches; of real pages those that were labelled. */
  readonly searches: ReadonlySet<string>;
}

const targetOf = (action: string, name: string): string => {
  const { host, pathname } = new URL(action);
  return `${host.replace(/^www\./, '')}${pathname}?${name}`;
};

/** Adds what a page names. @param describe reads a description; undefined where it is not to be had */
function read(
  named: Named,
  html: string,
  url: string,
  describe: (url: string) => Announcement | undefined,
): void {
  const add = (source: Source, target: string) => {
    const sources = named.get(target) ?? new Map<Source, number>();
    named.set(target, sources.set(source, (sources.get(source) ?? 0) + 1));
  };
  for (const { searchable, action, fields } of classifyForms(html, url))
    for (const { name, visible, options, type } of searchable ? fields : [])
      if (visible && options.length === 0 && /^(?:text|search)/.test(type))
        add('form', targetOf(action, name));
  const tree = parseTree(html, url);
  const described = descriptionsOf(tree).flatMap((address) => describe(address) ?? []);
  for (const { by, action, parameter } of [...described, ...searchActionsOf(tree), ...searchLinksOf(tree)])
    add(by, targetOf(action, parameter));
}

/** Reads the sites of a practice web that have a search which words can be typed into. */
function practiceSites(seed: number, kinds: 'usual' | 'hard'): Site[] {
  const sites = kinds === 'hard' ? HARD_WEB_SITES : USUAL_SITES;
  const world = createWorld({ seed, sites, now: NOW, clock: () => 0, kinds });
  try {
    return world.truth.sites.flatMap((site) => {
      const forms = world.truth.forms.filter((form) => form.site === site.key && form.searchable);
      const host = site.hosts[0] ?? '';
      const searches = forms.flatMap(({ action, controls }) =>
        controls.filter(({ free }) => free).map(({ name }) => targetOf(`http://${host}${action}`, name)),
      );
      const named: Named = new Map();
      const page = (url: string): string => {
        const { body } = world.answer(requestFor(url));
        return typeof body === 'string' ? body : '';
      };
      if (searches.length === 0) return [];
      for (const url of [...depths(world, site, 1).keys()].slice(0, PAGES_A_SITE))
        read(named, page(url), url, (address) => readDescription(page(address), address));
      return [{ named, searches: new Set(searches) }];
    });
  } finally {
    world.close();
  }
}

/** Reads the labelled real pages by site. @returns the sites that link to an OpenSearch description, too */
async function realSites(): Promise<{ readonly sites: readonly Site[]; readonly describing: number }> {
  const sites = new Map<string, { named: Named; searches: Set<string>; describes: boolean }>();
  for await (const { url, html, labels } of readLabelledPages(LABELLED)) {
    const [{ domain } = { domain: new URL(url).hostname.split('.').slice(-2).join('.') }] = labels;
    const site = sites.get(domain) ?? { named: new Map(), searches: new Set<string>(), describes: false };
    sites.set(domain, site);
    read(site.named, html, url, () => undefined);
    const tree = parseTree(html, url);
    site.describes ||= descriptionsOf(tree).length > 0;
    const boxes = labels.flatMap(({ type, fields }) =>
      type === 'search'
        ? Object.entries(fields).flatMap(([name, as]) => (as === 'search query' ? [name] : []))
        : [],
    );
    for (const { action, fields } of classifyForms(html, url))
      for (const { name } of fields) if (boxes.includes(name)) site.searches.add(targetOf(action, name));
  }
  const searching = [...sites.values()].filter(({ searches }) => searches.size > 0);
  return { sites: searching, describing: searching.filter(({ describes }) => describes).length };
}

/** Counts the sites whose search each source names, those that no other names, and those of which it names only other targets. */
function race(sites: readonly Site[]) {
  const targets = ({ named }: Site, source: Source) =>
    [...named].flatMap(([target, sources]) => (sources.has(source) ? [target] : []));
  const finds = (site: Site, source: Source) => targets(site, source).some((one) => site.searches.has(one));
  const alone = SOURCES.map((source) => {
    const found = sites.filter((site) => finds(site, source));
    const sole = found.filter((site) => SOURCES.every((other) => other === source || !finds(site, other)));
    const other = sites.filter((site) => targets(site, source).length > 0 && !finds(site, source));
    return { source, found: found.length, sole: sole.length, other: other.length };
  });
  const voted = sites.filter(({ named, searches }) => {
    const votes = (sources: ReadonlyMap<Source, number>) =>
      100 * sources.size +
      Math.min(
        99,
        [...sources.values()].reduce((sum, pages) => sum + pages, 0),
      );
    const [best] = [...named].sort(([, a], [, b]) => votes(b) - votes(a));
    return best !== undefined && searches.has(best[0]);
  });
  const any = sites.filter((site) => SOURCES.some((source) => finds(site, source)));
  const withoutForms = sites.filter((site) => SOURCES.some((one) => one !== 'form' && finds(site, one)));
  return {
    sites: sites.length,
    alone,
    withoutForms: withoutForms.length,
    any: any.length,
    voted: voted.length,
  };
}

export async function announcedBench(json: boolean, settings: readonly string[]): Promise<void> {
  const options = { seeds: { type: 'string', default: '11,12,13' }, json: { type: 'boolean' } } as const;
  const seeds = parseArgs({ args: [...settings], options })
    .values.seeds.split(',')
    .map(Number);
  const real = await realSites();
  const all = {
    usual: race(seeds.flatMap((seed) => practiceSites(seed, 'usual'))),
    hard: race(seeds.flatMap((seed) => practiceSites(seed, 'hard'))),
    real: { ...race(real.sites), describing: real.describing },
  };
  process.stdout.write(`${JSON.stringify({ bench: 'announced', seeds, ...all }, null, json ? 0 : 2)}\n`);
}
