import type { TextBlock } from '../../foundation/dom/index.ts';
import { hashText } from './fingerprint.ts';

/** Pages of a site that must be known before a block can be recognised as its template's. */
const MIN_PAGES = 4;
/** Share of the site's pages from which on a block belongs to the template. */
const TEMPLATE_SHARE = 0.4;

/** Counts the pages of a site that show each block. Pages with identical blocks count once. */
export class SiteTemplate {
  readonly #counts = new Map<number, number>();
  readonly #pages = new Set<number>();

  add(blocks: readonly TextBlock[]): void {
    const hashes = new Set(blocks.map(({ text }) => hashText(text)));
    let page = hashes.size;
    // The hash ignores order, so that a page with rotated news is the same page.
    for (const hash of hashes) page = (page + Math.imul(hash, 0x9e3779b1)) | 0;
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    for (const hash of hashes) this.#counts.set(hash, (this.#counts.get(hash) ?? 0) + 1);
  }

  /**
   * Returns a page's own content: its blocks without navigation, footers and blocks on at least 40 % of the site's pages.
   * A site of fewer than four different pages has no template yet.
   */
  contentOf(blocks: readonly TextBlock[]): readonly string[] {
    const pages = this.#pages.size;
    const limit = pages < MIN_PAGES ? Number.POSITIVE_INFINITY : Math.max(3, pages * TEMPLATE_SHARE);
    return blocks
      .filter(({ text, chrome }) => !chrome && (this.#counts.get(hashText(text)) ?? 0) < limit)
      .map(({ text }) => text);
  }
}
