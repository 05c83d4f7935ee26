import { describe, expect, test } from 'vitest';
import type {
  AskedFormRow,
  FormVariantRow,
  NewSubmission,
  Store,
  SubmissionRow,
} from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill } from './rows.ts';

const NEW: NewSubmission = {
  run_id: 1,
  form_id: 'f',
  key: 'q #1',
  site: 'a.test',
  position: 1,
  page: 1,
  purpose: 'query',
  binding: '[]',
  controls: '[]',
  why: '',
  sent_by: 'http',
  method: 'GET',
  url: 'http://a.test/find?q=q',
  digest: 'd',
  request: '{}',
  sent_at: 5,
};
const KEY = { run_id: 1, form_id: 'f', key: 'q #1' };

const ASKED: AskedFormRow = {
  run_id: 1,
  form_id: 'f',
  site: 'a.test',
  state: 'asked',
  code: 'no-new-records',
  detail: null,
  outcome: 'verified',
  coverage: 'estimated',
  submissions: 3,
  pages: 4,
  seen: 20,
  size_kind: 'estimated',
  size: 30.5,
  size_low: 20,
  size_high: 41,
  size_reason: null,
  growth: '[]',
};

const begin = (store: Store, ...more: readonly Partial<NewSubmission>[]): Promise<void> =>
  store.transaction(async (trx) => {
    for (const one of more) await trx.submissions.begin({ ...NEW, ...one });
  });

async function settle(
  store: Store,
  key: { readonly form_id?: string; readonly key?: string },
  change: Partial<SubmissionRow>,
): Promise<void> {
  await store.transaction((trx) =>
    trx.submissions.update({ ...KEY, ...key }, { state: 'settled', ...change }),
  );
}

const eachOf = (store: Store, runId = 1) => Array.fromAsync(store.submissions.each(runId));

describe.each(DRIVERS)('submissions on %s', (...driver) => {
  test('a submission begins as sent, without anything that came back', () =>
    withStore(driver, async (store) => {
      await begin(store, {});
      const [row] = await store.submissions.ofSite(1, 'a.test');
      expect(row).toEqual({
        ...NEW,
        state: 'sent',
        attempts: 1,
        requests: 0,
        records: 0,
        new_records: 0,
        status: null,
        final_url: null,
        verdict: null,
        reason: null,
        trouble: null,
        stated_total: null,
        fingerprint: null,
        answer: null,
        next: null,
        way: null,
        exchange_offset: null,
        exchange_length: null,
        settled_at: null,
      });
    }));

  test('one that is begun again keeps its request, position and answer, with another attempt', () =>
    withStore(driver, async (store) => {
      await begin(store, {});
      await settle(store, {}, { state: 'parked', reason: 'no answer' });
      await begin(store, { position: 9, url: 'http://a.test/other', why: 'again', sent_at: 8 });
      expect(await store.submissions.ofSite(1, 'a.test')).toMatchObject([
        { ...NEW, state: 'sent', attempts: 2, sent_at: 8, reason: 'no answer' },
      ]);
    }));

  test('all submissions of a site come in the order in which they were first begun', () =>
    withStore(driver, async (store) => {
      await begin(
        store,
        { form_id: 'z', key: '1' },
        { form_id: 'a', key: '2' },
        { site: 'b.test', key: '3' },
        { run_id: 2, key: '4' },
        { form_id: 'm', key: '5' },
        { form_id: 'z', key: '1' },
      );
      const keys = async (site: string) => (await store.submissions.ofSite(1, site)).map(({ key }) => key);
      expect(await keys('a.test')).toEqual(['1', '2', '5']);
      expect(await keys('b.test')).toEqual(['3']);
      expect(await keys('c.test')).toEqual([]);
    }));

  test('each submission of a run comes once, by site, form and position, however many there are', () =>
    withStore(driver, async (store) => {
      const many = Array.from({ length: 1_201 }, (_, i) => ({ key: `${1_201 - i}`, position: 1_201 - i }));
      await begin(store, ...many, { form_id: 'e', key: 'x', position: 2_000 }, { run_id: 2, key: 'y' });
      await begin(store, { site: '0.test', form_id: 'z', key: 'first', position: 3 });
      const rows = (await eachOf(store)).map(({ key }) => key);
      expect(rows).toEqual(['first', 'x', ...many.map(({ key }) => key).reverse()]);
      expect(await eachOf(store, 3)).toEqual([]);
    }));

  test('only a submission under way takes another request', () =>
    withStore(driver, async (store) => {
      const request = { method: 'POST', url: 'http://a.test/api', digest: 'e', request: '{"q":1}' } as const;
      await begin(store, {}, { key: 'done' });
      await settle(store, { key: 'done' }, { verdict: 'hits' });
      await store.transaction(async ({ submissions }) => {
        for (const key of ['q #1', 'done', 'missing'])
          await submissions.replaceRequest({ ...KEY, key }, request);
        await submissions.update({ ...KEY, key: 'missing' }, { state: 'failed' });
      });
      expect(await store.submissions.ofSite(1, 'a.test')).toMatchObject([
        { key: 'q #1', ...request },
        { key: 'done', method: NEW.method, url: NEW.url, digest: NEW.digest, state: 'settled' },
      ]);
    }));

  test('a change reaches one submission, and is undone with its transaction', () =>
    withStore(driver, async (store) => {
      await begin(store, {}, { form_id: 'g' }, { run_id: 2 });
      await settle(store, {}, { verdict: 'hits', records: 3, answer: '{}' });
      const failing = store.transaction(async ({ submissions }) => {
        await submissions.update(KEY, { verdict: 'no-hits' });
        await submissions.begin({ ...NEW, key: 'late' });
        throw new Error('half-way');
      });
      await expect(failing).rejects.toThrow('half-way');
      expect(await store.submissions.ofSite(1, 'a.test')).toMatchObject([
        { form_id: 'f', verdict: 'hits', records: 3, answer: '{}' },
        { form_id: 'g', verdict: null, records: 0, answer: null },
      ]);
      expect(await store.submissions.ofSite(2, 'a.test')).toMatchObject([{ state: 'sent' }]);
    }));

  test('tallies count what is alike, by form and verdict', () =>
    withStore(driver, async (store) => {
      await begin(
        store,
        { key: 'a', form_id: 'g' },
        ...['b', 'c', 'd', 'e'].map((key) => ({ key, page: key === 'd' ? 2 : 1 })),
        { key: 'f', run_id: 2 },
      );
      await settle(store, { key: 'a', form_id: 'g' }, { status: 200, verdict: 'no-hits' });
      for (const key of ['b', 'c', 'd'])
        await settle(store, { key }, { status: 200, verdict: 'hits', records: 4, new_records: 3 });
      const alike = { method: 'GET', purpose: 'query', domain: null };
      const hits = { ...alike, form_id: 'f', state: 'settled', status: 200, verdict: 'hits' };
      const none = { count: 1, records: 0, new_records: 0, first_page: 1 };
      const pending = { ...alike, ...none, form_id: 'f', state: 'sent', status: null, verdict: null };
      const ofF = await store.submissions.tallies(1, ['f']);
      expect(ofF[0]).toEqual(pending);
      expect(ofF).toHaveLength(3);
      expect(ofF).toContainEqual({ ...hits, first_page: 1, count: 2, records: 8, new_records: 6 });
      expect(ofF).toContainEqual({ ...hits, first_page: 0, count: 1, records: 4, new_records: 3 });
      expect(await store.submissions.tallies(1)).toEqual([
        ...ofF,
        { ...hits, ...none, form_id: 'g', verdict: 'no-hits' },
      ]);
      expect(await store.submissions.tallies(3)).toEqual([]);
    }));

  test('what asking a form came to takes the place of what was written before', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ submissions }) => {
        await submissions.putAskedForm({ ...ASKED, state: 'skipped', seen: 0, size: null, detail: '9' });
        await submissions.putAskedForm({ ...ASKED, form_id: 'e', site: 'b.test' });
        await submissions.putAskedForm({ ...ASKED, form_id: 'd' });
        await submissions.putAskedForm({ ...ASKED, run_id: 2 });
        await submissions.putAskedForm(ASKED);
      });
      expect(await store.submissions.askedForms(1)).toEqual([
        { ...ASKED, form_id: 'd' },
        ASKED,
        { ...ASKED, form_id: 'e', site: 'b.test' },
      ]);
    }));

  test('exchanges move with the log; those that the new log does not hold are gone', () =>
    withStore(driver, async (store) => {
      await begin(store, { key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'd' }, { key: 'a', run_id: 2 });
      await store.transaction(async ({ submissions }) => {
        for (const [key, exchange_offset] of [['a', 100] as const, ['b', 50] as const, ['c', 70] as const])
          await submissions.update({ ...KEY, key }, { exchange_offset });
        await submissions.update({ ...KEY, key: 'a', run_id: 2 }, { exchange_offset: 100 });
        const moved = new Map([
          [100, 50],
          [50, 0],
        ]);
        await submissions.moveExchanges(1, moved);
      });
      const offsets = async (run: number) =>
        (await store.submissions.ofSite(run, 'a.test')).map((row) => row.exchange_offset);
      expect(await offsets(1)).toEqual([50, 0, null, null]);
      expect(await offsets(2)).toEqual([100]);
    }));

  test('answers lose the exchanges of a part of the log that is lost, and nothing else', () =>
    withStore(driver, async (store) => {
      await begin(store, { key: 'a' }, { key: 'b' }, { key: 'c' });
      const lost = await store.transaction(async ({ submissions }) => {
        for (const [key, exchange_offset] of [['a', 9] as const, ['b', 10] as const, ['c', 20] as const])
          await submissions.update({ ...KEY, key }, { exchange_offset, verdict: 'hits' });
        return submissions.loseExchanges(1, { start: 10, end: 20 });
      });
      expect(lost).toBe(1);
      const rows = await store.submissions.ofSite(1, 'a.test');
      expect(rows.map((row) => row.exchange_offset)).toEqual([9, null, 20]);
      expect(rows.map(({ verdict }) => verdict)).toEqual(['hits', 'hits', 'hits']);
    }));

  test('a run is deleted whole, or one site of it', () =>
    withStore(driver, async (store) => {
      await begin(store, { key: 'a' }, { key: 'b', site: 'b.test' }, { run_id: 2 });
      await store.transaction(async ({ submissions }) => {
        await submissions.putAskedForm(ASKED);
        await submissions.putAskedForm({ ...ASKED, form_id: 'g', site: 'b.test' });
        await submissions.delete(1, 'a.test');
      });
      expect(await eachOf(store)).toMatchObject([{ key: 'b' }]);
      expect(await store.submissions.askedForms(1)).toMatchObject([{ form_id: 'g' }]);
      await store.transaction(({ submissions }) => submissions.delete(1));
      expect(await eachOf(store)).toEqual([]);
      expect(await store.submissions.askedForms(1)).toEqual([]);
      expect(await eachOf(store, 2)).toHaveLength(1);
    }));

  test('tallies name the domain of a form, the last by name where its variants differ', () =>
    withStore(driver, async (store) => {
      const variant = (form_id: string, name: string, domain: string | null, run_id = 1): FormVariantRow => ({
        ...{ run_id, form_id, variant: name, form: '{}', verdict: '{}', searchable: 1, type: 'search' },
        ...{ rule: null, score: 1, domain, domain_score: null },
      });
      await fill(store, {
        form_variant: [
          variant('f', '1', 'book'),
          variant('f', '2', 'film'),
          variant('f', '3', null),
          variant('g', '4', null),
          variant('h', '5', 'book', 2),
        ],
      });
      await begin(store, { form_id: 'f' }, { form_id: 'g' }, { form_id: 'h' });
      const domains = async (formId?: string) =>
        (await store.submissions.tallies(1, formId === undefined ? undefined : [formId])).map(
          ({ domain }) => domain,
        );
      expect(await domains()).toEqual(['film', null, null]);
      expect(await domains('f')).toEqual(['film']);
    }));
});
