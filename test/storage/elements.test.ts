import { describe, expect, test } from 'vitest';
import type { ElementRow, ElementValueRow } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

const ELEMENT: ElementRow = {
  id: 1,
  domain: 'book',
  label: 'Author',
  key: 'person',
  meaning: 'person',
  aliases: '["Written by"]',
  control: 'text',
  value_domain: 'infinite',
  source: 'form',
  status: 'active',
};
const VALUE: ElementValueRow = {
  element_id: 1,
  value: 'Woolf',
  label: 'Written by',
  source: 'user',
  forms: 2,
  asked: 3,
  hits: 1,
};

describe.each(DRIVERS)('the form element table on %s', (...driver) => {
  test('is written anew as a whole, and read by number and value', () =>
    withStore(driver, async (store) => {
      const genre = { ...ELEMENT, id: 2, label: 'Genre', key: 'label genr' };
      const author = { ...ELEMENT, id: 9 };
      await store.transaction((trx) => trx.elements.replace([author], [{ ...VALUE, element_id: 9 }]));
      await store.transaction((trx) =>
        trx.elements.replace(
          [genre, ELEMENT],
          [{ ...VALUE, element_id: 2, value: 'Crime' }, VALUE, { ...VALUE, value: 'Mann' }],
        ),
      );
      expect(await store.elements.elements()).toEqual([ELEMENT, genre]);
      expect(await store.elements.values()).toEqual([
        { ...VALUE, value: 'Mann' },
        VALUE,
        { ...VALUE, element_id: 2, value: 'Crime' },
      ]);
    }));

  test('stays as it was where writing it fails', () =>
    withStore(driver, async (store) => {
      await store.transaction((trx) => trx.elements.replace([ELEMENT], [VALUE]));
      const failing = store.transaction(async ({ elements }) => {
        await elements.replace([], []);
        await elements.addRun(1);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.elements.elements()).toEqual([ELEMENT]);
      expect(await store.elements.values()).toEqual([VALUE]);
      expect(await store.elements.hasRun(1)).toBe(false);
    }));

  test('knows the runs it has learned from until they are deleted', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ elements }) => {
        await elements.addRun(1);
        await elements.addRun(1);
        await elements.addRun(2);
        await elements.deleteRun(2);
        await elements.deleteRun(3);
      });
      const known = await Promise.all([1, 2, 3].map((run) => store.elements.hasRun(run)));
      expect(known).toEqual([true, false, false]);
    }));

  test('publishes a version for each run, which stays until the run is deleted', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ elements }) => {
        await elements.publish(1, 'one');
        await elements.publish(2, 'two');
      });
      await store.transaction(({ elements }) => elements.replace([ELEMENT], [VALUE]));
      await store.transaction(({ elements }) => elements.deleteRun(2));
      const versions = await Promise.all([1, 2, 3].map((run) => store.elements.version(run)));
      expect(versions).toEqual(['one', undefined, undefined]);
    }));
});
