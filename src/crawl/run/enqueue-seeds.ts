import type { Domain } from '../../foundation/domain/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { OptionsError } from '../../foundation/options/index.ts';
import { canonicalUrl, siteOf, withScheme } from '../../foundation/url/index.ts';
import type { Store } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { ResolvedOptions } from '../settings/index.ts';
import type { SeedSearch, SiteFrontier } from '../site-locating/index.ts';

export interface Seeding {
  readonly options: Pick<ResolvedOptions, 'seeds' | 'search'>;
  readonly store: Store;
  readonly transport: Transport;
  readonly searching: SeedSearch;
  readonly sites: SiteFrontier;
  readonly frontier: Frontier;
  readonly reverseSearch: boolean;
  emit(event: HarvestEvent): void;
}

export async function enqueueSeeds(seeding: Seeding, wanted: readonly Domain[]): Promise<readonly string[]> {
  const { options, transport: web, store, searching, sites, frontier } = seeding;
  const given = options.seeds ?? (await seedsOf(web, wanted));
  const addresses = given.length > 0 ? given : wanted.flatMap((domain) => domain.seeds);
  const urls = new Set<string>();
  for (const [i, address] of addresses.entries()) {
    const url = canonicalUrl(withScheme(address));
    if (url === undefined) {
      const what = JSON.stringify(address.slice(0, 100));
      seeding.emit({
        type: 'warning',
        message: `seed ${i + 1} is not a web address and is left out: ${what}`,
      });
      continue;
    }
    // An archive knows each page by the address it was recorded under, session and all.
    if (web.kind === 'replay' && web.holds(address)) urls.add(address);
    else for (const start of sites.hints.starts(url)) urls.add(start);
  }
  const located = await searching.locate(wanted);
  if (urls.size === 0 && located.length === 0)
    throw new OptionsError(
      options.search.length > 0
        ? `there is nothing to start from: ${options.search.join(' and ')} found no site; give --seeds FILE, too`
        : 'there is nothing to start from; give --seeds FILE or addresses in the domain file',
    );
  const linking = seeding.reverseSearch ? await searching.linking([...urls].map(siteOf)) : [];
  await store.transaction(async (trx) => {
    await sites.seed(trx, frontier, [...urls]);
    await sites.admitCandidates(trx, frontier, located);
    await sites.admitCandidates(trx, frontier, linking, 'centre');
  });
  return [...urls, ...located];
}

async function seedsOf(web: Transport, wanted: readonly Domain[]): Promise<readonly string[]> {
  const lists = await Promise.all(wanted.map((domain) => web.seeds(domain.name)));
  return [...new Set(lists.flat())];
}
