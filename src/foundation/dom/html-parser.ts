import type { MutableRoot } from './mutable-tree.ts';

/** A tree takes up to 300 bytes of memory a character of hostile markup; longer pages are parsed to here. */
export const MAX_CHARACTERS = 4_000_000;

export class Unsupported extends Error {}

/**
 * Parses HTML by the tree construction of the HTML standard.
 * @param scripting as the standard's scripting flag: when true, `<noscript>` holds raw text
 * @returns the tree, still to be finalized by {@link finalizeTree}, or why the page needs another parser; never half a tree
 */
export type HtmlParser = (html: string, scripting: boolean) => MutableRoot | Unsupported;
