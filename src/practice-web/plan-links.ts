/** Who links to whom. */

import type { Sketch } from './plan.ts';
import { hash32, type Random } from './seeded.ts';
import { isHub } from './site-kinds/index.ts';

/**
 * For each site the sites it links to, such that all can be reached from the first hub.
 * @param wide many hubs that know few sites each, much noise among them
 */
export function linkSites(
  sketches: readonly Sketch[],
  random: Random,
  wide: boolean,
): ReadonlyMap<Sketch, readonly Sketch[]> {
  const links = new Map<Sketch, Set<Sketch>>();
  // Whom chance made popular is popular with all, see `popular`.
  const known = (site: Sketch): number => (wide ? hash32(`popular:${site.identity.key}`) : 0);
  const ranked = [...sketches].sort((a, b) => known(a) - known(b));
  for (const from of sketches) {
    const others = ranked.filter((other) => other !== from);
    links.set(from, new Set((wide ? wideLinks : fewHubsLinks)(from, others, random)));
  }
  joinUnreached(sketches, links, random);
  return new Map([...links].map(([from, to]) => [from, [...to]]));
}

/** The first knows all others, which know a few: a web to look at each site of, not to search. */
export function linkAll(sketches: readonly Sketch[], random: Random): ReadonlyMap<Sketch, readonly Sketch[]> {
  const [hub, ...others] = sketches;
  return new Map(
    sketches.map((from) => [
      from,
      from === hub
        ? others
        : random.sample(
            others.filter((other) => other !== from),
            random.int(0, 2),
          ),
    ]),
  );
}

/** Sites with a database of what this one is about. */
const alikeOf = (from: Sketch, others: readonly Sketch[]): Sketch[] => {
  const subject = from.kind.domain ?? from.kind.about;
  return others.filter((other) => subject !== undefined && other.kind.domain === subject);
};

function fewHubsLinks(from: Sketch, others: readonly Sketch[], random: Random): Sketch[] {
  if (isHub(from.kind)) {
    const share = from.kind.name === 'directory' ? 0.6 : 0.35;
    const hubs = others.filter((other) => isHub(other.kind));
    return [...hubs, ...random.sample(others, Math.ceil(others.length * share))];
  }
  const alike = from.kind.domain === null ? [] : alikeOf(from, others);
  return [...random.sample(alike, random.int(0, 2)), ...random.sample(others, random.int(0, 2))];
}

/** How many hubs, sites of its own subject and sites of any kind a site of a wide web links to, at most. */
const REACH: Readonly<Record<string, readonly [hubs: number, alike: number, any: number]>> = {
  directory: [6, 0, 45],
  'link-list': [3, 0, 25],
  guide: [2, 12, 14],
};

function wideLinks(from: Sketch, others: readonly Sketch[], random: Random): Sketch[] {
  const reach = REACH[from.kind.name.replace(/^.*-guide$/, 'guide')];
  const alike = alikeOf(from, others);
  if (reach) {
    const [hubs, own, any] = reach;
    const known = others.filter((other) => isHub(other.kind));
    const all = [
      ...random.sample(known, hubs),
      ...random.sample(alike, random.int(Math.ceil(own / 2), own)),
      ...random.sample(others, any),
    ];
    return random.sample(all, all.length);
  }
  // Sites know their own trade; who writes about a subject knows some of its shops, most others only each other.
  const off = others.filter((other) => other.kind.domain === null && !isHub(other.kind));
  if (from.kind.domain !== null)
    return [...popular(alike, random.int(1, 3), random), ...popular(off, random.int(0, 2), random)];
  const strays = random.chance(0.1) ? random.sample(others, 1) : [];
  return [...popular(alike, random.int(1, 4), random), ...popular(off, random.int(0, 3), random), ...strays];
}

/** Some of the list, its beginning more often: few sites have many links to them. */
const popular = (list: readonly Sketch[], count: number, random: Random): Sketch[] =>
  Array.from({ length: count }, () => list[Math.floor(list.length * random.next() ** 2)]).filter(
    (site) => site !== undefined,
  );

function joinUnreached(sketches: readonly Sketch[], links: Map<Sketch, Set<Sketch>>, random: Random): void {
  const [start] = sketches;
  if (!start) return;
  const reached = new Set<Sketch>();
  const spread = (from: Sketch): void => {
    if (reached.has(from)) return;
    reached.add(from);
    for (const to of links.get(from) ?? []) spread(to);
  };
  spread(start);
  for (const site of sketches) {
    if (reached.has(site)) continue;
    const candidates = [...reached].filter((other) => !isHub(other.kind));
    const alike = candidates.filter((other) => other.kind.domain === site.kind.domain);
    links.get(random.pick(alike.length > 0 ? alike : candidates))?.add(site);
    spread(site);
  }
}
