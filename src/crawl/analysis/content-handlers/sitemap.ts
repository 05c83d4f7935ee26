import type { ContentHandler } from './content-handler.ts';
import { XmlLinkReader } from './xml-link-reader.ts';

const RULES = { text: new Map([['loc', ['url', 'sitemap']]]), href: new Map() };

export const sitemap: ContentHandler = {
  handles: (_mediaType, beginning) => /<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/.test(beginning),
  linksOf: (text, url) => new XmlLinkReader(url, RULES).read(text),
};
