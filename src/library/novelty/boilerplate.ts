import type { TextBlock } from '../../foundation/dom/index.ts';
import { hashText } from './fingerprint.ts';

/** Pages of a site that must be known before a block can be recognised as its template's. */
const LEAST_PAGES = 4;
/** Share of the site's pages that carry a block of its template. */
const TEMPLATE_SHARE = 0.4;

/** How often each block stands on the pages of one site. Pages with the very same blocks count once. */
export class SiteTemplate {
  readonly #counts = new Map<number, number>();
  readonly #pages = new Set<number>();

  add(blocks: readonly TextBlock[]): void {
    const hashes = new Set(blocks.map(({ text }) => hashText(text)));
    let page = hashes.size;
    // Order plays no part, so that the same page with its news rotated is the same page.
    for (const hash of hashes) page = (page + Math.imul(hash, 0x9e3779b1)) | 0;
    if (this.#pages.has(page)) return;
    this.#pages.add(page);
    for (const hash of hashes) this.#counts.set(hash, (this.#counts.get(hash) ?? 0) + 1);
  }

  /**
   * What a page says itself: its blocks without navigation, footers, and what stands on two in five pages of its site.
   * A site of fewer than four different pages has no template yet.
   */
  contentOf(blocks: readonly TextBlock[]): readonly string[] {
    const pages = this.#pages.size;
    const most = pages < LEAST_PAGES ? Number.POSITIVE_INFINITY : Math.max(3, pages * TEMPLATE_SHARE);
    return blocks
      .filter(({ text, chrome }) => !chrome && (this.#counts.get(hashText(text)) ?? 0) < most)
      .map(({ text }) => text);
  }
}
