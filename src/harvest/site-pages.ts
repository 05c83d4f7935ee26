import type { Outlink } from '../pages/index.ts';
import { type SitePage, SiteWords } from '../submissions/index.ts';
import type { Workshop } from './workshop.ts';

/** Pages of a site that are read for words, the nearest to its front page first. */
const MOST_PAGES = 300;
const MOST_LINKS = 500;
const BATCH = 50;

/** Words that the site's own pages use of their content: the same ones whenever a run that has explored it goes on. */
export async function wordsOfSite({ store, runId }: Workshop, site: string): Promise<SiteWords> {
  const pages: SitePage[] = [];
  for (let from = 0; from < MOST_PAGES; from += BATCH) {
    const rows = await store.db
      .selectFrom('page')
      .innerJoin('link', 'link.id', 'page.id')
      .select(['page.url', 'page.title', 'page.outlinks'])
      .where('page.run_id', '=', runId)
      .where('page.site', '=', site)
      .where('page.rendered_by', '!=', 'none')
      .where('page.status', '<', 300)
      // A run that goes on may have more answers than one that began.
      .where('link.kind', 'not in', ['answer', 'answer-without-hits'])
      .orderBy('link.depth')
      .orderBy('page.url')
      .limit(BATCH)
      .offset(from)
      .execute();
    for (const { url, title, outlinks } of rows) {
      const links = (JSON.parse(outlinks) as Outlink[]).slice(0, MOST_LINKS);
      pages.push({ url, title, links: links.map(([to, text, around = '']) => ({ url: to, text, around })) });
    }
    if (rows.length < BATCH) break;
  }
  return new SiteWords(pages);
}
