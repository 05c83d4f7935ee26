import { html as names, type Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import type { HiddenReason, TreeElement, TreeNode } from './tree.ts';

type Namespace = names.NS;
type MutableParent = MutableElement | MutableRoot;
/** A node that the parser can move. A text is a string until it is moved. */
type MutableNode = MutableElement | MutableText | MutableComment;

class MutableText {
  text: string;
  parent: MutableParent | null = null;

  constructor(text: string) {
    this.text = text;
  }
}

/** A comment; the texts around it are one. */
export class MutableComment {
  parent: MutableParent | null = null;
}

/** The document, or the content of a template. */
export class MutableRoot {
  nodes: (MutableNode | string)[] = [];
  needsCleanup = false;
  /** True where a limit of the parser cut the page short. */
  truncated = false;
  mode: names.DOCUMENT_MODE = names.DOCUMENT_MODE.NO_QUIRKS;
}

export type AttributeMap = Record<string, string>;
/** Makes attributes without a prototype as fast as any object; hence the cast, because a class always has a prototype. */
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

/** Shared by elements without children, which are most. */
const CHILDLESS: readonly TreeNode[] = Object.freeze([]);
export const NO_ATTRIBUTES: AttributeMap = Object.freeze(new Attributes());

/** An element of the final tree, built in place. State of the parser is private, so that readers of the tree do not see it. */
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
  /** True where a comment or a moved text is among its children. */
  get needsCleanup(): boolean {
    return this.#needsCleanup;
  }
  set needsCleanup(needsCleanup: boolean) {
    this.#needsCleanup = needsCleanup;
  }
  /** Name in the parser's spelling, such as `foreignObject`. */
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
  /** For a control: the parser's form-element pointer when the control was created. */
  get pointer(): MutableElement | undefined {
    return this.#pointer;
  }
  set pointer(form: MutableElement | undefined) {
    this.#pointer = form;
  }
  /** For a template: its content, which is not part of the tree. */
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

/** Finds the index of a child; the parser mostly looks for the last. */
function placeOf(node: MutableNode, { nodes }: MutableParent): number {
  const last = nodes.length - 1;
  return nodes[last] === node ? last : nodes.indexOf(node);
}

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

/** Appends to the text child at an index; returns false when there is none. */
function appendToText({ nodes }: MutableParent, at: number, text: string): boolean {
  const node = nodes[at];
  if (typeof node === 'string') nodes[at] = node + text;
  else if (node instanceof MutableText) node.text += text;
  else return false;
  return true;
}

/** Converts text children to nodes that the parser can move. */
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

/** Reduces the children to elements and strings. */
export function cleanUp(element: MutableElement): void {
  if (!element.needsCleanup) return;
  const children: (MutableElement | string)[] = [];
  for (const node of element.nodes) {
    if (node instanceof MutableComment) continue;
    const one = node instanceof MutableText ? node.text : node;
    const last = children.at(-1);
    // Templates part one text by comments: `5<!-- --> stars`.
    if (typeof one === 'string' && typeof last === 'string') children[children.length - 1] = last + one;
    else children.push(one);
  }
  element.children = children;
  element.needsCleanup = false;
}

/** Lets parse5 build our tree directly, without a copy. */
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
    if (!appendToText(parent, nodes.length - 1, text)) nodes.push(text);
  },
  insertTextBefore(parent, text, reference) {
    const at = placeOf(reference, parent);
    if (!appendToText(parent, at - 1, text)) parent.nodes.splice(at, 0, text);
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
