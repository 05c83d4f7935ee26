import { describe, expect, test } from 'vitest';
import type { Store, Transaction } from '../../src/storage/index.ts';
import { add, BYTES, document, judge, verdict } from './document-rows.ts';
import { DRIVERS, withStore } from './drivers.ts';

describe.each(DRIVERS)('documents on %s', (...driver) => {
  test('wait when they are added, and those that are there stay as they are', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('x', { run_id: 2 }), document('x', { kind: 'record' }));
      await add(store, document('x', { title: 'another' }));
      const ids = await store.documents.ids({});
      expect(ids).toHaveLength(3);
      expect(await store.documents.get([ids[0]!])).toEqual([
        {
          ...document('x'),
          id: ids[0],
          blocks: expect.any(Uint8Array),
          state: 'waiting',
          category: null,
          seq: null,
          similarity: null,
          like_id: null,
          content: null,
          text_bytes: null,
          sentences: null,
          new_spans: null,
          cluster: null,
          text: null,
          like_url: null,
        },
      ]);
      expect([...(await store.documents.get([ids[0]!]))[0]!.blocks!]).toEqual([...BYTES]);
    }));

  test('come in the order of the numbers given, without those that are gone', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('y'), document('z'));
      const [x, y, z] = (await store.documents.ids({})) as [number, number, number];
      await store.transaction((trx) => trx.documents.delete([y]));
      expect((await store.documents.get([z, y, x, 999])).map(({ id }) => id)).toEqual([z, x]);
      expect(await store.documents.get([])).toEqual([]);
    }));

  test('are added as if never where the transaction fails, and can be added again', () =>
    withStore(driver, async (store) => {
      const failing = store.transaction(async (trx: Transaction) => {
        await trx.documents.insert([document('x')]);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.documents.ids({})).toEqual([]);
      await add(store, document('x'));
      expect(await store.documents.ids({})).toHaveLength(1);
    }));

  test.each<[string, Parameters<Store['documents']['ids']>[0], string[]]>([
    ['run', { run: 2 }, ['far']],
    ['state', { states: ['novel', 'known'] }, ['novel']],
    ['no state', { states: [] }, []],
    ['site', { site: 'b.test' }, ['other']],
    ['domain', { domain: 'hotel' }, ['other']],
    ['language', { language: 'fr' }, ['other']],
    ['kind', { kind: 'record' }, ['record']],
    ['no kind', { kind: 'thing' }, []],
    ['category', { categories: ['book', 'hotel'] }, ['novel']],
    ['no category', { categories: [] }, []],
    ['time', { fetchedFrom: 20, fetchedTo: 20 }, ['other']],
    ['field', { fields: [{ name: 'author', text: 'austen' }] }, ['record']],
    [
      'fields',
      {
        fields: [
          { name: 'AUTHOR', text: 'Jane' },
          { name: 'price', text: 'none' },
        ],
      },
      [],
    ],
    ['all at once', { site: 'b.test', run: 2 }, []],
  ])('are selected by %s', (_, which, expected) =>
    withStore(driver, async (store) => {
      await add(
        store,
        document('novel'),
        document('far', { run_id: 2 }),
        document('other', { site: 'b.test', domain: 'hotel', language: 'fr', fetched_at: 20 }),
        document('record', { kind: 'record', fields: '{"Author":"Jane Austen","price":"9"}' }),
      );
      const [novel] = await store.documents.ids({});
      await judge(store, verdict(novel!));
      const found = await store.documents.get(await store.documents.ids(which));
      expect(found.map(({ key }) => key)).toEqual(expected);
    }),
  );

  test('are left out one by one, and limited', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('y'), document('z'));
      const [x, y, z] = (await store.documents.ids({})) as [number, number, number];
      expect(await store.documents.ids({ except: y })).toEqual([x, z]);
      expect(await store.documents.ids({ except: x }, 1)).toEqual([y]);
    }));

  test('are counted in groups, null first', () =>
    withStore(driver, async (store) => {
      await add(
        store,
        document('x', { bytes: 5 }),
        document('y', { domain: null }),
        document('z', { bytes: 7 }),
        document('w', { domain: 'air', run_id: 2 }),
      );
      expect(await store.documents.count({ run: 1 }, ['domain'])).toEqual([
        { domain: null, documents: 1, bytes: 100 },
        { domain: 'book', documents: 2, bytes: 12 },
      ]);
      expect(await store.documents.count({}, ['kind', 'state'])).toEqual([
        { kind: 'page', state: 'waiting', documents: 4, bytes: 212 },
      ]);
      expect(await store.documents.count({ run: 9 }, ['domain'])).toEqual([]);
      expect(await store.documents.count({ run: 9 }, [])).toEqual([{ documents: 0, bytes: 0 }]);
    }));

  test('that are judged come by kind and key, with their text and what they repeat', () =>
    withStore(driver, async (store) => {
      await add(
        store,
        document('b'),
        document('a'),
        document('r', { kind: 'record' }),
        document('h', { kind: 'hidden' }),
        document('waiting'),
        document('c', { run_id: 2 }),
      );
      const [b, a, r, h, , c] = (await store.documents.ids({})) as number[];
      await judge(
        store,
        verdict(b!),
        verdict(a!, { state: 'known', like_id: b!, similarity: 0.9 }),
        ...[r!, h!, c!].map((id) => verdict(id)),
      );
      expect(
        (await Array.fromAsync(store.documents.judged(1))).map(({ key, text, like_url }) => [
          key,
          text,
          like_url,
        ]),
      ).toEqual([
        ['h', `Text of ${h}`, null],
        ['a', `Text of ${a}`, 'http://a.test/b'],
        ['b', `Text of ${b}`, null],
        ['r', `Text of ${r}`, null],
      ]);
    }));

  test('change in the columns given', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('y'));
      const [x, y] = (await store.documents.ids({})) as [number, number];
      await store.transaction((trx) => trx.documents.update([x, 999], { blocks: null, cluster: 'ships' }));
      const [first, second] = await store.documents.get([x, y]);
      expect(first).toMatchObject({ blocks: null, cluster: 'ships', title: 'Title of x' });
      expect(second).toMatchObject({ cluster: null });
      expect(await store.documents.ids({})).toEqual([x, y]);
    }));

  test('take text and print with them, and what repeats them waits again', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('copy'), document('bare'));
      const [x, copy, bare] = (await store.documents.ids({})) as [number, number, number];
      const spans = { new_spans: '[[0,4]]' };
      await judge(
        store,
        verdict(x),
        verdict(copy, { state: 'known', like_id: x, similarity: 0.9, ...spans }),
        verdict(bare, { state: 'bare', like_id: x, similarity: 0.1 }),
      );
      await store.transaction((trx) => trx.documents.delete([x]));
      expect(await store.documents.ids({})).toEqual([copy, bare]);
      expect(await store.novelty.fingerprint(x)).toBeUndefined();
      const word = { wanted: [[{ texts: [`${x}`] }]], unwanted: [] };
      expect(await store.searchIndex.find(word, 10, 0)).toEqual([]);
      expect(await store.documents.get([copy, bare])).toMatchObject([
        { state: 'waiting', seq: null, similarity: null, like_id: null, sentences: null, ...spans },
        { state: 'bare', seq: bare, similarity: 0.1, like_id: null },
      ]);
      await add(store, document('x'));
      expect((await store.documents.ids({})).at(-1)).toBeGreaterThan(bare);
    }));
});

describe.each(DRIVERS)('novelty on %s', (...driver) => {
  test('pages of a site are judged first, then what is behind forms, the nearest first', () =>
    withStore(driver, async (store) => {
      await add(
        store,
        document('record', { kind: 'record', depth: 0 }),
        document('hidden', { kind: 'hidden', depth: 0 }),
        document('deep', { depth: 2 }),
        document('b'),
        document('a'),
        document('elsewhere', { site: 'b.test' }),
        document('later', { run_id: 2 }),
      );
      const rows = await store.novelty.documentsOfSite(1, 'a.test');
      const keys = (await store.documents.get(rows.map(({ id }) => id))).map(({ key }) => key);
      expect(keys).toEqual(['a', 'b', 'deep', 'hidden', 'record']);
      expect(rows[0]).toEqual({ id: expect.any(Number), kind: 'page', state: 'waiting', restorable: false });
    }));

  test('a verdict is kept with text and print', () =>
    withStore(driver, async (store) => {
      expect(await store.novelty.lastSeq()).toBe(0);
      await add(store, document('x'));
      const [x] = (await store.documents.ids({})) as [number];
      await judge(store, verdict(x, { seq: 7, category: null, new_spans: '[[0,4]]' }));
      expect(await store.documents.get([x])).toMatchObject([
        { state: 'novel', seq: 7, language: 'en', sentences: 2, new_spans: '[[0,4]]', text: `Text of ${x}` },
      ]);
      expect(await store.novelty.lastSeq()).toBe(7);
      expect([...(await store.novelty.fingerprint(x))!]).toEqual([...BYTES]);
    }));

  test('a text that is there stays, and a print is replaced', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'));
      const [x] = (await store.documents.ids({})) as [number];
      await judge(store, verdict(x));
      const other = { ...verdict(x).text!, text: 'Otherwise' };
      const print = { signature: BYTES, fingerprint: new Uint8Array([9]) };
      await judge(store, verdict(x, { text: other, print }));
      expect((await store.documents.get([x]))[0]!.text).toBe(`Text of ${x}`);
      expect([...(await store.novelty.fingerprint(x))!]).toEqual([9]);
      const found = async (word: string) =>
        store.searchIndex.find({ wanted: [[{ texts: [word] }]], unwanted: [] }, 10, 0);
      expect(await found('otherwise')).toEqual([]);
      expect(await found('text')).toHaveLength(1);
    }));

  test('novel texts come in the order of judging, from one on', () =>
    withStore(driver, async (store) => {
      await add(
        store,
        ...['p', 'q', 'r', 's'].map((key) => document(key)),
        document('t', { run_id: 2 }),
        document('waiting'),
      );
      const [p, q, r, s, t] = (await store.documents.ids({})) as number[];
      await judge(
        store,
        verdict(p!, { seq: 4 }),
        verdict(q!, { seq: 3, category: null }),
        verdict(r!, { seq: 2, state: 'known' }),
        verdict(s!, { seq: 1 }),
        verdict(t!, { seq: 5 }),
      );
      const seqs = async (...query: Parameters<Store['novelty']['novelTexts']>) =>
        (await store.novelty.novelTexts(...query)).map(({ seq }) => seq);
      expect(await seqs(0, 10)).toEqual([1, 3, 4, 5]);
      expect(await seqs(1, 2)).toEqual([3, 4]);
      expect(await seqs(0, 10, { run: 1, category: 'book' })).toEqual([1, 4]);
      expect(await seqs(0, 10, { run: 1, category: null })).toEqual([3]);
      expect(await store.novelty.novelTexts(4, 1)).toEqual([
        {
          id: t,
          seq: 5,
          domain: 'book',
          language: 'en',
          title: 'Title of t',
          new_spans: null,
          text: `Text of ${t}`,
        },
      ]);
    }));

  test('signatures are those of a run and of all before it', () =>
    withStore(driver, async (store) => {
      await add(
        store,
        document('later', { run_id: 3 }),
        document('before'),
        document('now', { run_id: 2 }),
        document('short'),
      );
      const [later, before, now, short] = (await store.documents.ids({})) as number[];
      const { print: _, ...unprinted } = verdict(short!);
      await judge(store, verdict(later!), verdict(now!), verdict(before!), unprinted);
      const read = await Array.fromAsync(store.novelty.signatures(2));
      expect(read.map(({ id }) => id)).toEqual([before, now]);
      expect([...read[0]!.signature]).toEqual([...BYTES]);
      expect(await store.novelty.fingerprint(short!)).toBeUndefined();
    }));

  test('verdicts of a run are taken back, and its texts stay', () =>
    withStore(driver, async (store) => {
      await add(store, document('x'), document('y', { run_id: 2 }));
      const [x, y] = (await store.documents.ids({})) as [number, number];
      await judge(store, verdict(x, { new_spans: '[]' }), verdict(y));
      await store.transaction((trx) => trx.documents.update([x], { cluster: 'ships' }));
      await store.transaction((trx) => trx.novelty.reset(1));
      const gone = { seq: null, similarity: null, like_id: null, sentences: null, new_spans: null };
      expect(await store.documents.get([x, y])).toMatchObject([
        { ...gone, state: 'waiting', cluster: null, text: `Text of ${x}` },
        { state: 'novel', seq: y },
      ]);
      expect(await store.novelty.fingerprint(x)).toBeUndefined();
      expect(await store.novelty.fingerprint(y)).toBeDefined();
    }));

  test('runs whose documents lost what they repeat are named with their mode', () =>
    withStore(driver, async (store) => {
      await add(
        store,
        document('x'),
        document('copy', { run_id: 3 }),
        document('copy', { run_id: 2 }),
        document('new', { run_id: 4 }),
      );
      const [x, third, second] = (await store.documents.ids({})) as [number, number, number];
      const known = { state: 'known', like_id: x } as const;
      await judge(store, verdict(x), verdict(third, { ...known, new_spans: '[]' }), verdict(second, known));
      expect(await store.novelty.orphanedRuns()).toEqual([]);
      await store.transaction((trx) => trx.documents.delete([x]));
      expect(await store.novelty.orphanedRuns()).toEqual([
        { run: 2, mode: 'page', keepKnown: true },
        { run: 3, mode: 'sentence', keepKnown: true },
      ]);
    }));
});
