import { lexiconHits, lexiconNumber } from '../../forms/index.ts';
import type { Domain } from '../../foundation/domain/index.ts';
import { wordLine } from '../../foundation/text/index.ts';
import { type LinkWords, scoreLink } from '../../foundation/topics/index.ts';

/** Holds what a link says by itself: prior knowledge of the domain file and the form lexicon. */
interface LinkClues {
  /** Cosine with the nearest wanted domain. */
  readonly domain: number;
  /** Rates its words or its address. 3: offer a search; 2: to browse or to filter; 1: nothing; 0: offer something else. */
  readonly offer: 0 | 1 | 2 | 3;
  /** Rates its address; 1 added for digits in the path, 2 for a query. */
  readonly shape: 0 | 1 | 2 | 3;
}

const MOST_REMEMBERED = 50_000;
/** Lists of the form lexicon: what is said of searching holds for links as for buttons. */
const SEARCH = (['search', 'advanced'] as const).map(lexiconNumber);
const BROWSE = (['browse', 'filter', 'category'] as const).map(lexiconNumber);
/** To write, to pay, to have an account, to read the rules. */
const ELSE = (
  [
    'agree',
    'cart',
    'comment',
    'contact',
    'login',
    'logout',
    'payment',
    'recovery',
    'register',
    'share',
    'subscribe',
    'upload',
  ] as const
).map(lexiconNumber);

/** Looks up words that many links share (anchors of menus, above all) once. */
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

  private offerOf(anchor: string, path: string): LinkClues['offer'] {
    const [said, written] = [this.offer(anchor), this.offer(path)];
    // What one of them offers counts, whatever the other leaves open.
    if (said === 1 || written === 1)
      return Math.min(said, written) === 0 ? 0 : (Math.max(said, written) as LinkClues['offer']);
    return Math.max(said, written) as LinkClues['offer'];
  }

  private offer(words: string): number {
    const known = this.remembered.get(words);
    if (known !== undefined) return known;
    const line = wordLine(words);
    // Front pages have no words: without others, the lexicon need not be made ready before the first page.
    const hits = line.trim() === '' ? [] : lexiconHits(line);
    const any = (lists: readonly number[]) => lists.some((list) => hits[list]);
    const offer = any(SEARCH) ? 3 : any(BROWSE) ? 2 : any(ELSE) ? 0 : 1;
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(words, offer);
    return offer;
  }
}
