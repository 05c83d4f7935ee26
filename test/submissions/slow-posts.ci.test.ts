/** A form that is posted in a browser to a slow server: it is waited for, and nothing is posted twice. */

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import {
  findBrowser,
  launchOptions,
  openPagePool,
  type PagePool,
} from '../../src/foundation/browser/index.ts';
import { captureTree } from '../../src/foundation/dom/index.ts';
import {
  type BrowserProxy,
  createHttpClient,
  liveTransport,
  startBrowserProxy,
  type Transport,
} from '../../src/foundation/http/index.ts';
import { memoryLedger, type Outbound, READING, submitForm } from '../../src/submissions/index.ts';
import { hangUp, openPort } from '../open-port.ts';

const posts: string[] = [];
/** Longer than a button is given to show an effect. */
const SLOW_MS = 9_000;
const buttons =
  '<button name="by" value="name">Search</button><button name="by" value="place">Search</button>';
const FORMS: Readonly<Record<string, string>> = {
  '/page': `<form method="post" action="/found" enctype="multipart/form-data"><input type="search" name="q">${buttons}</form>`,
  '/script': `<form method="post" action="/found" onsubmit="event.preventDefault();fetch('/found',{method:'POST',body:new URLSearchParams(new FormData(this))}).then(r=>r.text()).then(t=>{document.body.insertAdjacentHTML('beforeend',t)})"><input type="search" name="q"><button>Search</button><button type="button">Go</button></form>`,
};

let server: Server;
let web: Transport;
let proxy: BrowserProxy;
let pages: PagePool;
let origin: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const html = (text: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
    const form = FORMS[request.url ?? ''];
    if (form !== undefined)
      return html(`<!doctype html><title>Wells</title>${form}<script>var ready=1</script>`);
    posts.push(body);
    setTimeout(
      () => html('<h2>Found</h2><ul><li><a href="/w/1">Deep well</a><li><a href="/w/2">Dry well</a></ul>'),
      SLOW_MS,
    );
  });
  origin = `http://127.0.0.1:${await openPort(server)}`;
  web = liveTransport({ allowPrivate: true });
  proxy = await startBrowserProxy(createHttpClient({ transport: web, userAgent: 'Fieldfare' }));
  const { found: browser } = await findBrowser();
  const base = launchOptions(browser!);
  pages = await openPagePool({
    launchOptions: {
      ...base,
      args: [...(base.args ?? []), ...proxy.launchArgs],
      proxy: { server: proxy.url, bypass: '<-loopback>' },
    },
    pages: 1,
    userAgent: 'Fieldfare',
    navigationTimeoutMs: 15_000,
    settleMs: 4_000,
  });
}, 60_000);

afterAll(async () => {
  await pages.close();
  await proxy.close();
  await web.close();
  await hangUp(server);
});

test.each(Object.keys(FORMS))(
  '%s: an answer is waited for while nothing else is pressed',
  async (path) => {
    const before = posts.length;
    const tree = await pages.visit('127.0.0.1', origin + path, ({ session }) => captureTree(session));
    const ledger = memoryLedger();
    const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare' });
    const out: Outbound = {
      egress,
      permit: async () => undefined,
      ended: () => undefined,
      pause: () => undefined,
      browser: { pages, proxy },
    };
    const task = { form: extractForms(tree)[0]!, page: origin + path, domain: null };
    const options = { maxSubmissions: 2, maxAnswerPages: 2, detailPages: 0, text: true, maxRetries: 0 };
    const signal = new AbortController().signal;
    for await (const event of submitForm(task, out, ledger, READING, {
      ...options,
      now: new Date(0),
      signal,
    }))
      expect(event.type).not.toBe('form-skipped');
    expect(ledger.entries.map(({ state }) => state)).toEqual(['settled', 'settled']);
    // What the browser brought of the first one may show that the next can go over HTTP.
    expect(ledger.entries[0]?.sentBy).toBe('browser');
    const texts = posts.slice(before).map((body) => body.replaceAll(/-{2,}WebKitFormBoundary\w+/g, ''));
    expect(texts).toHaveLength(2);
    expect(new Set(texts).size).toBe(2);
  },
  120_000,
);
