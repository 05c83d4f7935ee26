import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FormTruth,
  HARD_WEB_SITES,
  type PracticeWeb,
  startPracticeWeb,
} from '../../src/practice-web/index.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { openBrowser, openPage } from './session.ts';

const NOW = new Date('2026-11-01');
const OPTIONS = { seed: 1, sites: HARD_WEB_SITES, now: NOW, kinds: 'hard' } as const;
const NONSENSE = 'qzxvwkjp';

/** The same web without sockets, to look records up in. */
const world: World = createWorld({ ...OPTIONS, clock: () => 0 });
const searches = world.truth.forms.filter(
  ({ key, searchable, appears }) => key === 'main' && searchable && appears !== 'announced',
);
let web: PracticeWeb;
let browser: Browser;
beforeAll(async () => {
  web = await startPracticeWeb(OPTIONS);
  browser = await openBrowser(web.port);
});
afterAll(async () => {
  await browser?.close();
  await web?.close();
  world.close();
});

const addressOf = ({ site, example }: FormTruth): string =>
  `http://${world.truth.sites.find(({ key }) => key === site)!.hosts[0]}${example}`;

/** What people press before they see the box. */
const OPENED_BY: Readonly<Record<string, string>> = {
  'behind-tab': '[role=tab]:nth-child(2)',
  'search-in-overlay': '[aria-haspopup=dialog]',
  'hash-routes': 'a[href="#/programme"]',
};

const boxOn = (page: Page): Locator =>
  page
    .locator(
      'input[type=text]:visible:not([readonly]), input[type=search]:visible, input:not([type]):visible',
    )
    .first();

const textOf = (page: Page): Promise<string> => page.locator('body').innerText();

/** Waits until the page says the same for a while, and no longer that it searches. */
async function settled(page: Page): Promise<string> {
  let last = '';
  let same = 0;
  for (let round = 0; round < 60 && same < 3; round++) {
    await page.waitForTimeout(150);
    const now = await textOf(page).catch(() => '');
    same = now === last && now !== '' && !now.includes('Searching…') ? same + 1 : 0;
    last = now;
  }
  return last;
}

const titlesIn = (form: FormTruth, text: string): string[] =>
  world.rows(form.site).flatMap(({ title }) => (text.includes(title) ? [title] : []));

/** A word of few records, none of which the page shows already. */
function wordFor(form: FormTruth, shown: readonly string[]): { word: string; titles: string[] } {
  const rows = world.rows(form.site);
  for (const { title } of rows)
    for (const word of title.match(/[\p{L}\p{N}]{4,}/gu) ?? []) {
      const ids = world.matching(form.site, form.key, new URLSearchParams([[form.controls[0]!.name, word]]))!;
      const titles = rows.filter(({ id }) => ids.includes(id)).map((row) => row.title);
      const fresh = form.action === '/' || titles.every((one) => !shown.includes(one));
      if (ids.length > 0 && ids.length <= 8 && fresh) return { word, titles };
    }
  throw new Error(`${form.kind} has no rare word`);
}

/** Types and presses Enter, as people do. */
async function use(page: Page, form: FormTruth, text: string): Promise<string> {
  await page.goto(addressOf(form), { waitUntil: 'load' });
  const opener = OPENED_BY[form.kind];
  if (opener !== undefined) await page.locator(opener).first().click();
  if (form.kind === 'conditions-from-list') await page.locator('#add').selectOption('title');
  const box = boxOn(page);
  await box.click();
  await page.keyboard.type(text);
  await page.waitForTimeout(300);
  if (form.kind !== 'enter-opens-first') await page.keyboard.press('Enter');
  if (form.kind === 'second-form') await page.locator('select + button').click();
  const said = await settled(page);
  if (!said.startsWith('Too many questions')) return said;
  await page.waitForTimeout(1100);
  await page.reload();
  return settled(page);
}

describe('hard kinds in a browser', () => {
  // Dockets are asked by days; no word of theirs brings few of their 40,000 cases.
  const typed = searches.filter(
    ({ kind, search }) =>
      !/^(?:drawn-controls$|suggestion-picked$|docket-)/.test(kind) && !search?.ignoresInput,
  );

  it.concurrent.each(typed.map((form) => [form.kind, form] as const))(
    '%s: shows records for a word and none for nonsense',
    async (_kind, form) => {
      const { context, page } = await openPage(browser);
      await page.goto(addressOf(form), { waitUntil: 'load' });
      const before = titlesIn(form, await settled(page));
      const { word, titles } = wordFor(form, before);
      const hits = await use(page, form, word);
      expect(titlesIn(form, hits), hits.slice(0, 400)).toEqual(expect.arrayContaining(titles));
      const none = await use(page, form, NONSENSE);
      expect(
        titlesIn(form, none).filter(
          (title) => !before.includes(title) || (form.action === '/' && form.kind === 'filtered-landing'),
        ),
      ).toEqual([]);
      await context.close();
    },
  );

  it('shows the same for nonsense where the form ignores what is typed', async () => {
    const form = searches.find(({ search }) => search?.ignoresInput)!;
    const { context, page } = await openPage(browser);
    const [one, other] = [await use(page, form, NONSENSE), await use(page, form, 'vrmtlok')];
    expect(titlesIn(form, one).length).toBeGreaterThan(0);
    expect(titlesIn(form, other)).toEqual(titlesIn(form, one));
    await context.close();
  });

  it('lets drawn lists choose for native ones', async () => {
    const form = searches.find(({ kind }) => kind === 'drawn-controls')!;
    const { context, page } = await openPage(browser);
    await page.goto(addressOf(form));
    expect(await page.locator('select:visible').count()).toBe(0);
    await page.getByRole('combobox').first().click();
    const option = page.getByRole('option').nth(1);
    const chosen = (await option.innerText()).trim();
    await option.click();
    await page.getByRole('button', { name: /./ }).first().click();
    const text = await settled(page);
    const genre = world.rows(form.site).filter((row) => row.genre === chosen);
    expect(genre.length).toBeGreaterThan(0);
    expect(text).toContain(chosen);
    expect(web.log().findLast(({ outcome }) => outcome)!.outcome!.matching).toBe(genre.length);
    await context.close();
  });

  it('answers through a web socket, and logs what is asked there', async () => {
    const form = searches.find(({ kind }) => kind === 'websocket')!;
    const entries = web.log().filter(({ site, method }) => site === form.site && method === 'SOCKET');
    expect(entries.map(({ outcome }) => outcome!.kind)).toEqual(['hits', 'no-hits']);
  });

  it('keeps the page of a large site above four million characters', () => {
    const form = searches.find(({ kind }) => kind === 'huge-page')!;
    const { hostname, pathname } = new URL(addressOf(form));
    const request = {
      host: hostname,
      method: 'GET',
      path: pathname,
      target: pathname,
      query: new URLSearchParams(),
    };
    const { body } = world.answer({ ...request, body: new URLSearchParams(), acceptsGzip: false });
    expect(String(body).length).toBeGreaterThan(4_100_000);
    expect(String(body).length).toBeLessThan(6_000_000);
    expect(String(body).slice(0, 4_000_000)).not.toContain("createElement('input')");
  });
});
