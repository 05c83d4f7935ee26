import type { Domain } from '../../foundation/domain/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import { canonicalUrl, siteOf } from '../../foundation/url/index.ts';
import { OptionsError } from '../settings/index.ts';
import type { CrawlContext } from './crawl-context.ts';

/** Puts the addresses to start from into the frontier. */
export async function enqueueSeeds(
  context: CrawlContext,
  wanted: readonly Domain[],
): Promise<readonly string[]> {
  const { options, transport: web, store } = context;
  const given = options.seeds ?? (await seedsOf(web, wanted));
  const addresses = given.length > 0 ? given : wanted.flatMap((domain) => domain.seeds);
  const urls = new Set<string>();
  for (const [i, address] of addresses.entries()) {
    const url = canonicalUrl(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`);
    if (url === undefined) {
      const what = JSON.stringify(address.slice(0, 100));
      context.emit({
        type: 'warning',
        message: `seed ${i + 1} is not a web address and is left out: ${what}`,
      });
      continue;
    }
    // An archive knows each page by the address it was recorded under, session and all.
    if (web.kind === 'replay' && web.holds(address)) urls.add(address);
    else for (const start of context.sites.hints.starts(url)) urls.add(start);
  }
  const located = await context.searching.locate(context, wanted);
  if (urls.size === 0 && located.length === 0)
    throw new OptionsError(
      options.search.length > 0
        ? `there is nothing to start from: ${options.search.join(' and ')} found no site; give --seeds FILE, too`
        : 'there is nothing to start from; give --seeds FILE or addresses in the domain file',
    );
  const linking = context.strategy.reverseSearch
    ? await context.searching.linking(context, [...urls].map(siteOf))
    : [];
  await store.transaction(async (trx) => {
    await context.sites.seed(trx, context.frontier, [...urls]);
    await context.sites.admitCandidates(trx, context.frontier, [...located, ...linking]);
  });
  return [...urls, ...located];
}

async function seedsOf(web: Transport, wanted: readonly Domain[]): Promise<readonly string[]> {
  const lists = await Promise.all(wanted.map((domain) => web.seeds(domain.name)));
  return [...new Set(lists.flat())];
}
