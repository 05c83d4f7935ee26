import { describe, expect, it } from 'vitest';
import { type SiteTruth, truthSchema } from '../../src/practice-web/index.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { depths, requestFor, wordOf } from './walk.ts';

const world = createWorld({
  seed: 1,
  sites: 80,
  now: new Date('2026-11-01'),
  clock: () => performance.now(),
});
const { truth } = world;

/** Walks the site, and looks whether each form's page is as many links from home as the truth has it. */
function expectDepths(of: World, site: SiteTruth): void {
  const walked = depths(of, site);
  for (const form of of.truth.forms.filter((one) => one.site === site.key && one.depth !== null)) {
    const at = walked.get(new URL(form.example, `http://${site.hosts[0]}/`).href);
    expect(at, `${site.key} ${form.key} on ${form.example}`).toBe(form.depth);
  }
}

describe('the truth', () => {
  it('fits its schema and survives a round trip through JSON', () => {
    expect(truthSchema.parse(JSON.parse(JSON.stringify(truth)))).toEqual(truth);
  });

  it('gives each form the depth at which a walk over links finds its page', () => {
    for (const site of truth.sites) expectDepths(world, site);
  });

  it('gives the right depths too where a wide web hides its searches', () => {
    const full = process.env.FIELDFARE_TEST_FULL === '1';
    const wide = createWorld({
      seed: 2,
      sites: full ? 1000 : 240,
      now: new Date('2026-11-01'),
      clock: () => 0,
    });
    const hidden = new Set(
      wide.truth.forms.filter((form) => form.example.startsWith('/services')).map((form) => form.site),
    );
    const sites = wide.truth.sites.filter((site) => full || hidden.has(site.key)).slice(0, full ? 1000 : 15);
    for (const site of sites) expectDepths(wide, site);
    expect(sites.length).toBeGreaterThan(14);
    wide.close();
  }, 600_000);

  it('names forms at depth 0, 1, 2 and 3, and no two of a site under one key', () => {
    const found = truth.forms.filter((form) => form.searchable).map((form) => form.depth);
    expect(new Set(found)).toEqual(new Set([0, 1, 2, 3]));
    expect(new Set(truth.forms.map((form) => `${form.site} ${form.key}`)).size).toBe(truth.forms.length);
  });

  it('has patterns that match the example page', () => {
    for (const form of truth.forms) expect(form.example).toMatch(new RegExp(form.pages));
    for (const trap of truth.sites.flatMap((site) => site.traps))
      expect(trap.example).toMatch(new RegExp(trap.pattern));
  });

  it('leads from the seeds of a domain to every site by links', () => {
    const reached = new Set<string>();
    const follow = (key: string): void => {
      if (reached.has(key)) return;
      reached.add(key);
      for (const next of truth.sites.find((site) => site.key === key)?.linksTo ?? []) follow(next);
    };
    for (const seed of world.seeds('book')) follow(new URL(seed).host.replace(/^www\./, ''));
    expect(reached.size).toBe(truth.sites.length);
    expect(world.seeds('book').length).toBeLessThan(truth.sites.length / 10);
    expect(() => world.seeds('weather')).toThrow(/known: book/);
  });

  it('links to exactly the sites it says', () => {
    for (const site of truth.sites) {
      const pages = [...depths(world, site, 1).keys()].map((url) => world.answer(requestFor(url)).body);
      const linked = pages.flatMap((page) => [
        ...String(page).matchAll(/href="http:\/\/(?:www\.)?([a-z0-9-]+\.test)\//g),
      ]);
      const others = new Set(linked.map((match) => match[1]).filter((key) => key !== site.key));
      expect([...others].sort()).toEqual([...site.linksTo].sort());
    }
  });

  it('links to pages within other sites on wide webs alone, one link in three, and they answer', () => {
    expect(truth.sites.flatMap((site) => site.innerLinks)).toEqual([]);
    const wide = createWorld({ seed: 2, sites: 240, now: new Date('2026-11-01'), clock: () => 0 });
    const links = wide.truth.sites.reduce((sum, site) => sum + site.linksTo.length, 0);
    const inner = wide.truth.sites.flatMap((site) => site.innerLinks);
    expect(inner.length / links).toBeGreaterThan(0.28);
    expect(inner.length / links).toBeLessThan(0.38);
    for (const site of wide.truth.sites.slice(0, 12)) {
      const pages = [...depths(wide, site, 1).keys()].map((url) => String(wide.answer(requestFor(url)).body));
      for (const url of site.innerLinks) {
        expect(
          pages.some((page) => page.includes(`href="${url.replaceAll('&', '&amp;')}"`)),
          url,
        ).toBe(true);
        expect(wide.answer(requestFor(url)).status).toBe(200);
      }
    }
    wide.close();
  });

  it('grades sites by what they are worth, and says what links lead to, as a walk over all pages finds it', () => {
    const wide = createWorld({ seed: 2, sites: 240, now: new Date('2026-11-01'), clock: () => 0 });
    const keyOf = (host: string): string => host.split('.').slice(-2).join('.');
    const sites = new Map(wide.truth.sites.map((site) => [site.key, site]));
    const linked = new Map<string, Set<string>>();
    const links = (key: string): Set<string> => {
      const site = sites.get(key)!;
      const pages = [...depths(wide, site, 1).keys()].map((url) => String(wide.answer(requestFor(url)).body));
      const hosts = pages.flatMap((page) => [...page.matchAll(/href="https?:\/\/([^/":]+)/g)]);
      return new Set(hosts.map((match) => keyOf(match[1]!)).filter((other) => sites.has(other)));
    };
    const hops = new Map(wide.seeds('music').map((seed) => [keyOf(new URL(seed).host), 0]));
    for (const [key, distance] of hops) {
      linked.set(key, links(key));
      for (const next of linked.get(key)!) if (!hops.has(next)) hops.set(next, distance + 1);
    }
    const deep = new Set(
      wide.truth.forms
        .filter((form) => form.domain === 'music' && form.searchable && form.depth !== null)
        .map((form) => form.site),
    );
    const reachable = wide.truth.reachable.music!;
    expect(reachable).toMatchObject({ sites: deep.size, sitesReachable: deep.size });
    expect(reachable.formsReachable).toBe(reachable.forms);
    const distances = [...deep].map((key) => hops.get(key)!);
    expect(reachable.hops).toEqual(
      reachable.hops.map((_count, at) => distances.filter((distance) => distance === at).length),
    );
    expect(reachable.hops.length).toBeGreaterThan(2);
    for (const [key, to] of linked) {
      const centre = [...to].filter((other) => other !== key && deep.has(other)).length >= 3;
      const about = sites.get(key)!.about === 'music' ? 1 : 0;
      expect(sites.get(key)!.relevance.music ?? 0, key).toBe(deep.has(key) ? 3 : centre ? 2 : about);
    }
    wide.close();
  }, 60_000);

  it('takes a hint in the box for nothing asked, and a turned page for no submission', () => {
    const large = createWorld({ seed: 1, sites: 300, now: new Date('2026-11-01'), clock: () => 0 });
    const body = (url: string): string => String(large.answer(requestFor(url)).body);
    let hints = 0;
    for (const form of large.truth.forms) {
      const [box, ...others] = form.controls;
      if (!form.kind.startsWith('keyword') || form.appears !== 'static' || form.method !== 'GET') continue;
      const site = `http://${large.truth.sites.find((one) => one.key === form.site)!.hosts[0]}`;
      const hint = /<input[^>]* value="([^"]+)"[^>]* onfocus=/.exec(body(site + form.example))?.[1];
      if (hint === undefined || others.length > 0) continue;
      const hinted = `${site}${form.action}?${box!.name}=${encodeURIComponent(hint)}`;
      const nothing = large.answer(requestFor(hinted));
      expect(['validation-error', 'same-form']).toContain(nothing.outcome?.kind);
      expect(nothing.form).toBe(form.key);
      const word = wordOf(large, form);
      const answered = large.answer(requestFor(`${site}${form.action}?${box!.name}=${word}`));
      const waits = large.truth.sites.find((one) => one.key === form.site)?.lists?.waits !== 'none';
      expect(answered.outcome?.kind).toBe(waits ? 'pending' : 'hits');
      const turned = large.answer(requestFor(`${site}${form.action}?${box!.name}=${word}&page=2`));
      expect([turned.form, turned.outcome?.form]).toEqual([undefined, form.key]);
      hints++;
    }
    large.close();
    expect(hints).toBeGreaterThan(3);
  });
});
