import { openStore } from '../drivers/open/index.ts';
import { loadDomain } from '../foundation/domain/index.ts';
import { OptionsError } from '../foundation/options/index.ts';
import {
  LEAST_SEED_PAGES,
  type SeedPage,
  type SeedPageModel,
  seedPageModel,
} from '../foundation/topics/index.ts';
import { siteOf } from '../foundation/url/index.ts';

interface Choice {
  readonly topicFilter: string;
  readonly seedPages: readonly string[];
  readonly storage: string;
}

/** Pages about none of the domains. */
const OTHER = 'other';

/**
 * Learns the wanted domains, and others to tell them from, from the seed pages that a user names; nothing unless these are
 * to say what pages are about.
 * @throws {OptionsError} where a wanted domain has too few, or nothing is given to tell it from
 */
export async function seedPageModels(
  wanted: readonly string[],
  choice: Choice,
  onWarning: (message: string) => void,
): Promise<readonly SeedPageModel[]> {
  if (choice.topicFilter !== 'seed-pages') return [];
  const names = wanted.map((domain) => loadDomain(domain).name);
  const pages = await pagesByDomain(names, choice, onWarning);
  for (const name of names) {
    const count = pages.get(name)?.length ?? 0;
    if (count < LEAST_SEED_PAGES)
      throw new OptionsError(
        `${count} seed pages of ${name}; at least ${LEAST_SEED_PAGES} are needed: give --seed-pages ${name}=FOLDER`,
      );
  }
  if (pages.size < 2)
    throw new OptionsError(
      'seed pages of one domain are not enough, because pages of other topics are needed to compare them with: --seed-pages other=FOLDER',
    );
  return [...pages].flatMap(([domain, own]) => {
    if (domain === OTHER || own.length < LEAST_SEED_PAGES) return [];
    const others = [...pages].flatMap(([name, theirs]) => (name === domain ? [] : theirs));
    return [seedPageModel(domain, own, others)];
  });
}

async function pagesByDomain(
  wanted: readonly string[],
  { seedPages, storage }: Choice,
  onWarning: (message: string) => void,
): Promise<ReadonlyMap<string, SeedPage[]>> {
  const { readCorpus } = await import('../knowledge/index.ts');
  const corpora = seedPages.map((given) => corpusOf(given, wanted));
  const ofRuns = corpora.some(({ corpus }) => /^run(?::\d+)?$/.test(corpus));
  const store = ofRuns ? await openStore(storage, { mode: 'read' }) : undefined;
  const pages = new Map<string, SeedPage[]>();
  try {
    for (const { domain, corpus } of corpora) {
      const own = pages.get(domain) ?? [];
      for await (const { source, title, text } of readCorpus(corpus, {
        ...(store !== undefined && { store }),
        topic: domain,
        onWarning,
      })) {
        const url = URL.canParse(source) ? source : '';
        own.push({ url, title, text, site: url === '' ? `${corpus}/${source}` : siteOf(url) });
      }
      if (own.length > 0) pages.set(domain, own);
    }
  } finally {
    await store?.close();
  }
  return pages;
}

function corpusOf(given: string, wanted: readonly string[]): { domain: string; corpus: string } {
  const [, domain, corpus = given] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(given) ?? [];
  const [only, ...more] = wanted;
  if (domain !== undefined) return { domain, corpus };
  if (only === undefined || more.length > 0)
    throw new OptionsError(`whose seed pages are ${given}? write --seed-pages DOMAIN=${given}`);
  return { domain: only, corpus };
}
