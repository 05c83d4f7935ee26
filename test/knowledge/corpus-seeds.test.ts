import { expect, test } from 'vitest';
import { corpusSeeds } from '../../src/knowledge/index.ts';
import { DRIVERS, withStore } from '../storage/drivers.ts';

const SOURCES = [
  ...Array.from({ length: 12 }, (_, i) => `http://a.test/${i}`),
  'wiki:Diabetes mellitus',
  'notes/one.html',
];

test.each(DRIVERS)(
  'seeds are pages of the corpus with an address, the same whenever they are drawn (%s)',
  (...driver) =>
    withStore(driver, async (store) => {
      const put = (topic: string, source: string) =>
        store.transaction((trx) =>
          trx.knowledge.putDocument(
            { topic, source, title: '', digest: '', sentences: 1, linker: 'embedded' },
            [],
          ),
        );
      for (const source of SOURCES) await put('diabetes', source);
      await put('notes', 'notes/one.html');
      const all = await corpusSeeds(store.knowledge, 'diabetes', 20);
      expect(all).toHaveLength(13);
      expect(all).toContain('https://en.wikipedia.org/wiki/Diabetes_mellitus');
      const five = await corpusSeeds(store.knowledge, 'diabetes', 5);
      expect(five).toEqual(all.slice(0, 5));
      // Drawn, not the first ones by address.
      expect(five).not.toEqual([...all].sort().slice(0, 5));
      await expect(corpusSeeds(store.knowledge, 'notes', 5)).rejects.toThrow(
        /the corpus of notes has no page with an address/,
      );
    }),
);
