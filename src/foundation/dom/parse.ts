import { encodeAddresses } from './encode-addresses.ts';
import { fastParse } from './fast-parser/fast-parse.ts';
import { finalizeTree } from './finalize-tree.ts';
import { MutableRoot } from './mutable-tree.ts';
import { parse5Parse } from './parse5-parser.ts';
import type { TreeDocument } from './tree.ts';

interface ParseOptions {
  /** As the HTML parser's scripting flag: when true (default) `<noscript>` holds raw text, as in a live browser. */
  readonly scripting?: boolean;
  /** As the Encoding standard names it; default UTF-8. Browsers write queries of the document's links in it. */
  readonly encoding?: string;
}

/**
 * Parses HTML as a browser does before any script has run.
 *
 * Form owners are the parser's own form-element pointer, for in mis-nested markup controls lie outside their form's
 * subtree; where that has none, the form around the control. The fast parser reads most pages, in half the time of parse5 and
 * with the same tree; parse5 reads the others, and all of them where the environment says `FIELDFARE_PARSER=parse5`.
 * @param url address of the document after redirects, used to resolve `<base href>`
 */
export function parseTree(html: string, url: string, options: ParseOptions = {}): TreeDocument {
  const { scripting = true, encoding = 'utf-8' } = options;
  const parsed = process.env.FIELDFARE_PARSER === 'parse5' ? undefined : fastParse(html, scripting);
  const tree = finalizeTree(parsed instanceof MutableRoot ? parsed : parse5Parse(html, scripting), url);
  if (encoding !== 'utf-8') encodeAddresses(tree, encoding);
  return tree;
}
