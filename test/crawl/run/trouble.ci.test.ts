/** Sites that get into trouble while they are asked, beside one that does not: a reason each, and the rest goes on. */

import { expect, test } from 'vitest';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import {
  answerPage,
  CONTROLS,
  formOf,
  found,
  harvestAll,
  PIECES,
  send,
  type TroubledSite,
  troubledSite,
  whole,
} from './troubled-sites.ts';

const METHODS = ['get', 'post'] as const;
const ALL = PIECES.length;

/** Harvests the sites with a fine one beside them, and holds what must be true whatever trouble there is. */
async function beside(sites: readonly TroubledSite[], options: Partial<HarvestOptions> = {}) {
  const fine = await troubledSite();
  const told = await harvestAll([...sites, fine], options);
  expect(told.status).toBe('complete');
  expect(told.of(fine)).toMatchObject({ code: 'max-submissions', records: ALL });
  for (const { posts } of sites) expect(posts).toEqual([...new Set(posts)]);
  return told;
}

const both = <T>(open: (method: 'get' | 'post') => Promise<T>): Promise<T[]> =>
  Promise.all(METHODS.map(open));

test('answers that take three seconds are waited for; a site that never answers is given up', async () => {
  const slow = await both((method) =>
    troubledSite({
      method,
      trouble: async () => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return false;
      },
    }),
  );
  const silent = await both((method) => troubledSite({ method, trouble: () => true }));
  const told = await beside([...slow, ...silent], { timeoutMs: 5_000 });
  for (const site of slow) expect(told.of(site)).toMatchObject({ code: 'max-submissions', records: ALL });
  for (const site of silent) {
    expect(told.of(site)).toMatchObject({ code: 'too-slow', records: 0 });
    expect(told.of(site).troubles).toEqual(['too-slow', 'too-slow', 'too-slow']);
  }
  expect(told.of(silent[0]!).states).toEqual(['failed', 'failed', 'failed']);
  expect(told.of(silent[1]!).states).toEqual(['parked', 'parked', 'parked']);
  expect(silent[0]!.questions).toHaveLength(6);
}, 240_000);

test('a server that is away for two seconds is asked on when it is back; one that stays away is given up', async () => {
  const leaving = (ms: number, token: boolean) => (method: 'get' | 'post') =>
    troubledSite({
      method,
      ...(token && {
        form: (_request, _response, asked) =>
          formOf(
            method,
            `<input type="hidden" name="page_state" value="state-${asked}-of-this-page">${CONTROLS}`,
          ),
      }),
      trouble: ({ nth, site }) => {
        if (nth !== 5) return false;
        void site.away(ms).catch(() => undefined);
        return true;
      },
    });
  const back = await both(leaving(2_000, false));
  const tokens = await both(leaving(2_000, true));
  const gone = await both(leaving(600_000, false));
  const told = await beside([...back, ...tokens, ...gone]);
  for (const site of [...back, ...tokens])
    expect(told.of(site)).toMatchObject({ code: 'max-submissions', records: ALL });
  // Of the POST that was under way nobody knows whether it arrived.
  expect(told.of(back[1]!).troubles.filter(Boolean)).toEqual(['broken-off']);
  for (const site of gone) expect(told.of(site).code).toMatch(/^(?:unreachable|refusals)$/);
  expect(told.of(gone[0]!).code).toBe('unreachable');
}, 240_000);

test('a form whose control has another name and label in the middle, or that is gone, ends with that reason', async () => {
  const renamed = (method: string) =>
    formOf(method, CONTROLS.replace('name="q"', 'name="words"').replace('Piece', 'Your terms'));
  const otherName = await both((method) =>
    troubledSite({
      method,
      form: (_request, _response, asked) => (asked < 7 ? formOf(method) : renamed(method)),
      trouble: ({ nth, response }) =>
        nth > 7 && send(response, whole(`${renamed(method)}<p>Please say what you look for.</p>`)),
    }),
  );
  const gone = await both((method) =>
    troubledSite({
      method,
      form: (_request, _response, asked) => (asked < 7 ? formOf(method) : '<p>Back soon.</p>'),
      trouble: ({ nth, response }) => nth > 7 && send(response, whole('<p>Back soon.</p>'), 404),
    }),
  );
  const told = await beside([...otherName, ...gone]);
  for (const site of [...otherName, ...gone]) {
    expect(told.of(site)).toMatchObject({ code: 'form-gone' });
    expect(site.questions).toHaveLength(8);
    expect(told.of(site).records).toBeGreaterThan(0);
  }
}, 240_000);

test('a list that is drawn with other tags in the middle is read on', async () => {
  const sites = await both((method) =>
    troubledSite({
      method,
      trouble: ({ nth, values, response }) => {
        if (nth <= 8 || found(values).length === 0) return false;
        const rows = found(values).map(
          ({ title, craft }) =>
            `<tr><td>${craft}</td><td><a href="/piece/${title.toLowerCase().replace(' ', '-')}">${title}</a></td></tr>`,
        );
        return send(response, whole(`<table>${rows.join('')}</table>`));
      },
    }),
  );
  const told = await beside(sites);
  for (const site of sites) expect(told.of(site)).toMatchObject({ code: 'max-submissions', records: ALL });
}, 240_000);

test('a site that asks for fewer questions is waited for as it says, and else left alone', async () => {
  const limited = (headers: Record<string, string>, until = Number.POSITIVE_INFINITY) =>
    both((method) =>
      troubledSite({
        method,
        trouble: ({ nth, response }) =>
          nth > 7 && nth <= until && send(response, whole('<p>Not so fast.</p>'), 429, headers),
      }),
    );
  const passing = await limited({ 'retry-after': '2' }, 8);
  const endless = await limited({});
  const long = await limited({ 'retry-after': '600' });
  const date = await limited({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() });
  const told = await beside([...passing, ...endless, ...long, ...date]);
  for (const site of passing) expect(told.of(site).code).toBe('max-submissions');
  expect(told.of(passing[0]!).records).toBe(ALL);
  for (const site of [...endless, ...long, ...date]) expect(told.of(site).code).toBe('rate-limited');
  expect(endless[0]!.questions).toHaveLength(7 + 3 * 4);
  expect(endless[1]!.questions).toHaveLength(7 + 3);
  for (const site of [...long, ...date]) expect(site.questions).toHaveLength(8);
}, 240_000);

test('a session that ends in the middle is begun anew; one that never lasts is given up', async () => {
  const sessions = (
    answer: (question: { method: string }) => readonly [string, number],
    lasts: (n: number) => boolean,
  ) =>
    both(async (method) => {
      let given = 0;
      let since = 0;
      let good = '';
      return troubledSite({
        method,
        form: (_request, response, asked) => {
          good = `s${++given}`;
          since = asked;
          response.setHeader('set-cookie', `visit=${good}; path=/`);
          return formOf(method, `<input type="hidden" name="t" value="${good}">${CONTROLS}`);
        },
        trouble: ({ nth, request, values, response }) => {
          const known = (request.headers.cookie ?? '').includes(`visit=${good}`) && values.get('t') === good;
          if (known && lasts(nth - since)) return false;
          const [body, status] = answer({ method });
          return send(response, body, status);
        },
      });
    });
  const again = ({ method }: { method: string }) =>
    [
      whole(
        `<p class="error">Your session has expired, please try again.</p>${formOf(method, `<input type="hidden" name="t" value="none">${CONTROLS}`)}`,
      ),
      200,
    ] as const;
  const mismatch = () => [whole('<p>Forbidden: token mismatch.</p>'), 403] as const;
  const shown = await sessions(again, (n) => n <= 7);
  const refused = await sessions(mismatch, (n) => n <= 7);
  const never = await sessions(mismatch, () => false);
  const told = await beside([...shown, ...refused, ...never], { maxSubmissions: 16 }).catch(
    (error: unknown) => {
      throw error;
    },
  );
  for (const site of [shown[0]!, refused[0]!])
    expect(told.of(site)).toMatchObject({ code: 'max-submissions', records: ALL });
  // What was posted is not posted again in another session.
  for (const site of [shown[1]!, refused[1]!]) {
    expect(told.of(site).code).toBe('max-submissions');
    expect(site.posts).toHaveLength(16);
    expect(told.of(site).records).toBeGreaterThan(ALL / 2);
  }
  for (const site of never) expect(told.of(site)).toMatchObject({ code: 'session-lost', records: 0 });
}, 240_000);

test('answers of ten megabytes, of a character set they do not say, and without an end to their redirects', async () => {
  const filler = `<p>${'Long ago there was much to say. '.repeat(330_000)}</p>`;
  const large = await troubledSite({
    trouble: ({ values, response }) =>
      send(response, answerPage(values).replace('</body>', `${filler}</body>`)),
  });
  const lying = await troubledSite({
    trouble: ({ values, response }) =>
      send(
        response,
        Buffer.from(answerPage(values).replace('Craft pieces', 'Pièces à voir'), 'latin1'),
        200,
        {
          'content-type': 'text/html; charset=utf-8',
        },
      ),
  });
  const wide = await troubledSite({
    trouble: ({ values, response }) =>
      send(response, answerPage(values), 200, { 'content-type': 'text/html; charset=utf-16le' }),
  });
  const loops = await both((method) =>
    troubledSite({
      method,
      trouble: ({ asked, response }) =>
        send(response, '', 307, { location: asked.startsWith('/') ? asked : '/find' }),
    }),
  );
  const told = await beside([large, lying, wide, ...loops]);
  expect(told.of(large)).toMatchObject({ code: 'max-submissions', records: ALL });
  expect(told.of(lying)).toMatchObject({ code: 'max-submissions', records: ALL });
  expect(told.of(wide).code).not.toBe('not asked');
  for (const site of loops) expect(told.of(site)).toMatchObject({ code: 'redirects', records: 0 });
  expect(loops[1]!.posts).toHaveLength(3);
}, 240_000);
