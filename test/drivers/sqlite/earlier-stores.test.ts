import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import { judgeLibrary, judgeNovelty, readDocument, searchLibrary } from '../../../src/library/index.ts';
import { keepAll, page, sentences, shelfStore } from '../../library/shelf.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { earlierStore, takeBack } from './earlier-store.ts';

const emptyFolder = () => {
  const folder = temporaryFolder('earlier-stores-');
  return folder;
};

/** Opens the store of the version before a step, with rows. */
async function opened(step: string, rows = ''): Promise<SqliteStore> {
  const folder = emptyFolder();
  const db = earlierStore(folder, step);
  db.exec(rows);
  db.close();
  const store = await openStore(folder, { mode: 'write' });
  onTestFinished(() => store.close());
  return store;
}

/** Columns with what holds for them, and indexes. */
const structureOf = async ({ run }: SqliteStore) => [
  await run(
    `select made.name as tbl, info.name, info."notnull", info.dflt_value, info.pk
     from sqlite_master made, pragma_table_info(made.name) info where made.type = 'table' and made.name not glob 'kysely*'
     order by 1, 2`,
    [],
  ),
  await run(
    `select replace(lower(sql), '"', '') from sqlite_master where type = 'index' and sql is not null order by name`,
    [],
  ),
];

test.each(['0014', '0017', '0020', '0021', '0024', '0025'])(
  'a store from before step %s becomes what a new one is',
  async (step) => {
    const today = await openStore(emptyFolder(), { mode: 'write' });
    onTestFinished(() => today.close());
    const structure = await structureOf(today);
    expect(structure.flat().length).toBeGreaterThan(300);
    expect(await structureOf(await opened(step))).toEqual(structure);
  },
);

test('why things are as they are stays as a sentence', async () => {
  const store = await opened(
    '0014',
    `insert into link (run_id, site, host, url, anchor, depth, hops, score, state, reason)
       values (1, 's', 'h', 'u', '', 0, 0, 0, 'refused', 'robots.txt'), (1, 's', 'h', 'v', '', 0, 0, 0, 'done', null);
     insert into site (run_id, site, home_url, seed, state, reason) values (1, 's', '', 1, 'exploring', 'seed');
     insert into run (domains, web, strategy, options, status, status_reason, started_at, updated_at)
       values ('[]', 'live', 'x', '{}', 'budget', '--max-pages 10 reached', 0, 0);
     insert into page (id, run_id, site, url, status, title, language, encoding, content_type, bytes, truncated, outlinks,
       fetched_at, fetch_ms, rendered_by, render_reason)
       values (1, 1, 's', 'u', 200, '', '', '', '', 0, 0, '[]', 0, 0, 'http', 'no scripts')`,
  );
  const coded = (table: string, column: string) =>
    store.run(`select ${column}_code as code, ${column}_detail as detail from ${table}`, []);
  const code = 'earlier-version';
  expect(await coded('link', 'reason')).toEqual([
    { code, detail: 'robots.txt' },
    { code: null, detail: null },
  ]);
  expect(await coded('site', 'reason')).toEqual([{ code, detail: 'seed' }]);
  expect(await coded('run', 'status')).toEqual([{ code, detail: '--max-pages 10 reached' }]);
  expect(await coded('page', 'render')).toEqual([{ code, detail: 'no scripts' }]);
});

test('its texts are found by whole words with the signs of their vowels', async () => {
  const rows = `insert into document_text (id, title, text, url, site, fields) values (1, '', 'रामपुर Bücher', '', '', '')`;
  const store = await opened('0025', rows);
  const found = (word: string) =>
    store.run('select rowid from document_words where document_words match ?', [word]);
  expect(await found('रामपुर')).toHaveLength(1);
  expect(await found('bucher')).toHaveLength(1);
  expect(await found('रिमपुर')).toHaveLength(0);
});

test('no old claim of having seen all is kept', async () => {
  const rows = [
    ['a', 'asked', '--max-submissions 25 reached', 789],
    ['b', 'asked', 'all 4 records were seen', null],
    ['c', 'skipped', 'open text fields only; --text fills them', null],
  ] as const;
  const values = rows.map(
    ([form, state, reason, size]) => `(1, '${form}', 's', '${state}', '${reason}', 1, 1, 4, ${size}, '[]')`,
  );
  const store = await opened(
    '0014',
    `insert into asked_form (run_id, form_id, site, state, reason, submissions, pages, seen, size, growth)
       values ${values.join(', ')}`,
  );
  expect(
    (await store.submissions.askedForms(1)).map((form) => [
      form.code,
      form.detail,
      form.outcome,
      form.coverage,
    ]),
  ).toEqual([
    ['earlier-version', rows[0][2], 'inconclusive', 'estimated'],
    ['earlier-version', rows[1][2], 'inconclusive', 'unknown'],
    ['earlier-version', rows[2][2], 'not-queried', 'unknown'],
  ]);
});

test('what a version without leases of owners had under way is taken back at once', async () => {
  const store = await opened(
    '0018',
    `insert into link (run_id, site, host, url, anchor, depth, hops, score, state)
       values (1, 's', 'h', 'u', '', 0, 0, 0, 'leased'), (1, 's', 'h', 'v', '', 0, 0, 0, 'waiting')`,
  );
  const crashed = await store.transaction(({ links }) => links.recover(1, 1, 'anyone', 3));
  expect(crashed).toMatchObject([{ url: 'u', crashes: 1 }]);
  const fences = await store.transaction(async ({ links }) => {
    const waiting = await links.known({ runId: 1, urls: ['v'] });
    return links.lease(
      waiting.map(({ id }) => id),
      'anyone',
      2,
    );
  });
  expect([...fences.values()]).toEqual([1]);
});

test('records name every form whose answers hold them', async () => {
  const submissions = (
    [
      ['f', 1, '{"records":[{"key":"both"},{"key":"alone"}]}'],
      ['e', 1, '{"records":[]}'],
      ['e', 3, '{"records":[{"key":"both"},{"key":"of no site"}]}'],
      ['e', 2, '{"records":[{"key":"both"}]}'],
      ['g', 1, 'cut off'],
    ] as const
  ).map(
    ([form, position, answer]) =>
      `(1, '${form}', 'q${position} #1', 'a.test', ${position}, 1, '', '', '', '', 'http', 'GET', '', '', '', 'settled', 1, 0, 0, 0, '${answer}')`,
  );
  const records = ['both', 'alone', 'unread'].map(
    (key) => `(1, 'a.test', '${key}', 'f', 'q #1', '', '{}', '')`,
  );
  const store = await opened(
    '0019',
    `insert into answer_record (run_id, site, key, form_id, submission, title, fields, text) values ${records.join(', ')};
     insert into submission (run_id, form_id, key, site, position, page, purpose, binding, controls, why, sent_by, method,
       url, digest, request, state, requests, records, new_records, sent_at, answer) values ${submissions.join(', ')}`,
  );
  expect((await Array.fromAsync(store.records.each(1))).map(({ key, forms }) => [key, forms])).toEqual([
    ['alone', ['f']],
    ['both', ['e', 'f']],
    ['unread', ['f']],
  ]);
  expect(await store.run(`select submission from record_occurrence where form_id = 'e'`, [])).toEqual([
    { submission: 'q2 #1' },
  ]);
});

test('states and members have the names of today', async () => {
  const answer = JSON.stringify({ verdict: 'no-hits', reason: 'says "standing": no', standing: [] });
  const states = ['spared', 'confirmed', 'surprise', 'after-all'];
  const pages = states.map(
    (state, i) => `(${i}, 1, 's', 'u${i}', 200, '', '', '', '', 0, 0, '[]', 0, 0, 'http', '${state}')`,
  );
  const scripts = ['learning', 'familiar', 'unsteady', 'deceived'].map(
    (state) => `(1, 'a.test', '${state}', '${state}', 0, 0)`,
  );
  const store = await opened(
    '0020',
    `insert into page (id, run_id, site, url, status, title, language, encoding, content_type, bytes, truncated, outlinks,
       fetched_at, fetch_ms, rendered_by, familiar) values ${pages.join(', ')};
     insert into familiar_scripts (run_id, site, scripts, state, agreed, broken) values ${scripts.join(', ')};
     insert into submission (run_id, form_id, key, site, position, page, purpose, binding, controls, why, sent_by, method,
       url, digest, request, state, requests, records, new_records, sent_at, answer)
       values (1, 'f', 'k', 'a.test', 1, 1, '', '', '', '', 'http', 'GET', '', '', '', 'settled', 1, 0, 0, 0, '${answer}')`,
  );
  expect(await store.run('select familiar from page order by id', [])).toEqual(
    ['skipped', 'confirmed', 'mismatch', 're-rendered'].map((familiar) => ({ familiar })),
  );
  const known = await store.history.scripts(1);
  expect(Object.fromEntries(known.map((row) => [row.scripts, row.state]))).toEqual({
    learning: 'learning',
    familiar: 'familiar',
    unsteady: 'unstable',
    deceived: 'invalidated',
  });
  const [submission] = await store.submissions.ofSite(1, 'a.test');
  expect(JSON.parse(submission?.answer ?? '')).toEqual({
    verdict: 'no-hits',
    reason: 'says "standing": no',
    onFormPage: [],
  });
});

test('elements keep their values, and have neither meaning nor labels of values', async () => {
  const store = await opened(
    '0021',
    `insert into element values (1, 'book', 'Author', 'author', '[]', 'text', 'infinite', 'form', 'off');
     insert into element_value values (1, 'Woolf', 'form', 2, 3, 1)`,
  );
  const [element] = await store.elements.elements();
  expect(element).toMatchObject({ label: 'Author', key: 'author', meaning: '', status: 'off' });
  expect(await store.elements.values()).toEqual([
    { element_id: 1, value: 'Woolf', label: '', source: 'form', forms: 2, asked: 3, hits: 1 },
  ]);
});

test('known documents keep their text until they are judged again', async () => {
  const store = await shelfStore();
  const { folder } = store;
  const text = sentences(1, 5);
  await keepAll(store, [
    page('http://a.test/1', text, { kind: 'hidden' }),
    page('http://a.test/2', [...text].reverse(), { kind: 'hidden' }),
  ]);
  await judgeNovelty(store, 1, { mode: 'sentence', keepKnown: true });
  await store.close();
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
  takeBack(db, '0022');
  db.close();

  const migrated = await openStore(folder, { mode: 'write' });
  const [, copy] = await migrated.documents.ids({});
  expect(await readDocument(migrated, copy!)).toMatchObject({ state: 'known', textOf: null });
  const bytes = 2 * Buffer.byteLength(text.join('\n'));
  expect(await migrated.novelty.textBytes({ run: 1 })).toEqual({ judged: bytes, held: bytes });
  await judgeLibrary(migrated, { mode: 'sentence', again: true });
  expect(await readDocument(migrated, copy!)).toMatchObject({ state: 'known', textOf: 'http://a.test/1' });
  const [word] = /\w{6,}/.exec(text[0]!)!;
  expect((await searchLibrary(migrated, word!, { novelOnly: false })).total).toBe(2);
  await migrated.close();
});
