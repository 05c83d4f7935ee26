/** A form filled and sent in a real browser, where it takes scripts to build it, to send it, or to show the answer. */

import type { CDPSession, Locator, Page, Request } from 'playwright-core';
import type { OpenPage, PagePool } from '../../browser/index.ts';
import { extractForms, type Form } from '../../forms/index.ts';
import { captureTree, type TreeDocument } from '../../pages/index.ts';
import type { AnswerPage, Paging } from '../types/answer.ts';
import type { FilledControl, FilledForm, SubmissionRequest } from '../types/submission.ts';
import { FormChangedError } from './entry-list.ts';
import { likestForm, transposed } from './form-source.ts';
import { type FormTargets, type Target, targetsOf } from './live-targets.ts';

/** What a browser brought back. */
export interface BrowserDelivery {
  readonly page: AnswerPage;
  /** The form's page as it stood when it was sent. */
  readonly formPage: TreeDocument;
  /** What the browser asked for on being told to send. */
  readonly observed: Observed;
}

export type Observed =
  | { readonly kind: 'navigation'; readonly request: SubmissionRequest; readonly status: number }
  /** Scripts asked for data: in the order they did. */
  | { readonly kind: 'data'; readonly requests: readonly SubmissionRequest[] }
  | { readonly kind: 'nothing' };

/** Called with each page; says how the list is made to go on, or that it is enough. */
export type OnDelivery = (delivery: BrowserDelivery) => Promise<Paging | null>;

export interface BrowserQuestion {
  readonly site: string;
  /** Address of the page the form stands on. */
  readonly url: string;
  readonly form: Form;
  readonly filled: Pick<FilledForm, 'controls' | 'submit'>;
}

const ACTION_MS = 2_500;
const WORK_MS = 60_000;
/** After a press, the first request is waited for so long before the page is taken to need none. */
const STIR_MS = 150;

/**
 * Shows the form's page, fills the form as a person would (with trusted events), sends it and reads the page at rest;
 * presses “more” or scrolls as long as `onDelivery` asks for it.
 * @throws {FormChangedError} where the page does not show the form; what `PagePool.visit` throws
 */
export async function askInBrowser(
  pages: PagePool,
  question: BrowserQuestion,
  onDelivery: OnDelivery,
): Promise<void> {
  await pages.visit(question.site, question.url, (open) => new Visit(open, question).run(onDelivery), {
    workMs: WORK_MS,
  });
}

/**
 * The choices that other fields get once these are chosen: the page as it stands then.
 * @throws as {@link askInBrowser}
 */
export async function fillInBrowser(pages: PagePool, question: BrowserQuestion): Promise<TreeDocument> {
  return pages.visit(question.site, question.url, (open) => new Visit(open, question).fill());
}

class Visit {
  private readonly page: Page;
  private readonly session: CDPSession;
  private readonly open: OpenPage;
  private readonly question: BrowserQuestion;
  private readonly watch: RequestWatch;
  private form: Form | undefined;
  private targets: FormTargets | undefined;

  constructor(open: OpenPage, question: BrowserQuestion) {
    this.open = open;
    this.page = open.page;
    this.session = open.session;
    this.question = question;
    this.watch = new RequestWatch(open.page);
  }

  async run(onDelivery: OnDelivery): Promise<void> {
    try {
      const formPage = await this.fill();
      await this.send();
      await this.settle();
      for (;;) {
        const delivery = await this.deliver(formPage);
        const paging = await onDelivery(delivery);
        if (paging === null || !(await this.goOn(paging))) return;
      }
    } finally {
      this.watch.end();
    }
  }

  /** Fills control after control; a page that comes anew on a change is read anew. */
  async fill(): Promise<TreeDocument> {
    await this.look();
    for (const control of this.question.filled.controls) {
      const targets = (await this.targetsAt(control)) ?? [];
      const changed = await this.give(control, targets);
      if (changed && targets[0]?.tag === 'select') await this.open.rest();
    }
    // Options that came on a change are part of the page that is sent, and move what stands behind them.
    return this.look();
  }

  /** Captures the page and finds the form on it. */
  private async look(): Promise<TreeDocument> {
    const tree = await captureTree(this.session);
    this.form = likestForm(extractForms(tree), this.question.form);
    if (this.form === undefined) throw new FormChangedError(`${this.question.url} no longer shows the form`);
    this.targets = targetsOf(tree, this.form);
    return tree;
  }

  private async targetsAt(control: FilledControl): Promise<readonly Target[] | undefined> {
    const here = () => {
      const form = this.form as Form;
      const [moved] = transposed([control], this.question.form, form);
      return this.targets?.controls.get(moved?.position ?? -1);
    };
    const targets = here();
    if (targets !== undefined && (await mark(this.session, targets))) return targets;
    await this.look();
    const again = here();
    if (again === undefined || !(await mark(this.session, again)))
      throw new FormChangedError(`the form has no control “${control.name}” any more`);
    return again;
  }

  private async give({ values, name }: FilledControl, targets: readonly Target[]): Promise<boolean> {
    const [first] = targets;
    if (first === undefined) return false;
    const at = (target: Target) => this.marked(target);
    const type = first.tag === 'input' ? (first.element.attributes.type?.toLowerCase() ?? 'text') : first.tag;
    const timeout = ACTION_MS;
    if (type === 'radio') {
      const wanted = targets.find(({ value }) => values.includes(value));
      if (wanted === undefined) return false;
      await (await at(wanted)).check({ timeout, force: true });
      return true;
    }
    const locator = await at(first);
    if (type === 'checkbox') {
      await locator.setChecked(values.length > 0, { timeout, force: true });
      return true;
    }
    if (type === 'select') {
      const before = await locator.evaluate((select) =>
        Array.from(
          (select as unknown as { selectedOptions: Iterable<{ value: string }> }).selectedOptions,
          ({ value }) => value,
        ),
      );
      if (before.length === values.length && before.every((value) => values.includes(value))) return false;
      const chosen = await locator.selectOption([...values], { timeout, force: true }).catch(() => undefined);
      if (chosen === undefined)
        throw new FormChangedError(`control “${name}” no longer offers ${JSON.stringify(values)}`);
      return true;
    }
    const value = values[0] ?? '';
    if ((await locator.inputValue({ timeout })) === value) return false;
    await locator.fill(value, { timeout, force: true });
    return true;
  }

  /** The marked element: in the page, in its shadow roots, or in one of its frames. */
  private async marked({ ordinal }: Target): Promise<Locator> {
    const selector = `[${MARK}="${ordinal}"]`;
    for (const frame of this.page.frames()) {
      const locator = frame.locator(selector);
      if ((await locator.count()) > 0) return locator.first();
    }
    throw new FormChangedError('the form changed while it was filled');
  }

  /** Presses the button; without one, Enter in the last box that was typed into, or in the first one there is. */
  private async send(): Promise<void> {
    const { submit, controls } = this.question.filled;
    const button = this.targets?.submits.get(submit ?? this.onlySubmit() ?? -1);
    await inOneWindow(this.session);
    if (button !== undefined && (await mark(this.session, [button]))) {
      const pressed = await (await this.marked(button))
        .click({ timeout: ACTION_MS, noWaitAfter: true })
        .then(() => true)
        .catch(() => false);
      if (pressed) return;
    }
    const typed = controls.findLast(({ values, position }) => values[0] && this.isText(position));
    const position =
      typed?.position ?? [...(this.targets?.controls.keys() ?? [])].find((at) => this.isText(at));
    const box = this.targets?.controls.get(position ?? -1)?.[0];
    if (box !== undefined && (await mark(this.session, [box])))
      await (await this.marked(box)).press('Enter', { timeout: ACTION_MS, noWaitAfter: true });
  }

  private onlySubmit(): number | undefined {
    return [...(this.targets?.submits.keys() ?? [])][0];
  }

  private isText(position: number): boolean {
    const element = this.targets?.controls.get(position)?.[0]?.element;
    return (
      element?.tag === 'input' && /^(?:text|search|tel|url|number|)$/i.test(element.attributes.type ?? '')
    );
  }

  private async settle(): Promise<void> {
    await this.watch.stirred(STIR_MS);
    await this.open.rest();
  }

  private async deliver(formPage: TreeDocument): Promise<BrowserDelivery> {
    const tree = await captureTree(this.session);
    const observed = await this.watch.seen();
    const page: AnswerPage = {
      url: tree.url,
      status: observed.kind === 'navigation' ? observed.status : 200,
      contentType: 'text/html',
      sentBy: 'browser',
      tree,
    };
    return { page, formPage, observed };
  }

  /** @returns false where there is nothing to press any more */
  private async goOn(paging: Paging): Promise<boolean> {
    if (paging.kind === 'scroll') {
      await this.page.mouse.move(600, 400);
      await this.page.mouse.wheel(0, 50_000);
    } else if (paging.kind === 'press') {
      const more = this.page.getByText(paging.text, { exact: true }).last();
      const pressed = await more.click({ timeout: ACTION_MS, noWaitAfter: true }).then(
        () => true,
        () => false,
      );
      if (!pressed) return false;
    } else return false;
    await this.settle();
    return true;
  }
}

const MARK = 'data-fieldfare';

/** Runs in a world of its own: numbers the elements as the capture does and marks those that were asked for. */
const MARKING = `(wanted) => {
  const SILENT = new Set(['script', 'style', 'template']);
  const stack = [[document.documentElement]];
  let ordinal = -1;
  let last = Math.max(...wanted.map((one) => one.ordinal));
  const by = new Map(wanted.map((one) => [one.ordinal, one]));
  let right = 0;
  while (stack.length > 0 && ordinal < last) {
    const level = stack[stack.length - 1];
    const element = level.shift();
    if (element === undefined) { stack.pop(); continue; }
    ordinal++;
    const one = by.get(ordinal);
    if (one !== undefined && element.localName === one.tag && (element.getAttribute('name') ?? '') === one.name) {
      element.setAttribute('${MARK}', String(ordinal));
      right++;
    }
    if (SILENT.has(element.localName)) continue;
    if (element.localName === 'iframe' || element.localName === 'frame') {
      let inner = null;
      try { inner = element.contentDocument; } catch {}
      if (inner?.documentElement) stack.push([inner.documentElement]);
      continue;
    }
    stack.push([...element.children]);
    if (element.shadowRoot) stack.push([...element.shadowRoot.children]);
  }
  return right === wanted.length;
}`;

/** Windows that would open elsewhere open here: nobody looks at others. */
const ONE_WINDOW = `() => {
  for (const element of document.querySelectorAll('form[target], base[target], [formtarget]')) {
    if (element.getAttribute('target') && !/^_(?:top|parent|self)$/i.test(element.target)) element.setAttribute('target', '_self');
    element.removeAttribute('formtarget');
  }
}`;

async function inOwnWorld(session: CDPSession, call: string): Promise<unknown> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'fieldfare',
  });
  const { result } = await session.send('Runtime.evaluate', {
    expression: call,
    contextId: executionContextId,
    returnByValue: true,
  });
  return result.value;
}

const inOneWindow = (session: CDPSession): Promise<unknown> => inOwnWorld(session, `(${ONE_WINDOW})()`);

/** @returns whether every one of them still is what it was */
async function mark(session: CDPSession, targets: readonly Target[]): Promise<boolean> {
  const wanted = targets.map(({ ordinal, tag, name }) => ({ ordinal, tag, name }));
  return (await inOwnWorld(session, `(${MARKING})(${JSON.stringify(wanted)})`)) === true;
}

/** Notes what a page asks for once it has been told to send. */
class RequestWatch {
  private readonly page: Page;
  private readonly requests: Request[] = [];
  private readonly note = (request: Request) => {
    if (/^(?:document|xhr|fetch)$/.test(request.resourceType()) && /^https?:/.test(request.url()))
      this.requests.push(request);
  };

  constructor(page: Page) {
    this.page = page;
    page.on('request', this.note);
  }

  end(): void {
    this.page.off('request', this.note);
  }

  async stirred(ms: number): Promise<void> {
    const until = performance.now() + ms;
    const before = this.requests.length;
    while (this.requests.length === before && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async seen(): Promise<Observed> {
    const documents = this.requests.filter((request) => request.isNavigationRequest());
    const first = documents.find((request) => request.redirectedFrom() === null);
    if (first !== undefined) {
      const answer = await documents
        .at(-1)
        ?.response()
        .catch(() => null);
      return { kind: 'navigation', request: requestOf(first), status: answer?.status() ?? 200 };
    }
    const data = this.requests.map(requestOf);
    return data.length === 0 ? { kind: 'nothing' } : { kind: 'data', requests: data };
  }
}

function requestOf(request: Request): SubmissionRequest {
  const body = request.postDataBuffer();
  const headers = request.headers();
  const url = new URL(request.url());
  url.hash = '';
  return {
    method: request.method() === 'POST' ? 'POST' : 'GET',
    url: url.href,
    referrer: headers.referer ?? '',
    ...(headers['content-type'] !== undefined && { contentType: headers['content-type'] }),
    ...(body !== null && { body: body.toString('base64') }),
  };
}
