/** Holds a document as plain data, from the static parser or the live browser, so that the same code reads both. */

export type TreeNode = TreeElement | string;

export type HiddenReason = 'type' | 'attribute' | 'style' | 'size' | 'offscreen' | 'ancestor';

/** Pixels in the layout viewport's coordinates; only in a live page. */
export interface ElementBox {
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
  readonly box?: ElementBox;
  /** For a control without a caption in its markup: the nearest text on the screen; only in a live page. */
  readonly visualLabel?: string;
  /** Live state of a control where it differs from its attributes. */
  readonly value?: string;
  readonly checked?: boolean;
  readonly shadow?: readonly TreeNode[];
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
  /** False when it has neither forms nor boxes; undefined for a live document, whose frames may have some. */
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

/** Nodes examined for each requested character, as a limit for trees without text. */
const NODES_A_CHARACTER = 50;
/** Longest white space before the first word. */
const MAX_BLANK = 10_000;

/** White space other than single spaces; most texts have none inside. Written out, the class is found in a third of the time. */
const LOOSE = /[\t-\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]| {2}/;
export const foldSpaces = (text: string): string => (LOOSE.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Returns the text of an option as a browser sends it: ASCII white space is folded, and comments part nothing. */
export const optionText = (option: TreeElement): string =>
  textsIn(option, MAX_OPTION_DEPTH)
    .join('')
    .slice(0, MAX_OPTION)
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/^ | $/g, '');

const MAX_OPTION = 10_000;
const MAX_OPTION_DEPTH = 10;

const textsIn = ({ children }: TreeElement, depth: number): string[] =>
  children.flatMap((node) => {
    if (!isElement(node)) return [node];
    return depth === 0 || SILENT.has(node.tag) ? [] : textsIn(node, depth - 1);
  });

/** Returns the text of an element with white space folded, at most `limit` characters. */
export function textOf(root: TreeNode, limit = 100_000): string {
  const stack: { readonly nodes: readonly TreeNode[]; at: number }[] = [{ nodes: [root], at: 0 }];
  const parts: string[] = [];
  let length = 0;
  /** Ends in a text without a space behind it, which only a comment parts from one that follows. */
  let open = false;
  let left = limit * NODES_A_CHARACTER;
  for (let level = stack.at(-1); level !== undefined && length < limit; level = stack.at(-1)) {
    const node = level.nodes[level.at++];
    if (node === undefined) {
      stack.pop();
      open = false;
      continue;
    }
    if (--left < 0) break;
    if (typeof node === 'string') {
      const text = foldSpaces(node.slice(0, 4 * limit + MAX_BLANK)).trim();
      if (text !== '') {
        if (open && !/^\s/.test(node)) parts.push(`${parts.pop() ?? ''}${text}`);
        else parts.push(text);
        length += text.length + 1;
        open = !/\s$/.test(node);
      } else open &&= node === '';
      continue;
    }
    open = false;
    if (node !== root && SILENT.has(node.tag)) continue;
    stack.push({ nodes: node.children, at: 0 });
    if (node.shadow) stack.push({ nodes: node.shadow, at: 0 });
  }
  return parts.join(' ').slice(0, limit);
}
