import { type DefaultTreeAdapterMap, defaultTreeAdapter, html as names, Parser } from 'parse5';
import { type HiddenReason, isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

type Parse5Element = DefaultTreeAdapterMap['element'];
type Parse5Node = DefaultTreeAdapterMap['childNode'];

/** Browsers flatten what is nested deeper; so do we, and no reader of a tree needs to fear for its stack. */
const MAX_DEPTH = 512;
const MAX_NODES = 400_000;
/** A tree takes up to 300 bytes of memory a character of hostile markup; what is longer is read to here. */
const MAX_CHARACTERS = 4_000_000;

/** Made by the parser; more than 4,000,000 characters can ask for by themselves, were it not for `<p>`. */
const MAX_ELEMENTS = 1_400_000;

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
 * Form owners are the parser's own form-element pointer, for in mis-nested markup controls lie outside their form's
 * subtree; where that has none, the form around the control.
 * @param url address of the document after redirects, used to resolve `<base href>`
 */
export function parseTree(html: string, url: string, options: ParseOptions = {}): TreeDocument {
  const owners = new Map<Parse5Element, Parse5Element>();
  let elements = 0;
  const parser = new Parser<DefaultTreeAdapterMap>({
    scriptingEnabled: options.scripting ?? true,
    treeAdapter: {
      ...defaultTreeAdapter,
      onElementCreated(element, { formElement, isInTemplate }) {
        if (++elements > MAX_ELEMENTS) throw new TooManyElements();
        if (formElement !== null && !isInTemplate && LISTED_CONTROLS.has(element.tagName)) {
          owners.set(element, formElement);
        }
      },
    },
  });
  const whole = readWhole(parser, html.slice(0, MAX_CHARACTERS)) && html.length <= MAX_CHARACTERS;
  const tree = new TreeBuilder(url, owners).build(parser.document);
  return whole ? tree : { ...tree, truncated: true };
}

/** Markup can make the parser open the same elements anew at every tag, for ever more of them. */
class TooManyElements extends Error {}

/** @returns false when the parser gave up; its document then holds what was read before */
function readWhole(parser: Parser<DefaultTreeAdapterMap>, html: string): boolean {
  try {
    parser.tokenizer.write(html, true);
    return true;
  } catch (error) {
    if (error instanceof TooManyElements) return false;
    throw error;
  }
}

interface Mutable {
  readonly element: TreeElement & {
    children: TreeNode[];
    owner?: number;
    formKey?: number;
    checked?: boolean;
  };
  readonly source: Parse5Element;
  /** The nearest form around it, or itself. */
  readonly form: Parse5Element | undefined;
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
    this.resolveChoices();
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
    const top = this.open(html, undefined);
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
        const opened = this.open(node, parent);
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

  private open(source: Parse5Element, parent: Mutable | undefined): Mutable {
    const tag = source.tagName.toLowerCase();
    const attributes: Record<string, string> = Object.create(null);
    for (const { prefix, name, value } of source.attrs)
      attributes[prefix ? `${prefix}:${name}` : name] = value;
    const hidden = staticHidden(tag, attributes);
    const element: Mutable['element'] = { tag, attributes, children: [], ...(hidden && { hidden }) };
    const isForm = tag === 'form' && source.namespaceURI === names.NS.HTML;
    const opened = { element, source, form: isForm ? source : parent?.form };
    if (attributes.id && !this.ids.has(attributes.id)) this.ids.set(attributes.id, source);
    // `<form>` or `<title>` inside a drawing is a shape that browsers do not know, no form and no title.
    if (source.namespaceURI !== names.NS.HTML) return opened;
    if (isForm) {
      element.formKey = this.formKeys.size;
      this.formKeys.set(source, element.formKey);
    } else if (LISTED_CONTROLS.has(tag)) this.controls.push(opened);
    else if (tag === 'title' && this.title === undefined) this.title = firstText(source);
    else if (tag === 'base' && this.base === undefined) this.base = attributes.href;
    return opened;
  }

  private resolveOwners(): void {
    for (const { element, source, form } of this.controls) {
      const named = element.attributes.form;
      // A form whose end tag came too early still holds what stands inside its element.
      const owner = named === undefined ? (this.owners.get(source) ?? form) : this.ids.get(named);
      const key = owner === undefined ? undefined : this.formKeys.get(owner);
      if (key !== undefined) element.owner = key;
    }
  }

  /** Where the markup checks several radio buttons of a group or selects several options, the last one is. */
  private resolveChoices(): void {
    const radios = new Map<string, Mutable['element']>();
    for (const { element } of this.controls) {
      const { tag, attributes, owner } = element;
      if (tag === 'select' && attributes.multiple === undefined) keepLast(selectedOptions(element));
      if (tag !== 'input' || attributes.type?.toLowerCase() !== 'radio') continue;
      if (attributes.checked === undefined || !attributes.name) continue;
      const group = `${owner ?? ''} ${attributes.name}`;
      keepLast([radios.get(group) ?? element, element]);
      radios.set(group, element);
    }
  }
}

function keepLast(chosen: readonly Mutable['element'][]): void {
  const last = chosen.at(-1);
  for (const element of chosen) if (element !== last) element.checked = false;
}

function selectedOptions(select: TreeElement): Mutable['element'][] {
  const found: Mutable['element'][] = [];
  const stack: TreeElement[] = [select];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.tag === 'option' && element.attributes.selected !== undefined) {
      found.push(element as Mutable['element']);
    }
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i] as TreeNode;
      if (isElement(child)) stack.push(child);
    }
  }
  return found;
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

export const INVISIBLE_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$))/i;
export const OFFSCREEN_STYLE = /(?:^|;)\s*(?:left|top|text-indent|margin-left|margin-top)\s*:\s*-\d{3,}/i;

function staticHidden(tag: string, attributes: Readonly<Record<string, string>>): HiddenReason | undefined {
  if (tag === 'input' && attributes.type?.toLowerCase() === 'hidden') return 'type';
  if (attributes.hidden !== undefined) return 'attribute';
  const style = attributes.style;
  if (style === undefined) return undefined;
  if (INVISIBLE_STYLE.test(style)) return 'style';
  return OFFSCREEN_STYLE.test(style) ? 'offscreen' : undefined;
}
