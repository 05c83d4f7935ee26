import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { findBrowser, launchOptions } from '../../src/foundation/browser/index.ts';
import { captureTree, parseTree } from '../../src/foundation/dom/index.ts';
import { withoutVisual } from '../foundation/dom/live-pages.ts';
import { openPort } from '../open-port.ts';

const CORPUS = resolve(import.meta.dirname, '../fixtures/pages');
const cases = readdirSync(CORPUS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const htmlOf = (name: string): string => readFileSync(`${CORPUS}/${name}/page.html`, 'utf8');

/** What must be the same from both; visibility and layout only the browser knows. */
const essence = ({ id, index, where, action, method, enctype, controls, submits }: Form) => ({
  id,
  index,
  where,
  action,
  method,
  enctype,
  controls: controls.map(({ name, type, label, labelSource, value, options }) => ({
    name,
    type,
    label,
    labelSource,
    value,
    options: options.map(({ value: sent, label: shown, group, any }) => ({ sent, shown, group, any })),
  })),
  submits: submits.map(({ type, label, name }) => ({ type, label, name })),
});

const search = await findBrowser();
if (!search.found) console.warn('skipped: no browser here');

describe.skipIf(!search.found)('forms of the live page', () => {
  let server: Server;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(cases.includes(request.url?.slice(1) ?? '') ? htmlOf(request.url!.slice(1)) : '');
    });
    origin = `http://127.0.0.1:${await openPort(server)}`;
    if (!search.found) return;
    browser = await chromium.launch(launchOptions(search.found));
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise((done) => server.close(done));
  });

  it('are those of the parsed one, with the same identity, on every page of the corpus', async () => {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    for (const name of cases) {
      const url = `${origin}/${name}`;
      await page.goto(url);
      const tree = await captureTree(session);
      const parsed = extractForms(parseTree(htmlOf(name), url));
      expect([name, extractForms(withoutVisual(tree)).map(essence)]).toEqual([name, parsed.map(essence)]);
      expect([name, extractForms(tree).map(({ id }) => id)]).toEqual([name, parsed.map(({ id }) => id)]);
    }
    await page.close();
  });
});
