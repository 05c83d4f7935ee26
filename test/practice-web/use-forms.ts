/** Forms as the truth tells them, used in a browser as people use them. */

import type { Locator, Page } from 'playwright-core';
import type { FormTruth, SiteTruth, Truth } from '../../src/practice-web/index.ts';
import { type SeenForm, submitFormOf } from './session.ts';

export const siteOf = (truth: Truth, form: FormTruth): SiteTruth =>
  truth.sites.find((site) => site.key === form.site)!;
export const formAddress = (truth: Truth, form: FormTruth): string =>
  `http://${siteOf(truth, form).hosts[0]}${form.example}`;
const controlsOf = (form: FormTruth): string[] =>
  [...new Set(form.controls.map((control) => `${control.name} ${control.type}`))].sort();
const PLACES = {
  static: 'document',
  script: 'document',
  click: 'document',
  formless: 'document',
  shadow: 'shadow',
  frame: 'frame',
  hidden: 'document',
  announced: 'document',
} as const;

/** What the truth says about a form, in the words of what a session sees. */
export const asSeen = (form: FormTruth): SeenForm => ({
  action: form.appears === 'formless' ? null : form.action,
  method: form.method,
  controls: controlsOf(form),
  where: PLACES[form.appears],
});

export const key = (form: SeenForm): string =>
  JSON.stringify([form.action, form.method, form.controls, form.where]);

/** Forms that the truth puts on this page. */
export function expectedOn(truth: Truth, site: string, address: string): FormTruth[] {
  const target = new URL(address).pathname + new URL(address).search;
  return truth.forms.filter(
    (form) => form.site === site && new RegExp(form.pages).test(target) && !target.startsWith('/embed/'),
  );
}

/** One form of each kind and appearance. */
export function sample(forms: readonly FormTruth[]): FormTruth[] {
  return [...new Map(forms.map((form) => [`${form.kind} ${form.appears}`, form])).values()];
}

/** Presses every button behind which a form waits. */
export async function pressAll(page: Page): Promise<void> {
  for (const button of await page.locator('[data-opens]').all()) await button.click();
}

/** Waits for forms that apps build, and presses every button behind which a form waits. */
export async function settle(page: Page, expected: readonly FormTruth[]): Promise<void> {
  for (const form of expected.filter((one) => one.app))
    await page.locator(`[name="${form.controls[0]!.name}"]`).first().waitFor({ state: 'attached' });
  await pressAll(page);
}

/** A word of a record that the site shows on its front page. */
async function wordOf(page: Page, truth: Truth, form: FormTruth): Promise<string> {
  const front = await page.evaluate("fetch('/').then((reply) => reply.text())");
  const patterns = siteOf(truth, form).databases.map((database) => new RegExp(database.detail));
  for (const [, href = '', title = ''] of String(front).matchAll(
    /<a [^>]*href="([^"]+)"[^>]*>(?:<[^>]*>)*([^<]+)/g,
  )) {
    const words = title.match(/[\p{L}\d]{3,}/gu) ?? [];
    if (words.length > 0 && patterns.some((pattern) => pattern.test(href))) return words.at(-1)!;
  }
  throw new Error(`${form.site} shows no record on its front page`);
}

/** The box or form on the page, pierced through open shadow roots by Playwright's own locators. */
export async function useForm(page: Page, truth: Truth, form: FormTruth): Promise<void> {
  const root = form.appears === 'frame' ? page.frameLocator('iframe') : page;
  const named = (name: string): Locator => root.locator(`[name="${name}"]`).first();
  const [text] = form.controls.filter((control) => control.type === 'text' || control.type === 'search');
  const word = text && form.controls.length <= 3 ? await wordOf(page, truth, form) : '';
  for (const control of form.controls.filter((one) => one.required && one.type === 'select-one'))
    await named(control.name).selectOption({ index: 1 });
  const answered = form.results === 'xhr' ? page.waitForResponse(/\/api\//) : page.waitForEvent('load');
  if (text && form.controls.length <= 3 && form.kind !== 'datalist-boxes') await named(text.name).fill(word);
  if (form.appears === 'formless') {
    await page.locator(`#box-${form.key}-go`).click();
  } else {
    const visible = form.controls.find((control) => control.type !== 'hidden')!;
    await submitFormOf(named(visible.name));
  }
  await answered;
  // A page may ask to wait, and leave by itself.
  await root.locator('#waiting').waitFor({ state: 'detached' });
}

/** Links to records on the page. */
export async function recordsShown(page: Page, truth: Truth, form: FormTruth): Promise<number> {
  if (form.results === 'xhr') await page.locator('[id^=results] a').first().waitFor();
  const patterns = siteOf(truth, form).databases.map((database) => new RegExp(database.detail));
  const main = await page
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return main.filter((href) => patterns.some((pattern) => pattern.test(href))).length;
}
