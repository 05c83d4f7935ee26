import type { Store } from '../../storage/index.ts';
import { askableWords, isOwnAddress, type SitePage, SiteWords } from '../../submissions/index.ts';
import type { Outlink } from '../frontier/index.ts';

interface RunStore {
  readonly store: Pick<Store, 'pages' | 'records'>;
  readonly runId: number;
}

/** Pages of a site that are read for words, the nearest to its front page first. */
const MOST_PAGES = 300;
const MOST_LINKS = 500;
const BATCH = 50;

/** Returns words that the site's own pages use of their content: the same ones whenever a run that has explored it goes on. */
export async function wordsOfSite({ store, runId }: RunStore, site: string): Promise<SiteWords> {
  const pages: SitePage[] = [];
  for (let from = 0; from < MOST_PAGES; from += BATCH) {
    // Without the answers of forms: a run that goes on may have more of them than one that began.
    const rows = await store.pages.nearest(runId, site, from, BATCH);
    for (const { url, title, outlinks } of rows) {
      const own = (JSON.parse(outlinks) as Outlink[]).filter(([, , , place]) => place !== 2);
      const links = own.slice(0, MOST_LINKS);
      pages.push({ url, title, links: links.map(([to, text, around = '']) => ({ url: to, text, around })) });
    }
    if (rows.length < BATCH) break;
  }
  return new SiteWords(pages);
}

const MOST_RECORDS = 300;
/** Share of these records that a word may stand in: more is a label, or what the site is about. */
const MOST_SHARE = 0.4;
const MOST_FOUND_WORDS = 100;

/** Returns words of records found by forms that were queried before, so that a resumed run finds the same ones. */
export async function wordsFound(
  { store, runId }: RunStore,
  { site, formId, page }: { readonly site: string; readonly formId: string; readonly page: string },
): Promise<string[]> {
  const rows = await store.records.ofOtherForms(runId, site, formId, MOST_RECORDS);
  const counts = new Map<string, { word: string; own: boolean; records: number; titles: number }>();
  for (const { key: address, title, text } of rows) {
    const own = isOwnAddress(page, address);
    const titled = new Set(askableWords(title).map(({ key }) => key));
    for (const { key, word } of new Map(askableWords(text).map((one) => [one.key, one])).values()) {
      const one = counts.get(key) ?? { word, own, records: 0, titles: 0 };
      one.records++;
      one.own ||= own;
      if (titled.has(key)) one.titles++;
      counts.set(key, one);
    }
  }
  // First words of records whose addresses lie below the form's page. A word of two records is content more
  // surely than one of a single record, or of many.
  return [...counts.values()]
    .filter(({ records }) => records <= Math.max(2, MOST_SHARE * rows.length))
    .sort(
      (a, b) => Number(b.own) - Number(a.own) || rankOf(a.records) - rankOf(b.records) || b.titles - a.titles,
    )
    .slice(0, MOST_FOUND_WORDS)
    .map(({ word }) => word);
}

const rankOf = (records: number): number => (records === 1 ? 1.5 : Math.log2(records));
