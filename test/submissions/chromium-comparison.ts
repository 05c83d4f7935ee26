/** What the practice forms send, by Chromium and by ourselves, as a server on loopback receives it. */

import { createServer, type IncomingMessage } from 'node:http';
import { chromium, type Page } from 'playwright-core';
import { extractForms, type Form, meaningsOf } from '../../src/forms/index.ts';
import { findBrowser, launchOptions } from '../../src/foundation/browser/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { encodeSubmission } from '../../src/submissions/sending/encode-request.ts';
import { FormSession } from '../../src/submissions/sending/form-session.ts';
import type { FilledControl } from '../../src/submissions/types/submission.ts';
import { hangUp, openPort } from '../open-port.ts';
import { FORMS, type SentForm } from './chromium-forms.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly cookie: string | undefined;
  readonly referer: string | undefined;
  readonly origin: string | undefined;
}

interface Serving {
  readonly port: number;
  /** Requests by the path of the page they were sent from. */
  readonly received: ReadonlyMap<string, Received>;
  close(): Promise<void>;
}

export interface Comparison {
  readonly all: number;
  readonly equal: number;
  readonly unequal: readonly {
    readonly form: string;
    readonly theirs?: Received;
    readonly ours?: Received;
  }[];
}

/** Each visitor has a path of its own for each form: `/chromium/3`, `/ours/3`. */
async function serve(): Promise<Serving> {
  const received = new Map<string, Received>();
  const server = createServer((request, response) => {
    const [, who = '', n = ''] = /^\/(chromium|ours)\/(\d+)$/.exec(request.url ?? '') ?? [];
    const sent = FORMS[Number(n)];
    if (request.method === 'GET' && who !== '' && sent !== undefined) {
      const charset = sent.charset ?? 'utf-8';
      response.writeHead(200, {
        'content-type': charset === '' ? 'text/html' : `text/html; charset=${charset}`,
        'set-cookie': [`visit=${n}; Path=/; HttpOnly`, 'deep=1; Path=/deep', 'gone=1; Max-Age=0'],
      });
      response.end(sent.bytes ?? sent.html);
      return;
    }
    void collect(request).then((got) => {
      const key = URL.parse(got.referer ?? '')?.pathname ?? '';
      if (!request.url?.startsWith('/p.png') && !request.url?.startsWith('/favicon')) received.set(key, got);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>done');
    });
  });
  const port = await openPort(server);
  return {
    port,
    received,
    close: () => hangUp(server),
  };
}

async function collect(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { headers, method = '', url = '' } = request;
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '\0';
  const plain = (text: string) =>
    text.replaceAll(boundary, 'BOUNDARY').replace(/\/(?:chromium|ours)\/(\d+)/g, '/who/$1');
  return {
    method,
    url: plain(url),
    contentType: headers['content-type'] === undefined ? undefined : plain(headers['content-type']),
    body: plain(Buffer.concat(parts).toString('latin1')),
    cookie: headers.cookie,
    referer: headers.referer,
    origin: headers.origin,
  };
}

/** Runs in the page: fills by name and sends. */
const FILL = `({ fill, press }) => {
  const form = document.forms[0];
  const all = [...form.elements];
  for (const [name, values] of Object.entries(fill)) {
    for (const control of all.filter((one) => one.name === name)) {
      if (control.type === 'checkbox' || control.type === 'radio') control.checked = values.includes(control.value);
      else if (control.type === 'select-multiple') for (const option of control.options) option.selected = values.includes(option.value);
      else control.value = values[0] ?? '';
    }
  }
  const buttons = all.filter((one) => one.type === 'submit').concat([...document.querySelectorAll('input[type=image]')]);
  if (press === undefined) all.find((one) => one.localName === 'input' && one.type === 'text').focus();
  else buttons[press].click();
}`;

async function byChromium(page: Page, { fill, press }: SentForm, url: string): Promise<void> {
  await page.goto(url);
  const done = page.waitForNavigation();
  await page.evaluate(`(${FILL})(${JSON.stringify({ fill, press })})`);
  if (press === undefined) await page.keyboard.press('Enter');
  await done;
}

function filledBy(form: Form, fill: SentForm['fill']): FilledControl[] {
  const meanings = meaningsOf(form);
  return form.controls.flatMap((control, position) => {
    const wanted = fill[control.name];
    if (wanted === undefined) return [];
    const values = control.type === 'checkbox' && !wanted.includes(control.value) ? [] : wanted;
    const { name, label } = control;
    return [{ position, name, label, meaning: meanings[position] ?? 'text', values, source: 'given' }];
  });
}

async function byOurselves(session: FormSession, { fill, press }: SentForm, url: string): Promise<void> {
  const page = await session.formPage(url);
  const [form] = extractForms(page.tree);
  if (form === undefined) throw new Error(`${url} shows no form`);
  const senders = form.submits.flatMap(({ type }, i) => (type === 'submit' || type === 'image' ? [i] : []));
  const submit = press === undefined ? undefined : senders[press];
  const controls = filledBy(form, fill);
  await session.send(encodeSubmission(page, { form, controls, ...(submit !== undefined && { submit }) }));
}

/** Sends each form by Chromium and by ourselves: method, address, content type, body, origin and cookies must be equal. */
export async function compareWithChromium(): Promise<Comparison> {
  const { found } = await findBrowser();
  if (found === undefined)
    throw new Error('no browser to compare with; fieldfare doctor says what is missing');
  const serving = await serve();
  const browser = await chromium.launch(launchOptions(found));
  const web = liveTransport({ allowPrivate: true });
  try {
    const page = await browser.newPage();
    const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare' });
    const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
    const unequal: Comparison['unequal'][number][] = [];
    for (const [n, sent] of FORMS.entries()) {
      const at = (who: string) => `http://127.0.0.1:${serving.port}/${who}/${n}`;
      await page.context().clearCookies();
      await byChromium(page, sent, at('chromium'));
      await byOurselves(new FormSession(out, new AbortController().signal, 0), sent, at('ours'));
      const [theirs, ours] = [`/chromium/${n}`, `/ours/${n}`].map((key) => serving.received.get(key));
      if (theirs === undefined || JSON.stringify(sorted(theirs)) !== JSON.stringify(sorted(ours)))
        unequal.push({ form: sent.name, ...(theirs && { theirs }), ...(ours && { ours }) });
    }
    return { all: FORMS.length, equal: FORMS.length - unequal.length, unequal };
  } finally {
    await web.close();
    await browser.close();
    await serving.close();
  }
}

const sorted = (got: Received | undefined) => ({
  ...got,
  referer: undefined,
  cookie: got?.cookie?.split('; ').sort(),
});
