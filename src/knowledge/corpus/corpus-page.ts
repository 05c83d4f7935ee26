import { parseTree, textOf } from '../../foundation/dom/index.ts';
import { decodeHtml } from '../../foundation/http/index.ts';

/** A page of a corpus before it is annotated. */
export interface CorpusPage {
  /** Address or path: names the page within its corpus. */
  readonly source: string;
  readonly title: string;
  /** What a reader sees, plain. */
  readonly text: string;
}

/** Characters of text that are kept of a page; more than annotation reads. */
export const PAGE_TEXT = 20_000;
export const MOST_BYTES = 10_000_000;

/** What is annotated of a page: its title, then its text. */
export const contentOf = ({ title, text }: Pick<CorpusPage, 'title' | 'text'>): string[] => [title, text];

/** @param contentType header of the answer; undefined for a file */
export function pageOfHtml(body: Uint8Array, contentType: string | undefined, source: string): CorpusPage {
  const { text } = decodeHtml(Buffer.from(body), contentType);
  const tree = parseTree(text, URL.canParse(source) ? source : 'http://corpus.invalid/');
  return { source, title: tree.title, text: textOf(tree.root, PAGE_TEXT) };
}
