import { expect, it } from 'vitest';
import { fieldsIn } from '../../src/practice-web/encoding.ts';
import { LINK_STYLES, PAGER_STYLES, ROW_STYLES, WAIT_STYLES } from '../../src/practice-web/list-habits.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { leadsTo, requestFor, wordOf } from './walk.ts';

const world = createWorld({ seed: 1, sites: 240, now: new Date('2026-11-01'), clock: () => 0 });
const read = (answer: ReturnType<World['answer']>): string => String(answer.body).replaceAll('&amp;', '&');

/** Boxes that answer with a list, each with the first page for a word, as it is left when it asks to wait. */
const lists = world.truth.forms.flatMap((form) => {
  const [box, ...others] = form.controls;
  const site = world.truth.sites.find(({ key }) => key === form.site);
  const text = box?.type === 'text' || box?.type === 'search';
  if (!site?.lists || !form.search || form.results !== 'page' || form.method !== 'GET' || !text) return [];
  if (others.some(({ required, type }) => required || type === 'hidden') || form.search.denies) return [];
  const host = `http://${site.hosts[0]}`;
  const url = `${host}${form.action}?${box.name}=${wordOf(world, form)}`;
  const first = world.answer(requestFor(url));
  const to = leadsTo(read(first), first.headers.refresh);
  return to === undefined
    ? [{ form, site, host, url, page: first, waited: false }]
    : [{ form, site, host, url: host + to, page: world.answer(requestFor(host + to)), waited: true }];
});

it('shows lists in every way, and each record that it says it shows', () => {
  const shown = lists.filter(({ page }) => page.outcome?.kind === 'hits');
  expect(new Set(shown.map(({ site }) => site.lists?.rows))).toEqual(new Set(ROW_STYLES));
  expect(new Set(shown.map(({ site }) => site.lists?.links))).toEqual(new Set(LINK_STYLES));
  for (const { form, site, page } of shown) {
    const detail = new RegExp(site.databases[form.search?.database ?? 0]?.detail ?? '');
    const links = [...read(page).matchAll(/(?:href=|"url":)"([^"]+)"/g)].map(
      ([, href = '']) => detail.exec(href)?.[1],
    );
    for (const id of page.outcome?.shown ?? []) expect(links, `${form.site} ${id}`).toContain(String(id));
  }
});

it('leads from a page that asks to wait to the list, in every way', () => {
  const waited = lists.filter((list) => list.waited);
  expect(new Set([...waited.map(({ site }) => site.lists?.waits), 'none'])).toEqual(new Set(WAIT_STYLES));
  for (const { page } of waited) expect(page.outcome?.kind).toMatch(/^(?:hits|no-hits)$/);
});

it('turns pages by links, by posting the page back, by a select and by a header alone', () => {
  const turned = lists.flatMap(({ form, host, url, page }) => {
    const way = PAGER_STYLES.find((one) => one === (form.paging ?? 'links'));
    if (way === undefined || (page.outcome?.matching ?? 0) <= 10) return [];
    const text = read(page);
    const state = /name="state" value="([^"]+)"/.exec(text)?.[1];
    const next = {
      links: /href="([^"]*[?&]page=2)"/.exec(text)?.[1],
      select: /<option value="([^"]*[?&]page=2)"/.exec(text)?.[1],
      header: /<([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1],
      postback: text.includes("javascript:__doPostBack('list','Page$2')") ? '/results/turn' : undefined,
    }[way];
    expect(next, url).toBeDefined();
    const body = `state=${state}&__EVENTTARGET=list&__EVENTARGUMENT=${encodeURIComponent('Page$2')}`;
    const second = world.answer(
      way === 'postback' ? requestFor(host + next, 'POST', body) : requestFor(host + next),
    );
    expect([second.outcome?.page, second.outcome?.matching], url).toEqual([2, page.outcome?.matching]);
    return [way];
  });
  expect(new Set(turned)).toEqual(new Set(PAGER_STYLES));
});

it('takes fields in the encoding of a page, and in UTF-8', () => {
  const pages = lists.filter(({ site }) => site.lists?.encoding === 'windows-1252');
  for (const { page } of pages) expect(page.headers['content-type']).toBe('text/html; charset=windows-1252');
  expect(pages.length).toBeGreaterThan(3);
  expect([...fieldsIn('?q=caf%E9+%80&p=%C3%A9')]).toEqual([
    ['q', 'café €'],
    ['p', 'Ã©'],
  ]);
  expect(fieldsIn('q=caf%C3%A9').get('q')).toBe('café');
});
