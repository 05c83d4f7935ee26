import { afterAll, describe, expect, it } from 'vitest';
import type { FormTruth, Outcome } from '../../src/practice-web/index.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import { requestFor, wordOf } from './walk.ts';

const world = createWorld({ seed: 3, sites: 100, now: new Date('2026-11-01'), clock: () => 0 });
afterAll(() => world.close());
const { truth } = world;
const site = (form: FormTruth) => truth.sites.find((one) => one.key === form.site)!;
const address = (form: FormTruth): string => `http://${site(form).hosts[0]}`;
const formOf = (kind: string): FormTruth => truth.forms.find((form) => form.kind === kind)!;

/** What a search comes to; lists behind a redirect are followed. */
function search(form: FormTruth, fields: URLSearchParams, page = 1): Outcome {
  const asked = new URLSearchParams(fields);
  if (page > 1 && form.method === 'GET') asked.set('page', String(page));
  const url = address(form) + form.action + (form.method === 'GET' ? `?${asked}` : '');
  let answer = world.answer(requestFor(url, form.method, String(asked)));
  const { location } = answer.headers;
  if (answer.outcome?.kind === 'pending' && location)
    answer = world.answer(requestFor(address(form) + location + (page > 1 ? `?page=${page}` : '')));
  return answer.outcome!;
}

/** All records that one search shows, page by page. */
function shown(form: FormTruth, fields: URLSearchParams): number[] {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const outcome = search(form, fields, page);
    if (outcome.shown.length === 0) return ids;
    ids.push(...outcome.shown);
  }
}

/** Values that a control of the page offers. */
function offered(form: FormTruth, name: string): string[] {
  const page = String(world.answer(requestFor(address(form) + form.example)).body);
  const control = form.controls.find((one) => one.name === name)!;
  if (control.type === 'radio')
    return [...page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map((match) => match[1]!);
  const markup = page.split(`name="${name}"`)[1]!.split('</select>')[0]!;
  return [...markup.matchAll(/<option value="([^"]*)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));
}

/** Every way to fill these controls. */
const products = (lists: readonly (readonly [string, readonly string[]])[]): URLSearchParams[] =>
  lists.reduce<URLSearchParams[]>(
    (all, [name, values]) =>
      all.flatMap((given) => values.map((value) => new URLSearchParams([...given, [name, value]]))),
    [new URLSearchParams()],
  );

describe('what can be had through a form', () => {
  it('is just what all its searches show together, where only the first records of each are shown', () => {
    const form = formOf('top-k-only');
    const lists = form.controls.map(({ name }) => [name, offered(form, name)] as const);
    const seen = new Set(products(lists).flatMap((fields) => shown(form, fields)));
    expect(seen.size).toBe(form.search!.reach.any);
    expect(form.search!.reach.bounded).toBe(seen.size);
    expect(seen.size).toBeGreaterThan(site(form).databases[0]!.cap!);
    expect(seen.size).toBeLessThan(form.records);
  });

  it('is more in every order that the form offers, and more again by words', () => {
    const form = formOf('sorted-and-paged');
    const [category, box, sort, size] = form.controls.map(({ name }) => name);
    const searches = products([
      [category!, offered(form, category!)],
      [sort!, offered(form, sort!)],
      [size!, ['50']],
    ]);
    const bounded = new Set(searches.flatMap((fields) => shown(form, fields)));
    expect(bounded.size).toBe(form.search!.reach.bounded);
    expect(form.search!.reach.any).toBe(form.records);
    expect(bounded.size).toBeLessThan(form.records);
    // Some that no list shows are there when their own title is asked for.
    const pattern = new RegExp(site(form).databases[0]!.detail);
    const front = String(world.answer(requestFor(`${address(form)}/`)).body);
    const featured = [...front.matchAll(/href="([^"]+)"[^>]*>(?:<[^>]*>)*([^<]+)/g)].filter(
      ([, href]) => pattern.test(href!) && !bounded.has(Number(pattern.exec(href!)![1])),
    );
    expect(featured.length).toBeGreaterThan(1);
    for (const [, href, title] of featured) {
      const ids = searches.flatMap((fields) => shown(form, withField(fields, box!, title!)));
      expect(ids).toContain(Number(pattern.exec(href!)![1]));
    }
  });

  it('is nothing where all are turned away, and all but what fails where some choices fail', () => {
    for (const kind of ['members-only', 'robot-check'])
      expect(formOf(kind).search!.reach).toEqual({ untouched: 0, bounded: 0, any: 0 });
    const failing = formOf('failing-choices');
    expect(failing.search!.reach.any).toBe(failing.records);
    const { control, values } = failing.search!.failing!;
    for (const value of offered(failing, control)) {
      const kind = search(failing, new URLSearchParams([[control, value]])).kind;
      expect(kind === 'server-error', value).toBe(values.includes(value));
    }
  });

  it('counts what must be filled and what is chosen beforehand', () => {
    const preset = formOf('default-hides-results').search!.reach;
    expect(preset.untouched).toBeLessThan(preset.any);
    expect(preset.untouched).toBeGreaterThan(0);
    expect(formOf('required-choice').search!.reach).toMatchObject({ untouched: 0 });
    expect(formOf('required-text').search!.reach).toMatchObject({ untouched: 0, bounded: 0 });
    const absent = formOf('any-absent');
    expect(absent.search!.reach.any).toBe(absent.records);
    expect(absent.search!.reach.untouched).toBeLessThan(absent.records);
    const box = formOf('keyword-open');
    expect(box.search!.reach).toEqual({ untouched: 0, bounded: 0, any: box.records });
  });
});

const withField = (fields: URLSearchParams, name: string, value: string): URLSearchParams =>
  new URLSearchParams([...fields, [name, value]]);

describe('how answers are told', () => {
  const searches = truth.forms.filter(
    (form) => form.search && !form.search.denies && form.results === 'page' && form.method === 'GET',
  );

  it('states totals as the truth says: a number, a range, or none', () => {
    const met = new Set<string>();
    for (const form of searches) {
      const [box] = form.controls;
      const words = box?.type === 'text' || box?.type === 'search';
      const value = words ? wordOf(world, form) : '';
      const fields = new URLSearchParams([[box!.name, value]]);
      const outcome = search(form, fields);
      if (outcome.kind !== 'hits' || outcome.matching < 40) continue;
      const page = String(world.answer(requestFor(`${address(form)}${form.action}?${fields}`)).body);
      const main = page.replace(/<a [\s\S]*?<\/a>/g, '').replace(/[\u00a0\u202f]/g, ' ');
      const number = String(outcome.matching).replace(/(?<=\d)(?=(?:\d{3})+$)/g, '[., ]?');
      met.add(form.search!.total);
      const stated = new RegExp(`>\\s*(?:1–\\d+ \\S+ )?${number} `).test(main);
      expect(stated, `${form.site} ${form.search!.total}`).toBe(form.search!.total !== 'none');
      expect(/>\s*1–\d+ /.test(main)).toBe(form.search!.total === 'range');
    }
    expect([...met].sort()).toEqual(['exact', 'none', 'range']);
  });

  it('tells an empty list as the truth says: a sentence, the number 0, or a sentence and other records', () => {
    const met = new Set<string>();
    for (const form of searches) {
      const box = form.controls.find((control) => control.type === 'text' && control.free);
      if (!box || form.controls.some((control) => control.required && control !== box)) continue;
      const fields = new URLSearchParams([[box.name, 'qzxvwkjp']]);
      const outcome = search(form, fields);
      if (outcome.kind !== 'no-hits') continue;
      expect(outcome).toMatchObject({ matching: 0, shown: [] });
      const page = String(world.answer(requestFor(`${address(form)}${form.action}?${fields}`)).body);
      const pattern = new RegExp(site(form).databases[form.search!.database]!.detail);
      const hrefs = [...page.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!);
      const { empty } = form.search!;
      met.add(empty);
      expect(
        hrefs.some((href) => pattern.test(href)),
        form.site,
      ).toBe(empty === 'suggestions');
      expect(/>\s*0 \S/.test(page), `${form.site} ${empty}`).toBe(empty === 'zero');
    }
    expect([...met].sort()).toEqual(['message', 'suggestions', 'zero']);
  });

  it('answers an empty box as the truth says, with the status it says', () => {
    const met = new Set<string>();
    for (const form of truth.forms) {
      const nothing = form.search?.nothingAsked;
      if (!nothing || form.method !== 'GET') continue;
      const path =
        form.results === 'xhr' && !form.action.startsWith('/api/') ? `/api${form.action}` : form.action;
      const answer = world.answer(requestFor(`${address(form)}${path}?${form.controls[0]!.name}=`));
      met.add(nothing);
      expect(answer.outcome?.kind, `${form.site} ${form.key}`).toBe(nothing);
      expect(answer.status).toBe(nothing === 'validation-error' ? form.search!.refusalStatus : 200);
    }
    expect([...met].sort()).toEqual(['no-hits', 'same-form', 'validation-error']);
  });
});
