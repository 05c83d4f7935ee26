import { describe, expect, test } from 'vitest';
import type { FormRow, Store, Transaction } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, sightingRow, variantRow } from './rows.ts';

const form = (form_id: string, site = 'a.test', run_id = 1): FormRow => ({ run_id, form_id, site });

/** Writes through the port of forms. */
const write = <T>(store: Store, work: (forms: Transaction['forms']) => Promise<T>): Promise<T> =>
  store.transaction(({ forms }) => work(forms));

describe.each(DRIVERS)('forms on %s', (...driver) => {
  test('are new once a run, in the order they were given', () =>
    withStore(driver, async (store) => {
      expect(await write(store, (forms) => forms.insert([form('f'), form('g'), form('f')]))).toEqual([
        true,
        true,
        false,
      ]);
      expect(await write(store, (forms) => forms.insert([form('g'), form('g', 'a.test', 2)]))).toEqual([
        false,
        true,
      ]);
      expect(await write(store, (forms) => forms.insert([]))).toEqual([]);
    }));

  test('are listed by site and id, of one site or all, from any of them on', () =>
    withStore(driver, async (store) => {
      const forms = [form('z'), form('b', 'b.test'), form('y'), form('a', 'c.test'), form('x', 'a.test', 2)];
      await write(store, (port) => port.insert(forms));
      const ids = async (range: Parameters<Store['forms']['list']>[1]) =>
        (await store.forms.list(1, range)).map(({ form_id }) => form_id);
      expect(await store.forms.list(1, { limit: 1 })).toEqual([form('y')]);
      expect(await ids({ limit: 9 })).toEqual(['y', 'z', 'b', 'a']);
      expect(await ids({ limit: 2, after: form('y') })).toEqual(['z', 'b']);
      expect(await ids({ limit: 9, site: 'a.test' })).toEqual(['y', 'z']);
      expect(await ids({ limit: 9, site: 'a.test', after: form('y') })).toEqual(['z']);
      expect(await ids({ limit: 9, after: form('a', 'c.test') })).toEqual([]);
    }));

  test('are seen on pages by depth, address and variant', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        link: [
          linkRow(1, { depth: 2, kind: 'answer' }),
          linkRow(2, { depth: 1, url: 'http://a.test/y' }),
          linkRow(3, { depth: 1, url: 'http://a.test/x' }),
        ],
        page: [
          pageRow(1, { rendered_by: 'browser' }),
          pageRow(2, { url: 'http://a.test/y', familiar: 'skipped' }),
          pageRow(3, { url: 'http://a.test/x' }),
        ],
      });
      await write(store, (forms) =>
        forms.insertSightings('a.test', [
          sightingRow('f', 1, 'v'),
          sightingRow('f', 2, 'v'),
          sightingRow('f', 3, 'w'),
          sightingRow('f', 3, 'v'),
          sightingRow('f', 3, 'v'),
          sightingRow('g', 2, 'u'),
          { ...sightingRow('f', 2, 'v'), run_id: 2 },
        ]),
      );
      const seen = await store.forms.sightings(1, ['f']);
      expect(seen.map(({ page_id, variant }) => [page_id, variant])).toEqual([
        [3, 'v'],
        [3, 'w'],
        [2, 'v'],
        [1, 'v'],
      ]);
      expect(seen[2]).toEqual({
        ...{ form_id: 'f', page_id: 2, variant: 'v', url: 'http://a.test/y' },
        ...{ rendered_by: 'http', familiar: 'skipped', depth: 1, kind: 'link' },
      });
      expect(seen[3]).toMatchObject({ rendered_by: 'browser', kind: 'answer' });
    }));

  test('a variant stays as it was first written, with its controls in order', () =>
    withStore(driver, async (store) => {
      const { controls, ...variant } = variantRow('f', 'v', 3);
      await write(store, (forms) =>
        forms.insertVariants('a.test', [
          { ...variant, controls: controls.toReversed() },
          variantRow('g', 'w'),
        ]),
      );
      await write(store, (forms) =>
        forms.insertVariants('a.test', [variantRow('f', 'v', 5, { score: 0.25 })]),
      );
      expect(await store.forms.variants(1, ['v', 'nowhere'])).toEqual([{ ...variant, controls }]);
      expect(await store.forms.variants(1, ['w'])).toEqual([variantRow('g', 'w')]);
      expect(await store.forms.variants(2, ['v'])).toEqual([]);
    }));

  test('are revisited where another run has fetched a page that showed them', () =>
    withStore(driver, async (store) => {
      const url = (id: number) => linkRow(id).url;
      await fill(store, {
        link: [
          ...[1, 2, 3].map((id) => linkRow(id)),
          linkRow(4, { run_id: 2, url: url(1) }),
          linkRow(5, { run_id: 2, url: url(2), state: 'failed' }),
        ],
        page: [1, 2, 3].map((id) => pageRow(id)),
        sighting: [
          sightingRow('f', 1, 'v'),
          sightingRow('f', 2, 'v'),
          sightingRow('g', 2, 'w'),
          sightingRow('h', 3, 'x'),
          sightingRow('i', 1, 'y'),
        ],
      });
      expect(await store.forms.revisited(1, ['f', 'g', 'h'], 2)).toEqual(new Set(['f']));
      expect(await store.forms.revisited(1, [], 2)).toEqual(new Set());
    }));

  test('what a page shows is taken back, but not what others show', () =>
    withStore(driver, async (store) => {
      await write(store, async (forms) => {
        await forms.insert([form('both'), form('only'), form('other', 'b.test')]);
        await forms.insertVariants('a.test', [
          variantRow('both', 'both-1', 1),
          variantRow('both', 'both-2', 1, { domain: 'car' }),
          variantRow('only', 'only-1', 1, { searchable: 0, domain: null }),
        ]);
        await forms.insertSightings('a.test', [
          sightingRow('only', 1, 'only-1'),
          sightingRow('both', 1, 'both-1'),
          sightingRow('both', 2, 'both-2'),
          sightingRow('other', 1, 'elsewhere'),
        ]);
      });
      const before = await write(store, (forms) => forms.deleteSightings(pageRow(1)));
      expect(before).toEqual([sightingRow('both', 1, 'both-1'), sightingRow('only', 1, 'only-1')]);
      const gone = await write(store, (forms) =>
        forms.deleteUnseen([...before, sightingRow('both', 2, 'both-2')]),
      );
      expect(gone).toEqual([{ searchable: 0, domain: null }]);
      expect(await store.forms.list(1, { limit: 9 })).toEqual([form('both'), form('other', 'b.test')]);
      const left = await store.forms.variants(1, ['both-1', 'both-2', 'only-1']);
      expect(left).toEqual([variantRow('both', 'both-2', 1, { domain: 'car' })]);
      // Of a variant that is gone no control is left to join one that is added anew.
      await write(store, (forms) => forms.insertVariants('a.test', [variantRow('only', 'only-1')]));
      expect(await store.forms.variants(1, ['only-1'])).toEqual([variantRow('only', 'only-1')]);
    }));

  test('a form with two variants goes once, with the verdict of the first of them', () =>
    withStore(driver, async (store) => {
      await write(store, async (forms) => {
        await forms.insert([form('f')]);
        await forms.insertVariants('a.test', [
          variantRow('f', 'v', 0, { domain: 'car' }),
          variantRow('f', 'w'),
        ]);
      });
      const gone = await write(store, (forms) =>
        forms.deleteUnseen([sightingRow('f', 1, 'v'), sightingRow('f', 1, 'w')]),
      );
      expect(gone).toEqual([{ searchable: 1, domain: 'car' }]);
      expect(await store.forms.variants(1, ['v', 'w'])).toEqual([]);
    }));

  test('are deleted by site and by run with all that belongs to them', () =>
    withStore(driver, async (store) => {
      await fill(store, { link: [linkRow(1)], page: [pageRow(1)] });
      await write(store, async (forms) => {
        await forms.insert([form('f'), form('g'), form('h', 'b.test'), form('f', 'a.test', 2)]);
        await forms.insertVariants('a.test', [variantRow('f', 'v', 1), variantRow('h', 'w', 1)]);
        await forms.insertSightings('a.test', [sightingRow('f', 1, 'v'), sightingRow('h', 1, 'w')]);
      });
      expect(await write(store, (forms) => forms.delete(1, 'a.test'))).toBe(2);
      expect(await store.forms.list(1, { limit: 9 })).toEqual([form('h', 'b.test')]);
      expect(await store.forms.sightings(1, ['f', 'h'])).toMatchObject([{ form_id: 'h' }]);
      expect(await store.forms.variants(1, ['v', 'w'])).toEqual([variantRow('h', 'w', 1)]);
      expect(await write(store, (forms) => forms.delete(1))).toBe(1);
      expect(await store.forms.sightings(1, ['f', 'h'])).toEqual([]);
      expect(await store.forms.variants(1, ['w'])).toEqual([]);
      expect(await store.forms.list(2, { limit: 9 })).toEqual([form('f', 'a.test', 2)]);
      expect(await write(store, (forms) => forms.delete(1))).toBe(0);
    }));

  test('are not kept by a transaction that fails', () =>
    withStore(driver, async (store) => {
      const failing = write(store, async (forms) => {
        await forms.insert([form('f')]);
        await forms.insertVariants('a.test', [variantRow('f', 'v', 2)]);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.forms.list(1, { limit: 9 })).toEqual([]);
      expect(await store.forms.variants(1, ['v'])).toEqual([]);
    }));
});
