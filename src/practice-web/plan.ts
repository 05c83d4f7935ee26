/** Which sites the web has, what they are called, how they look, what goes wrong on them, and who links to whom. */

import { CATALOGS } from './catalogs/index.ts';
import { DESIGNS } from './designs/index.ts';
import { HARD_KINDS } from './hard-kinds/index.ts';
import { linkAll, linkSites } from './plan-links.ts';
import { hash32, type Random, seeded } from './seeded.ts';
import type { LinkSpec, SiteIdentity, SiteKind } from './site.ts';
import { DEEP, HUBS, isHub, MORE_DEEP, MORE_OFF_TOPIC, OFF_TOPIC, WIDE_HUBS } from './site-kinds/index.ts';
import { MORE_TRAPS, TRAPS } from './traps/index.ts';
import type { Language } from './wording.ts';

/** `usual`: shops, portals and what is around them; `hard`: one site for each way of answering that real applications taught. */
export type WebKinds = 'usual' | 'hard';

export interface PlannedSite {
  readonly kind: SiteKind;
  readonly identity: SiteIdentity;
  readonly traps: readonly string[];
}

const FIRST_WORDS = [
  'amber',
  'aurora',
  'birch',
  'blue',
  'brook',
  'cedar',
  'clover',
  'copper',
  'coral',
  'crown',
  'delta',
  'ember',
  'fern',
  'fox',
  'golden',
  'granite',
  'green',
  'harbour',
  'hazel',
  'iris',
  'ivory',
  'jade',
  'juniper',
  'kite',
  'lark',
  'linden',
  'lotus',
  'maple',
  'meadow',
  'mill',
  'north',
  'oak',
  'olive',
  'opal',
  'orchard',
  'pine',
  'quartz',
  'raven',
  'river',
  'rowan',
  'saffron',
  'silver',
  'sparrow',
  'stone',
  'thistle',
  'willow',
] as const;
/** From this size on a web has all kinds of site, traps and languages, and is off topic for the most part. */
const LARGE = 40;
const FOREIGN: readonly Language[] = ['de', 'fr', 'es'];
const MORE_FOREIGN: readonly Language[] = [...FOREIGN, 'hi', 'pa'];
/** From this size on there are many hubs that know few sites each, instead of a few that know most. */
export const WIDE = 200;
/** What a working site may well have; the worse ones live on off-topic sites. */
const MILD = [
  'robots-disallow',
  'slow-start',
  'unavailable',
  'near-duplicates',
  'crawl-delay',
  'honeypot-link',
  'redirect-chain',
  'too-many-requests',
  'session-ids',
  'facet-explosion',
  'dropped-once',
] as const;
const CATEGORIES: Readonly<Record<string, string>> = {
  book: 'Books',
  flight: 'Travel',
  hotel: 'Travel',
  music: 'Music',
  premiere: 'Film',
  product: 'Shopping',
  property: 'Property',
};

/** How deep sites hide their search: most on wide webs, some on large ones, none on small ones. */
const entrances = (count: number): readonly number[] =>
  count >= WIDE ? [0, 0, 1, 2, 2, 3] : count >= LARGE ? [0, 0, 0, 1, 2] : [0];

/** The first six, which cover all domains, then the others from where chance says. */
function rotated(kinds: readonly SiteKind[], random: Random): SiteKind[] {
  const rest = kinds.slice(6);
  const start = random.int(0, rest.length - 1);
  return [...kinds.slice(0, 6), ...rest.slice(start), ...rest.slice(0, start)];
}

/** A directory, and one site of each hard kind, over and over. */
const hardKindsFor = (count: number): SiteKind[] => [
  ...HUBS.slice(0, 1),
  ...Array.from({ length: count - 1 }, (_, at) => HARD_KINDS[at % HARD_KINDS.length]).filter(
    (kind) => kind !== undefined,
  ),
];

/** The order of kinds: hubs, then deep and off-topic sites; a large web has a smaller share of deep ones. */
function kindsFor(count: number, random: Random): SiteKind[] {
  const hubs = count >= WIDE ? Math.round(count / 20) : Math.max(1, Math.min(8, Math.floor(count / 24) * 2));
  const large = count >= LARGE;
  const deep = large
    ? Math.max(11, Math.floor(count * 0.3))
    : Math.max(Math.min(11, Math.round(count * 0.46)), Math.round(count * 0.3));
  const take = (pool: readonly SiteKind[], number: number): SiteKind[] =>
    Array.from({ length: number }, (_, at) => (at < pool.length ? pool[at] : random.pick(pool))).filter(
      (kind) => kind !== undefined,
    );
  return [
    ...(count >= WIDE
      ? Array.from({ length: hubs }, (_, at) => WIDE_HUBS[at % WIDE_HUBS.length]).filter((hub) => !!hub)
      : take(HUBS, hubs)),
    ...take(large ? rotated([...DEEP, ...MORE_DEEP], random) : DEEP, deep),
    ...take(large ? [...OFF_TOPIC, ...MORE_OFF_TOPIC] : OFF_TOPIC, Math.max(0, count - hubs - deep)),
  ];
}

function nameSites(kinds: readonly SiteKind[], random: Random): string[] {
  const taken = new Set<string>();
  return kinds.map((kind) => {
    for (;;) {
      const more = taken.size > 400 ? String(random.int(2, 99)) : '';
      const name = `${random.pick(FIRST_WORDS)}${random.pick(['-', '-', ''])}${random.pick(kind.nouns)}${more}`;
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
  });
}

const spoken = (name: string): string =>
  name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');

/** A site that knows no others yet. */
export type Sketch = Omit<PlannedSite, 'identity'> & {
  readonly identity: Omit<SiteIdentity, 'neighbours'>;
};

function sketch(
  kind: SiteKind,
  name: string,
  at: number,
  seed: string,
  now: Date,
  traps: readonly string[],
  count: number,
): Sketch {
  const random = seeded(seed, 'identity', name);
  const key = `${name}.test`;
  const hosts = random.chance(0.3) ? [`www.${key}`, key] : [key, `www.${key}`];
  const designs = Object.keys(DESIGNS);
  const large = count >= LARGE;
  const foreign = kind.domain !== null && at % (large ? 3 : 4) === 0;
  const languages = large ? MORE_FOREIGN : FOREIGN;
  const identity = {
    host: hosts[0] ?? key,
    hosts: [
      ...hosts,
      ...(traps.includes('mirror') ? [`mirror.${key}`] : []),
      ...(kind.otherHosts ?? []).map((more) => `${name}-${more}.test`),
    ],
    key,
    name: spoken(name),
    language: foreign ? (languages[Math.floor(at / (large ? 3 : 4)) % languages.length] ?? 'de') : 'en',
    design: designs[(at * 3 + Number(at >= designs.length)) % designs.length] ?? 'columns',
    seed: `${seed}:${name}`,
    now,
    numericUrls: random.chance(0.4),
    entrance: kind.domain === null ? 0 : seeded(seed, 'entrance', name).pick(entrances(count)),
    scale: large ? 5 : 1,
  } as const;
  return { kind, identity, traps };
}

/** Deals all traps to the off-topic sites, and one mild one to each deep site. */
function dealTraps(kinds: readonly SiteKind[], random: Random): readonly (readonly string[])[] {
  const all = kinds.length >= LARGE ? [...TRAPS, ...MORE_TRAPS] : TRAPS;
  const deck = random.sample(
    all.map((trap) => trap.name),
    all.length,
  );
  const off = kinds.filter((kind) => kind.domain === null && !isHub(kind)).length;
  const each = off === 0 ? 0 : Math.min(8, Math.max(2, Math.ceil(deck.length / off)));
  let next = 0;
  return kinds.map((kind) => {
    if (isHub(kind)) return [];
    if (kind.domain !== null) return [random.pick(MILD)];
    return Array.from({ length: each }, () => deck[next++ % deck.length]).filter(
      (name) => name !== undefined,
    );
  });
}

/** @returns the same plan for the same arguments */
export function planSites(
  seed: string,
  count: number,
  now: Date,
  which: WebKinds = 'usual',
): readonly PlannedSite[] {
  const random = seeded(seed, 'plan');
  const hard = which === 'hard';
  const kinds = hard ? hardKindsFor(count) : kindsFor(count, random);
  const names = nameSites(kinds, random);
  const traps = hard ? [] : dealTraps(kinds, random);
  const wide = !hard && count >= WIDE;
  const sketches = kinds.map((kind, at) =>
    sketch(kind, names[at] ?? `site${at}`, at, seed, now, traps[at] ?? [], hard ? 0 : count),
  );
  const links = hard ? linkAll(sketches, random) : linkSites(sketches, random, wide);
  return sketches.map((site) => {
    const neighbours = (links.get(site) ?? []).map(
      (to): LinkSpec => ({
        href: `http://${to.identity.host}/`,
        text: to.identity.name,
        ...(wide ? remark(to, `${site.identity.key} ${to.identity.key}`) : {}),
        ...(isHub(site.kind) ? { rel: categoryOf(to, wide, `${site.identity.key} ${to.identity.key}`) } : {}),
      }),
    );
    return { ...site, identity: { ...site.identity, neighbours } };
  });
}

/** Where a hub files a site. On a wide web what a site is about decides, and one site in twelve is filed wrongly. */
function categoryOf({ kind }: Sketch, wide: boolean, pair: string): string {
  const names = [...new Set(Object.values(CATEGORIES))];
  if (wide && hash32(`misfiled:${pair}`) % 12 === 0)
    return names[hash32(`filed:${pair}`) % names.length] ?? 'Books';
  const subject = kind.domain ?? (wide && !isHub(kind) ? kind.about : undefined);
  return CATEGORIES[subject ?? ''] ?? (isHub(kind) ? 'Other directories' : 'News, hobbies and work');
}

const REMARKS = [
  'a friend of ours',
  'since 1998',
  'worth a look',
  'our partner',
  'new',
  'closed in August',
] as const;

/** What people write beside a link: now what the other does, now anything, now nothing. */
function remark({ kind }: Sketch, pair: string): Pick<LinkSpec, 'note'> {
  const random = seeded('remark', pair);
  const domain = kind.domain ?? kind.about;
  if (domain !== undefined && random.chance(0.4)) return { note: random.pick(CATALOGS[domain].taglines) };
  return random.chance(0.4) ? { note: random.pick(REMARKS) } : {};
}
