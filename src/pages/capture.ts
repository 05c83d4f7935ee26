import type { CDPSession } from 'playwright-core';
import type { TreeDocument } from './tree.ts';

export interface CaptureLimits {
  /** Elements and text nodes together. */
  readonly maxNodes: number;
  /** Characters of text and attributes together. */
  readonly maxCharacters: number;
}

const LIMITS: CaptureLimits = { maxNodes: 200_000, maxCharacters: 20_000_000 };

/**
 * Reads the live document as a tree, open shadow roots and same-origin frames included.
 *
 * Runs in an isolated world: scripts of the page can change its document but not the functions that read it.
 * @throws when the page does not answer (the caller sets the time limit by closing it) or is larger than can be passed on
 */
export async function captureTree(session: CDPSession, limits?: CaptureLimits): Promise<TreeDocument> {
  return JSON.parse(await captureJson(session, limits)) as TreeDocument;
}

const ATTEMPTS = 3;
/** What Chromium says when one document has given way to the next. */
const DOCUMENT_GONE = /Cannot find context|context was destroyed|No frame (?:for|with) given id/i;

/** The same as JSON text of a {@link TreeDocument}, for a reader in another thread. */
export async function captureJson(session: CDPSession, limits: CaptureLimits = LIMITS): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await captureOnce(session, limits);
    } catch (error) {
      if (attempt >= ATTEMPTS || !DOCUMENT_GONE.test(String(error))) throw error;
    }
  }
}

async function captureOnce(session: CDPSession, limits: CaptureLimits): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'fieldfare',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `JSON.stringify((${serialise.toString()})(${JSON.stringify(limits)}))`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined || typeof result.value !== 'string') {
    throw new Error(
      `the page could not be read: ${exceptionDetails?.exception?.description ?? exceptionDetails?.text ?? 'no answer'}`,
    );
  }
  return result.value;
}

/** What the function below needs of a page's own types; it runs in the browser, where ours do not exist. */
interface LiveElement {
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly childNodes: ArrayLike<LiveNode>;
  readonly shadowRoot: { readonly childNodes: ArrayLike<LiveNode> } | null;
  readonly contentDocument?: LiveDocument | null;
  readonly form?: LiveElement | null;
  readonly type?: string;
  readonly value?: string;
  readonly checked?: boolean;
  readonly selected?: boolean;
  checkVisibility(options: Record<string, boolean>): boolean;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  getAttribute(name: string): string | null;
}
interface LiveNode extends LiveElement {
  readonly nodeType: number;
  readonly data: string;
}
interface LiveDocument {
  readonly documentElement: LiveElement | null;
  readonly URL: string;
  readonly baseURI: string;
  readonly title: string;
}

interface Serialised {
  tag: string;
  attributes: Record<string, string>;
  children: (Serialised | string)[];
  formKey?: number;
  owner?: number;
  hidden?: string;
  box?: { x: number; y: number; width: number; height: number };
  value?: string;
  checked?: boolean;
  shadow?: (Serialised | string)[];
  frame?: unknown;
}

/** Self-contained: its source is sent to the browser, so it can use nothing from outside itself. */
function serialise(limits: { maxNodes: number; maxCharacters: number }): unknown {
  const MAX_DEPTH = 512;
  const SILENT = new Set(['script', 'style', 'svg', 'math', 'canvas', 'video', 'audio', 'template']);
  const MEASURED = new Set(['input', 'select', 'textarea', 'button', 'form', 'label']);
  const formKeys = new Map<LiveElement, number>();
  const owned: [Serialised, LiveElement][] = [];
  let nodes = 0;
  let characters = 0;
  let truncated = false;

  const full = () => {
    if (nodes < limits.maxNodes && characters < limits.maxCharacters) return false;
    truncated = true;
    return true;
  };
  const cut = (text: string, length: number) => {
    const kept = text.length > length ? text.slice(0, length) : text;
    characters += kept.length;
    return kept;
  };
  const hiddenBecause = (element: LiveElement, out: Serialised): string | undefined => {
    if (out.tag === 'input' && element.type === 'hidden') return 'type';
    if (element.getAttribute('hidden') !== null) return 'attribute';
    if (
      !element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
        contentVisibilityAuto: true,
      })
    ) {
      return 'style';
    }
    const box = out.box;
    if (box === undefined) return undefined;
    if (box.width < 2 || box.height < 2)
      return out.tag === 'form' || out.tag === 'label' ? undefined : 'size';
    return box.x + box.width < 0 || box.y + box.height < 0 ? 'offscreen' : undefined;
  };
  const measure = (element: LiveElement, out: Serialised) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    out.box = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
    const hidden = hiddenBecause(element, out);
    if (hidden !== undefined) out.hidden = hidden;
    if (out.tag === 'form' || out.tag === 'label') return;
    if (
      out.tag !== 'button' &&
      typeof element.value === 'string' &&
      element.value !== (out.attributes.value ?? '')
    ) {
      out.value = cut(element.value, 2_000);
    }
    if (typeof element.checked === 'boolean' && element.checked !== 'checked' in out.attributes)
      out.checked = element.checked;
    owned.push([out, element]);
  };
  const open = (element: LiveElement): Serialised => {
    const attributes: Record<string, string> = {};
    for (const { name, value } of element.attributes) attributes[name] = cut(value, 4_000);
    const out: Serialised = { tag: element.localName, attributes, children: [] };
    if (out.tag === 'form') {
      out.formKey = formKeys.size;
      formKeys.set(element, out.formKey);
    }
    if (MEASURED.has(out.tag)) measure(element, out);
    else if (out.tag === 'option') {
      if (element.selected === true) out.checked = true;
    } else if (out.tag === 'object' || out.tag === 'fieldset' || out.tag === 'output')
      owned.push([out, element]);
    return out;
  };
  const walk = (root: LiveElement): Serialised => {
    const top = open(root);
    const stack: { list: ArrayLike<LiveNode>; into: (Serialised | string)[]; depth: number }[] = [
      { list: root.childNodes, into: top.children, depth: 1 },
    ];
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      for (let i = 0; i < item.list.length; i++) {
        if (full()) return top;
        const node = item.list[i] as LiveNode;
        nodes++;
        if (node.nodeType === 3) item.into.push(cut(node.data, 20_000));
        if (node.nodeType !== 1) continue;
        const out = open(node);
        item.into.push(out);
        if (SILENT.has(out.tag)) continue;
        if (node.shadowRoot !== null && node.shadowRoot !== undefined) {
          out.shadow = [];
          stack.push({ list: node.shadowRoot.childNodes, into: out.shadow, depth: item.depth + 1 });
        }
        if (out.tag === 'iframe' || out.tag === 'frame') {
          const inner = frameOf(node);
          if (inner !== undefined) out.frame = inner;
        } else {
          const flat = item.depth >= MAX_DEPTH;
          stack.push({ list: node.childNodes, into: flat ? item.into : out.children, depth: item.depth + 1 });
        }
      }
    }
    return top;
  };
  let frameDepth = 0;
  const frameOf = (element: LiveElement): unknown => {
    if (frameDepth >= 3) return undefined;
    let inner: LiveDocument | null | undefined;
    try {
      inner = element.contentDocument;
    } catch {
      return undefined;
    }
    if (inner === null || inner === undefined || inner.documentElement === null) return undefined;
    frameDepth++;
    const read = documentOf(inner);
    frameDepth--;
    return read;
  };
  const documentOf = (live: LiveDocument): Record<string, unknown> => {
    const html = live.documentElement;
    const root = html === null ? { tag: 'html', attributes: {}, children: [] } : walk(html);
    return {
      url: live.URL,
      baseUrl: /^https?:/.test(live.baseURI) ? live.baseURI : live.URL,
      title: live.title.replace(/\s+/g, ' ').trim().slice(0, 500),
      language: (root.attributes as Record<string, string>).lang ?? '',
      root,
      truncated: false,
    };
  };

  const read = documentOf((globalThis as unknown as { document: LiveDocument }).document);
  for (const [out, element] of owned) {
    const key = element.form === null || element.form === undefined ? undefined : formKeys.get(element.form);
    if (key !== undefined) out.owner = key;
  }
  read.truncated = truncated;
  return read;
}
