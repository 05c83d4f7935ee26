import { Parser } from 'parse5';
import { fastParse } from './fast-parser/fast-parse.ts';
import { LISTED_CONTROLS } from './fast-parser/tags.ts';
import { type MutableTypes, mutableTree } from './mutable-tree.ts';
import { finalizeTree } from './finalize-tree.ts';
import type { TreeDocument } from './tree.ts';

/** A tree takes up to 300 bytes of memory a character of hostile markup; what is longer is read to here. */
const MAX_CHARACTERS = 4_000_000;

/** Made by the parser; more than 4,000,000 characters can ask for by themselves, were it not for `<p>`. */
const MAX_ELEMENTS = 1_400_000;

interface ParseOptions {
  /** As the HTML parser's scripting flag: when true (default) `<noscript>` holds raw text, as in a live browser. */
  readonly scripting?: boolean;
}

/** What a quick look makes of a page: its tree, or why the thorough parser has to read it. */
type Look =
  | { readonly kind: 'seen'; readonly tree: TreeDocument }
  | { readonly kind: 'unclear'; readonly reason: string };

/**
 * Parses HTML as a browser does before any script has run.
 *
 * Form owners are the parser's own form-element pointer, for in mis-nested markup controls lie outside their form's
 * subtree; where that has none, the form around the control. Most pages are read by the quick look, which takes a third of the time and
 * gives the same tree.
 * @param url address of the document after redirects, used to resolve `<base href>`
 */
export function parseTree(html: string, url: string, options: ParseOptions = {}): TreeDocument {
  const look = parseFast(html, url, options);
  return look.kind === 'seen' ? look.tree : parseWithParse5(html, url, options);
}

/**
 * The tree in one pass over the text, and whether anything on the page could be made a form of (`formLike`); gives up, with a reason, on
 * the few kinds of markup that it does not know.
 */
export function parseFast(html: string, url: string, { scripting = true }: ParseOptions = {}): Look {
  if (html.length > MAX_CHARACTERS) return { kind: 'unclear', reason: 'longer than is read' };
  const read = fastParse(html, scripting);
  return typeof read === 'string'
    ? { kind: 'unclear', reason: read }
    : { kind: 'seen', tree: finalizeTree(read, url) };
}

/** The tree by the HTML standard's own algorithms, all of them: what the quick look has to equal. */
export function parseWithParse5(html: string, url: string, options: ParseOptions = {}): TreeDocument {
  const parser = newParser(options);
  const whole = readWhole(parser, html.slice(0, MAX_CHARACTERS)) && html.length <= MAX_CHARACTERS;
  const tree = finalizeTree(parser.document, url);
  return whole ? tree : { ...tree, truncated: true };
}

function newParser({ scripting = true }: ParseOptions): Parser<MutableTypes> {
  let elements = 0;
  return new Parser<MutableTypes>({
    scriptingEnabled: scripting,
    treeAdapter: {
      ...mutableTree,
      onElementCreated(element, { formElement, isInTemplate }) {
        if (++elements > MAX_ELEMENTS) throw new TooManyElements();
        if (formElement !== null && !isInTemplate && LISTED_CONTROLS.has(element.name)) {
          element.pointer = formElement;
        }
      },
    },
  });
}

/** Markup can make the parser open the same elements anew at every tag, for ever more of them. */
class TooManyElements extends Error {}

/** @returns false when the parser gave up; its document then holds what was read before */
function readWhole(parser: Parser<MutableTypes>, html: string): boolean {
  try {
    parser.tokenizer.write(html, true);
    return true;
  } catch (error) {
    if (error instanceof TooManyElements) return false;
    throw error;
  }
}
