/**
 * What a script brings that was written by hand for each of the real applications: it knows the address or the box of a form and where
 * results stand (`how` in `submissions-truth.json`). A harvest has to find all of that first.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import type { Browser, Page } from 'playwright-core';
import { Agent, type Dispatcher, request } from 'undici';

interface Press {
  readonly press: string;
  readonly key: string;
  readonly wait?: number;
}

/** How a form is asked and read; the parts of a form of `submissions-truth.json` that a script needs. */
interface KnownForm {
  readonly site: string;
  readonly form: string;
  readonly start: string;
  readonly reachable: number | null;
  readonly link?: string | null;
  readonly arrives: string;
  readonly hits: { readonly query: string | Readonly<Record<string, string>> };
  readonly nonsense: { readonly query: string | Readonly<Record<string, string>> };
  readonly how: {
    readonly record: string;
    readonly title?: string | null;
    readonly box?: string;
    readonly page?: string;
    readonly type?: boolean;
    readonly settle?: number;
    readonly wait?: number;
    readonly send?: Press;
  };
}

/** What a results page showed. */
interface Shown {
  readonly records: readonly { readonly key: string; readonly text: string }[];
  readonly next: string | undefined;
}

export interface ScriptResult {
  readonly records: number;
  readonly seconds: number;
  readonly forms: readonly { readonly form: string; readonly records: number; readonly queries: number }[];
}

const NONSENSE = 'qzxvwkjp';
const MOST_PAGES = 50;
/** What the link to the next page of results says. */
const NEXT_TEXT = /^\W*(?:next|older)/i;

/** @param realweb folder of the applications @param queries words that each form is asked for */
export async function runKnownScript(
  realweb: string,
  queries: number,
  browser: Browser,
): Promise<ScriptResult> {
  const { forms } = JSON.parse(readFileSync(join(realweb, 'submissions-truth.json'), 'utf8')) as {
    forms: readonly KnownForm[];
  };
  const dispatcher = new Agent({ connections: 4 });
  const began = performance.now();
  const bySite = [...Map.groupBy(forms, ({ site }) => site).values()];
  const done = await Promise.all(
    bySite.map(async (ofSite) => {
      const results = [];
      for (const form of ofSite) results.push(await askAll(form, queries, browser, dispatcher));
      return results;
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await dispatcher.close();
  const results = done.flat();
  return { records: results.reduce((sum, { records }) => sum + records, 0), seconds, forms: results };
}

async function askAll(known: KnownForm, most: number, browser: Browser, dispatcher: Agent) {
  /** Words of the records, with how often they were there: broad ones bring most. */
  const words = new Map([[wordOf(known), 1]]);
  const asked = new Set<string>();
  const found = new Set<string>();
  const page = known.arrives === 'client-side' ? await browser.newPage() : undefined;
  try {
    if (page !== undefined && typeof known.nonsense.query !== 'string') await openForm(page, known);
    while (asked.size < most && found.size < (known.reachable ?? Number.POSITIVE_INFINITY)) {
      const word = [...words]
        .filter(([one]) => !asked.has(one))
        .reduce<readonly [string?, number?]>((best, one) => (one[1] > (best[1] ?? 0) ? one : best), [])[0];
      if (word === undefined) break;
      asked.add(word);
      for await (const { records } of page === undefined
        ? byHttp(known, word, dispatcher)
        : byBrowser(known, word, page))
        for (const { key, text } of records) {
          if (found.has(key)) continue;
          found.add(key);
          for (const word of new Set(text.toLowerCase().match(/\p{L}{4,}/gu)))
            words.set(word, (words.get(word) ?? 0) + 1);
        }
    }
  } catch (error) {
    process.stderr.write(`${known.form}: ${error instanceof Error ? error.message : error}\n`);
  } finally {
    await page?.close();
  }
  return { form: known.form, records: found.size, queries: asked.size };
}

function wordOf({ hits, nonsense }: KnownForm): string {
  if (typeof hits.query !== 'string') return Object.values(hits.query)[0] ?? '';
  const template = typeof nonsense.query === 'string' ? nonsense.query : '';
  const before = template.slice(0, template.indexOf(NONSENSE));
  const name = before.match(/([^?&;=]+)=$/)?.[1] ?? '';
  return new RegExp(`[?&;]${name}=([^&;]*)`).exec(hits.query)?.[1] ?? '';
}

const addressOf = ({ nonsense, start }: KnownForm, word: string): string =>
  new URL(String(nonsense.query).replace(NONSENSE, encodeURIComponent(word)), start).href;

async function* byHttp(known: KnownForm, word: string, dispatcher: Agent): AsyncGenerator<Shown> {
  let url: string | undefined = addressOf(known, word);
  const seen = new Set<string>();
  while (url !== undefined && !seen.has(url) && seen.size < MOST_PAGES) {
    seen.add(url);
    const { body, statusCode, headers }: Dispatcher.ResponseData = await request(url, { dispatcher });
    const html = await body.text();
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      url = new URL(String(headers.location), url).href;
      continue;
    }
    const shown = read(known, html, url, seen.size);
    yield shown;
    url = shown.records.length === 0 ? undefined : shown.next;
  }
}

function read({ how, link }: KnownForm, html: string, url: string, page: number): Shown {
  const $ = load(html);
  const wanted = typeof link !== 'string' ? undefined : new RegExp(link);
  const records = $(how.record)
    .toArray()
    .flatMap((element) => {
      const title = (typeof how.title !== 'string' ? $(element) : $(element).find(how.title))
        .first()
        .text()
        .trim();
      const hrefs = [...$(element).find('a[href]').addBack('a[href]').toArray()].flatMap(
        (a) => URL.parse($(a).attr('href') ?? '', url)?.href ?? [],
      );
      const key = wanted === undefined ? title : hrefs.find((href) => wanted.test(href));
      return key === undefined || key === '' ? [] : [{ key, text: $(element).text() }];
    });
  const links = $('a[href]').toArray();
  const numbered = new RegExp(`^\\[?${page + 1}\\]?$`);
  const next =
    links.find((a) => NEXT_TEXT.test($(a).text())) ?? links.find((a) => numbered.test($(a).text().trim()));
  const button = $(`input[type=submit][value=${page + 1}]`).attr('name');
  if (next !== undefined) return { records, next: new URL($(next).attr('href') ?? '', url).href };
  if (button === undefined) return { records, next: undefined };
  const to = new URL(url);
  to.searchParams.set(button, String(page + 1));
  return { records, next: to.href };
}

async function openForm(page: Page, { how, start }: KnownForm): Promise<void> {
  await page.goto(new URL(how.page ?? '/', start).href, { waitUntil: 'load' });
  await page.waitForTimeout(how.settle ?? 300);
}

async function* byBrowser(known: KnownForm, word: string, page: Page): AsyncGenerator<Shown> {
  const { how, link, nonsense } = known;
  if (typeof nonsense.query === 'string') await page.goto(addressOf(known, word), { waitUntil: 'load' });
  else {
    const box = page.locator(how.box ?? 'input').first();
    await box.fill(word);
    if (how.type === true) await box.press('End');
    if (how.send === undefined) await box.press('Enter');
    else await page.locator(how.send.press).first().press(how.send.key);
  }
  // The script ends its wait when results stand there, else when the application's own time is over.
  const most = (how.wait ?? 1_000) + (how.send?.wait ?? 0);
  await page
    .locator(how.record)
    .first()
    .waitFor({ state: 'attached', timeout: most })
    .catch(() => undefined);
  await page.waitForTimeout(200);
  const rows = await page.$$eval(
    how.record,
    (elements, title) =>
      elements.map((element) => ({
        title: (title === null ? element : element.querySelector(title))?.textContent?.trim() ?? '',
        text: element.textContent ?? '',
        hrefs: [...element.querySelectorAll('a[href]'), ...(element.matches('a[href]') ? [element] : [])].map(
          (a) => (a as HTMLAnchorElement).href,
        ),
      })),
    how.title ?? null,
  );
  const wanted = typeof link !== 'string' ? undefined : new RegExp(link);
  const records = rows.flatMap(({ title, text, hrefs }) => {
    const key = hrefs.find((href) => wanted?.test(href)) ?? title;
    return key === '' ? [] : [{ key, text }];
  });
  yield { records, next: undefined };
}
