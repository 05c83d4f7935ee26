import { html as names, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { HiddenReason, TreeElement, TreeNode } from './tree.ts';

type Namespace = names.NS;
type MutableParent = MutableElement | MutableRoot;
/** What the parser can move. A text is a string until it does. */
type MutableNode = MutableElement | MutableText | MutableComment;

class MutableText {
  text: string;
  parent: MutableParent | null = null;

  constructor(text: string) {
    this.text = text;
  }
}

/** Comments part texts; nothing else of them is kept. */
export class MutableComment {
  parent: MutableParent | null = null;
}

/** The document, or what a template holds. */
export class MutableRoot {
  nodes: (MutableNode | string)[] = [];
  needsCleanup = false;
  /** True where a limit of the parser cut the page short. */
  truncated = false;
  mode: names.DOCUMENT_MODE = names.DOCUMENT_MODE.NO_QUIRKS;
}

export type AttributeMap = Record<string, string>;
/**
 * Attributes without a prototype: nothing is there that the page did not write. Made by a constructor, they are as fast as any object;
 * the cast is for TypeScript, which takes classes alone for constructors, and a class cannot do without a prototype.
 */
export const Attributes = function Attributes() {} as unknown as new () => AttributeMap;
Attributes.prototype = Object.create(null);
/** Listed form-associated elements of the HTML standard that a crawler can meet. */
export const LISTED_CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'fieldset',
  'input',
  'object',
  'output',
  'select',
  'textarea',
]);

/** Most elements hold nothing. */
const CHILDLESS: readonly TreeNode[] = Object.freeze([]);
export const NO_ATTRIBUTES: AttributeMap = Object.freeze(new Attributes());

/** An element of the tree to be, built in place. What only the parser needs is private, so that no reader of the tree meets it. */
export class MutableElement implements TreeElement {
  readonly tag: string;
  attributes: AttributeMap;
  children: readonly TreeNode[] = CHILDLESS;
  declare formKey?: number;
  declare owner?: number;
  declare hidden?: HiddenReason;
  declare checked?: boolean;
  readonly #name: string;
  readonly #namespace: Namespace;
  #parent: MutableParent | null = null;
  #needsCleanup = false;
  #pointer: MutableElement | undefined;
  #content: MutableRoot | undefined;

  constructor(name: string, namespace: Namespace, attributes: AttributeMap) {
    this.tag = namespace === names.NS.HTML ? name : name.toLowerCase();
    this.attributes = attributes;
    this.#name = name;
    this.#namespace = namespace;
    if (attributes !== NO_ATTRIBUTES) setHidden(this);
  }

  /**
   * Its children until the tree is finalized. They lie in the very array that readers of the tree will see, which is not copied; hence the
   * cast, from what it is to be (read-only elements and strings) to what it is now.
   */
  get nodes(): (MutableNode | string)[] {
    if (this.children === CHILDLESS) this.children = [];
    return this.children as unknown as (MutableNode | string)[];
  }
  /** Whether a comment or a moved text is among its children. */
  get needsCleanup(): boolean {
    return this.#needsCleanup;
  }
  set needsCleanup(needsCleanup: boolean) {
    this.#needsCleanup = needsCleanup;
  }
  /** As the parser calls it, `foreignObject` for example. */
  get name(): string {
    return this.#name;
  }
  get namespace(): Namespace {
    return this.#namespace;
  }
  get parent(): MutableParent | null {
    return this.#parent;
  }
  set parent(parent: MutableParent | null) {
    this.#parent = parent;
  }
  /** For a control: the form that the parser's form-element pointer named when the control was made. */
  get pointer(): MutableElement | undefined {
    return this.#pointer;
  }
  set pointer(form: MutableElement | undefined) {
    this.#pointer = form;
  }
  /** For a template: what it holds, which is no part of the tree. */
  get content(): MutableRoot {
    this.#content ??= new MutableRoot();
    return this.#content;
  }
  set content(content: MutableRoot) {
    this.#content = content;
  }
}

export function attributesOf(attrs: readonly Token.Attribute[]): AttributeMap {
  if (attrs.length === 0) return NO_ATTRIBUTES;
  const attributes = new Attributes();
  for (const { prefix, name, value } of attrs) attributes[prefix ? `${prefix}:${name}` : name] = value;
  return attributes;
}

export const INVISIBLE_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$))/i;
export const OFFSCREEN_STYLE = /(?:^|;)\s*(?:left|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}/i;

/** Sets what its own markup says of its visibility. */
function setHidden(element: MutableElement): void {
  const { tag, attributes } = element;
  const { hidden, style, type } = attributes;
  if (tag === 'input' && type?.toLowerCase() === 'hidden') element.hidden = 'type';
  else if (hidden !== undefined) element.hidden = 'attribute';
  else if (style !== undefined) {
    if (INVISIBLE_STYLE.test(style)) element.hidden = 'style';
    else if (OFFSCREEN_STYLE.test(style)) element.hidden = 'offscreen';
  }
}

export type MutableTypes = TreeAdapterTypeMap<
  MutableNode | MutableRoot,
  MutableParent,
  MutableNode,
  MutableRoot,
  MutableRoot,
  MutableElement,
  MutableComment,
  MutableText,
  MutableElement,
  never
>;

/** Where a node stands among others; what the parser looks for is mostly the last. */
function placeOf(node: MutableNode, { nodes }: MutableParent): number {
  const last = nodes.length - 1;
  return nodes[last] === node ? last : nodes.indexOf(node);
}

/** Gives an element the attributes that it has not yet. */
export function adoptAttributes(element: MutableElement, attributes: AttributeMap): void {
  element.attributes = Object.assign(new Attributes(), attributes, element.attributes);
  setHidden(element);
}

function append(parent: MutableParent, node: MutableNode): void {
  parent.nodes.push(node);
  node.parent = parent;
  if (!(node instanceof MutableElement)) parent.needsCleanup = true;
}

function insertBefore(parent: MutableParent, node: MutableNode, reference: MutableNode): void {
  parent.nodes.splice(placeOf(reference, parent), 0, node);
  node.parent = parent;
  if (!(node instanceof MutableElement)) parent.needsCleanup = true;
}

/** Adds to the text at a place of a parent; false when there is none. */
function prolong({ nodes }: MutableParent, at: number, text: string): boolean {
  const node = nodes[at];
  if (typeof node === 'string') nodes[at] = node + text;
  else if (node instanceof MutableText) node.text += text;
  else return false;
  return true;
}

/** The children as nodes that the parser can move. */
function movable(parent: MutableParent): MutableNode[] {
  const { nodes } = parent;
  nodes.forEach((node, at) => {
    if (typeof node !== 'string') return;
    const text = new MutableText(node);
    text.parent = parent;
    nodes[at] = text;
    parent.needsCleanup = true;
  });
  return nodes as MutableNode[];
}

/** Leaves nothing but elements and strings among the children. */
export function cleanUp(element: MutableElement): void {
  if (!element.needsCleanup) return;
  element.children = element.nodes.flatMap((node) =>
    node instanceof MutableComment ? [] : node instanceof MutableText ? node.text : node,
  );
  element.needsCleanup = false;
}

/** How parse5 builds our tree instead of one of its own, which would have to be copied. */
export const mutableTree: TreeAdapter<MutableTypes> = {
  createDocument: () => new MutableRoot(),
  createDocumentFragment: () => new MutableRoot(),
  createElement: (name, namespace, attrs) => new MutableElement(name, namespace, attributesOf(attrs)),
  createCommentNode: () => new MutableComment(),
  createTextNode: (text) => new MutableText(text),
  appendChild: append,
  insertBefore,
  detachNode(node) {
    if (node.parent !== null) node.parent.nodes.splice(placeOf(node, node.parent), 1);
    node.parent = null;
  },
  insertText(parent, text) {
    const { nodes } = parent;
    if (!prolong(parent, nodes.length - 1, text)) nodes.push(text);
  },
  insertTextBefore(parent, text, reference) {
    const at = placeOf(reference, parent);
    if (!prolong(parent, at - 1, text)) parent.nodes.splice(at, 0, text);
  },
  adoptAttributes: (element, attrs) => adoptAttributes(element, attributesOf(attrs)),
  setTemplateContent(template, content) {
    template.content = content;
  },
  getTemplateContent: (template) => template.content,
  setDocumentType: () => undefined,
  setDocumentMode(document, mode) {
    document.mode = mode;
  },
  getDocumentMode: (document) => document.mode,
  getFirstChild: (parent) => movable(parent)[0] ?? null,
  getChildNodes: movable,
  getParentNode: (node) => (node instanceof MutableRoot ? null : node.parent),
  getAttrList: ({ attributes }) => Object.entries(attributes).map(([name, value]) => ({ name, value })),
  getTagName: (element) => element.name,
  getNamespaceURI: (element) => element.namespace,
  getTextNodeContent: ({ text }) => text,
  getCommentNodeContent: () => '',
  getDocumentTypeNodeName: () => '',
  getDocumentTypeNodePublicId: () => '',
  getDocumentTypeNodeSystemId: () => '',
  isTextNode: (node) => node instanceof MutableText,
  isCommentNode: (node) => node instanceof MutableComment,
  isElementNode: (node) => node instanceof MutableElement,
  isDocumentTypeNode: (_node): _node is never => false,
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => undefined,
  updateNodeSourceCodeLocation: () => undefined,
};
