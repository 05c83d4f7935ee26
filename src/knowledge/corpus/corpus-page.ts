import { parseTree, textOf } from '../../foundation/dom/index.ts';
import { decodeHtml } from '../../foundation/http/index.ts';

/** A page of a corpus before it is annotated. */
export interface CorpusPage {
  /** Address or path: names the page within its corpus. */
  readonly source: string;
  readonly title: string;
  /** Visible text. */
  readonly text: string;
}

/** Characters of a page's text; more than annotation reads. */
export const MAX_PAGE_TEXT = 20_000;
export const MAX_BYTES = 10_000_000;

/** Returns the annotated content of a page: its title, then its text. */
export const contentOf = ({ title, text }: Pick<CorpusPage, 'title' | 'text'>): string[] => [title, text];

/** @param contentType header of the answer; undefined for a file */
export function pageOfHtml(body: Uint8Array, contentType: string | undefined, source: string): CorpusPage {
  const { text } = decodeHtml(Buffer.from(body), contentType);
  const tree = parseTree(text, URL.canParse(source) ? source : 'http://corpus.invalid/');
  return { source, title: tree.title, text: textOf(tree.root, MAX_PAGE_TEXT) };
}
