import { describe, expect, test } from 'vitest';
import type {
  ListingRow,
  ObservationRow,
  RegionAskRow,
  RegionFormRow,
  RegionRoundRow,
} from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';

const OBSERVATION: ObservationRow = {
  region: 'punjab',
  key: 'station|pm10',
  at: '2026-01-01T00:00:00Z',
  data: '{"value":1}',
  collected_at: 1,
};
const LISTING: ListingRow = { region: 'punjab', key: 'offer', data: '{"price":1}', collected_at: 1 };
const FORM: RegionFormRow = {
  region: 'punjab',
  city: 'Lahore',
  form_id: 'f1',
  page: 'http://a.test/',
  subject: 'air',
  found_at: 1,
};
const ASK: RegionAskRow = {
  region: 'punjab',
  city: 'Lahore',
  ask: 'q=1',
  round: 1,
  outcome: 'figures',
  shape: 'table',
  asked_at: 1,
};
const ROUND: RegionRoundRow = {
  region: 'punjab',
  round: 1,
  web: 'practice',
  started_at: 1,
  ended_at: null,
};

describe.each(DRIVERS)('regions on %s', (...driver) => {
  test('observations and listings of a region come by key, and the last with a key is kept', () =>
    withStore(driver, async (store) => {
      const [later, other] = [
        { key: 'z', collected_at: 2 },
        { region: 'sindh', data: '{}' },
      ];
      await store.transaction(async ({ regions }) => {
        await regions.putObservations([{ ...OBSERVATION, ...later }, OBSERVATION]);
        await regions.putObservations([{ ...OBSERVATION, data: '{"value":2}' }]);
        await regions.putObservations([{ ...OBSERVATION, ...other }]);
        await regions.putListings([{ ...LISTING, ...later }, LISTING]);
        await regions.putListings([{ ...LISTING, data: '{"price":2}', collected_at: 3 }]);
        await regions.putListings([{ ...LISTING, ...other }]);
      });
      expect(await Array.fromAsync(store.regions.observations('punjab'))).toEqual([
        { ...OBSERVATION, data: '{"value":2}' },
        { ...OBSERVATION, ...later },
      ]);
      expect(await Array.fromAsync(store.regions.listings('punjab'))).toEqual([
        { ...LISTING, data: '{"price":2}', collected_at: 3 },
        { ...LISTING, ...later },
      ]);
      expect(await Array.fromAsync(store.regions.observations('sindh'))).toEqual([
        { ...OBSERVATION, ...other },
      ]);
      expect(await Array.fromAsync(store.regions.listings('balochistan'))).toEqual([]);
    }));

  test('every observation is read once where there are many', () =>
    withStore(driver, async (store) => {
      const keys = Array.from({ length: 2_500 }, (_, i) => `station|${String(i).padStart(4, '0')}`);
      const rows = keys.toReversed().map((key) => ({ ...OBSERVATION, key }));
      await store.transaction(({ regions }) => regions.putObservations(rows));
      expect((await Array.fromAsync(store.regions.observations('punjab'))).map(({ key }) => key)).toEqual(
        keys,
      );
    }));

  test('forms of a city are replaced together, one given twice is there once', () =>
    withStore(driver, async (store) => {
      const [second, other] = [
        { ...FORM, form_id: 'f2' },
        { ...FORM, city: 'Multan' },
      ];
      await store.transaction(async ({ regions }) => {
        await regions.replaceForms('punjab', 'Lahore', [{ ...FORM, page: 'http://old.test/' }]);
        await regions.replaceForms('punjab', 'Multan', [other]);
      });
      await store.transaction(({ regions }) =>
        regions.replaceForms('punjab', 'Lahore', [second, FORM, { ...second, subject: 'property' }]),
      );
      expect(await store.regions.forms('punjab', 'Lahore')).toEqual([FORM, second]);
      expect(await store.regions.forms('punjab', 'Multan')).toEqual([other]);
      await store.transaction(({ regions }) => regions.replaceForms('punjab', 'Lahore', []));
      expect(await store.regions.forms('punjab', 'Lahore')).toEqual([]);
    }));

  test('a question keeps what came of it last', () =>
    withStore(driver, async (store) => {
      const [again, other] = [
        { ...ASK, round: 2, outcome: 'failed', shape: '', asked_at: 2 } as const,
        { ...ASK, ask: 'q=0', city: 'Lahore' },
      ];
      await store.transaction(async ({ regions }) => {
        for (const row of [ASK, other, again, { ...ASK, city: 'Multan' }]) await regions.putAsk(row);
      });
      expect(await store.regions.asks('punjab', 'Lahore')).toEqual([other, again]);
      expect(await store.regions.asks('punjab', 'Quetta')).toEqual([]);
    }));

  test('the last round is the one with the largest number', () =>
    withStore(driver, async (store) => {
      expect(await store.regions.lastRound('punjab')).toBeUndefined();
      await store.transaction(async ({ regions }) => {
        await regions.putRound({ ...ROUND, round: 10 });
        await regions.putRound({ ...ROUND, round: 9 });
        await regions.putRound({ ...ROUND, region: 'sindh', round: 11 });
        await regions.putRound({ ...ROUND, round: 10, ended_at: 5 });
      });
      expect(await store.regions.lastRound('punjab')).toEqual({ ...ROUND, round: 10, ended_at: 5 });
    }));

  test('an answer whose transaction fails leaves nothing', () =>
    withStore(driver, async (store) => {
      await store.transaction(({ regions }) => regions.putObservations([OBSERVATION]));
      const failing = store.transaction(async ({ regions }) => {
        await regions.putObservations([{ ...OBSERVATION, data: '{}' }]);
        await regions.putAsk(ASK);
        await regions.putListings([LISTING]);
        await regions.replaceForms('punjab', 'Lahore', [FORM]);
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await Array.fromAsync(store.regions.observations('punjab'))).toEqual([OBSERVATION]);
      expect(await Array.fromAsync(store.regions.listings('punjab'))).toEqual([]);
      expect(await store.regions.asks('punjab', 'Lahore')).toEqual([]);
      expect(await store.regions.forms('punjab', 'Lahore')).toEqual([]);
    }));
});
