import { type DefaultTreeAdapterTypes, html as names, defaultTreeAdapter as own, parse } from 'parse5';
import { fastParse } from '../../../src/foundation/dom/fast-parser/fast-parse.ts';
import { finalizeTree } from '../../../src/foundation/dom/finalize-tree.ts';
import { type HtmlParser, Unsupported } from '../../../src/foundation/dom/html-parser.ts';
import { cleanUp, type MutableElement, type MutableRoot } from '../../../src/foundation/dom/mutable-tree.ts';
import { parse5Parse } from '../../../src/foundation/dom/parse5-parser.ts';
import { isElement } from '../../../src/foundation/dom/tree.ts';

/** Every parser that `parseTree` chooses from. */
export const PARSERS: readonly (readonly [name: string, parse: HtmlParser])[] = [
  ['the fast parser', fastParse],
  ['parse5 with our tree', parse5Parse],
];

const URL_ = 'http://a.test/dir/page';

/** Counts the pages of which a parser makes another tree than the reference, and why it does not support others. */
export class ParserComparison {
  readonly parse: HtmlParser;
  readonly scripting: readonly boolean[];
  same = 0;
  readonly different: string[] = [];
  readonly unsupported = new Map<string, number>();

  constructor(parse: HtmlParser, scripting: readonly boolean[] = [true, false]) {
    this.parse = parse;
    this.scripting = scripting;
  }

  /** Compares elements, attributes and texts with the tree that parse5 itself makes; texts around a comment are one. */
  addOutlines(pages: Iterable<string>): this {
    for (const html of pages)
      this.add(html, (root, scripting) => outlineOf(root) === referenceOutline(html, scripting));
    return this;
  }

  /** Compares the finalized trees, with owners of controls and all, with those that are made by way of parse5. */
  addTrees(pages: Iterable<string>): this {
    for (const html of pages)
      this.add(html, (root, scripting) => {
        const reference = finalizeTree(parse5Parse(html, scripting), URL_);
        return JSON.stringify(finalizeTree(root, URL_)) === JSON.stringify(reference);
      });
    return this;
  }

  private add(html: string, agrees: (root: MutableRoot, scripting: boolean) => boolean): void {
    for (const scripting of this.scripting) {
      const root = this.parse(html, scripting);
      if (root instanceof Unsupported)
        this.unsupported.set(root.message, (this.unsupported.get(root.message) ?? 0) + 1);
      else if (agrees(root, scripting)) this.same++;
      else this.different.push(html);
    }
  }
}

type Outline = string | [tag: string, attributes: [string, string][], children: Outline[]];

const sorted = (attributes: [string, string][]): [string, string][] =>
  attributes.sort(([a], [b]) => (a < b ? -1 : 1));

function outlineOf(root: MutableRoot): string {
  const outline = (element: MutableElement): Outline => {
    cleanUp(element);
    return [
      element.tag,
      sorted(Object.entries(element.attributes)),
      element.children.map((child) => (isElement(child) ? outline(child as MutableElement) : child)),
    ];
  };
  const top = root.nodes.filter((node) => typeof node !== 'string' && 'tag' in node);
  return JSON.stringify(top.map((node) => outline(node as MutableElement)));
}

function referenceOutline(html: string, scriptingEnabled: boolean): string {
  const outline = (element: DefaultTreeAdapterTypes.Element): Outline => [
    element.namespaceURI === names.NS.HTML ? element.tagName : element.tagName.toLowerCase(),
    sorted(element.attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value])),
    outlines(element.childNodes),
  ];
  const outlines = (nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): Outline[] =>
    nodes.reduce<Outline[]>((all, node) => {
      const last = all.at(-1);
      if (own.isElementNode(node)) all.push(outline(node));
      else if (own.isTextNode(node) && typeof last === 'string') all.splice(-1, 1, last + node.value);
      else if (own.isTextNode(node)) all.push(node.value);
      return all;
    }, []);
  return JSON.stringify(outlines(parse(html, { scriptingEnabled }).childNodes));
}
