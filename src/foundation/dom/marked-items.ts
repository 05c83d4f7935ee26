/** Items that the markup itself describes: microdata (with `itemref`) and RDFa Lite. */

import type { ItemBudget, ItemUnderWay } from './linked-data.ts';
import { elementsOf, isElement, type TreeDocument, type TreeElement, type TreeNode, textOf } from './tree.ts';

const MAX_TEXT = 2_000;
const MAX_NAMES = 10;
const MAX_VALUES = 50;
const MAX_REFERENCES = 20;

/** Properties whose value is an address; any other property of a link is what the link says. */
const ADDRESS = /(?:url|sameas|image|photo|logo|licen[cs]e|link|target|page|file|map|embed|action)$/i;

/** `https://schema.org/name`, `schema:name` and `name` are one. */
export const lastPart = (name: string): string => name.slice(0, MAX_TEXT).replace(/^.*[/#:]/s, '');

const namesIn = (attribute = ''): readonly string[] =>
  attribute.split(/\s+/).filter(Boolean).slice(0, MAX_NAMES).map(lastPart);

/** Top-level items in document order, in linear time. */
export function markedItems(document: TreeDocument, budget: ItemBudget): ItemUnderWay[] {
  const top: ItemUnderWay[] = [];
  const referenced = new References(document);
  const stack: {
    readonly nodes: readonly TreeNode[];
    at: number;
    readonly item: ItemUnderWay | undefined;
  }[] = [{ nodes: [document.root], at: 0, item: undefined }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) stack.pop();
    if (node === undefined || !isElement(node)) continue;
    const { itemprop, itemscope, itemtype, itemref, typeof: kind, property } = node.attributes;
    const names = namesIn(itemprop ?? property);
    const begins = (itemscope !== undefined || kind !== undefined) && budget.items > 0;
    let { item } = level;
    if (begins) {
      budget.items--;
      item = { types: namesIn(itemtype ?? kind), properties: new Map() };
      if (names.length === 0 || level.item === undefined) top.push(item);
    }
    const value = begins && item !== undefined ? item : undefined;
    for (const name of level.item === undefined ? [] : names) {
      const values = level.item?.properties.get(name) ?? [];
      if (values.length < MAX_VALUES) values.push(value ?? contentOf(node, name, document.baseUrl));
      level.item?.properties.set(name, values);
    }
    if (node.children.length > 0) stack.push({ nodes: node.children, at: 0, item });
    if (begins && itemref !== undefined) stack.push({ nodes: referenced.by(itemref), at: 0, item });
  }
  return top;
}

/** Elements that items refer to by their id; a page may refer twenty times. */
class References {
  private readonly document: TreeDocument;
  private byId: Map<string, TreeElement> | undefined;
  private left = MAX_REFERENCES;

  constructor(document: TreeDocument) {
    this.document = document;
  }

  by(itemref: string): readonly TreeElement[] {
    this.byId ??= new Map(
      [...elementsOf(this.document.root, false)].flatMap((element) => {
        const { id } = element.attributes;
        return id === undefined ? [] : [[id, element] as const];
      }),
    );
    const ids = itemref.split(/\s+/).filter(Boolean).slice(0, this.left);
    this.left -= ids.length;
    return ids.flatMap((id) => this.byId?.get(id) ?? []);
  }
}

function contentOf(element: TreeElement, name: string, baseUrl: string): string {
  const { tag, attributes } = element;
  const { content, datetime, value, href, src } = attributes;
  if (content !== undefined) return content.slice(0, MAX_TEXT);
  if (tag === 'time' && datetime !== undefined) return datetime.slice(0, MAX_TEXT);
  if ((tag === 'data' || tag === 'meter') && value !== undefined) return value.slice(0, MAX_TEXT);
  const text = tag === 'a' && !ADDRESS.test(name) ? textOf(element, MAX_TEXT) : '';
  if (text !== '') return text;
  const address = tag === 'a' || tag === 'link' || tag === 'area' ? href : tag === 'img' ? src : undefined;
  if (address !== undefined && address.length <= MAX_TEXT)
    return URL.parse(address, baseUrl)?.href ?? address;
  return textOf(element, MAX_TEXT);
}
