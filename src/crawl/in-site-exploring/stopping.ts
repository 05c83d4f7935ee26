import type { LinkCode, PageRow, Reason, Store } from '../../storage/index.ts';
import type { Lease } from '../frontier/index.ts';
import { storedPages } from './replay-history.ts';

export interface StoppingRules {
  /** Pages in a row without a new form after which a site is left; 0 for never. */
  readonly leaveAfter: number;
  /** New forms at one depth of a site after which the next depth comes (paper 004: 100); 0 for never. */
  readonly formsPerDepth: number;
  readonly maxSecondsPerSite: number | undefined;
  readonly maxBytesPerSite: number | undefined;
  /** Pages of a kind that all look alike after which no more of the kind are fetched; 0 for never. */
  readonly alike: number;
}

type StopCode = Extract<
  LinkCode,
  'fruitless-site' | 'depth-exhausted' | 'site-seconds' | 'site-bytes' | 'near-identical'
>;

export interface Stop {
  readonly reason: Reason<StopCode>;
  readonly wholeSite: boolean;
}

interface SiteRecord {
  fruitless: number;
  ms: number;
  bytes: number;
  readonly formsAt: number[];
  /** Holds for each kind of address what its pages looked like, and how many in a row looked like that. */
  readonly kinds: Map<string, { look: string; alike: number }>;
}

const MAX_KINDS = 2_000;

/** Tells when a site, a depth or a kind of its pages has no more to give. All but budgets depend on the order; 0 switches them off. */
export class Stopping {
  private readonly rules: StoppingRules;
  private readonly sites = new Map<string, SiteRecord>();

  constructor(rules: StoppingRules) {
    this.rules = rules;
  }

  /** Restores costs, forms and looks of the sites of a resumed run. @param only one site, whose pages another process may have read */
  async load(store: Store, runId: number, only?: string): Promise<void> {
    if (!Object.values(this.rules).some(Boolean)) return;
    if (only !== undefined) this.sites.delete(only);
    const known = new Set<string>();
    for await (const rows of storedPages(store, runId)) {
      const forms = await store.forms.onPages(
        runId,
        rows.map(({ id }) => id),
      );
      const shown = Map.groupBy(forms, ({ page_id }) => page_id);
      for (const row of rows) {
        const before = known.size;
        for (const { form_id } of shown.get(row.id) ?? []) known.add(form_id);
        if (only === undefined || row.site === only) this.seen(row, row, known.size - before);
      }
    }
  }

  /** Returns why a link is not fetched any more; undefined when it is. */
  stop(lease: Lease): Stop | undefined {
    const { maxSecondsPerSite, maxBytesPerSite, leaveAfter, formsPerDepth, alike } = this.rules;
    const site = this.sites.get(lease.site);
    if (site === undefined) return undefined;
    if (maxSecondsPerSite !== undefined && site.ms >= maxSecondsPerSite * 1_000)
      return whole('site-seconds', maxSecondsPerSite);
    if (maxBytesPerSite !== undefined && site.bytes >= maxBytesPerSite)
      return whole('site-bytes', maxBytesPerSite);
    if (leaveAfter > 0 && site.fruitless >= leaveAfter) return whole('fruitless-site', leaveAfter);
    if (formsPerDepth > 0 && (site.formsAt[lease.depth] ?? 0) >= formsPerDepth)
      return part('depth-exhausted', `${formsPerDepth}/${lease.depth}`);
    if (alike > 0 && (site.kinds.get(kindOf(lease.url))?.alike ?? 0) >= alike)
      return part('near-identical', alike);
    return undefined;
  }

  /** Counts a page that was kept. @param fresh forms of the page that the run had not seen before */
  seen(link: Pick<Lease, 'site' | 'depth' | 'url'>, page: SeenPage, fresh: number): void {
    const site = this.count(link.site, link.depth, page, fresh);
    const { look } = page;
    if (this.rules.alike === 0 || look === null || site.kinds.size >= MAX_KINDS) return;
    const kind = kindOf(link.url);
    const known = site.kinds.get(kind);
    const alike = known?.look === look && fresh === 0 ? known.alike + 1 : 0;
    site.kinds.set(kind, { look, alike });
  }

  private count(name: string, depth: number, page: SeenPage, fresh: number): SiteRecord {
    const site = this.of(name);
    site.ms += page.fetch_ms + (page.render_ms ?? 0);
    site.bytes += page.bytes;
    if (fresh > 0) site.formsAt[depth] = (site.formsAt[depth] ?? 0) + fresh;
    if (page.rendered_by !== 'none') site.fruitless = fresh > 0 ? 0 : site.fruitless + 1;
    return site;
  }

  private of(site: string): SiteRecord {
    let record = this.sites.get(site);
    if (record === undefined) {
      record = { fruitless: 0, ms: 0, bytes: 0, formsAt: [], kinds: new Map() };
      this.sites.set(site, record);
    }
    return record;
  }
}

type SeenPage = Pick<PageRow, 'fetch_ms' | 'render_ms' | 'bytes' | 'rendered_by' | 'look'>;

const whole = (code: StopCode, detail: number): Stop => ({
  reason: { code, detail: String(detail) },
  wholeSite: true,
});
const part = (code: StopCode, detail: number | string): Stop => ({
  reason: { code, detail: String(detail) },
  wholeSite: false,
});

/** Addresses that differ in numbers and values alone are of a kind. */
export function kindOf(url: string): string {
  const { host, pathname, searchParams } = new URL(url);
  const path = pathname
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '#' : segment))
    .join('/');
  return `${host}${path}?${[...new Set(searchParams.keys())].sort().join('&')}`;
}
