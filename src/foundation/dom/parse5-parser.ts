import { Parser } from 'parse5';
import { type HtmlParser, MAX_CHARACTERS } from './html-parser.ts';
import { LISTED_CONTROLS, type MutableTypes, mutableTree } from './mutable-tree.ts';

/** Made by the parser; more than 4,000,000 characters can ask for by themselves, were it not for `<p>`. */
const MAX_ELEMENTS = 1_400_000;

/** Markup can make the parser open the same elements anew at every tag, for ever more of them. */
class TooManyElements extends Error {}

/** The reference parser: reads every page; one that is too long or has too many elements is truncated. */
export const parse5Parse = ((html, scripting) => {
  const parser = newParser(scripting);
  const { document } = parser;
  document.truncated = html.length > MAX_CHARACTERS;
  try {
    parser.tokenizer.write(html.slice(0, MAX_CHARACTERS), true);
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    document.truncated = true;
  }
  return document;
}) satisfies HtmlParser;

function newParser(scriptingEnabled: boolean): Parser<MutableTypes> {
  let elements = 0;
  return new Parser<MutableTypes>({
    scriptingEnabled,
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
