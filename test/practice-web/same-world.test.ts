import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HARD_WEB_SITES, startPracticeWeb } from '../../src/practice-web/index.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { ask } from './client.ts';
import { depths, requestFor, wordOf } from './walk.ts';

const NOW = new Date('2026-11-01');
const OPTIONS = { seed: 1, now: NOW, clock: () => performance.now() } as const;
const create = (seed: number, sites = 24, now = NOW): World =>
  createWorld({ seed, sites, now, clock: () => performance.now() });

/** Hash by address of every page within three links; those whose errors settle are asked for later. */
function fingerprints(world: World, reversed = false): Map<string, string> {
  const urls = world.truth.sites.flatMap((site) => [...depths(world, site).keys()]);
  const ordered = reversed ? urls.reverse() : urls;
  return new Map(
    ordered.map((url) => {
      const { status, headers, body } = world.answer(requestFor(url));
      return [
        url,
        createHash('sha256')
          .update(JSON.stringify([status, headers]))
          .update(body)
          .digest('hex'),
      ];
    }),
  );
}

/** A directory and the kinds of version 7: they are as they were. */
const HARD_SITES_7 = 53;

const settling = /\/(?:ranking|status|faq)$/;
const settled = (prints: Map<string, string>): [string, string][] =>
  [...prints].filter(([url]) => !settling.test(url)).sort(([a], [b]) => (a < b ? -1 : 1));

describe('the world from a seed', () => {
  it('is the same byte for byte in two starts, whatever the order of requests', () => {
    const first = fingerprints(create(1));
    expect(first.size).toBeGreaterThan(600);
    expect(settled(fingerprints(create(1), true))).toEqual(settled(first));
    expect(create(1).truth).toEqual(create(1).truth);
  });

  it('is the web of its version: a change of any page needs a new version, and new figures', () => {
    const { version } = create(1).truth;
    const sizes = [24, 100, 240, HARD_SITES_7, HARD_WEB_SITES].map((sites) => {
      const hard = sites === HARD_SITES_7 || sites === HARD_WEB_SITES;
      const world = hard ? createWorld({ ...OPTIONS, sites, kinds: 'hard' }) : create(1, sites);
      // Of the larger hard web its new kinds alone.
      const old = sites === HARD_WEB_SITES ? world.truth.sites.slice(0, HARD_SITES_7) : [];
      const isOld = new Set(old.map(({ key }) => key));
      const truth = {
        sites: world.truth.sites.slice(old.length),
        forms: world.truth.forms.filter(({ site }) => !isOld.has(site)),
      };
      const host = new Map(truth.sites.map((site) => [site.key, site.hosts[0]]));
      const pages = truth.sites.flatMap((site) =>
        sites === 24 || hard ? [...depths(world, site, 2).keys()] : [`http://${site.hosts[0]}/`],
      );
      // Lists too, of databases that are soon filled: what a word of a record on the front page finds, where there is a
      // box, and all else as it stands.
      const lists = truth.forms
        .filter((form) => form.searchable && form.method === 'GET' && form.records <= 1500)
        .map((form) => {
          const [box] = form.controls;
          const value = box?.type === 'text' || box?.type === 'search' ? wordOf(world, form) : '';
          return `http://${host.get(form.site)}${form.action}?${encodeURIComponent(box?.name ?? '')}=${value}`;
        });
      const hash = createHash('sha256');
      for (const url of [...pages.sort(), ...lists]) {
        if (settling.test(url)) continue;
        const { status, headers, body } = world.answer(requestFor(url));
        // Compressors differ between versions of Node.
        hash.update(JSON.stringify([url, status, headers]));
        if (!headers['content-encoding']) hash.update(body);
      }
      world.close();
      return hash.digest('hex').slice(0, 16);
    });
    expect({ version, sizes }).toEqual({
      version: 8,
      sizes: [
        ...['e929af7ad31190fd', 'a67ee0293f3ef7ef', '832c915cacc4791d'],
        ...['60b7be0465f2ddeb', '023ebf65e5f1b4d7'],
      ],
    });
  });

  it('is another one for another seed, size or day', () => {
    const hosts = (world: World): string => world.hosts.join(' ');
    expect(hosts(create(2))).not.toBe(hosts(create(1)));
    expect(hosts(create(1, 30))).not.toBe(hosts(create(1)));
    const later = create(1, 24, new Date('2027-02-01'));
    expect(later.truth.now).toBe('2027-02-01');
    expect([...fingerprints(later).values()]).not.toEqual([...fingerprints(create(1)).values()]);
  });

  it('is the same through sockets under concurrency, results included', async () => {
    const [one, other] = await Promise.all([
      startPracticeWeb({ seed: 5, sites: 12, now: NOW }),
      startPracticeWeb({ seed: 5, sites: 12, now: NOW }),
    ]);
    try {
      const asked = one.truth.forms
        .filter((form) => form.searchable && form.method === 'GET')
        .map((form) => {
          const [first] = form.controls;
          const host = one.truth.sites.find((site) => site.key === form.site)?.hosts[0] ?? '';
          return [host, `${form.action}?${encodeURIComponent(first?.name ?? '')}=a`] as const;
        });
      const all = (port: number, list: typeof asked): Promise<string[]> =>
        Promise.all(list.map(async ([host, path]) => (await ask(port, host, path)).text));
      const there = await all(one.port, asked);
      const back = await all(other.port, [...asked].reverse());
      expect(there.length).toBeGreaterThan(5);
      expect(back.reverse()).toEqual(there);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  it('grows to hundreds of sites, half of them or more off topic, seven in ten from 60 on, all seven domains in the smallest', () => {
    for (const sites of [12, 24, 60, 300]) {
      const { truth } = create(3, sites);
      const relevant = truth.sites.filter((site) => site.relevant).length;
      expect(truth.sites).toHaveLength(sites);
      expect(relevant / sites).toBeLessThanOrEqual(sites >= 60 ? 0.3 : 0.5);
      expect(new Set(truth.sites.map((site) => site.key)).size).toBe(sites);
      const domains = new Set(truth.forms.map((form) => form.domain));
      expect([...domains].filter((domain) => domain !== null)).toHaveLength(7);
    }
  });

  it('speaks five languages beside English on a tenth of a large web, labels in their own script', () => {
    const world = create(1, 200);
    const { sites } = world.truth;
    const spoken = new Set(sites.map((site) => site.language));
    expect([...spoken].sort()).toEqual(['de', 'en', 'es', 'fr', 'hi', 'pa']);
    const foreign = sites.filter((site) => site.language !== 'en').length / sites.length;
    expect(foreign).toBeGreaterThan(0.08);
    expect(foreign).toBeLessThan(0.13);
    for (const [language, script] of [
      ['hi', /<label[^>]*>[^<]*\p{Script=Devanagari}/u],
      ['pa', /<label[^>]*>[^<]*\p{Script=Gurmukhi}/u],
    ] as const) {
      const own = sites.filter((site) => site.language === language);
      const pages = world.truth.forms
        .filter((form) => form.searchable && own.some((site) => site.key === form.site))
        .map((form) => {
          const site = own.find((one) => one.key === form.site)!;
          return String(world.answer(requestFor(`http://${site.hosts[0]}${form.example}`)).body);
        });
      expect(pages.some((page) => script.test(page))).toBe(true);
    }
  });

  it('holds a million pages on a thousand sites, and starts at once', () => {
    const before = process.cpuUsage();
    const world = create(1, 1000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(8000);
    const records = world.truth.sites.flatMap((site) => site.databases).map((database) => database.records);
    expect(records.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(900_000);
    expect(Math.max(...records)).toBeLessThanOrEqual(20_000);
    const last = world.truth.sites.at(-1)!;
    expect(world.answer(requestFor(`http://${last.hosts[0]}/`)).status).toBe(200);
  });

  it('refuses fewer than 12 sites and a day that is none', () => {
    expect(() => create(1, 11)).toThrow(/at least 12/);
    expect(() => create(1, 24, new Date('soon'))).toThrow(/2026-11-01/);
  });
});
