/** A form that is posted in a browser to a slow server: it is waited for, and nothing is posted twice. */

import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
import { type BrowserSite, browserSite } from './browser-site.ts';

/** Longer than a button is given to show an effect. */
const SLOW_MS = 9_000;
const buttons =
  '<button name="by" value="name">Search</button><button name="by" value="place">Search</button>';
const FORMS: Readonly<Record<string, string>> = {
  '/page': `<form method="post" action="/page/found" enctype="multipart/form-data"><input type="search" name="q">${buttons}</form>`,
  '/script': `<form method="post" action="/found" onsubmit="event.preventDefault();fetch('/script/found',{method:'POST',body:new URLSearchParams(new FormData(this))}).then(r=>r.text()).then(t=>{document.body.insertAdjacentHTML('beforeend',t)})"><input type="search" name="q"><button>Search</button><button type="button">Go</button></form>`,
};

const posts: { readonly to: string; readonly body: string }[] = [];
let site: BrowserSite;

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const html = (text: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
    const form = FORMS[request.url ?? ''];
    if (form !== undefined)
      return html(`<!doctype html><title>Wells</title>${form}<script>var ready=1</script>`);
    posts.push({ to: `${request.url}`, body });
    setTimeout(
      () => html('<h2>Found</h2><ul><li><a href="/w/1">Deep well</a><li><a href="/w/2">Dry well</a></ul>'),
      SLOW_MS,
    );
  });
  site = await browserSite(server, 2);
}, 60_000);

afterAll(() => site.close());

test.concurrent.each(Object.keys(FORMS))(
  '%s: an answer is waited for while nothing else is pressed',
  async (path) => {
    const ledger = memoryLedger();
    const task = { form: await site.form(path), page: site.origin + path, domain: null };
    const options = { maxSubmissions: 2, maxAnswerPages: 2, detailPages: 0, text: true, maxRetries: 0 };
    const signal = new AbortController().signal;
    for await (const event of submitForm(task, site.out, ledger, READING, {
      ...options,
      now: new Date(0),
      signal,
    }))
      expect(event.type).not.toBe('form-skipped');
    expect(ledger.entries.map(({ state }) => state)).toEqual(['settled', 'settled']);
    // What the browser brought of the first one may show that the next can go over HTTP.
    expect(ledger.entries[0]?.sentBy).toBe('browser');
    const own = posts.filter(({ to }) => to.startsWith(path));
    const texts = own.map(({ body }) => body.replaceAll(/-{2,}WebKitFormBoundary\w+/g, ''));
    expect(texts).toHaveLength(2);
    expect(new Set(texts).size).toBe(2);
  },
  120_000,
);
