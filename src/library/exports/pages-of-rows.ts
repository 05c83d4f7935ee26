/** Finds what an archive holds of the rows of an export. */

import { siteOf } from '../../foundation/url/index.ts';
import { scanArchive, type WaczPage } from '../../foundation/warc/index.ts';
import { type Store, StoreError } from '../../storage/index.ts';
import { exportRows, type ReasonWords } from './export.ts';
import type { ListQuery } from './export-range.ts';

interface PagesOfRows {
  /** Decides by the address of a record of the archive. */
  keep(url: string | undefined): boolean;
  /** Addresses of rows, in their order. */
  readonly pages: readonly WaczPage[];
}

/** Content of what pages are drawn with. */
const PART =
  /^content-type:[ \t]*(?:text\/css|image\/|font\/|(?:text|application)\/(?:x-)?(?:javascript|font))/im;

/**
 * Keeps the pages of rows, the answers that showed them, and what these are drawn with: style sheets, scripts, images and fonts
 * of their sites, and of hosts that are no sites of the run.
 * @param files of the archive
 * @throws {StoreError} the range has no rows
 */
export async function pagesOfRows(
  words: ReasonWords,
  store: Store,
  { run, kind, range }: ListQuery,
  files: readonly string[],
): Promise<PagesOfRows> {
  const pages = new Map<string, WaczPage>();
  const sites = new Set<string>();
  const forms = new Set<string>();
  const answers = new Set<string>();
  const keys = new Set<string>();
  const add = (url: unknown, title: unknown) => {
    if (typeof url === 'string' && URL.canParse(url) && !pages.has(url))
      pages.set(url, { url, title: String(title || url) });
  };
  for await (const row of exportRows(words, store, run, kind, range)) {
    const { site, formId, key, title, url, page, finalUrl, detail, sources = [] } = row as Row;
    if (kind === 'sites') sites.add(site);
    if (kind === 'forms') forms.add(formId);
    for (const one of kind === 'records' ? [{ site, key }] : sources) keys.add(`${one.site}\n${one.key}`);
    for (const address of [url, page, finalUrl, detail?.url]) add(address, title ?? `${kind} of ${site}`);
  }
  if (kind === 'sites')
    for await (const { url, title } of store.figures.addresses(run))
      if (sites.has(siteOf(url))) add(url, title);
  if (keys.size > 0)
    for await (const { site, key, title, url, form_id: form, submission } of store.records.each(run)) {
      if (!keys.has(`${site}\n${key}`)) continue;
      add(url, title);
      answers.add(`${form}\n${submission}`);
    }
  if (forms.size + answers.size + sites.size > 0)
    for await (const { form_id: form, key, site, url, final_url: final } of store.submissions.each(run))
      if (forms.has(form) || sites.has(site) || answers.has(`${form}\n${key}`))
        for (const address of [url, final]) add(address, `answer of ${site}`);
  if (pages.size === 0) throw new StoreError(`the filter leaves no ${kind} of run ${run}`);
  const own = new Set([...pages.keys()].map(siteOf));
  const others = new Set((await store.sites.all(run)).map(({ site }) => site));
  const parts = new Set<string>();
  const archived = new Set<string>();
  for (const file of files)
    for await (const { head, prefix } of scanArchive(file)) {
      const url = uriOf(head.fields.get('warc-target-uri'));
      if (url === undefined || !URL.canParse(url)) continue;
      const site = siteOf(url);
      if (pages.has(url)) archived.add(url);
      else if ((own.has(site) || !others.has(site)) && PART.test(headOf(prefix))) parts.add(url);
    }
  return {
    keep: (url) => url === undefined || archived.has(url) || parts.has(url),
    pages: [...pages.values()].filter(({ url }) => archived.has(url)),
  };
}

type Row = {
  readonly [Column in 'site' | 'formId' | 'key']: string;
} & {
  readonly [Column in 'title' | 'url' | 'page' | 'finalUrl']?: unknown;
} & {
  readonly detail?: { readonly url: string } | null;
  readonly sources?: readonly { readonly site: string; readonly key: string }[];
};

const uriOf = (field: string | undefined): string | undefined => field?.replace(/^<|>$/g, '');

/** Returns the head of the HTTP message at the beginning of a block. */
function headOf(block: Buffer): string {
  const end = block.indexOf('\r\n\r\n');
  return block.subarray(0, end < 0 ? 8_192 : end).toString('latin1');
}
