import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allFormKinds,
  type FormTruth,
  type Outcome,
  type PracticeWeb,
  startPracticeWeb,
} from '../../src/practice-web/index.ts';
import { ask, type Reply } from './client.ts';
import { openBrowser, openPage, seenForms, submitFormOf } from './session.ts';
import {
  asSeen,
  expectedOn,
  formAddress,
  key,
  pressAll,
  recordsShown,
  sample,
  siteOf,
  useForm,
} from './use-forms.ts';
import { leadsTo } from './walk.ts';

let web: PracticeWeb;
let browser: Browser;
/** What the walk over the usual web (`browser.test.ts`) shows and uses already. */
let usual: readonly FormTruth[];

/** As large a web as `--list` takes, so that each kind of site is there. */
beforeAll(async () => {
  web = await startPracticeWeb({ seed: 1, sites: 100, now: new Date('2026-11-01') });
  browser = await openBrowser(web.port);
  const small = await startPracticeWeb({ seed: 1, sites: 24, now: new Date('2026-11-01') });
  usual = small.truth.forms;
  await small.close();
});
afterAll(async () => {
  await browser?.close();
  await web?.close();
});

const formOf = (kind: string): FormTruth => {
  const form = web.truth.forms.find((one) => one.kind === kind);
  if (!form) throw new Error(`no form is ${kind}`);
  return form;
};
const host = (form: FormTruth): string => siteOf(web.truth, form).hosts[0]!;
/** Asks for a page, and for the one it leads to when it asks to wait. */
const get = async (form: FormTruth, path: string): Promise<Reply> => {
  const reply = await ask(web.port, host(form), path);
  const to = leadsTo(reply.text, String(reply.headers.refresh));
  return to === undefined ? reply : ask(web.port, host(form), to);
};
const post = (
  form: FormTruth,
  fields: Readonly<Record<string, string>>,
  path = form.action,
): Promise<Reply> =>
  ask(web.port, host(form), path, {
    method: 'POST',
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
/** What the log says of the last search. */
const told = (): Outcome => web.log().findLast((entry) => entry.outcome)!.outcome!;
/** Records that match, by the log: what pages say of it is a test of its own. */
const total = (_reply: Reply): number => told().matching;
/** Ids of the records a page lists, in its order. */
const listed = (form: FormTruth, reply: Reply): string[] => {
  const pattern = new RegExp(siteOf(web.truth, form).databases[0]!.detail);
  const hrefs = [...reply.text.matchAll(/(?:href=|"url":)"([^"]+)"/g)].map((match) => match[1]!);
  return hrefs.flatMap((href) => pattern.exec(href)?.[1] ?? []);
};
async function open(
  which: string | FormTruth,
): Promise<{ form: FormTruth; page: Page; done: () => Promise<void> }> {
  const form = typeof which === 'string' ? formOf(which) : which;
  const { context, page } = await openPage(browser);
  await page.goto(formAddress(web.truth, form), { waitUntil: 'load' });
  await page.waitForTimeout(50);
  await pressAll(page);
  return { form, page, done: () => context.close() };
}

describe('every kind of form of the list', () => {
  it('is on its page as the truth says, after scripts ran and buttons were pressed', async () => {
    const { context, page } = await openPage(browser);
    const shown = new Set(sample(usual).map(looks));
    const others = sample(web.truth.forms).filter((form) => !shown.has(looks(form)));
    expect(others.length).toBeGreaterThan(30);
    for (const form of others) {
      const address = formAddress(web.truth, form);
      await page.goto(address, { waitUntil: 'load' });
      if (form.appears === 'script')
        await page.locator(`[name="${form.controls[0]!.name}"]`).first().waitFor({ state: 'attached' });
      await pressAll(page);
      const seen = (await seenForms(page)).map(key).sort();
      expect(seen, address).toEqual(expectedOn(web.truth, form.site, address).map(asSeen).map(key).sort());
    }
    await context.close();
    const tried = new Set([...usual, ...others].map(({ kind }) => kind));
    expect([...tried].sort()).toEqual(
      allFormKinds()
        .map((one) => one.kind)
        .sort(),
    );
    expect(tried.size).toBeGreaterThanOrEqual(60);
  });

  it('brings records when people use it, where it is a search', async () => {
    const used = new Set(usual.map(({ kind }) => kind).filter((kind) => kind !== 'mixed-post-redirect'));
    const searches = sample(web.truth.forms.filter((form) => form.searchable && !used.has(form.kind)));
    expect(searches.length).toBeGreaterThan(15);
    for (const form of searches) {
      const { page, done } = await open(form);
      await useForm(page, web.truth, form);
      const filled = form.controls.some((one) => one.required) || (hasBox(form) && form.controls.length <= 3);
      const { matching } = told();
      // What the browser sent and saw is what the truth says of a form sent as it stands.
      const cap = siteOf(web.truth, form).databases[form.search!.database]!.cap ?? matching;
      if (!filled && !form.search!.denies)
        expect(Math.min(cap, matching), form.kind).toBe(form.search!.reach.untouched);
      // Without "any", the first choices need not meet in a record; and some have nothing for strangers.
      if (!['any-absent', 'members-only', 'robot-check'].includes(form.kind))
        expect(
          await recordsShown(page, web.truth, form),
          `${form.kind} ${formAddress(web.truth, form)}`,
        ).toBeGreaterThan(0);
      await done();
    }
  });
});

const looks = ({ kind, appears }: FormTruth): string => `${kind} ${appears}`;

const hasBox = (form: FormTruth): boolean =>
  form.controls.some((control) => control.type === 'text' || control.type === 'search');

describe('what is special about a kind', () => {
  it('takes several choices of one list', async () => {
    const form = formOf('multi-select');
    const [brand] = form.controls;
    const page = await get(form, form.example);
    const [first, second] = [...page.text.matchAll(/<option value="([^"]+)">/g)].map((match) => match[1]!);
    const count = async (query: string): Promise<number> => total(await get(form, `${form.action}?${query}`));
    const [one, other] = [await count(`${brand!.name}=${first}`), await count(`${brand!.name}=${second}`)];
    expect(await count(`${brand!.name}=${first}&${brand!.name}=${second}`)).toBe(one + other);
    expect(page.text).toContain(' multiple');
    expect(brand!.type).toBe('select-multiple');
  });

  it('suggests what a box can take, and takes just that', async () => {
    const form = formOf('datalist-boxes');
    const page = await get(form, form.example);
    expect(page.text).toContain('<datalist');
    expect(total(await get(form, `${form.action}?${form.controls[0]!.name}=Jazz`))).toBeGreaterThan(0);
    expect(total(await get(form, `${form.action}?${form.controls[0]!.name}=Jaz`))).toBe(0);
  });

  it.each(['number-pairs', 'slider-pairs'])('narrows by %s', async (kind) => {
    const form = formOf(kind);
    const type = kind === 'number-pairs' ? 'number' : 'range';
    const [low, high] = form.controls.filter((control) => control.type === type);
    const page = await get(form, form.example);
    const bound = (name: string, which: string): number =>
      Number(
        new RegExp(`name="${name.replace(/[[\]]/g, '\\$&')}"[^>]* ${which}="(\\d+)"`).exec(page.text)?.[1],
      );
    const middle = Math.round(
      (bound(low!.name, 'min') + bound(high!.name, 'max')) / (kind === 'number-pairs' ? 40 : 2),
    );
    const count = async (name: string, value: number | string): Promise<number> =>
      total(await get(form, `${form.action}?${encodeURIComponent(name)}=${value}`)) || 0;
    const [list] = form.controls;
    const any = new RegExp(`name="${list!.name}"[\\s\\S]*?</select>`).exec(page.text)![0];
    const all = await count(list!.name, /<option value="(all|0|-1|any|)"/.exec(any)![1]!);
    expect(all).toBe(form.records);
    expect((await count(low!.name, middle)) + (await count(high!.name, middle))).toBeGreaterThanOrEqual(all);
    expect(await count(low!.name, middle)).toBeLessThan(all);
    if (kind === 'slider-pairs') expect(await count(high!.name, bound(high!.name, 'max'))).toBe(all);
  });

  it('hides most of its records behind a choice made beforehand', async () => {
    const { form, page, done } = await open('default-hides-results');
    await useForm(page, web.truth, form);
    expect(told().matching).toBe(form.search!.reach.untouched);
    expect(told().matching).toBeLessThan(form.records);
    await done();
    const reply = await get(form, `${form.action}?${form.controls[1]!.name}=all`);
    expect(total(reply)).toBe(form.records);
  });

  it.each(['any-last', 'any-absent'])('has its "any" as the kind says: %s', async (kind) => {
    const form = formOf(kind);
    const { context, page } = await openPage(browser);
    await page.goto(formAddress(web.truth, form));
    const chosen = await page.locator(`select[name="${form.controls[0]!.name}"]`).evaluate((element) => {
      const select = element as unknown as { selectedIndex: number; options: { length: number } };
      return [select.selectedIndex, select.options.length - 1];
    });
    expect(chosen[0]).toBe(kind === 'any-last' ? chosen[1] : 0);
    await context.close();
  });

  it('wants its token and page state back', async () => {
    const { form, page, done } = await open('token-and-state');
    expect((await post(form, { [form.controls[0]!.name]: 'a' })).status).toBe(403);
    expect(told().kind).toBe('validation-error');
    await useForm(page, web.truth, form);
    expect(page.url()).toContain('/results/');
    await done();
  });

  it('turns pages by POST, without repeating a record', async () => {
    const form = formOf('post-multipart');
    const pager = web.truth.forms.find((one) => one.site === form.site && one.kind === 'pager-by-post')!;
    const first = await get(form, pager.example);
    const state = /name="state" value="([^"]+)"/.exec(first.text)![1]!;
    const second = await post(form, { state, page: '2' }, pager.action);
    expect(listed(form, first)).toHaveLength(10);
    expect(listed(form, second).filter((id) => listed(form, first).includes(id))).toEqual([]);
  });

  it.each([
    ['default-hides-results', 'more'],
    ['slider-pairs', 'scroll'],
  ])('goes on without links: %s by %s', async (kind, paging) => {
    const { form, page, done } = await open(kind);
    expect(form.paging).toBe(paging);
    await useForm(page, web.truth, form);
    if (paging === 'more') await page.locator('#more-end').click();
    else await page.mouse.wheel(0, 20_000);
    await page.waitForFunction('document.querySelectorAll("#more-results a").length >= 10');
    expect(await recordsShown(page, web.truth, form)).toBeGreaterThan(19);
    await done();
  });

  it('fetches the towns of a country', async () => {
    const { form, page, done } = await open('dependent-by-xhr');
    const [country, city] = form.controls;
    await page.selectOption(`select[name="${country!.name}"]`, 'Portugal');
    await page.waitForFunction(`document.querySelector('select[name="${city!.name}"]').length > 2`);
    await page.selectOption(`select[name="${city!.name}"]`, 'Porto');
    await submitFormOf(page.locator(`select[name="${city!.name}"]`));
    await page.waitForURL(new RegExp(`${city!.name}=Porto`));
    expect(await page.locator('body').innerText()).toContain('Porto');
    await done();
  });

  it.each(['app-preact', 'app-vue', 'json-post'])(
    'asks by script: %s, and shows more in its place',
    async (kind) => {
      const { form, page, done } = await open(kind);
      const address = page.url();
      await useForm(page, web.truth, form);
      await page.locator(`#results-${form.key} a`).nth(9).waitFor();
      await page.locator(`#results-${form.key} button`).click();
      await page.locator(`#results-${form.key} a`).nth(19).waitFor();
      expect(page.url()).toBe(address);
      await done();
    },
  );

  it('shows no more than its cap', async () => {
    for (const kind of ['datalist-boxes', 'sorted-and-paged']) {
      const form = formOf(kind);
      const { cap, records } = siteOf(web.truth, form).databases[0]!;
      const query = `${form.action}?${form.controls[0]!.name}=`;
      expect(total(await get(form, query))).toBe(records);
      expect(records).toBeGreaterThan(cap!);
      expect(listed(form, await get(form, `${query}&page=${cap! / 10}`))).toHaveLength(10);
      expect(listed(form, await get(form, `${query}&page=${cap! / 10 + 1}`))).toHaveLength(0);
    }
  });

  it('favours the dearest, sorts and lengthens as asked', async () => {
    const ranked = formOf('rank-biased');
    expect(siteOf(web.truth, ranked).databases[0]!.rank).toBe('price');
    const form = formOf('sorted-and-paged');
    const [sort, size] = form.controls.slice(2);
    const ids = async (more: string): Promise<string[]> =>
      listed(form, await get(form, `${form.action}?${form.controls[0]!.name}=${more}`));
    expect(await ids(`&${size!.name}=25`)).toHaveLength(25);
    expect(await ids(`&${sort!.name}=brand`)).not.toEqual(await ids(''));
    const page = await get(formOf('per-page-box'), '/closing-soon?per_page=20');
    expect(listed(form, page)).toHaveLength(20);
    expect(web.log().at(-1)).toMatchObject({ form: 'per-page' });
  });

  it('answers one search in two orders, with the same records in all', async () => {
    const form = formOf('unsteady-order');
    const airline = form.controls[0]!.name;
    const all = async (query: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const found = listed(form, await get(form, `${form.action}?${query}&page=${page}`));
        if (found.length === 0) return ids;
        ids.push(...found);
      }
    };
    const price = form.controls.at(-1)!.name;
    const options = [
      ...(await get(form, form.example)).text
        .split(`name="${airline}"`)[1]!
        .split('</select>')[0]!
        .matchAll(/<option value="([^"]+)">/g),
    ];
    const chosen = options.at(1)![1];
    const one = await all(`${airline}=${chosen}&${encodeURIComponent(price)}=`);
    const other = await all(`${encodeURIComponent(price)}=&${airline}=${chosen}`);
    expect(one).not.toEqual(other);
    expect([...one].sort()).toEqual([...other].sort());
  });

  it('wants an airport and no day that is past, and says so', async () => {
    const form = formOf('required-choice');
    const [origin, , departs] = form.controls.map((control) => control.name);
    expect(form.controls[0]!.required).toBe(true);
    const refused = await get(form, `${form.action}?${origin}=`);
    expect([200, 422]).toContain(refused.status);
    expect(told()).toMatchObject({ kind: 'validation-error', shown: [] });
    const page = await get(form, form.example);
    const airport = [...page.text.split(`name="${origin}"`)[1]!.matchAll(/<option value="([^"]+)"/g)][0]![1];
    await get(form, `${form.action}?${origin}=${airport}`);
    expect(told().kind).toBe('hits');
    await get(form, `${form.action}?${origin}=${airport}&${departs}=2026-10-31`);
    expect(told().kind).toBe('validation-error');
  });

  it('wants a street, though its markup does not say so', async () => {
    const form = formOf('required-text');
    const street = form.controls[0]!.name;
    expect((await get(form, form.example)).text).not.toMatch(new RegExp(`name="${street}"[^>]* required`));
    await post(form, { [street]: '' });
    expect(told().kind).toBe('validation-error');
    await post(form, { [street]: 'road' });
    expect(told()).toMatchObject({ kind: 'hits', words: true, asked: [street] });
  });

  it('fails on every third choice', async () => {
    const form = formOf('failing-choices');
    const list = form.controls[0]!.name;
    const markup = (await get(form, form.example)).text.split(`name="${list}"`)[1]!.split('</select>')[0]!;
    const choices = [...markup.matchAll(/<option value="([^"]*)"/g)].slice(1).map((match) => match[1]!);
    const statuses: number[] = [];
    for (const choice of choices)
      statuses.push((await get(form, `${form.action}?${list}=${encodeURIComponent(choice)}`)).status);
    expect(statuses).toEqual(choices.map((_choice, at) => (at % 3 === 2 ? 500 : 200)));
    await get(form, `${form.action}?${list}=${encodeURIComponent(choices[2]!)}`);
    expect(told().kind).toBe('server-error');
  });

  it.each([
    ['members-only', 'login-wall'],
    ['robot-check', 'blocked'],
  ])('keeps its records to itself: %s', async (kind, answer) => {
    const form = formOf(kind);
    const reply = await get(form, `${form.action}?${form.controls[0]!.name}=`);
    expect(told()).toMatchObject({ form: form.key, kind: answer, shown: [] });
    expect(listed(form, reply)).toEqual([]);
    if (kind === 'robot-check') expect(reply.status).toBe(403);
    else expect(reply.status === 302 || reply.text.includes('type="password"')).toBe(true);
  });

  it('finds whole words in a text box, not parts of them, and in any order', async () => {
    const form = formOf('keyword-open');
    const box = form.controls[0]!.name;
    const count = async (words: string): Promise<number> =>
      total(await get(form, `${form.action}?${box}=${encodeURIComponent(words)}`));
    expect(await count('paperback fiction')).toBeGreaterThan(0);
    expect(await count('fiction paperback')).toBe(await count('paperback fiction'));
    expect(await count('FICTION, "paperback"')).toBe(await count('paperback fiction'));
    expect(await count('paperb')).toBe(0);
    expect(await count('"*) OR')).toBe(0);
  });

  it('asks for the password on a second page', async () => {
    const first = formOf('two-step-login');
    const { location } = (await post(first, { identifier: 'me' })).headers;
    expect((await get(first, location!)).text).toContain('type="password"');
  });
});
