/** Lists that are read page by page: each goes on behind any of its rows, filtered or not. */

import { describe, expect, test } from 'vitest';
import type { AnswerRecordRow, AskedFormRow, NewSubmission, SiteRow } from '../../src/storage/index.ts';
import { add, document, judge, verdict } from './document-rows.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf, variantRow } from './rows.ts';

const record = (site: string, key: string, form_id = 'f'): AnswerRecordRow =>
  rowOf('answer_record', { run_id: 1, site, key, form_id, submission: 'q #1', title: key, fields: '{}' });

const submission = (form_id: string, position: number, page: number, site = 'a.test'): NewSubmission => ({
  run_id: 1,
  form_id,
  key: `q${position} #${page}`,
  site,
  position,
  page,
  purpose: 'query',
  binding: '[]',
  controls: '[]',
  why: '',
  sent_by: 'http',
  method: 'GET',
  url: `http://${site}/`,
  digest: 'd',
  request: '{}',
  sent_at: 5,
});

const asked = (form_id: string, outcome: string): AskedFormRow =>
  rowOf('asked_form', {
    ...{ run_id: 1, form_id, site: 'a.test', state: 'asked', code: 'no-new-records', outcome },
    ...{ submissions: 1, pages: 1, growth: '[]' },
  });

const site = (name: string): SiteRow =>
  rowOf('site', { run_id: 1, site: name, home_url: `http://${name}/`, state: 'candidate' });

describe.each(DRIVERS)('ranges on %s', (...driver) => {
  test('records go on behind one of them, of a site, or of a form that showed them', () =>
    withStore(driver, async (store) => {
      await store.transaction((trx) =>
        trx.records.add([
          ...[
            record('b.test', '1', 'g'),
            record('a.test', '2'),
            record('a.test', '10'),
            record('b.test', '3'),
          ],
          record('a.test', '2', 'g'),
        ]),
      );
      const names = async (range: Parameters<typeof store.records.each>[1]) =>
        (await Array.fromAsync(store.records.each(1, range))).map((row) => `${row.site} ${row.key}`);
      expect(await names({})).toEqual(['a.test 10', 'a.test 2', 'b.test 1', 'b.test 3']);
      expect(await names({ after: { site: 'a.test', key: '2' } })).toEqual(['b.test 1', 'b.test 3']);
      expect(await names({ site: 'b.test' })).toEqual(['b.test 1', 'b.test 3']);
      expect(await names({ formId: 'g' })).toEqual(['a.test 2', 'b.test 1']);
      expect(await names({ formId: 'g', site: 'b.test' })).toEqual(['b.test 1']);
      expect(await names({ formId: 'g', after: { site: 'a.test', key: '2' } })).toEqual(['b.test 1']);
      expect(await names({ formId: 'none' })).toEqual([]);
    }));

  test('submissions go on behind one of them, the pages of an answer by number', () =>
    withStore(driver, async (store) => {
      const rows = [
        ...[submission('f', 1, 10), submission('f', 1, 1), submission('f', 1, 2), submission('f', 2, 1)],
        ...[submission('g', 1, 1), submission('h', 1, 1, 'b.test')],
      ];
      await store.transaction(async (trx) => {
        for (const row of rows) await trx.submissions.begin(row);
      });
      const names = async (range: Parameters<typeof store.submissions.each>[1]) =>
        (await Array.fromAsync(store.submissions.each(1, range))).map((row) => `${row.form_id} ${row.key}`);
      expect(await names({})).toEqual(['f q1 #1', 'f q1 #2', 'f q1 #10', 'f q2 #1', 'g q1 #1', 'h q1 #1']);
      const after = { site: 'a.test', form_id: 'f', position: 1, page: 2 };
      expect(await names({ after, formId: 'f' })).toEqual(['f q1 #10', 'f q2 #1']);
      expect(await names({ after: { ...after, form_id: 'g' } })).toEqual(['h q1 #1']);
      expect(await names({ site: 'b.test' })).toEqual(['h q1 #1']);
      await store.transaction(async (trx) => {
        for (const form of ['f', 'g']) await trx.submissions.putAskedForm(asked(form, 'verified'));
      });
      expect(await store.submissions.askedForms(1, ['g', 'x'])).toMatchObject([{ form_id: 'g' }]);
      const tallies = await store.submissions.tallies(1, ['g', 'h']);
      expect(tallies.map(({ form_id, count }) => `${form_id} ${count}`)).toEqual(['g 1', 'h 1']);
    }));

  test('forms are found by what a variant of them is, and by what asking came to', () =>
    withStore(driver, async (store) => {
      await store.transaction(async ({ forms, submissions }) => {
        await forms.insert(['f', 'g', 'h'].map((form_id) => ({ run_id: 1, form_id, site: 'a.test' })));
        await forms.insertVariants('a.test', [
          variantRow('f', '1'),
          variantRow('g', '2', 0, { searchable: 0, type: 'login', domain: null }),
          variantRow('h', '3', 0, { domain: 'job' }),
          variantRow('h', '4', 0, { searchable: 0, type: 'order' }),
        ]);
        await submissions.putAskedForm(asked('f', 'verified'));
        await submissions.putAskedForm(asked('h', 'not-queried'));
      });
      const ids = async (range: Omit<Parameters<typeof store.forms.list>[1], 'limit'>) =>
        (await store.forms.list(1, { ...range, limit: 9 })).map(({ form_id }) => form_id).join('');
      expect(await ids({ variant: { searchable: 1 } })).toBe('fh');
      expect(await ids({ variant: { searchable: 0 } })).toBe('gh');
      expect(await ids({ variant: { type: 'login' } })).toBe('g');
      expect(await ids({ variant: { domain: 'job' } })).toBe('gh');
      expect(await ids({ variant: { searchable: 1, domain: 'job' } })).toBe('h');
      expect(await ids({ outcome: 'verified' })).toBe('f');
      expect(await ids({ outcome: 'not-queried' })).toBe('gh');
      expect(await ids({ formId: 'g' })).toBe('g');
    }));

  test('addresses, sites and documents go on behind one of them', () =>
    withStore(driver, async (store) => {
      await fill(store, {
        link: [linkRow(1), linkRow(2, { state: 'failed' }), linkRow(3, { site: 'b.test' })],
        page: [pageRow(1)],
        site: ['c.test', 'a.test', 'b.test'].map(site),
      });
      const urls = async (range: Parameters<typeof store.figures.addresses>[1]) =>
        (await Array.fromAsync(store.figures.addresses(1, range))).map(({ id }) => id);
      expect(await urls({ after: 'http://a.test/1' })).toEqual([2, 3]);
      expect(await urls({ state: 'done' })).toEqual([1, 3]);
      expect(await urls({ site: 'b.test' })).toEqual([3]);
      const sites = await store.figures.sites(1, { after: 'a.test', limit: 1 });
      expect(sites.map((row) => row.site)).toEqual(['b.test']);
      await add(store, document('p'), document('r', { kind: 'record' }), document('q'));
      await judge(store, ...[1, 2, 3].map((id) => verdict(id)));
      const documents = await Array.fromAsync(store.documents.judged(1, { kind: 'page', key: 'p' }));
      expect(documents.map(({ key }) => key)).toEqual(['q', 'r']);
    }));
});
