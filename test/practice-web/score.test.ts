import { describe, expect, it } from 'vitest';
import { type ClaimedForm, type FormTruth, type LogEntry, scoreForms } from '../../src/practice-web/index.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import { requestFor, wordOf } from './walk.ts';

const { truth } = createWorld({ seed: 1, sites: 24, now: new Date('2026-11-01'), clock: () => 0 });
const reachable = truth.forms.filter((form) => form.depth !== null);

/** What a crawler that errs nowhere would list. */
const perfect: readonly ClaimedForm[] = reachable.map((form) => {
  const host = truth.sites.find((site) => site.key === form.site)?.hosts[0] ?? form.site;
  return {
    site: host,
    page: `http://${host}${form.example}`,
    action: form.appears === 'formless' ? null : form.action,
    method: form.method,
    controls: [...form.controls.map(({ name, type }) => ({ name, type })), { name: 'go', type: 'submit' }],
    searchable: form.searchable,
    domain: form.domain,
  };
});
const search = perfect.findIndex((claim) => claim.domain === 'book');

const entry = (more: Partial<LogEntry>): LogEntry => ({
  at: 0,
  host: 'a.test',
  method: 'GET',
  path: '/',
  status: 200,
  bytes: 1,
  resource: 'page',
  userAgent: 'x',
  ...more,
});

describe('scoring a list of forms', () => {
  it('gives a perfect list precision and recall 1 in every count', () => {
    const score = scoreForms(truth, perfect);
    for (const tally of [score.all, score.searchable, ...Object.values(score.domains)]) {
      expect([tally.precision, tally.recall, tally.f1, tally.wrong, tally.repeated]).toEqual([1, 1, 1, 0, 0]);
      expect(tally.expected).toBeGreaterThan(0);
    }
    for (const kind of score.kinds) expect([kind.listed, kind.right]).toEqual([kind.expected, kind.expected]);
  });

  it('gives an empty list nothing', () => {
    const { searchable } = scoreForms(truth, []);
    expect([searchable.found, searchable.precision, searchable.recall, searchable.f1]).toEqual([0, 0, 0, 0]);
    expect(searchable.missed).toHaveLength(searchable.expected);
  });

  it('counts a form once, however often it is listed', () => {
    const { searchable } = scoreForms(truth, [...perfect, ...perfect]);
    expect(searchable.repeated).toBe(searchable.expected);
    expect(searchable.precision).toBe(1);
  });

  it('calls wrong what is no search form, what does not exist and what names another domain', () => {
    const login = perfect.find((claim) => claim.controls.some((control) => control.type === 'password'))!;
    const invented = { ...perfect[search]!, action: '/nowhere' };
    const elsewhere = { ...perfect[search]!, domain: 'music' };
    const score = scoreForms(truth, [{ ...login, searchable: true }, invented, elsewhere]);
    expect(score.searchable.wrongClaims).toEqual([{ ...login, searchable: true }, invented]);
    expect([score.searchable.found, score.all.wrong]).toEqual([1, 1]);
    expect(score.domains.music?.wrongClaims).toEqual([elsewhere]);
    expect(score.domains.book?.found).toBe(0);
  });

  it('forgives control names that differ a little, not those that differ a lot', () => {
    const wide = perfect.find((claim) => claim.searchable && claim.controls.length >= 5)!;
    const keep = (count: number): ClaimedForm => ({ ...wide, controls: wide.controls.slice(0, count) });
    expect(scoreForms(truth, [keep(4)]).searchable.found).toBe(1);
    expect(scoreForms(truth, [keep(1)]).searchable.found).toBe(0);
  });

  it('resolves actions against their page, and takes the page itself where there is none', () => {
    const claim = perfect[search]!;
    const absolute = { ...claim, action: new URL(claim.action ?? '', claim.page).href };
    expect(scoreForms(truth, [absolute]).searchable.found).toBe(1);
    expect(scoreForms(truth, [{ ...claim, action: '' }]).searchable.found).toBe(0);
  });

  it('does not expect what lies deeper than asked', () => {
    const shallow = scoreForms(truth, perfect, undefined, { maxDepth: 0 });
    expect(shallow.searchable.expected).toBeLessThan(scoreForms(truth, perfect).searchable.expected);
    expect(shallow.searchable.recall).toBe(1);
  });

  it('refuses claims that are not in the documented form, and says where', () => {
    expect(() => scoreForms(truth, [{ site: 'x.test' } as unknown as ClaimedForm])).toThrow(/controls/);
  });
});

describe('scoring an access log', () => {
  const private_ = truth.sites.find((site) => site.robots.disallow.includes('/private/'))!;
  const form = truth.forms.find((one) => one.searchable)!;
  const relevant = truth.sites.find((site) => site.relevant)!;
  const log = [
    entry({ at: 1000, site: relevant.key, host: 'a.test' }),
    entry({ at: 1500, site: relevant.key, host: 'a.test', resource: 'asset' }),
    entry({ at: 1700, site: form.site, host: 'a.test', form: form.key }),
    entry({ at: 1750, site: private_.key, host: 'b.test', path: '/private/plans', trap: 'robots-disallow' }),
    entry({ at: 1760, site: private_.key, host: 'b.test', path: '/robots.txt', resource: 'robots' }),
  ];

  it('counts pages, sites, submissions, violations, gaps and traps', () => {
    expect(scoreForms(truth, [], log).log).toMatchObject({
      pages: 3,
      sitesReached: new Set([relevant.key, form.site, private_.key]).size,
      robotsViolations: 1,
      smallestGapMs: 700,
      submissions: { search: 1 },
      traps: { 'robots-disallow': 1 },
    });
  });

  it('counts records visited, each once, and how the share of relevant pages went', () => {
    const world = createWorld({ seed: 1, sites: 24, now: new Date('2026-11-01'), clock: () => 0 });
    const elsewhere = truth.sites.find((site) => !site.relevant)!.key;
    const visits = [0, 1].map((at) => entry({ at, site: elsewhere }));
    const form = truth.forms.find(
      (one) => one.site === relevant.key && one.searchable && one.method === 'GET',
    )!;
    const name = form.controls[0]!.name;
    const list = world.answer(
      requestFor(`http://${relevant.hosts[0]}${form.action}?${name}=${wordOf(world, form)}`),
    );
    const pattern = new RegExp(relevant.databases[0]!.detail);
    const hrefs = [...String(list.body).matchAll(/href="([^"]+)"/g)].map((match) => match[1]!);
    const found = hrefs.filter((href) => pattern.test(href));
    expect(found.length).toBeGreaterThan(5);
    const details = [...found, found[0]!].map((path, at) =>
      entry({ at: 100 + at, site: relevant.key, path }),
    );
    const { records, harvestRate } = scoreForms(truth, [], [...visits, ...details]).log!;
    expect(records).toEqual([
      {
        site: relevant.key,
        database: 0,
        covered: found.length,
        listed: 0,
        records: relevant.databases[0]!.records,
      },
    ]);
    expect(harvestRate).toHaveLength(10);
    expect(harvestRate.at(-1)).toBeCloseTo(details.length / (details.length + visits.length));
  });

  it('counts searches by what they came to, records listed, dangerous submissions and POSTs sent twice', () => {
    const world = createWorld({ seed: 1, sites: 24, now: new Date('2026-11-01'), clock: () => 0 });
    const ask = (form: FormTruth, fields: string, path = form.action): LogEntry => {
      const url = `http://${world.truth.sites.find((site) => site.key === form.site)!.hosts[0]}${path}`;
      const asked = form.method === 'GET' ? `${url}?${fields}` : url;
      const { form: sent, query, outcome } = world.answer(requestFor(asked, form.method, fields));
      return entry({
        method: form.method,
        site: form.site,
        path: new URL(asked).pathname,
        ...(sent ? { form: sent } : {}),
        ...(query ? { query } : {}),
        ...(outcome ? { outcome } : {}),
      });
    };
    const box = truth.forms.find((form) => form.kind === 'keyword-every-page')!;
    const list = truth.forms.find((form) => form.kind === 'bounded-only' && form.results === 'page')!;
    const word = wordOf(world, box);
    const name = box.controls[0]!.name;
    const mail = truth.forms.find((form) => form.type === 'contact' && form.method === 'POST')!;
    const sent = [
      ask(box, `${name}=`),
      ask(box, `${name}=qzxvwkjp`),
      ask(box, `${name}=${word}`),
      ask(list, `${list.controls[0]!.name}=`),
      ask(list, `${list.controls[0]!.name}=&page=2`),
      ask(mail, `${mail.controls[0]!.name}=me`),
      ask(mail, `${mail.controls[0]!.name}=you`),
      ask(mail, `${mail.controls[0]!.name}=me`),
    ];
    const score = scoreForms(truth, [], sent).log!;
    expect(score.submissions).toEqual({ contact: 3, search: 4 });
    const nothing = box.search!.nothingAsked!;
    expect(score.answers).toEqual({ hits: 2, 'no-hits': 1, [nothing]: 1 });
    expect([score.dangerousSubmissions, score.repeatedPosts]).toEqual([3, 1]);
    const covered = score.forms.find((one) => one.site === list.site && one.form === list.key)!;
    expect(covered).toMatchObject({ queries: 1, resultPages: 2, listed: 20, listedBounded: 20 });
    expect(covered.reach).toEqual(list.search!.reach);
    const words = score.forms.find((one) => one.site === box.site && one.form === box.key)!;
    expect(words).toMatchObject({ queries: 3, listedBounded: 0 });
    expect(words.listed).toBe(sent[2]!.outcome!.shown.length);
    world.close();
  });

  it('says how good the order was in which sites were visited', () => {
    const book = truth.sites.filter((site) => site.relevance.book === 3).map((site) => site.key);
    const none = truth.sites.filter((site) => !site.relevance.book).map((site) => site.key);
    const visit = (keys: readonly string[]): number =>
      scoreForms(
        truth,
        [],
        keys.map((site, at) => entry({ at, site })),
      ).log!.ranking.book!;
    expect(visit(book)).toBe(1);
    expect(visit(none)).toBe(0);
    expect(visit([...book, ...none])).toBeGreaterThan(visit([...none, ...book]));
  });
});
