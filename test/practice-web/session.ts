/** A plain browser session on the practice web, and the forms it sees: independent of the crawler's own snapshot. */

import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { findBrowser, launchOptions } from '../../src/foundation/browser/index.ts';

export async function openBrowser(port: number): Promise<Browser> {
  const search = await findBrowser();
  if (!search.found) throw new Error(`${search.problem}. ${search.advice}`);
  const options = launchOptions(search.found);
  const rules = `--host-resolver-rules=MAP *:80 127.0.0.1:${port},MAP * ~NOTFOUND`;
  return chromium.launch({ ...options, args: [...(options.args ?? []), rules] });
}

export async function openPage(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  return { context, page };
}

export interface SeenForm {
  /** Path of the action; null for a box without a form element. */
  readonly action: string | null;
  readonly method: string;
  /** `name type`, sorted, a group once, buttons left out. */
  readonly controls: readonly string[];
  readonly where: 'document' | 'shadow' | 'frame';
}

/** As much of the document as is looked at; the project's types know no DOM. */
interface Seen {
  readonly name: string;
  readonly type: string;
  readonly method: string;
  readonly form: unknown;
  readonly elements: Iterable<Seen>;
  readonly shadowRoot: Root | null;
  readonly contentDocument: Root | null;
  getAttribute(name: string): string | null;
}
interface Root {
  querySelectorAll(selector: string): Iterable<Seen>;
}
declare const document: Root & { readonly location: { readonly href: string } };

/** Runs in the page. */
function collect(): SeenForm[] {
  const seen: SeenForm[] = [];
  const skipped = ['submit', 'button', 'reset', 'image', 'fieldset'];
  const named = (elements: Iterable<Seen>): string[] => {
    const kept = [...elements].filter((control) => control.name && !skipped.includes(control.type));
    return [...new Set(kept.map((control) => `${control.name} ${control.type}`))].sort();
  };
  const visit = (root: Root, where: SeenForm['where']): void => {
    for (const form of root.querySelectorAll('form')) {
      const action = new URL(form.getAttribute('action') ?? '', document.location.href).pathname;
      seen.push({ action, method: form.method.toUpperCase(), controls: named(form.elements), where });
    }
    const loose = [...root.querySelectorAll('input,select,textarea')].filter((control) => !control.form);
    if (named(loose).length > 0) seen.push({ action: null, method: 'GET', controls: named(loose), where });
    for (const element of root.querySelectorAll('*'))
      if (element.shadowRoot) visit(element.shadowRoot, 'shadow');
    for (const frame of root.querySelectorAll('iframe'))
      if (frame.contentDocument) visit(frame.contentDocument, 'frame');
  };
  visit(document, 'document');
  return seen;
}

/** Presses what sends the form of a control, or the form itself, as a person would; one without such a thing is sent by Enter. */
export const submitFormOf = (control: Locator): Promise<void> =>
  control.evaluate((element) => {
    const form = (element as unknown as { form?: Submittable }).form ?? (element as unknown as Submittable);
    const button =
      'button:not([type]), button[type=submit], input[type=submit], input[type=image], a[onclick]';
    const pressed = form.querySelector(button);
    if (pressed) pressed.click();
    else form.requestSubmit();
  });
interface Submittable {
  querySelector(selector: string): { click(): void } | null;
  requestSubmit(): void;
}

export const seenForms = (page: Page): Promise<SeenForm[]> => page.evaluate(collect);
