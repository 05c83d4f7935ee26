import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeCertificate } from '../../src/foundation/http/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import { fieldsIn } from '../../src/practice-web/encoding.ts';
import { type SpawnedPracticeWeb, scoreForms, spawnPracticeWeb } from '../../src/practice-web/index.ts';
import { LINK_STYLES, PAGER_STYLES, ROW_STYLES, WAIT_STYLES } from '../../src/practice-web/list-habits.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { ask } from './client.ts';
import { leadsTo, requestFor, wordOf } from './walk.ts';

/** As much of the answer of a SearXNG server as its clients read. */
const answerSchema = z.object({
  query: z.string(),
  results: z.array(
    z.object({ url: z.url(), title: z.string(), content: z.string(), engine: z.string(), score: z.number() }),
  ),
  suggestions: z.array(z.string()),
  unresponsive_engines: z.array(z.unknown()),
});

const made = makeCertificate(new Date());
let web: SpawnedPracticeWeb;
beforeAll(async () => {
  const certificate = { certificate: made.certificate, key: made.key };
  web = await spawnPracticeWeb({ sites: 40, loopbackAddresses: true, certificate });
});
afterAll(() => web?.close());

async function search(query: string, more = ''): Promise<string[]> {
  const reply = await ask(
    web.port,
    'search.test',
    `/search?q=${encodeURIComponent(query)}&format=json${more}`,
  );
  expect(reply.headers['content-type']).toBe('application/json');
  return answerSchema.parse(JSON.parse(reply.text)).results.map((result) => result.url);
}
const siteOf = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.');

describe('the search provider', () => {
  it('finds sites of a subject before others, ten a page, none twice', async () => {
    const flights = await search('flights airport departure');
    const sites = new Map(web.truth.sites.map((site) => [site.key, site]));
    expect(flights.length).toBe(10);
    expect(
      flights.every((url) =>
        sites.get(siteOf(url))?.databases.some((database) => database.domain === 'flight'),
      ),
    ).toBe(true);
    const second = await search('flights airport departure', '&pageno=2');
    expect(second.filter((url) => flights.includes(url))).toEqual([]);
  });

  it('narrows by site, falls back to any word, and takes hostile queries for words', async () => {
    const { key } = web.truth.sites.find((site) => site.domain === 'hotel' || site.domain === 'book')!;
    const own = await search(`about site:${key}`);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((url) => siteOf(url) === key)).toBe(true);
    expect((await search('xyzzyplugh books')).length).toBeGreaterThan(0);
    for (const query of ['"', 'title:*', 'a AND', "'); drop table page; --", '(((', 'NEAR('])
      await search(query);
    expect((await ask(web.port, 'search.test', '/search?format=json')).status).toBe(400);
  });

  it('tells who links to a site, as the truth does', async () => {
    for (const site of web.truth.sites.slice(2, 12)) {
      const linking = new Set<string>();
      for (let page = 1; ; page++) {
        const urls = await search(`link:${site.hosts[0]}`, `&pageno=${page}`);
        for (const url of urls) linking.add(siteOf(url));
        if (urls.length < 10) break;
      }
      const expected = web.truth.sites.filter((one) => one.linksTo.includes(site.key)).map((one) => one.key);
      expect([...linking].sort()).toEqual(expected.sort());
    }
  });
});

describe('an address for each site', () => {
  it('serves every site on its own, without any host name in pages, redirects, seeds', async () => {
    const addresses = web.truth.sites.map((site) => site.address!);
    expect(new Set(addresses).size).toBe(web.truth.sites.length);
    for (const site of web.truth.sites) {
      const [address = '', port = ''] = site.address!.split(':');
      const page = await ask(Number(port), site.address!, '/', { address });
      expect(page.text).not.toMatch(/https?:\/\/[a-z0-9.-]+\.test/);
      expect([page.status, (await web.log()).at(-1)?.site]).toEqual([200, site.key]);
    }
    for (const seed of web.seeds('hotel')) expect(addresses).toContain(new URL(seed).host);
    const hub = web.truth.sites[1]!;
    const links = await ask(web.port, hub.address!, '/', { address: hub.address!.split(':')[0]! });
    expect(links.text).toContain(`href="http://${web.truth.sites[2]!.address!.slice(0, 7)}`);
  });

  it('answers there by https, and scores claims by address', async () => {
    const site = web.truth.sites.find((one) => one.domain === 'book')!;
    const address = site.address!.split(':')[0]!;
    const reply = await ask(web.httpsPort!, address, '/', { address, certificate: made.certificate });
    expect(reply.status).toBe(200);
    const form = web.truth.forms.find((one) => one.site === site.key && one.searchable)!;
    const claim = { ...form, site: site.address!, page: `http://${site.address}${form.example}` };
    expect(scoreForms(web.truth, [claim]).searchable.found).toBe(1);
  });
});

describe('the practice web as the crawler opens it', () => {
  it('reaches sites by http and https, and the search provider', async () => {
    const world = await practiceTransport({ sites: 40 });
    try {
      const [site] = world.server.truth.sites;
      for (const url of [`http://${site!.hosts[0]}/`, `https://${site!.hosts[0]}/`, 'http://search.test/']) {
        const exchange = await world.send({ url, method: 'GET', headers: [] }, AbortSignal.timeout(10_000));
        expect(exchange.status, url).toBe(200);
        let bytes = 0;
        for await (const part of exchange.body) bytes += part.length;
        expect(bytes).toBeGreaterThan(40);
      }
    } finally {
      await world.close();
    }
  });
});

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
