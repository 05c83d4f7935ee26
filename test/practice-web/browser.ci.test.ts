import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FormTruth, type PracticeWeb, startPracticeWeb } from '../../src/practice-web/index.ts';
import { openBrowser, openPage, seenForms, submitFormOf } from './session.ts';
import { asSeen, expectedOn, formAddress, key, recordsShown, sample, settle, useForm } from './use-forms.ts';

let web: PracticeWeb;
let browser: Browser;
const addressOf = (form: FormTruth): string => formAddress(web.truth, form);

/** Webs to walk: one of the usual size, and in the long tier larger ones of other seeds. */
const WEBS =
  process.env.FIELDFARE_TEST_FULL === '1'
    ? ([
        [1, 24],
        [2, 48],
        [3, 48],
        [7, 60],
      ] as const)
    : ([[1, 24]] as const);

describe.each(WEBS)('a browser session on the web of seed %i with %i sites', (seed, sites) => {
  beforeAll(async () => {
    web = await startPracticeWeb({ seed, sites, now: new Date('2026-11-01') });
    browser = await openBrowser(web.port);
  });
  afterAll(async () => {
    await browser?.close();
    await web?.close();
  });

  it('sees on each page exactly the forms that the truth puts there', async () => {
    const { context, page } = await openPage(browser);
    const addresses = new Map(web.truth.forms.map((form) => [addressOf(form), form.site]));
    for (const [address, site] of addresses) {
      await page.goto(address, { waitUntil: 'load' });
      await settle(page, expectedOn(web.truth, site, address));
      const seen = (await seenForms(page)).map(key).sort();
      expect(seen, address).toEqual(expectedOn(web.truth, site, address).map(asSeen).map(key).sort());
    }
    await context.close();
    expect(addresses.size).toBeGreaterThan(60);
  }, 120_000);

  it('does not see without scripts what the truth says needs a browser', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    for (const form of sample(
      web.truth.forms.filter((one) => one.needsBrowser || one.appears === 'formless'),
    )) {
      await page.goto(addressOf(form));
      const names = form.controls.map((control) => `[name="${control.name}"]`).join(',');
      expect(await page.locator(names).count(), addressOf(form)).toBe(form.needsBrowser ? 0 : 1);
    }
    await context.close();
  });

  it('gets records from each kind of search form by using it as people do', async () => {
    const searchable = sample(web.truth.forms.filter((form) => form.searchable));
    expect(searchable.length).toBeGreaterThan(15);
    for (const form of searchable) {
      const { context, page } = await openPage(browser);
      await page.goto(addressOf(form), { waitUntil: 'load' });
      await settle(page, [form]);
      await useForm(page, web.truth, form);
      // Without "any", the first choices need not meet in a record.
      if (form.kind !== 'any-absent')
        expect(await recordsShown(page, web.truth, form), `${form.kind} ${addressOf(form)}`).toBeGreaterThan(
          0,
        );
      await context.close();
    }
    const submitted = new Set(
      web.log().flatMap((entry) => (entry.form ? [`${entry.site} ${entry.form}`] : [])),
    );
    for (const form of searchable) expect(submitted).toContain(`${form.site} ${form.key}`);
  }, 120_000);

  it('narrows the results by what is chosen, and offers dependent choices after a round trip', async () => {
    const form = web.truth.forms.find((one) => one.kind === 'dependent-selects' && one.domain === 'hotel')!;
    const [parent, child] = form.controls;
    const { context, page } = await openPage(browser);
    await page.goto(addressOf(form));
    expect(await page.locator(`select[name="${child!.name}"] option`).count()).toBe(1);
    await Promise.all([
      page.waitForURL(/\?/),
      page.selectOption(`select[name="${parent!.name}"]`, 'Portugal'),
    ]);
    expect(await page.locator(`select[name="${child!.name}"] option`).allTextContents()).toContain('Porto');
    await page.selectOption(`select[name="${child!.name}"]`, 'Porto');
    await submitFormOf(page.locator(`select[name="${child!.name}"]`));
    await page.waitForURL(new RegExp(`${child!.name}=Porto`));
    const text = await page.locator('body').innerText();
    expect(text).toContain('Porto');
    expect(text).not.toMatch(/Lisbon|Braga|Faro/);
    await context.close();
  });
});
