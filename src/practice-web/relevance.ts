/** What sites are worth to somebody who looks for a domain, and what links lead to. */

import { DOMAINS, type DomainName, type FormTruth, type SiteTruth, type Truth } from './truth.ts';

/** Forms deeper than this do not count. */
const MAX_DEPTH = 3;
/** A site that links to so many sites of a domain is one of its centres. */
const CENTRE_LINKS = 3;

const counts = (form: FormTruth, domain: DomainName): boolean =>
  form.searchable && form.domain === domain && form.depth !== null && form.depth <= MAX_DEPTH;

/** Sites with a search form of the domain within three links of their home page. */
const deepSites = (forms: readonly FormTruth[], domain: DomainName): Set<string> =>
  new Set(forms.filter((form) => counts(form, domain)).map((form) => form.site));

export function graded(
  sites: readonly Omit<SiteTruth, 'relevance'>[],
  forms: readonly FormTruth[],
): SiteTruth[] {
  const deep = new Map(DOMAINS.map((domain) => [domain, deepSites(forms, domain)] as const));
  return sites.map((site) => {
    const grade = (domain: DomainName): number => {
      const own = deep.get(domain);
      if (own?.has(site.key)) return 3;
      if (site.linksTo.filter((key) => own?.has(key)).length >= CENTRE_LINKS) return 2;
      return site.about === domain ? 1 : 0;
    };
    const relevance = DOMAINS.map((domain) => [domain, grade(domain)] as const).filter(
      ([, worth]) => worth > 0,
    );
    return { ...site, relevance: Object.fromEntries(relevance) };
  });
}

/** Fewest site links from the seeds, by site key; sites that no link leads to are left out. */
function hopsFrom(seeds: readonly string[], sites: readonly SiteTruth[]): Map<string, number> {
  const byKey = new Map(sites.map((site) => [site.key, site]));
  const start = seeds.map((seed) => new URL(seed).hostname.split('.').slice(-2).join('.'));
  const hops = new Map(start.map((key) => [key, 0]));
  for (const [key, distance] of hops)
    for (const next of byKey.get(key)?.linksTo ?? []) if (!hops.has(next)) hops.set(next, distance + 1);
  return hops;
}

export function reachableFrom(
  seeds: Truth['seeds'],
  sites: readonly SiteTruth[],
  forms: readonly FormTruth[],
): Truth['reachable'] {
  return Object.fromEntries(
    DOMAINS.map((domain) => {
      const hops = hopsFrom(seeds[domain] ?? [], sites);
      const deep = deepSites(forms, domain);
      const own = forms.filter((form) => counts(form, domain));
      const reached = [...deep].map((key) => hops.get(key)).filter((distance) => distance !== undefined);
      const farthest = Math.max(-1, ...reached);
      return [
        domain,
        {
          sites: deep.size,
          sitesReachable: reached.length,
          forms: own.length,
          formsReachable: own.filter((form) => hops.has(form.site)).length,
          hops: Array.from(
            { length: farthest + 1 },
            (_, distance) => reached.filter((one) => one === distance).length,
          ),
        },
      ];
    }),
  );
}
