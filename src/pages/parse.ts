import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser } from 'parse5';
import type { HiddenReason, TreeDocument, TreeElement, TreeNode } from './tree.ts';

type Parse5Element = DefaultTreeAdapterMap['element'];
type Parse5Node = DefaultTreeAdapterMap['childNode'];

/** Browsers flatten what is nested deeper; so do we, and no reader of a tree needs to fear for its stack. */
const MAX_DEPTH = 512;
const MAX_NODES = 400_000;
/** A tree takes up to 300 bytes of memory a character of hostile markup; what is longer is read to here. */
const MAX_CHARACTERS = 4_000_000;

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

export interface ParseOptions {
  /** As the HTML parser's scripting flag: when true (default) `<noscript>` holds raw text, as in a live browser. */
  readonly scripting?: boolean;
}

/**
 * Parses HTML as a browser does before any script has run.
 *
 * Form owners are the parser's own form-element pointer: in mis-nested markup controls lie outside their form's subtree.
 * @param url address of the document after redirects, used to resolve `<base href>`
 */
export function parseTree(html: string, url: string, options: ParseOptions = {}): TreeDocument {
  const owners = new Map<Parse5Element, Parse5Element>();
  const parser = new Parser<DefaultTreeAdapterMap>({
    scriptingEnabled: options.scripting ?? true,
    treeAdapter: {
      ...defaultTreeAdapter,
      onElementCreated(element, { formElement, isInTemplate }) {
        if (formElement !== null && !isInTemplate && LISTED_CONTROLS.has(element.tagName)) {
          owners.set(element, formElement);
        }
      },
    },
  });
  parser.tokenizer.write(html.length > MAX_CHARACTERS ? html.slice(0, MAX_CHARACTERS) : html, true);
  const tree = new TreeBuilder(url, owners).build(parser.document);
  return html.length > MAX_CHARACTERS ? { ...tree, truncated: true } : tree;
}

interface Mutable {
  readonly element: TreeElement & { children: TreeNode[]; owner?: number; formKey?: number };
  readonly source: Parse5Element;
}

class TreeBuilder {
  private readonly url: string;
  private readonly owners: ReadonlyMap<Parse5Element, Parse5Element>;
  private readonly formKeys = new Map<Parse5Element, number>();
  private readonly ids = new Map<string, Parse5Element>();
  private readonly controls: Mutable[] = [];
  private count = 0;
  private truncated = false;
  private title: string | undefined;
  private base: string | undefined;

  constructor(url: string, owners: ReadonlyMap<Parse5Element, Parse5Element>) {
    this.url = url;
    this.owners = owners;
  }

  build(document: DefaultTreeAdapterMap['document']): TreeDocument {
    const html = document.childNodes.find((node): node is Parse5Element => node.nodeName === 'html');
    const root: TreeElement =
      html === undefined ? { tag: 'html', attributes: {}, children: [] } : this.convert(html);
    this.resolveOwners();
    return {
      url: this.url,
      baseUrl: resolve(this.base, this.url),
      title: (this.title ?? '').replace(/\s+/g, ' ').trim().slice(0, 500),
      language: root.attributes.lang ?? '',
      root,
      truncated: this.truncated,
    };
  }

  private convert(html: Parse5Element): TreeElement {
    const top = this.open(html);
    const stack: { node: Parse5Node; parent: Mutable; depth: number }[] = [];
    this.pushChildren(stack, html, top, 1);
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      const { node, parent, depth } = item;
      if (++this.count > MAX_NODES) {
        this.truncated = true;
        break;
      }
      if ('value' in node) parent.element.children.push(node.value);
      else if ('tagName' in node) {
        const opened = this.open(node);
        parent.element.children.push(opened.element);
        this.pushChildren(stack, node, depth < MAX_DEPTH ? opened : parent, depth + 1);
      }
    }
    return top.element;
  }

  private pushChildren(
    stack: { node: Parse5Node; parent: Mutable; depth: number }[],
    source: Parse5Element,
    parent: Mutable,
    depth: number,
  ): void {
    for (let i = source.childNodes.length - 1; i >= 0; i--) {
      stack.push({ node: source.childNodes[i] as Parse5Node, parent, depth });
    }
  }

  private open(source: Parse5Element): Mutable {
    const tag = source.tagName.toLowerCase();
    const attributes: Record<string, string> = Object.create(null);
    for (const { name, value } of source.attrs) attributes[name] = value;
    const hidden = staticHidden(tag, attributes);
    const element: Mutable['element'] = { tag, attributes, children: [], ...(hidden && { hidden }) };
    const opened = { element, source };
    if (attributes.id !== undefined && !this.ids.has(attributes.id)) this.ids.set(attributes.id, source);
    if (tag === 'form') {
      element.formKey = this.formKeys.size;
      this.formKeys.set(source, element.formKey);
    } else if (LISTED_CONTROLS.has(tag)) this.controls.push(opened);
    else if (tag === 'title' && this.title === undefined) this.title = firstText(source);
    else if (tag === 'base' && this.base === undefined) this.base = attributes.href;
    return opened;
  }

  private resolveOwners(): void {
    for (const { element, source } of this.controls) {
      const named = element.attributes.form;
      const owner = named === undefined ? this.owners.get(source) : this.ids.get(named);
      const key = owner === undefined ? undefined : this.formKeys.get(owner);
      if (key !== undefined) element.owner = key;
    }
  }
}

function firstText(element: Parse5Element): string {
  const child = element.childNodes[0];
  return child !== undefined && 'value' in child ? child.value : '';
}

function resolve(base: string | undefined, url: string): string {
  if (base === undefined || !URL.canParse(base, url)) return url;
  const resolved = new URL(base, url);
  return /^https?:$/.test(resolved.protocol) ? resolved.href : url;
}

const INVISIBLE_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$))/i;
const OFFSCREEN_STYLE = /(?:^|;)\s*(?:left|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}/i;

function staticHidden(tag: string, attributes: Readonly<Record<string, string>>): HiddenReason | undefined {
  if (tag === 'input' && attributes.type?.toLowerCase() === 'hidden') return 'type';
  if (attributes.hidden !== undefined) return 'attribute';
  const style = attributes.style;
  if (style === undefined) return undefined;
  if (INVISIBLE_STYLE.test(style)) return 'style';
  return OFFSCREEN_STYLE.test(style) ? 'offscreen' : undefined;
}
