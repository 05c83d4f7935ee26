/**
 * A document as plain data: what the static parser and the live browser both hand over, so that forms, links and text
 * are read by one piece of code whichever of the two saw the page.
 */

export type TreeNode = TreeElement | string;

/** Why a reader of the page would not see an element. */
export type HiddenReason = 'type' | 'attribute' | 'style' | 'size' | 'offscreen' | 'ancestor';

/** Pixels in the layout viewport's coordinates. Only a live page knows them. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TreeElement {
  /** Local name in lower case. */
  readonly tag: string;
  /** Attribute names in lower case, as in the markup; a live page's attributes as they stand when captured. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly TreeNode[];
  /** For a `<form>`: its number in the document, unique across frames and shadow roots. */
  readonly formKey?: number;
  /** For a listed control: the `formKey` of its form owner (the HTML form-owner pointer, never ancestry). */
  readonly owner?: number;
  /** Set when the element itself is not visible. Static trees judge by attributes and inline style alone. */
  readonly hidden?: HiddenReason;
  readonly box?: Box;
  /** Live state of a control where it differs from its attributes. */
  readonly value?: string;
  readonly checked?: boolean;
  /** Children of an open shadow root. */
  readonly shadow?: readonly TreeNode[];
  /** The document of a same-origin frame. */
  readonly frame?: TreeDocument;
}

export interface TreeDocument {
  /** Address of the document, after redirects. */
  readonly url: string;
  /** Base for relative addresses: `<base href>` resolved against `url`. */
  readonly baseUrl: string;
  readonly title: string;
  /** BCP 47 tag of `<html lang>`, or the empty string. */
  readonly language: string;
  readonly root: TreeElement;
  /** True when a limit on nodes or bytes cut the tree short. */
  readonly truncated: boolean;
}

export const isElement = (node: TreeNode): node is TreeElement => typeof node !== 'string';

/** Every element in document order, shadow roots and same-origin frames included, without recursion. */
export function* elementsOf(root: TreeElement): Generator<TreeElement> {
  const stack: TreeElement[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element;
    const below = [...(element.shadow ?? []), ...element.children].filter(isElement);
    if (element.frame !== undefined) below.push(element.frame.root);
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i] as TreeElement);
  }
}

/** Elements whose text is not part of what a reader sees. */
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'iframe',
  'object',
  'svg',
  'math',
]);

/** Text below an element with white space folded, at most `limit` characters. */
export function textOf(root: TreeNode, limit = 100_000): string {
  const stack: TreeNode[] = [root];
  const parts: string[] = [];
  let length = 0;
  for (let node = stack.pop(); node !== undefined && length < limit; node = stack.pop()) {
    if (typeof node === 'string') {
      const text = node.replace(/\s+/g, ' ').trim();
      if (text !== '') {
        parts.push(text);
        length += text.length + 1;
      }
      continue;
    }
    if (node !== root && SILENT.has(node.tag)) continue;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as TreeNode);
    if (node.shadow) for (let i = node.shadow.length - 1; i >= 0; i--) stack.push(node.shadow[i] as TreeNode);
  }
  return parts.join(' ').slice(0, limit);
}
