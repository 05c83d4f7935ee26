import { describe, expect, test } from 'vitest';
import { DRIVERS, withStore } from './drivers.ts';
import { fill } from './rows.ts';

describe.each(DRIVERS)('records of a form on %s', (...driver) => {
  test('come by key, as many as are wanted', () =>
    withStore(driver, async (store) => {
      const record = (form_id: string, key: string, run_id = 1) => ({
        ...{ run_id, site: 'a.test', key, form_id, submission: 'q #1', title: key, url: null },
        ...{ fields: '{}', text: '' },
      });
      await fill(store, {
        answer_record: [
          record('f', 'c'),
          record('f', 'a'),
          record('f', 'b'),
          record('g', 'd'),
          record('f', 'a', 2),
        ],
      });
      expect(await store.records.ofForm(1, 'f', 2)).toEqual([record('f', 'a'), record('f', 'b')]);
      expect(await store.records.ofForm(1, 'h', 9)).toEqual([]);
    }));
});
