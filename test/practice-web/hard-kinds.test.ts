import { afterAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../src/practice-web/answer.ts';
import { type FormTruth, HARD_WEB_SITES, truthSchema } from '../../src/practice-web/index.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { depths, requestFor } from './walk.ts';

const NOW = new Date('2026-11-01');
/** Two seconds pass whenever somebody looks: who is told to come back later may do so at once. */
let time = 0;
const clock = (): number => {
  time += 2000;
  return time;
};
const grow = (seed: number, sites = HARD_WEB_SITES): World =>
  createWorld({ seed, sites, now: NOW, clock, kinds: 'hard' });
const world = grow(1);
afterAll(() => world.close());

const { truth } = world;
const mains = truth.forms.filter(({ key }) => key === 'main');
const hostOf = (form: FormTruth): string => truth.sites.find(({ key }) => key === form.site)!.hosts[0]!;
const formOf = (kind: string): FormTruth => mains.find((form) => form.kind === kind)!;
const bodyOf = ({ body }: Answer): string => String(body);
const get = (form: FormTruth, path: string): Answer =>
  world.answer(requestFor(`http://${hostOf(form)}${path}`));
/** A box without a name is sent under one by its script. */
const boxOf = (form: FormTruth): string => form.controls[0]!.name || 'for';
const asked = (form: FormTruth, text: string, more: Readonly<Record<string, string>> = {}): Answer => {
  const path = `${form.action}?${new URLSearchParams({ [boxOf(form)]: text, ...more })}`;
  const answer = get(form, path);
  return answer.status === 429 ? get(form, path) : answer;
};
/** Words that lead to few records, so that one page shows them. */
const wordOf = (form: FormTruth): string => {
  const name = boxOf(form);
  const words = world
    .rows(form.site)
    .flatMap(({ title }) => title.match(/(?<![\p{L}\p{N}])\p{L}{4,}(?![\p{L}\p{N}])/gu) ?? []);
  const counted = words.slice(0, 40).map((word) => ({
    word,
    count: world.matching(form.site, form.key, new URLSearchParams([[name, word]]))!.length,
  }));
  return counted.sort((a, b) => a.count - b.count)[0]!.word;
};
const plainText = (page: string): string =>
  page.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
const titlesOn = (form: FormTruth, page: string): string[] => {
  const text = plainText(page);
  return world.rows(form.site).flatMap(({ title }) => (text.includes(title) ? [title] : []));
};

describe('a web of hard kinds', () => {
  it('has one site of each, and a truth that fits its schema', () => {
    expect(truthSchema.parse(JSON.parse(JSON.stringify(truth)))).toEqual(truth);
    const kinds = mains.map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(mains).toHaveLength(truth.sites.length - 1);
    for (const { search } of mains) if (search) expect(search.reach.any).toBeGreaterThan(0);
  });

  it('is another one for another seed, and the same for the same', () => {
    const [again, other] = [grow(1), grow(2)];
    expect(again.truth).toEqual(truth);
    expect(other.truth.sites.map(({ key }) => key)).not.toEqual(truth.sites.map(({ key }) => key));
    const pages = (of: World) =>
      of.truth.sites.map(({ hosts }) => bodyOf(of.answer(requestFor(`http://${hosts[0]}/`))));
    expect(pages(again)).toEqual(pages(world));
    again.close();
    other.close();
  });

  it('shows forms as many links from home as the truth says', () => {
    for (const site of truth.sites) {
      const walked = depths(world, site);
      for (const form of truth.forms.filter((one) => one.site === site.key && one.depth !== null))
        expect(
          walked.get(new URL(form.example, `http://${site.hosts[0]}/`).href),
          `${form.kind} ${form.example}`,
        ).toBe(form.depth);
    }
  });

  it('leads from the seeds to every site', () => {
    const linked = new Set(truth.sites.find(({ kind }) => kind === 'directory')!.linksTo);
    expect(linked.size).toBe(truth.sites.length - 1);
  });
});

const plain = mains.filter(
  ({ kind, search, method, controls }) =>
    search?.channel === 'http' &&
    !search.ignoresInput &&
    method === 'GET' &&
    controls[0]!.free &&
    kind !== 'second-form',
);

describe('kinds that answer plain requests', () => {
  it.each(plain.map((form) => [form.kind, form] as const))(
    '%s: a known word brings its records',
    (_, form) => {
      const word = wordOf(form);
      const answer = asked(form, word);
      const { kind, shown, matching } = answer.outcome!;
      expect(kind).toBe('hits');
      expect(matching).toBeGreaterThan(0);
      const page = answer.headers.location ? bodyOf(get(form, answer.headers.location)) : bodyOf(answer);
      const titles = world
        .rows(form.site)
        .filter(({ id }) => shown.includes(id))
        .map(({ title }) => title);
      expect(titlesOn(form, page)).toEqual(expect.arrayContaining(titles));
      expect(answer.form).toBe('main');
    },
  );

  it.each(plain.map((form) => [form.kind, form] as const))('%s: nonsense brings none', (_, form) => {
    for (const nonsense of ['qzxvwkjp', 'vrmtlok']) {
      const answer = asked(form, nonsense);
      expect(answer.outcome!.kind).toBe('no-hits');
      expect(titlesOn(form, bodyOf(answer))).toEqual([]);
    }
  });

  it.each(plain.map((form) => [form.kind, form] as const))(
    '%s: an empty box gives what the truth says',
    (_, form) => {
      expect(asked(form, '').outcome!.kind).toBe(form.search!.nothingAsked);
    },
  );
});

describe('what is special about a hard kind', () => {
  it('carries the query in the addresses of every answer', () => {
    const page = bodyOf(asked(formOf('query-in-tabs'), 'qzxvwkjp'));
    expect(page.match(/href="[^"]*qzxvwkjp/g)!.length).toBeGreaterThan(7);
  });

  it('says on the form page and on every answer how much the collection holds', () => {
    const form = formOf('index-statement');
    for (const page of [get(form, '/'), asked(form, wordOf(form)), asked(form, 'qzxvwkjp')])
      expect(bodyOf(page)).toContain(`holds <strong>${form.records}</strong> documents`);
  });

  it('denies with 404', () => {
    for (const kind of ['denial-404', 'denial-in-cyrillic'])
      expect([
        asked(formOf(kind), 'qzxvwkjp').status,
        asked(formOf(kind), wordOf(formOf(kind))).status,
      ]).toEqual([404, 200]);
    expect(bodyOf(asked(formOf('denial-in-cyrillic'), 'qzxvwkjp'))).toMatch(/\p{Script=Cyrillic}{5}/u);
  });

  it('puts the words into the links of records, whose pages do not mind', () => {
    const form = formOf('marked-links');
    const [, href] = /href="([^"]+mark\[\]=[^"]+)"/.exec(bodyOf(asked(form, wordOf(form))))!;
    expect(titlesOn(form, bodyOf(get(form, href!.replaceAll('&amp;', '&'))))).not.toEqual([]);
  });

  it('leads from an exact title to its page', () => {
    const form = formOf('exact-title');
    const row = world.rows(form.site)[7]!;
    const answer = asked(form, row.title.toUpperCase());
    expect(answer).toMatchObject({ status: 302, outcome: { kind: 'hits', shown: [row.id] } });
    expect(bodyOf(get(form, answer.headers.location!))).toContain(row.title);
  });

  it('turns pages by arrows, numbered buttons and offsets, and each record is on one of them', () => {
    const icons = formOf('icon-paging');
    const second = bodyOf(asked(icons, '', { page: '2' }));
    expect(second).toMatch(/ 2 \/ \d+ /);
    expect(second).toContain(`${icons.records} entries`);
    expect(second).not.toMatch(/<a[^>]*class="turn"[^>]*>[^<]*\w/);
    const seen = new Set<number>();
    for (let page = 1; page <= Math.ceil(icons.records / 10); page++)
      for (const id of asked(icons, '', { page: String(page) }).outcome!.shown) seen.add(id);
    expect(seen.size).toBe(icons.records);
    const skipped = asked(formOf('offset-paging'), 'the', { skip: '10' }).outcome!;
    expect(skipped.page).toBe(2);
    expect(bodyOf(asked(formOf('numbered-buttons'), 'cd'))).toMatch(
      /<input type="submit" name="page" value="2">/,
    );
  });

  it('shows a row or two, rows without links, and rows that lead to another host', () => {
    const rare = formOf('one-or-two');
    const counts = world
      .rows(rare.site)
      .map(
        ({ title }) =>
          world.matching(
            rare.site,
            rare.key,
            new URLSearchParams([[rare.controls[0]!.name, title.split(' ')[0]!]]),
          )!.length,
      );
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    const bare = formOf('records-without-links');
    const detail = truth.sites.find(({ key }) => key === bare.site)!.databases[0]!.detail.slice(1, 6);
    expect(bodyOf(asked(bare, wordOf(bare)))).not.toContain(`href="${detail}`);
    const away = formOf('records-elsewhere');
    const [, href] = /href="(http:[^"]+-papers\.test\/[^"]+)"/.exec(bodyOf(asked(away, wordOf(away))))!;
    expect(world.answer(requestFor(href!)).status).toBe(200);
  });

  it('gives the same list whatever is typed', () => {
    const form = formOf('ignores-input');
    const lists = ['', 'qzxvwkjp', wordOf(form)].map((text) => asked(form, text).outcome!.shown);
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
    expect(form.search).toMatchObject({ ignoresInput: true, nonsense: 'hits' });
  });

  it('lists all on the front page and filters that', () => {
    const form = formOf('filtered-landing');
    expect(new Set(titlesOn(form, bodyOf(get(form, '/')))).size).toBe(
      new Set(world.rows(form.site).map(({ title }) => title)).size,
    );
    expect(asked(form, '').outcome!.shown).toHaveLength(form.records);
    expect(asked(form, wordOf(form)).outcome!.shown.length).toBeLessThan(form.records);
  });

  it('finds words with their signs alone, and refuses short ones with a message', () => {
    const cards = formOf('accents-matter');
    const word =
      cards && world.rows(cards.site).flatMap(({ title }) => title.match(/[ÁÇÖÚÅÉŽŁ]\p{L}+/gu) ?? [])[0]!;
    expect(asked(cards, word).outcome!.kind).toBe('hits');
    expect(asked(cards, word.normalize('NFD').replace(/\p{M}|Ł/gu, '')).outcome!.kind).toBe('no-hits');
    const short = asked(formOf('minimum-length'), 'the');
    expect(short.outcome!.kind).toBe('validation-error');
    expect(bodyOf(short)).toContain('fewer than 4 letters');
  });

  it('names the page with the form in a sitemap alone', () => {
    const form = formOf('sitemap-only');
    const [, map] = /Sitemap: http:\/\/[^/]+(\/\S+)/.exec(bodyOf(get(form, '/robots.txt')))!;
    const [, place] = /<loc>http:\/\/[^/]+(\/archive[^<]+)/.exec(bodyOf(get(form, map!)))!;
    expect(bodyOf(get(form, place!))).toContain(`name="${boxOf(form)}"`);
    expect(bodyOf(get(form, '/'))).not.toContain(place);
  });

  it('is busy for a second, and then answers', () => {
    const slow = createWorld({ seed: 1, sites: HARD_WEB_SITES, now: NOW, clock: () => now, kinds: 'hard' });
    let now = 0;
    const form = formOf('busy-server');
    const ask = (text: string) =>
      slow.answer(requestFor(`http://${hostOf(form)}${form.action}?${boxOf(form)}=${text}`));
    const words = ['pumpkin', 'lentil', 'almonds', 'fennel', 'salmon', 'rice', 'carrot', 'potato', 'soup'];
    const first = words.map((word) => ask(word).status);
    expect(new Set(first)).toEqual(new Set([200, 429]));
    expect(words.map((word) => ask(word).status)).toEqual(first);
    now = 1001;
    expect(words.map((word) => ask(word).status)).toEqual(words.map(() => 200));
    slow.close();
  });

  it('tells a tool what its box is for, and people nothing', () => {
    const page = bodyOf(get(formOf('declared-tool'), '/'));
    expect(page).toMatch(/toolname="find_entries"[^>]*><input name="x1" toolparamdescription="[^"]+">/);
  });

  it('takes a session from the address or a cookie, and leads to the start without one', () => {
    const form = formOf('session-in-address');
    const [path, session] = form.action.split(';jsessionid=');
    const query = `?${boxOf(form)}=${wordOf(form)}`;
    const lost = get(form, path + query);
    expect([lost.status, lost.headers.location]).toEqual([302, `/catalogue;jsessionid=${session}`]);
    expect(get(form, form.action + query).outcome!.kind).toBe('hits');
    const request = requestFor(`http://${hostOf(form)}${path}${query}`);
    expect(world.answer({ ...request, cookie: lost.headers['set-cookie'] }).outcome!.kind).toBe('hits');
  });

  it('takes no name that was not picked', () => {
    const form = formOf('suggestion-picked');
    const [{ author }] = world.rows(form.site) as unknown as [{ author: string }];
    const names = JSON.parse(bodyOf(get(form, `/api/names?part=${author.slice(0, 4)}`)));
    expect(names.every((name: string) => name.toLowerCase().includes(author.slice(0, 4).toLowerCase()))).toBe(
      true,
    );
    const by = (who: string) => get(form, `${form.action}?${new URLSearchParams({ who })}`).outcome!.kind;
    expect([by(''), by(author)]).toEqual(['validation-error', 'hits']);
  });

  it('takes one more form before the list, which narrows what was typed', () => {
    const form = formOf('second-form');
    const word = wordOf(form);
    const step = asked(form, word);
    expect(step.outcome!.kind).toBe('pending');
    expect(bodyOf(step)).toContain(`name="${boxOf(form)}" value="${word}"`);
    const shelf = (at: number) =>
      get(form, `/find/shelf?${boxOf(form)}=${word}&shelf=${at}`).outcome!.matching;
    const parts = [...bodyOf(step).matchAll(/<option value="(\d+)"/g)].map(([, at]) => shelf(Number(at)));
    expect(parts[0]).toBe(
      world.matching(form.site, 'main', new URLSearchParams([[boxOf(form), word]]))!.length,
    );
    expect(parts.slice(1).reduce((sum, one) => sum + one)).toBe(parts[0]);
  });

  it('gives the fields of a record as JSON-LD on its page alone', () => {
    const form = formOf('structured-detail');
    const list = asked(form, wordOf(form));
    expect(bodyOf(list)).not.toContain('ld+json');
    const row = world.rows(form.site).find(({ id }) => id === list.outcome!.shown[0])!;
    const [, href] = new RegExp(`href="(/[^"]+/${row.id})"`).exec(bodyOf(list))!;
    const [, told] = /ld\+json">(.+?)<\/script>/.exec(bodyOf(get(form, href!)))!;
    expect(JSON.parse(told!)).toMatchObject({ name: row.title, isbn: row.isbn });
  });
});
