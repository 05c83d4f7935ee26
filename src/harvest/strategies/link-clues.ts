import type { Domain } from '../../domain/index.ts';
import { lexiconHits, lexiconNumber } from '../../forms/index.ts';
import { wordLine } from '../../text/index.ts';
import { type LinkWords, scoreLink } from '../../topics/index.ts';

/** What a link says by itself, before anything was learnt: prior knowledge of the domain file and the form lexicon. */
export interface LinkClues {
  /** Cosine with the nearest wanted domain. */
  readonly domain: number;
  /** 2: its words or its address offer a search; 1: offer to browse or to filter; 0: neither. */
  readonly offer: 0 | 1 | 2;
  /** Of its address; 1 added for digits in the path, 2 for a query. */
  readonly shape: 0 | 1 | 2 | 3;
}

const MOST_REMEMBERED = 50_000;
/** Lists of the form lexicon: what is said of searching holds for links as for buttons. */
const SEARCH = (['search', 'advanced'] as const).map(lexiconNumber);
const BROWSE = (['browse', 'filter', 'category'] as const).map(lexiconNumber);

/** Reads clues; words that many links share (anchors of menus, above all) are looked up once. */
export class ClueReader {
  private readonly wanted: readonly Domain[];
  private readonly remembered = new Map<string, number>();

  constructor(wanted: readonly Domain[]) {
    this.wanted = wanted;
  }

  of(link: LinkWords): LinkClues {
    const path = link.url.slice(link.url.indexOf('/', 8));
    const query = path.indexOf('?');
    const digits = /\d/.test(query < 0 ? path : path.slice(0, query));
    return {
      domain: Math.max(0, ...this.wanted.map((domain) => scoreLink(link, domain))),
      offer: this.offerOf(link.anchor, query < 0 ? path : path.slice(0, query)),
      shape: ((digits ? 1 : 0) + (query < 0 ? 0 : 2)) as 0 | 1 | 2 | 3,
    };
  }

  private offerOf(anchor: string, path: string): 0 | 1 | 2 {
    return Math.max(this.offer(anchor), this.offer(path)) as 0 | 1 | 2;
  }

  private offer(words: string): number {
    const known = this.remembered.get(words);
    if (known !== undefined) return known;
    const hits = lexiconHits(wordLine(words));
    const offer = SEARCH.some((list) => hits[list]) ? 2 : BROWSE.some((list) => hits[list]) ? 1 : 0;
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(words, offer);
    return offer;
  }
}
