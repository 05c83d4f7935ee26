import type { ContentHandler } from './content-handler.ts';
import { XmlLinkReader } from './xml-link-reader.ts';

const RULES = { text: new Map([['link', ['item']]]), href: new Map([['link', ['entry']]]) };

export const feed: ContentHandler = {
  handles: (_mediaType, beginning) => /<(?:\w+:)?(?:rss|feed|RDF)[\s>]/.test(beginning),
  linksOf: (text, url) => new XmlLinkReader(url, RULES).read(text),
};
