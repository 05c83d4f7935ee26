import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type {
  ElementRow,
  ElementValueRow,
  KnownSentence,
  OpenSentences,
  Store,
} from '../../src/storage/index.ts';
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

const sentence = (document: number, terms = 'lake\nboat'): KnownSentence => ({
  document,
  guard: '/0',
  terms,
});
const unread = (why: string) => expect.unreachable(why);
const open = (store: Store): Promise<OpenSentences> => store.sentences.open(unread);

describe.each(DRIVERS)('sentences on %s', (...driver) => {
  test('are found by each key that they share', () =>
    withStore(driver, async (store) => {
      const sentences = await open(store);
      await sentences.add(sentence(7), [1, 2, 3]);
      await sentences.add(sentence(8, 'lake\nfish'), [3, 4]);
      const shared = await sentences.sharing([1, 3, 9]);
      expect(shared).toHaveLength(3);
      const found = await Promise.all([...new Set(shared)].map((id) => sentences.get(id)));
      expect(found.map((row) => row?.document).sort()).toEqual([7, 8]);
      const [first] = await sentences.sharing([4]);
      expect(await sentences.get(first!)).toEqual(sentence(8, 'lake\nfish'));
      expect(await sentences.sharing([5])).toEqual([]);
      expect(await sentences.get(999)).toBeUndefined();
      await sentences.close();
    }));

  test('stay with the place that was committed; what was not committed is gone', () =>
    withStore(driver, async (store) => {
      const before = await open(store);
      expect(await before.seq()).toBe(0);
      await before.add(sentence(7), [1]);
      await before.commit(5);
      await before.add(sentence(8), [1]);
      await before.close();
      const after = await open(store);
      expect([await after.seq(), await after.count()]).toEqual([5, 1]);
      const rows = await Promise.all((await after.sharing([1])).map((id) => after.get(id)));
      expect(rows.filter((row) => row !== undefined)).toEqual([sentence(7)]);
      await after.close();
    }));

  test('of forgotten documents are gone, and the rest stays', () =>
    withStore(driver, async (store) => {
      await store.sentences.forget([7]);
      const before = await open(store);
      for (const document of [7, 7, 8]) await before.add(sentence(document), [document]);
      await before.commit(3);
      await before.close();
      await store.sentences.forget([7, 9]);
      const after = await open(store);
      expect([await after.seq(), await after.count()]).toEqual([3, 1]);
      await after.close();
    }));

  test('are none after they were removed', () =>
    withStore(driver, async (store) => {
      await store.sentences.remove();
      const before = await open(store);
      await before.add(sentence(7), [1]);
      await before.commit(3);
      await before.close();
      await store.sentences.remove();
      const after = await open(store);
      expect([await after.seq(), await after.count(), await after.sharing([1])]).toEqual([0, 0, []]);
      await after.close();
    }));
});

test('a store that nobody judged in gets no index for forgetting', () =>
  withStore(DRIVERS[0]!, async (store) => {
    await store.sentences.forget([1]);
    expect(existsSync(join(store.folder, 'library'))).toBe(false);
  }));
