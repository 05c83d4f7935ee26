import { createServer, type Server } from 'node:http';
import { type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core';
import { extractForms, type Form } from '../../../src/forms/index.ts';
import type { FoundBrowser } from '../../../src/foundation/browser/find-browser.ts';
import { launchOptions } from '../../../src/foundation/browser/index.ts';
import { elementsOf, type TreeDocument, type TreeElement } from '../../../src/foundation/dom/index.ts';
import { hangUp, openPort } from '../../open-port.ts';

/** A browser that can reach nothing but the pages given to it, each at an address of its own. */
export interface LivePages {
  readonly origin: string;
  serve(html: string, path?: string): string;
  open(options?: BrowserContextOptions): Promise<{ page: Page; session: CDPSession }>;
  close(): Promise<void>;
}

export async function openLivePages(found: FoundBrowser): Promise<LivePages> {
  const pages = new Map<string, string>();
  const server: Server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.writeHead(html === undefined ? 404 : 200).end(html ?? '');
  });
  const origin = `http://127.0.0.1:${await openPort(server)}`;
  const base = launchOptions(found);
  const nowhere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
  const browser = await chromium.launch({ ...base, args: [...(base.args ?? []), nowhere] });
  let count = 0;
  return {
    origin,
    serve(html, path = `/page-${++count}`) {
      pages.set(path, html);
      return origin + path;
    },
    async open(options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      return { page, session: await context.newCDPSession(page) };
    },
    async close() {
      await browser.close();
      await hangUp(server);
    },
  };
}

/** The page without what would send a browser elsewhere while it is read; many have that for readers without scripts. */
export const standingStill = (html: string): string =>
  html.replace(/http-equiv\s*=\s*["']?\s*refresh\b["']?/gi, 'name=refresh');

/** A captured tree without what only a screen tells. */
export const withoutVisual = (tree: TreeDocument): TreeDocument =>
  JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'visualLabel' ? undefined : value)));

/** What must be the same from the parser and from the browser; visibility and layout only the browser knows. */
export const essence = (tree: TreeDocument) =>
  extractForms(withoutVisual(tree)).map(
    ({ id, index, where, formKey, action, method, enctype, controls, submits }: Form) => ({
      id,
      index,
      where,
      formKey,
      action,
      method,
      enctype,
      controls: controls.map(({ name, type, label, labelSource, options, checked }) => ({
        name,
        type,
        label,
        labelSource,
        checked,
        options,
      })),
      submits: submits.map(({ type, label, name }) => ({ type, label, name })),
    }),
  );

/** A search box without a form counts only where it is seen, and that style sheets may prevent. */
export const taggedEssence = (tree: TreeDocument) =>
  essence(tree)
    .filter(({ where }) => where.hasFormTag)
    .map((form) => ({ ...form, index: undefined }));

/** Of each form in document order, its controls as `tag type name` in order. */
export function ownership(tree: TreeDocument): string[][] {
  const forms: string[][] = [];
  const elements = [...elementsOf(tree.root)];
  for (const { formKey } of elements) if (formKey !== undefined) forms[formKey] = [];
  for (const element of elements) {
    if (element.owner !== undefined) forms[element.owner]!.push(nameOf(element));
  }
  return forms;
}

const nameOf = ({ tag, attributes }: TreeElement): string => `${tag} ${attributes.name ?? ''}`;

/** The same, asked of Chromium itself. Runs in the page. Pictures that send are in no `form.elements`, by decree. */
export function formsInBrowser(): string[][] {
  interface Control {
    readonly localName: string;
    readonly form: object | null;
    getAttribute(name: string): string | null;
  }
  const { document, Document } = globalThis as unknown as {
    document: object;
    Document: {
      prototype: { querySelectorAll(selector: string): Iterable<Control>; readonly forms: unknown };
    };
  };
  const formsOf = Object.getOwnPropertyDescriptor(Document.prototype, 'forms')?.get as () => Iterable<object>;
  const forms = [...formsOf.call(document)];
  const members = forms.map((): string[] => []);
  const listed = 'button, fieldset, input, object, output, select, textarea';
  for (const control of Document.prototype.querySelectorAll.call(document, listed)) {
    const at = control.form ? forms.indexOf(control.form) : -1;
    if (at >= 0) members[at]?.push(`${control.localName} ${control.getAttribute('name') ?? ''}`);
  }
  return members;
}
