import { gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PracticeWeb, startPracticeWeb } from '../../src/practice-web/index.ts';
import { type Ask, ask, type Reply } from './client.ts';
import { openBrowser, openPage, seenForms } from './session.ts';

let web: PracticeWeb;
let browser: Browser;
const tried = new Set<string>(['honeypot-field']);

beforeAll(async () => {
  web = await startPracticeWeb({ seed: 1, sites: 24, now: new Date('2026-11-01') });
  browser = await openBrowser(web.port);
});
afterAll(async () => {
  await browser?.close();
  await web?.close();
});

/** The first site where this case lives. */
function host(trap: string): string {
  tried.add(trap);
  const site = web.truth.sites.find((one) => one.traps.some((each) => each.name === trap));
  if (!site) throw new Error(`no site has ${trap}`);
  return site.hosts[0]!;
}

const get = (trap: string, path: string, options?: Ask): Promise<Reply> =>
  ask(web.port, host(trap), path, options);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const hrefs = (reply: Reply): string[] =>
  [...reply.text.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));

describe('traps without end', () => {
  it('has a calendar whose next month is always there', async () => {
    for (const path of ['/calendar', '/calendar/2031/12', '/calendar/9999/01']) {
      const next = hrefs(await get('endless-calendar', path)).filter((href) =>
        /^\/calendar\/\d+\/\d\d$/.test(href),
      );
      expect(next.length).toBeGreaterThanOrEqual(2);
    }
    expect((await get('endless-calendar', '/calendar/2031/12/05')).text).toContain('No events');
  });

  it('hands out a new session id on every page, the same for the same address', async () => {
    const first = hrefs(await get('session-ids', '/service')).filter((href) => href.includes('PHPSESSID'));
    const second = hrefs(await get('session-ids', first[0]!)).filter((href) => href.includes('PHPSESSID'));
    expect(second[0]).not.toBe(first[0]);
    expect(hrefs(await get('session-ids', '/service'))).toEqual(hrefs(await get('session-ids', '/service')));
  });

  it('combines facets in any order', async () => {
    const one = hrefs(await get('facet-explosion', '/gallery?colour=red')).filter((href) =>
      href.startsWith('/gallery?'),
    );
    expect(one).toContain('/gallery?colour=red&size=small');
    expect((await get('facet-explosion', '/gallery?size=small&colour=red')).text).toContain(
      'colour red, size small',
    );
  });

  it('grows paths by relative links', async () => {
    expect((await get('growing-path', '/archive/older/older/')).text).toContain('href="older/"');
    expect((await get('growing-path', '/archive/nothing/')).status).toBe(404);
  });

  it('shows one press release under several addresses', async () => {
    const plain = await get('near-duplicates', '/press?id=1');
    expect((await get('near-duplicates', '/press?utm_source=home&id=1')).text).toBe(plain.text);
    expect((await get('near-duplicates', '/press?id=1&view=print')).text).not.toBe(plain.text);
  });

  it('answers 200 for topics that do not exist, and real 404 elsewhere', async () => {
    const soft = await get('soft-404', '/topics/xyzzy');
    expect([soft.status, soft.text.includes('does not exist')]).toEqual([200, true]);
    expect((await get('soft-404', '/nowhere')).status).toBe(404);
  });
});

describe('what a polite crawler leaves alone', () => {
  it('forbids in robots.txt what it links', async () => {
    const robots = await get('robots-disallow', '/robots.txt');
    expect(robots.text).toContain('Disallow: /private/');
    expect(hrefs(await get('robots-disallow', '/'))).toContain('/private/minutes');
    expect((await get('robots-disallow', '/private/minutes')).status).toBe(200);
  });

  it('asks for a pause of at most .2 s', async () => {
    expect((await get('crawl-delay', '/robots.txt')).text).toMatch(/Crawl-delay: 0\.[12]\n/);
  });

  it('hides a link on every page that nobody should follow', async () => {
    for (const path of ['/', '/about'])
      expect((await get('honeypot-link', path)).text).toContain(
        '<div style="display:none"><a href="/wp-trap/',
      );
    await get('honeypot-link', '/wp-trap/list.php');
    expect(web.log().at(-1)).toMatchObject({ trap: 'honeypot-link', path: '/wp-trap/list.php' });
  });

  it('links to private addresses and notes who asks for them', async () => {
    expect((await get('private-addresses', '/intranet')).text).toContain('http://10.0.0.7/time-sheet');
    expect((await get('private-addresses', '/intranet/go')).headers.location).toContain('169.254.169.254');
    expect((await ask(web.port, '10.0.0.7', '/time-sheet')).status).toBe(421);
    expect(web.log().at(-1)).toMatchObject({ trap: 'private-addresses', host: '10.0.0.7' });
  });

  it('has links that lead to no page', async () => {
    expect((await get('odd-schemes', '/team')).text).toContain('mailto:');
  });

  it('refuses who fills the hidden field', async () => {
    const form = web.truth.forms.find((one) => one.kind === 'mixed-post-redirect')!;
    const site = web.truth.sites.find((one) => one.key === form.site)!;
    const city = form.controls[0]!.name;
    const send = (body: string): Promise<Reply> =>
      ask(web.port, site.hosts[0]!, form.action, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect((await send(`${city}=Porto&website=`)).status).toBe(303);
    expect((await send(`${city}=Porto&website=http://spam`)).status).toBe(403);
    expect(web.log().at(-1)).toMatchObject({ trap: 'honeypot-field', outcome: { kind: 'blocked' } });
  });
});

describe('answers that fail', () => {
  it.each([
    ['forbidden', '/members', 403],
    ['server-error', '/statistics', 500],
    ['gone', '/old-shop', 410],
  ] as const)('%s: %s answers %i each time', async (trap, path, status) => {
    for (let round = 0; round < 2; round++) expect((await get(trap, path)).status).toBe(status);
  });

  it.each([
    ['too-many-requests', '/ranking', 429],
    ['unavailable', '/status', 503],
  ] as const)(
    '%s: %s answers %i and Retry-After until then, the page ever after',
    async (trap, path, status) => {
      const early = await Promise.all([get(trap, path), get(trap, path)]);
      expect(early.map((reply) => [reply.status, reply.headers['retry-after']])).toEqual([
        [status, '1'],
        [status, '1'],
      ]);
      await pause(1050);
      expect((await get(trap, path)).status).toBe(200);
      expect((await get(trap, path)).status).toBe(200);
    },
  );

  it('redirects in a circle, and in a chain that ends', async () => {
    let at = '/go/a';
    const seen = new Set<string>();
    for (let step = 0; step < 8; step++) {
      seen.add(at);
      at = (await get('redirect-loop', at)).headers.location!;
    }
    expect(seen.size).toBe(3);
    const statuses: number[] = [];
    for (let path: string | undefined = '/moved'; path; ) {
      const reply: Reply = await get('redirect-chain', path);
      statuses.push(reply.status);
      path = reply.headers.location;
    }
    expect(statuses).toEqual([301, 302, 303, 307, 308, 200]);
  });

  it('starts slowly', async () => {
    const start = performance.now();
    expect((await get('slow-start', '/report')).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(1400);
  });

  it('stalls in the middle and then closes', async () => {
    const start = performance.now();
    await expect(get('stalled-body', '/webcam')).rejects.toThrow(/aborted/);
    expect(performance.now() - start).toBeGreaterThan(7500);
    expect(performance.now() - start).toBeLessThan(12_000);
  });

  it('drops the connection, for ever or the first time', async () => {
    for (let round = 0; round < 2; round++)
      await expect(get('dropped-connection', '/live')).rejects.toThrow(/hang up|ECONNRESET/);
    await expect(get('dropped-once', '/faq')).rejects.toThrow(/hang up|ECONNRESET/);
    await pause(550);
    expect((await get('dropped-once', '/faq')).status).toBe(200);
  });
});

describe('pages that are no pages', () => {
  it('says one charset and sends another, or says none', async () => {
    const wrong = await get('wrong-charset', '/impressum');
    expect(wrong.headers['content-type']).toContain('utf-8');
    expect(wrong.body.toString('latin1')).toContain('München');
    expect(wrong.text).not.toContain('München');
    const missing = await get('missing-charset', '/horaires');
    expect(missing.headers['content-type']).toBe('text/html');
    expect(missing.body.toString('latin1')).toContain('Fermé à midi');
  });

  it('sends three megabytes', async () => {
    expect((await get('huge-page', '/everything')).body.length).toBeGreaterThan(3_000_000);
  });

  it('sends little gzip that becomes much', async () => {
    const bomb = await get('gzip-bomb', '/export');
    expect(bomb.body.length).toBeLessThan(200_000);
    expect(gunzipSync(bomb.body).length).toBe(60_000_000);
  });

  it('offers downloads', async () => {
    for (const path of ['/files/catalogue.zip', '/files/prices.pdf', '/files/latest']) {
      const reply = await get('downloads', path);
      expect(reply.headers['content-disposition']).toContain('attachment');
      expect(reply.headers['content-type']).not.toContain('html');
    }
  });

  it('refreshes itself to another page', async () => {
    expect((await get('meta-refresh', '/welcome')).text).toContain('http-equiv="refresh"');
  });

  it('shows a browser one form where the markup nests two', async () => {
    const { context, page } = await openPage(browser);
    await page.goto(`http://${host('broken-html')}/guestbook`);
    const forms = (await seenForms(page)).map((form) => form.controls);
    expect(forms).toEqual([['entry textarea', 'inner text']]);
    await context.close();
  });

  it('opens dialogs one after the other', async () => {
    const { context, page } = await openPage(browser);
    const kinds = new Set<string>();
    page.on('dialog', (dialog) => {
      kinds.add(dialog.type());
      void dialog.dismiss();
    });
    await page.goto(`http://${host('dialogs')}/prize`, { waitUntil: 'domcontentloaded' });
    expect([...kinds].sort()).toEqual(['alert', 'confirm', 'prompt']);
    await context.close();
  });

  it('never comes back from a script that loops, and reloads itself under new addresses', async () => {
    const { context, page } = await openPage(browser);
    await expect(page.goto(`http://${host('script-loop')}/game`, { timeout: 1500 })).rejects.toThrow(
      /Timeout/,
    );
    await context.close();
    const other = await openPage(browser);
    await other.page.goto(`http://${host('script-reload')}/ticker`);
    await other.page.waitForURL(/n=3/);
    await other.context.close();
  });
});

it('has a test for every trap and fault of the usual web', () => {
  const here = web.truth.sites.flatMap((site) => site.traps.map((trap) => trap.name));
  expect([...tried].sort()).toEqual([...new Set([...here, 'honeypot-field'])].sort());
});
