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
  /** For a control without a caption in its markup: the nearest text on the screen. Only a live page knows it. */
  readonly visualLabel?: string;
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
  /** False when nothing in it could be made a form of; unknown for a live document, whose frames may hold some. */
  readonly formLike?: boolean;
}

export const isElement = (node: TreeNode): node is TreeElement => typeof node !== 'string';

/** Every element in document order, shadow roots and (unless switched off) same-origin frames included, without recursion. */
export function* elementsOf(root: TreeElement, frames = true): Generator<TreeElement> {
  const stack: { readonly nodes: readonly TreeNode[]; at: number }[] = [{ nodes: [root], at: 0 }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) stack.pop();
    else if (isElement(node)) {
      yield node;
      if (frames && node.frame !== undefined) stack.push({ nodes: [node.frame.root], at: 0 });
      if (node.children.length > 0) stack.push({ nodes: node.children, at: 0 });
      if (node.shadow !== undefined) stack.push({ nodes: node.shadow, at: 0 });
    }
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

/** Nodes looked at for each character asked for: what holds no text is not searched to its end. */
const NODES_A_CHARACTER = 50;
/** White space before the first word is not searched further than this. */
const MAX_BLANK = 10_000;

/** White space that is no single space. Most texts have none but at their ends. */
const LOOSE = /[^\S ]|\s\s/;
/** White space folded to single spaces. */
export const oneSpaced = (text: string): string => (LOOSE.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Text below an element with white space folded, at most `limit` characters. */
export function textOf(root: TreeNode, limit = 100_000): string {
  const stack: { readonly nodes: readonly TreeNode[]; at: number }[] = [{ nodes: [root], at: 0 }];
  const parts: string[] = [];
  let length = 0;
  let left = limit * NODES_A_CHARACTER;
  for (let level = stack.at(-1); level !== undefined && length < limit; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) {
      stack.pop();
      continue;
    }
    if (--left < 0) break;
    if (typeof node === 'string') {
      const text = oneSpaced(node.slice(0, 4 * limit + MAX_BLANK)).trim();
      if (text !== '') {
        parts.push(text);
        length += text.length + 1;
      }
      continue;
    }
    if (node !== root && SILENT.has(node.tag)) continue;
    stack.push({ nodes: node.children, at: 0 });
    if (node.shadow) stack.push({ nodes: node.shadow, at: 0 });
  }
  return parts.join(' ').slice(0, limit);
}
