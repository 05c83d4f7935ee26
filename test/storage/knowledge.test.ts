import { describe, expect, test } from 'vitest';
import type { KnowledgeDocumentRow, KnowledgeNoun, Store } from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

const DOCUMENT: Omit<KnowledgeDocumentRow, 'id'> = {
  topic: 'book',
  source: 'a.html',
  title: 'A',
  digest: '1',
  sentences: 3,
  linker: 'embedded',
};
const noun = (anchor: string, uri = ''): KnowledgeNoun => ({
  anchor,
  uri,
  pos_tag: 'NN',
  ne_tag: 'O',
  count: 1,
});
const NOVEL = noun('novel', 'urn:novel');

async function documentsOf(store: Store, topic: string): Promise<KnowledgeDocumentRow[]> {
  return Array.fromAsync(store.knowledge.documents(topic));
}

const put = (
  store: Store,
  document: Partial<KnowledgeDocumentRow>,
  nouns: readonly KnowledgeNoun[],
): Promise<void> =>
  store.transaction(({ knowledge }) => knowledge.putDocument({ ...DOCUMENT, ...document }, nouns));

describe.each(DRIVERS)('knowledge on %s', (...driver) => {
  test('nothing is known of a topic without documents', () =>
    withStore(driver, async (store) => {
      expect(await store.knowledge.topics()).toEqual([]);
      expect(await store.knowledge.counts('book')).toEqual({
        documents: 0,
        sentences: 0,
        nouns: 0,
        linkers: {},
      });
      expect(await documentsOf(store, 'book')).toEqual([]);
      expect(await store.knowledge.linkedNouns('book')).toEqual([]);
      expect(await store.transaction(({ knowledge }) => knowledge.deleteTopic('book'))).toBe(0);
    }));

  test('a noun is counted by the documents of its topic that hold it', () =>
    withStore(driver, async (store) => {
      await put(store, { source: 'b.html', linker: 'service' }, [NOVEL, noun('poem')]);
      await put(store, {}, [{ ...NOVEL, count: 7 }, noun('author', 'urn:author')]);
      await put(store, { topic: 'job' }, [NOVEL]);
      expect(await store.knowledge.topics()).toEqual(['book', 'job']);
      expect(await store.knowledge.counts('book')).toEqual({
        documents: 2,
        sentences: 6,
        nouns: 4,
        linkers: { embedded: 1, service: 1 },
      });
      expect(await store.knowledge.linkedNouns('book')).toEqual([
        { id: expect.any(Number), topic: 'book', anchor: 'author', uri: 'urn:author', documents: 1 },
        { id: expect.any(Number), topic: 'book', anchor: 'novel', uri: 'urn:novel', documents: 2 },
      ]);
      expect(await store.knowledge.linkedNouns('job')).toMatchObject([{ anchor: 'novel', documents: 1 }]);
    }));

  test('documents come by source, their nouns by anchor and meaning', () =>
    withStore(driver, async (store) => {
      await put(store, { source: 'b.html' }, []);
      const read = { ...noun('book', 'urn:read'), pos_tag: 'NNP', count: 3 };
      const nouns = [NOVEL, read, noun('book'), noun('book', 'urn:ledger')];
      await put(store, {}, nouns);
      const [first, second] = await documentsOf(store, 'book');
      expect(first).toEqual({ ...DOCUMENT, id: first?.id });
      expect(second?.source).toBe('b.html');
      expect(await store.knowledge.nounsOf(first?.id ?? 0)).toEqual([
        { ...noun('book'), documents: 1 },
        { ...noun('book', 'urn:ledger'), documents: 1 },
        { ...read, documents: 1 },
        { ...NOVEL, documents: 1 },
      ]);
      expect(await store.knowledge.nounsOf(second?.id ?? 0)).toEqual([]);
    }));

  test('every document is read once where there are many', () =>
    withStore(driver, async (store) => {
      const sources = Array.from({ length: 2_500 }, (_, i) => String(i).padStart(4, '0'));
      await store.transaction(async ({ knowledge }) => {
        for (const source of sources.toReversed()) await knowledge.putDocument({ ...DOCUMENT, source }, []);
      });
      expect((await documentsOf(store, 'book')).map(({ source }) => source)).toEqual(sources);
    }));

  test('a document takes the place of the one of the same source, and its nouns are counted anew', () =>
    withStore(driver, async (store) => {
      await put(store, { source: 'b.html' }, [NOVEL]);
      await put(store, {}, [NOVEL, noun('poem', 'urn:poem')]);
      await put(store, { title: 'Changed', digest: '2' }, [noun('essay', 'urn:essay')]);
      expect(await documentsOf(store, 'book')).toMatchObject([
        { source: 'a.html', title: 'Changed', digest: '2' },
        { source: 'b.html', title: 'A' },
      ]);
      expect(await store.knowledge.linkedNouns('book')).toMatchObject([
        { anchor: 'essay', documents: 1 },
        { anchor: 'novel', documents: 1 },
      ]);
      expect(await store.knowledge.counts('book')).toMatchObject({ documents: 2, nouns: 2 });
    }));

  test('a document that fails leaves its topic as it was', () =>
    withStore(driver, async (store) => {
      await put(store, {}, [NOVEL]);
      await expect(
        put(store, { title: 'Changed' }, [noun('poem', 'urn:poem'), NOVEL, NOVEL]),
      ).rejects.toThrow();
      expect(await documentsOf(store, 'book')).toMatchObject([{ title: 'A' }]);
      expect(await store.knowledge.linkedNouns('book')).toMatchObject([{ anchor: 'novel', documents: 1 }]);
    }));

  test('a topic is deleted with its nouns, and no other', () =>
    withStore(driver, async (store) => {
      await put(store, {}, [NOVEL]);
      await put(store, { source: 'b.html' }, [NOVEL]);
      await put(store, { topic: 'job' }, [NOVEL]);
      const [gone] = await documentsOf(store, 'book');
      expect(await store.transaction(({ knowledge }) => knowledge.deleteTopic('book'))).toBe(2);
      expect(await store.knowledge.topics()).toEqual(['job']);
      expect(await store.knowledge.nounsOf(gone?.id ?? 0)).toEqual([]);
      expect(await store.knowledge.linkedNouns('book')).toEqual([]);
      expect(await store.knowledge.linkedNouns('job')).toHaveLength(1);
      await put(store, {}, [NOVEL]);
      expect(await store.knowledge.linkedNouns('book')).toMatchObject([{ documents: 1 }]);
    }));
});
