import { isPageAddress } from '../../../foundation/dom/index.ts';
import { canonicalUrl } from '../../../foundation/url/index.ts';
import type { ContentHandler } from './content-handler.ts';

const MOST_LISTED = 500;
const MAX_ADDRESS = 4_000;
/** Lines at the start of a file that must be addresses, but for comments. */
const LINES_LOOKED_AT = 5;

const ADDRESS = /^https?:\/\/\S+$/i;

/** Sitemaps as plain text, one address a line (sitemaps.org, protocol 0.9). */
export const addressList: ContentHandler = {
  handles: (_mediaType, beginning) => {
    const lines = linesOf(beginning).slice(0, LINES_LOOKED_AT);
    return lines.length > 0 && lines.every((line) => ADDRESS.test(line));
  },
  linksOf: (text, url) => {
    const found = new Set<string>();
    for (const line of linesOf(text)) {
      if (found.size >= MOST_LISTED) break;
      const address = ADDRESS.test(line) && line.length <= MAX_ADDRESS ? canonicalUrl(line, url) : undefined;
      if (address !== undefined && isPageAddress(address)) found.add(address);
    }
    return [...found].map((address) => ({ url: address, anchor: '', around: '' }));
  },
};

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
