/** What a crawl that knows the truth would find: the measure of {@link focusBench}. */

import type { FormTruth, Truth } from '../../src/practice-web/index.ts';

/** Relevant search forms within three links of a front page that static pages show. */
export const reachableForms = (truth: Truth, domain: string): readonly FormTruth[] =>
  truth.forms.filter(
    (form) =>
      form.searchable &&
      form.domain === domain &&
      !form.needsBrowser &&
      form.depth !== null &&
      form.depth <= 3,
  );

/**
 * The oracle knows what is where, but follows links as every crawler has to: it can ask for the front page of a site only
 * when it has read one of a site that links there (all links of a site are taken to stand on its front page, which
 * favours it), and for a form's page only along the shortest way from the front page, or at once from a site that links
 * to a page which shows it. It takes next what gives most forms for the pages that it costs; forms on one page come together.
 */
export function oracleCurve(
  truth: Truth,
  forms: readonly FormTruth[],
  domain: string,
  pages: number,
): number[] {
  const linksTo = new Map(truth.sites.map((site) => [site.key, site.linksTo]));
  const siteOf = new Map(truth.sites.flatMap(({ key, hosts }) => hosts.map((host) => [host, key] as const)));
  const seeds = truth.seeds[domain as keyof Truth['seeds']] ?? [];
  const start = seeds.map((url) => siteOf.get(new URL(url).host) ?? '');
  const places = Map.groupBy(forms, (form) => `${form.site} ${form.example}`);
  const inner = truth.sites.flatMap(({ key, innerLinks }) =>
    innerLinks.map((url) => ({ from: key, to: siteOf.get(new URL(url).host), path: pathOf(url) })),
  );
  const steps = [...places.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { site, depth, pages } = first;
    const shown = new RegExp(pages);
    const linking = inner.filter(({ to, path }) => to === site && shown.test(path)).map(({ from }) => from);
    return [{ site, gain: 1 + more.length, depth: depth ?? 0, linking: [...new Set(linking)] }];
  });
  const read = new Set<string>();
  const curve = [0];
  while (steps.length > 0 && curve.length <= pages) {
    const ways = waysFrom(read, start, linksTo);
    const wayTo = (site: string) => (read.has(site) ? [] : ways.get(site));
    const routeTo = ({ site, depth, linking }: (typeof steps)[number]): Route => {
      const front = { sites: wayTo(site), pages: read.has(site) ? Math.max(1, depth) : depth };
      const routes: Route[] = [front, ...linking.map((from) => ({ sites: wayTo(from), pages: 1 }))];
      return routes.reduce((best, route) => (costOf(route) < costOf(best) ? route : best));
    };
    const routes = new Map(steps.map((step) => [step, routeTo(step)]));
    const worth = (step: (typeof steps)[number]) => step.gain / costOf(routes.get(step));
    steps.sort((a, b) => worth(b) - worth(a) || (a.site < b.site ? -1 : 1));
    const step = steps.shift();
    const route = step && routes.get(step);
    const cost = costOf(route);
    if (step === undefined || cost === Infinity) break;
    const before = curve.at(-1) ?? 0;
    for (let i = 1; i < cost; i++) curve.push(before);
    curve.push(before + step.gain);
    for (const site of route?.sites ?? []) read.add(site);
  }
  while (curve.length <= pages) curve.push(curve.at(-1) ?? 0);
  return curve.slice(0, pages + 1);
}

/** Front pages to be read first, undefined where no link leads to them, and the pages after these. */
interface Route {
  readonly sites: readonly string[] | undefined;
  readonly pages: number;
}

const costOf = (route: Route | undefined): number =>
  route?.sites === undefined ? Infinity : route.sites.length + route.pages;

const pathOf = (url: string): string => url.slice(url.indexOf('/', 8));

/** For each site the front pages to be read before it can be, itself last. */
function waysFrom(
  read: ReadonlySet<string>,
  start: readonly string[],
  linksTo: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  const open = [...start, ...[...read].flatMap((site) => linksTo.get(site) ?? [])];
  let wave = [...new Set(open)].filter((site) => !read.has(site)).map((site) => [site]);
  while (wave.length > 0) {
    const next: string[][] = [];
    for (const way of wave) {
      const site = way.at(-1) ?? '';
      if (ways.has(site)) continue;
      ways.set(site, way);
      for (const to of linksTo.get(site) ?? []) if (!ways.has(to) && !read.has(to)) next.push([...way, to]);
    }
    wave = next;
  }
  return ways;
}
