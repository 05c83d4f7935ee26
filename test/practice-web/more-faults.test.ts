import { brotliDecompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../src/foundation/http/index.ts';
import { type PracticeWeb, startPracticeWeb, trapKinds } from '../../src/practice-web/index.ts';
import { type Ask, ask, type Reply } from './client.ts';
import { openBrowser, openPage } from './session.ts';

const made = makeCertificate(new Date());
const { certificate } = made;
const tried = new Set<string>();
let web: PracticeWeb;
let usual: Set<string>;
let browser: Browser;

beforeAll(async () => {
  const now = new Date('2026-11-01');
  const small = await startPracticeWeb({ seed: 1, sites: 24, now });
  usual = new Set(small.truth.sites.flatMap((site) => site.traps.map((trap) => trap.name)));
  await small.close();
  web = await startPracticeWeb({ seed: 1, sites: 60, now, certificate: { certificate, key: made.key } });
  browser = await openBrowser(web.port);
});
afterAll(async () => {
  await browser?.close();
  await web?.close();
});

function host(trap: string): string {
  tried.add(trap);
  const site = web.truth.sites.find((one) => one.traps.some((each) => each.name === trap));
  if (!site) throw new Error(`no site has ${trap}`);
  return site.hosts[0]!;
}
const get = (trap: string, path: string, options?: Ask): Promise<Reply> =>
  ask(web.port, host(trap), path, options);
const getSecurely = (trap: string, path: string): Promise<Reply> =>
  ask(web.httpsPort!, host(trap), path, { certificate });
const hrefs = (reply: Reply): string[] =>
  [...reply.text.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));

describe('the same pages again', () => {
  it('has a mirror of the whole site on another host', async () => {
    const name = host('mirror');
    const { hosts } = web.truth.sites.find((site) => site.hosts[0] === name)!;
    const twin = hosts.find((one) => one.startsWith('mirror.'))!;
    expect((await ask(web.port, twin, '/about')).text).toBe((await ask(web.port, name, '/about')).text);
    expect(web.log().at(-2)?.trap ?? web.log().at(-1)?.trap).toBe('mirror');
    expect(hrefs(await get('mirror', '/'))).toContain(`http://${twin}/`);
  });

  it('marks links and pages that are not to be followed', async () => {
    expect((await get('nofollow-links', '/')).text).toMatch(/href="\/wish-list[^>]*rel="nofollow"/);
    const list = await get('nofollow-links', '/wish-list?add=100');
    expect(hrefs(list).filter((href) => href.startsWith('/wish-list?add=')).length).toBeGreaterThan(2);
    const draft = await get('noindex-pages', '/drafts/latest');
    expect(draft.headers['x-robots-tag']).toContain('nofollow');
    expect(draft.text).toContain('<meta name="robots" content="noindex,nofollow">');
    expect(hrefs(draft).some((href) => href.startsWith('/drafts/'))).toBe(true);
  });

  it('always has an older page, and the same entry on it', async () => {
    for (const path of ['/bulletins?p=9', '/bulletins?p=4000']) {
      const page = await get('endless-paging', path);
      expect(page.text).toContain('Bulletin 5:');
      expect(hrefs(page)).toContain(`/bulletins?p=${Number(path.split('=')[1]) + 1}`);
    }
  });

  it('combines filters in paths', async () => {
    expect(hrefs(await get('facet-paths', '/shop-by/red'))).toContain('/shop-by/red/small');
    const one = await get('facet-paths', '/shop-by/red/small');
    expect((await get('facet-paths', '/shop-by/small/red')).text).toContain('Scarves red, small');
    expect(one.text).toContain('Scarves red, small');
    expect((await get('facet-paths', '/shop-by/mauve')).status).toBe(404);
  });

  it('resolves relative links by a base element', async () => {
    expect((await get('base-element', '/brochure/2026/index.html')).text).toContain(
      '<base href="/brochure/pages/">',
    );
    expect((await get('base-element', '/brochure/pages/one.html')).status).toBe(200);
    expect((await get('base-element', '/brochure/2026/one.html')).status).toBe(404);
  });

  it('sends everybody from many addresses to one', async () => {
    const reply = await get('login-wall', '/club/news/3');
    expect([reply.status, reply.headers.location]).toEqual([302, '/club?return=%2Fclub%2Fnews%2F3']);
    expect((await get('login-wall', reply.headers.location!)).status).toBe(200);
  });
});

describe('requests refused and bodies cut', () => {
  it.each([
    ['bad-request', '/lookup', 400],
    ['too-large', '/bulk', 413],
    ['origin-timeout', '/forecast', 524],
  ] as const)('%s: %s answers %i', async (trap, path, status) => {
    expect((await get(trap, path)).status).toBe(status);
  });

  it('answers 414 to an address that it links itself', async () => {
    const long = hrefs(await get('address-too-long', '/about')).find((href) => href.length > 2000)!;
    expect((await get('address-too-long', long)).status).toBe(414);
    expect((await get('address-too-long', '/query?filter=a')).status).toBe(200);
  });

  it('cuts a body, and sends none', async () => {
    await expect(get('cut-body', '/gazette')).rejects.toThrow(/aborted/);
    const empty = await get('empty-page', '/blank');
    expect([empty.status, empty.body.length]).toEqual([200, 0]);
    expect((await get('empty-page', '/blank/none')).status).toBe(204);
  });
});

describe('too much, and pages that hold on', () => {
  it('sends little brotli that becomes much, and ten megabytes', async () => {
    const bomb = await get('brotli-bomb', '/dump');
    expect(bomb.body.length).toBeLessThan(10_000);
    expect(brotliDecompressSync(bomb.body).length).toBe(60_000_000);
    expect((await get('ten-megabytes', '/register-of-everything')).body.length).toBeGreaterThan(10_000_000);
  });

  it('says one type and sends another', async () => {
    const page = await get('wrong-type', '/typed/page');
    expect([page.headers['content-type'], page.text.startsWith('<!doctype html>')]).toEqual([
      'text/plain; charset=utf-8',
      true,
    ]);
    expect((await get('wrong-type', '/typed/picture')).text).toMatch(/^GIF89a/);
  });

  it('asks whether one really wants to leave', async () => {
    const { context, page } = await openPage(browser);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.goto(`http://${host('before-unload')}/survey`);
    await page.locator('textarea').click();
    await page.keyboard.type('hello');
    await page.goto('about:blank');
    expect(dialogs).toEqual(['beforeunload']);
    await context.close();
  });

  it('tries to open windows of itself', async () => {
    const reply = await get('pop-ups', '/offers-today');
    expect(reply.text).toContain('open(location.pathname');
  });

  it('lies over its own page', async () => {
    const { context, page } = await openPage(browser);
    await page.goto(`http://${host('overlay')}/magazine`);
    const link = page.locator('a').first();
    await expect(link.click({ timeout: 500 })).rejects.toThrow(/intercepts pointer events/);
    await page.getByRole('button', { name: 'Close' }).click();
    await link.click();
    await context.close();
  });
});

describe('http and https mixed', () => {
  it('has pages by https alone', async () => {
    const name = host('https-only');
    const reply = await get('https-only', '/secure');
    expect([reply.status, reply.headers.location]).toEqual([301, `https://${name}/secure`]);
    const page = await getSecurely('https-only', '/secure');
    expect(page.status).toBe(200);
    expect(hrefs(page)).toContain(`http://${name}/about`);
    expect(web.log().at(-1)).toMatchObject({ trap: 'https-only', secure: true });
  });

  it('sends from https to http, and mixes them on one page', async () => {
    const name = host('https-downgrade');
    expect(hrefs(await get('https-downgrade', '/'))).toContain(`https://${name}/signed`);
    expect((await getSecurely('https-downgrade', '/signed')).headers.location).toBe(`http://${name}/signed`);
    expect((await get('https-downgrade', '/signed')).status).toBe(200);
    const page = await getSecurely('mixed-content', '/certificates');
    expect(page.text).toContain(`<script src="http://${host('mixed-content')}/assets/absent.js">`);
  });

  it('serves every site by https too', async () => {
    for (const site of web.truth.sites.slice(0, 10))
      expect((await ask(web.httpsPort!, site.hosts[0]!, '/', { certificate })).text).toBe(
        (await ask(web.port, site.hosts[0]!, '/')).text,
      );
  });
});

it('has a test for every trap and fault that the usual web lacks', () => {
  const more = trapKinds()
    .map((trap) => trap.name)
    .filter((name) => !usual.has(name) && name !== 'honeypot-field');
  expect([...tried].sort()).toEqual(more.sort());
  expect(usual.size + more.length).toBeGreaterThan(50);
});
