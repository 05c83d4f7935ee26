import { describe, expect, test } from 'vitest';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf, variantRow } from './rows.ts';

describe.each(DRIVERS)('pace on %s', (...driver) => {
  test('the host with the most links that wait comes with the times of its pages, the latest first', () =>
    withStore(driver, async (store) => {
      expect(await store.pace.busiestHost(1)).toBeUndefined();
      const of = (id: number, host: string, state: 'waiting' | 'leased' | 'done') =>
        linkRow(id, { host, site: 'a.test', state });
      await fill(store, {
        link: [
          ...[of(1, 'a.test', 'done'), of(2, 'a.test', 'done'), of(3, 'a.test', 'leased')],
          ...[of(4, 'a.test', 'waiting'), of(5, 'b.a.test', 'done'), of(6, 'b.a.test', 'waiting')],
          linkRow(7, { run_id: 2, state: 'waiting' }),
        ],
        page: [pageRow(1), pageRow(2), pageRow(5)],
      });
      expect(await store.pace.busiestHost(1)).toEqual({ host: 'a.test', links: 2, fetchedAt: [1002, 1001] });
    }));

  test('growth counts pages since the first that shows one of the newest links', () =>
    withStore(driver, async (store) => {
      expect(await store.pace.growth(1)).toEqual({ links: 0, pages: 0 });
      await fill(store, {
        link: [linkRow(1), linkRow(2), linkRow(3, { parent: 2 }), linkRow(4, { parent: 2 }), linkRow(5)],
        page: [pageRow(1), pageRow(2), pageRow(5)],
      });
      expect(await store.pace.growth(1)).toEqual({ links: 2, pages: 2 });
    }));

  test('sites come with the forms that are to be queried, those that were, and the time it took', () =>
    withStore(driver, async (store) => {
      const form = (form_id: string, site: string) => rowOf('form', { run_id: 1, form_id, site });
      const sent = (form_id: string, sent_at: number, settled_at: number | null) =>
        rowOf('submission', { run_id: 1, form_id, key: `${sent_at}`, site: 'a.test', sent_at, settled_at });
      const { controls: _, ...hotel } = variantRow('h', 'v4', 0, { domain: 'hotel' });
      const variants = ['f', 'g', 'b']
        .map((id) => variantRow(id, `v-${id}`))
        .map(({ controls, ...row }) => row);
      const { controls: __, ...other } = variantRow('o', 'v5', 0, { searchable: 0 });
      await fill(store, {
        form: [...['f', 'g', 'h', 'o'].map((id) => form(id, 'a.test')), form('b', 'b.test')],
        form_variant: [...variants, hotel, other],
        asked_form: [
          rowOf('asked_form', { run_id: 1, form_id: 'f', site: 'a.test', state: 'asked', growth: '[]' }),
        ],
        submission: [sent('f', 1_000, 1_500), sent('g', 2_000, null)],
      });
      expect(await store.pace.queries(1, ['book'])).toEqual([
        { site: 'a.test', forms: 2, queried: 1, ms: 1_000, sent_at: 2_000, sent: 2 },
        { site: 'b.test', forms: 1, queried: 0, ms: null, sent_at: null, sent: 0 },
      ]);
      expect((await store.pace.queries(1))[0]).toMatchObject({ forms: 3 });
    }));
});
