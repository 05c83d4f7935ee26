import { html as names } from 'parse5';
import { cleanUp, LISTED_CONTROLS, MutableElement, type MutableRoot, NO_ATTRIBUTES } from './mutable-tree.ts';
import { isElement, type TreeDocument, type TreeElement, type TreeNode } from './tree.ts';

/** Deeper nesting is flattened, as in browsers, so that recursion over a tree is safe. */
const MAX_DEPTH = 512;
const MAX_NODES = 400_000;

interface Control {
  readonly element: MutableElement;
  readonly form: MutableElement | undefined;
}

/** Turns the parser's tree into a document, in place and in one pass: joins texts, numbers forms, and gives each control its owner. */
export const finalizeTree = (document: MutableRoot, url: string): TreeDocument =>
  new TreeFinalizer(url).finalize(document);

class TreeFinalizer {
  private readonly url: string;
  private readonly ids = new Map<string, MutableElement>();
  private readonly controls: Control[] = [];
  private forms = 0;
  private inputs = 0;
  private nodes = 0;
  private truncated = false;
  private title: string | undefined;
  private base: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  finalize(document: MutableRoot): TreeDocument {
    const root =
      document.nodes.find((node) => node instanceof MutableElement) ??
      new MutableElement('html', names.NS.HTML, NO_ATTRIBUTES);
    this.note(root, undefined);
    this.walk(root);
    this.resolveOwners();
    this.resolveChoices();
    return {
      url: this.url,
      baseUrl: resolve(this.base, this.url),
      title: (this.title ?? '').replace(/\s+/g, ' ').trim().slice(0, 500),
      language: root.attributes.lang ?? '',
      root,
      truncated: document.truncated || this.truncated,
      formLike: this.forms > 0 || this.inputs > 0,
    };
  }

  private walk(root: MutableElement): void {
    const path: Step[] = [stepInto(root, undefined)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const node = step.nodes[step.at++];
      if (node === undefined) path.pop();
      else if (++this.nodes > MAX_NODES) {
        this.cut(path);
        return;
      } else if (isElement(node)) {
        const element = node as MutableElement;
        const form = this.note(element, step.form);
        if (element.children.length === 0) continue;
        if (path.length < MAX_DEPTH - 1) path.push(stepInto(element, form));
        else this.flatten(element, form);
      }
    }
  }

  private cut(path: readonly Step[]): void {
    this.truncated = true;
    for (const { element, at } of path) element.children = element.children.slice(0, at);
    const last = path.at(-1);
    if (last !== undefined) last.element.children = last.element.children.slice(0, last.at - 1);
  }

  private flatten(top: MutableElement, around: MutableElement | undefined): void {
    const children: TreeNode[] = [];
    const path: Step[] = [stepInto(top, around)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const node = step.nodes[step.at++];
      if (node === undefined) path.pop();
      else if (++this.nodes > MAX_NODES) break;
      else {
        children.push(node);
        if (!isElement(node)) continue;
        const element = node as MutableElement;
        path.push(stepInto(element, this.note(element, step.form)));
        element.children = [];
      }
    }
    top.children = children;
  }

  /** Records ids, forms, controls, title and base. @returns the form owner of the element's children */
  private note(element: MutableElement, around: MutableElement | undefined): MutableElement | undefined {
    const { tag, attributes } = element;
    if (attributes.id && !this.ids.has(attributes.id)) this.ids.set(attributes.id, element);
    if (tag === 'input' || tag === 'textarea') this.inputs++;
    // `<form>` or `<title>` inside an SVG is an unknown shape, no form and no title.
    if (element.namespace !== names.NS.HTML) return around;
    if (tag === 'form') {
      element.formKey = this.forms++;
      return element;
    }
    if (LISTED_CONTROLS.has(tag)) this.controls.push({ element, form: around });
    else if (tag === 'title') this.title ??= firstText(element);
    else if (tag === 'base') this.base ??= attributes.href;
    return around;
  }

  private resolveOwners(): void {
    for (const { element, form } of this.controls) {
      const named = element.attributes.form;
      // A form whose end tag came too early still owns the controls inside its element.
      const owner = named === undefined ? (element.pointer ?? form) : this.ids.get(named);
      if (owner?.formKey !== undefined) element.owner = owner.formKey;
    }
  }

  /** Keeps only the last checked radio button of a group and the last selected option. */
  private resolveChoices(): void {
    const radios = new Map<string, MutableElement>();
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

interface Step {
  readonly element: MutableElement;
  readonly nodes: readonly TreeNode[];
  at: number;
  readonly form: MutableElement | undefined;
}

function stepInto(element: MutableElement, form: MutableElement | undefined): Step {
  cleanUp(element);
  return { element, nodes: element.children, at: 0, form };
}

function keepLast(chosen: readonly MutableElement[]): void {
  const last = chosen.at(-1);
  for (const element of chosen) if (element !== last) element.checked = false;
}

function selectedOptions(select: TreeElement): MutableElement[] {
  const found: MutableElement[] = [];
  const stack: TreeElement[] = [select];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.tag === 'option' && element.attributes.selected !== undefined)
      found.push(element as MutableElement);
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i] as TreeNode;
      if (isElement(child)) stack.push(child);
    }
  }
  return found;
}

function firstText({ children: [first] }: TreeElement): string {
  return typeof first === 'string' ? first : '';
}

function resolve(base: string | undefined, url: string): string {
  if (base === undefined || !URL.canParse(base, url)) return url;
  const resolved = new URL(base, url);
  return /^https?:$/.test(resolved.protocol) ? resolved.href : url;
}
