/** What documents are made from: rows of other ports, put into the tables as they stand. */

import { describe, expect, test } from 'vitest';
import type {
  AnswerRecordRow,
  LinkRow,
  PageRow,
  SiteRow,
  SubmissionRow,
  Transaction,
} from '../../src/storage/index.ts';
import { DRIVERS, withStore } from './drivers.ts';
import { fill, linkRow, pageRow, rowOf } from './rows.ts';

const link = (id: number, change: Partial<LinkRow> = {}): LinkRow => linkRow(id, { depth: id, ...change });

const page = (id: number, more: Partial<PageRow> = {}): PageRow =>
  pageRow(id, {
    ...{ title: `Page ${id}`, render_code: null, domain: 'book', fetched_at: 5 },
    ...{ exchange_offset: id * 1_000, exchange_length: 500 },
    ...more,
  });

const site = (name: string, more: Partial<SiteRow> = {}): SiteRow =>
  rowOf('site', {
    ...{ run_id: 1, site: name, home_url: `http://${name}/`, state: 'exploring', domain: 'book' },
    ...more,
  });

const submission = (form_id: string, key: string, more: Partial<SubmissionRow> = {}): SubmissionRow =>
  rowOf('submission', {
    ...{ run_id: 1, form_id, key, site: 'a.test', position: 1, page: 1, purpose: 'probe', binding: '[]' },
    ...{
      controls: '[]',
      sent_by: 'http',
      method: 'GET',
      url: `http://a.test/${form_id}?${key}`,
      request: '{}',
    },
    ...{ state: 'settled', requests: 1, status: 200, verdict: 'hits', records: 1, new_records: 1 },
    ...{ exchange_offset: 7, exchange_length: 8, sent_at: 9, settled_at: 10 },
    ...more,
  });

const record = (name: string, key: string, more: Partial<AnswerRecordRow> = {}): AnswerRecordRow => ({
  run_id: 1,
  site: name,
  key,
  form_id: 'f',
  submission: 'q',
  title: `Record ${key}`,
  url: null,
  fields: '{}',
  text: 'text',
  ...more,
});

describe.each(DRIVERS)('sources of documents on %s', (...driver) => {
  const withRows = (rows: Parameters<typeof fill>[1], use: (trx: Transaction) => Promise<void>) =>
    withStore(driver, async (store) => {
      await fill(store, rows);
      await store.transaction(use);
    });

  test('pages are those that were read, are in the archive and are no document', () =>
    withRows(
      {
        link: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => link(id, id === 8 ? { run_id: 2 } : {})),
        page: [
          page(9),
          page(1),
          page(2, { status: 404 }),
          page(3, { status: 199 }),
          page(4, { rendered_by: 'none' }),
          page(5, { exchange_offset: null }),
          page(6),
          page(7),
          page(8, { run_id: 2 }),
        ],
      },
      async ({ pages, documents }) => {
        const { url, ...row } = page(6);
        const {
          id: _id,
          exchange_offset: _o,
          exchange_length: _l,
          ...found
        } = (await pages.withoutDocument(1, 5, 1))[0]!;
        expect(found).toEqual({
          url,
          site: row.site,
          domain: row.domain,
          title: row.title,
          bytes: row.bytes,
          fetched_at: row.fetched_at,
          depth: 6,
        });
        await documents.insert([
          {
            run_id: 1,
            kind: 'page',
            key: url,
            site: row.site,
            domain: row.domain,
            depth: 6,
            url,
            title: '',
            language: '',
            fetched_at: 5,
            bytes: 100,
            fields: null,
            blocks: null,
          },
        ]);
        const ids = async (after: number, limit: number) =>
          (await pages.withoutDocument(1, after, limit)).map(({ id }) => id);
        expect(await ids(0, 10)).toEqual([1, 7, 9]);
        expect(await ids(1, 1)).toEqual([7]);
        expect(await ids(9, 10)).toEqual([]);
      },
    ));

  test('pages with most of the words come first, those in the title before', () =>
    withRows(
      {
        page: [
          page(1, { title: 'Old books' }),
          page(2, { title: 'Used BOOKS', url: 'http://a.test/used' }),
          page(3, { title: 'Else', url: 'http://a.test/books' }),
          page(4, { title: 'Books', rendered_by: 'none' }),
          page(5, { run_id: 2, title: 'Older books', url: 'http://a.test/1' }),
          page(6, { title: '100% off' }),
        ],
      },
      async ({ pages }) => {
        expect(await pages.withWords(['books', 'used'], 10, 0)).toEqual([
          { url: 'http://a.test/used', title: 'Used BOOKS' },
          { url: 'http://a.test/1', title: 'Older books' },
          { url: 'http://a.test/books', title: 'Else' },
        ]);
        expect(await pages.withWords(['books', 'used'], 1, 1)).toMatchObject([{ url: 'http://a.test/1' }]);
        expect(await pages.withWords(['%'], 10, 0)).toMatchObject([{ title: '100% off' }]);
        expect(await pages.withWords([], 10, 0)).toEqual([]);
      },
    ));

  test('sites that link to a site are named once, in order', () => {
    const from = (run_id: number, name: string) => ({
      run_id,
      from_site: name,
      to_site: 'target.test',
      to_url: 'http://target.test/',
    });
    return withRows(
      {
        site: [site('b.test'), site('a.test'), site('a.test', { run_id: 2 }), site('c.test', { run_id: 2 })],
        site_link: [from(1, 'b.test'), from(1, 'a.test'), from(2, 'a.test'), from(1, 'c.test'), from(1, '')],
      },
      async ({ sites }) => {
        expect(await sites.homesLinkingTo('target.test', 10)).toEqual(['http://a.test/', 'http://b.test/']);
        expect(await sites.homesLinkingTo('target.test', 1)).toEqual(['http://a.test/']);
        expect(await sites.homesLinkingTo('a.test', 10)).toEqual([]);
      },
    );
  });

  test('answers are those with hits in the archive, by form and key', () =>
    withRows(
      {
        site: [site('a.test')],
        submission: [
          submission('g', 'a', { site: 'unknown.test', final_url: 'http://a.test/end' }),
          submission('f', 'b'),
          submission('f', 'a'),
          submission('f', 'c', { verdict: 'no-hits' }),
          submission('f', 'd', { verdict: null }),
          submission('f', 'e', { exchange_offset: null }),
          submission('f', 'f', { run_id: 2 }),
        ],
      },
      async ({ submissions }) => {
        const names = async (after: { form_id: string; key: string }, limit: number) =>
          (await submissions.archivedAnswers(1, after, limit)).map(({ form_id, key }) => form_id + key);
        expect(await names({ form_id: '', key: '' }, 10)).toEqual(['fa', 'fb', 'ga']);
        expect(await names({ form_id: 'f', key: 'a' }, 1)).toEqual(['fb']);
        expect(await submissions.archivedAnswers(1, { form_id: 'f', key: 'a' }, 10)).toMatchObject([
          { domain: 'book', url: 'http://a.test/f?b', exchange_offset: 7, exchange_length: 8, sent_at: 9 },
          { domain: null, site: 'unknown.test', final_url: 'http://a.test/end' },
        ]);
      },
    ));

  test('records come with the submission that brought them, by site and key', () =>
    withRows(
      {
        site: [site('a.test')],
        submission: [submission('f', 'q'), submission('f', 'r', { run_id: 2 })],
        answer_record: [
          record('b.test', 'a'),
          record('a.test', 'b', { url: 'http://a.test/b' }),
          record('a.test', 'a', { fields: '{"price":"9"}' }),
          record('a.test', 'lost', { submission: 'r' }),
          record('a.test', 'c', { run_id: 2 }),
        ],
      },
      async ({ records }) => {
        expect(await records.answered(1, { site: '', key: '' }, 10)).toEqual([
          {
            site: 'a.test',
            key: 'a',
            title: 'Record a',
            url: null,
            fields: '{"price":"9"}',
            text: 'text',
            final_url: null,
            asked_url: 'http://a.test/f?q',
            sent_at: 9,
            domain: 'book',
          },
          expect.objectContaining({ site: 'a.test', key: 'b', url: 'http://a.test/b' }),
          expect.objectContaining({ site: 'b.test', key: 'a', domain: null }),
        ]);
        const next = await records.answered(1, { site: 'a.test', key: 'a' }, 1);
        expect(next.map(({ key }) => key)).toEqual(['b']);
      },
    ));

  test('pages that wait get the depth of their link', () =>
    withRows({ link: [link(1), link(2), link(3, { run_id: 2 })] }, async ({ documents, novelty }) => {
      const row = {
        run_id: 1,
        site: 'a.test',
        domain: null,
        title: '',
        language: '',
        fetched_at: 1,
      } as const;
      const shown = { ...row, bytes: 1, fields: null, blocks: null, depth: 9 };
      await documents.insert(
        [1, 2, 3].map((id) => ({ ...shown, kind: 'page', key: `p${id}`, url: `http://a.test/${id}` })),
      );
      await documents.insert([{ ...shown, kind: 'hidden', key: 'h', url: 'http://a.test/1' }]);
      const ids = await documents.ids({});
      const verdict = {
        state: 'bare',
        language: 'en',
        category: null,
        similarity: 0,
        like_id: null,
        content: null,
        text_bytes: 0,
      } as const;
      const text = { title: '', text: '', url: '', site: '', fields: '' };
      await novelty.judge([{ ...verdict, id: ids[1]!, seq: 1, sentences: 0, new_spans: null, text }]);
      await novelty.updateDepths(1);
      expect((await documents.get(ids)).map(({ depth }) => depth)).toEqual([1, 9, 9, 9]);
    }));
});
