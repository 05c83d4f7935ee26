import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import { collectCrawl, exportLines } from '../../../src/reports/index.ts';
import { EXPORT_WORDS, runText } from '../../../src/reports/reason-text.ts';
import { reasonOf } from '../../../src/storage/index.ts';
import { beforeReasonCodes } from './before-reason-codes.ts';

type Row = readonly [sentence: string | null, code: string | null, detail: string | null];

const LINKS: readonly Row[] = [
  [null, null, null],
  ['dns', 'dns', null],
  ['not-in-archive', 'not-in-archive', null],
  ['robots.txt', 'robots', null],
  ['robots.txt could not be read', 'robots-unreachable', null],
  ['host does not answer', 'host-unreachable', null],
  ['deny-list (*.a.test)', 'deny-list', '*.a.test'],
  ['no page', 'no-page', null],
  ['the process died 3 times while this page was under way', 'crashed', '3'],
  ['internal: a (bad) reached', 'internal', 'a (bad) reached'],
  ['page budget of the site is used up', 'site-page-budget', null],
  ['--max-seconds-per-site 60 reached', 'site-seconds', '60'],
  ['--max-bytes-per-site 1000 reached', 'site-bytes', '1000'],
  ['nothing new on 30 pages in a row', 'fruitless-site', '30'],
  ['100 forms found at depth 2', 'depth-exhausted', '100/2'],
  ['the last 10 pages of this kind look alike', 'near-identical', '10'],
  ['The reading thread gave up', 'earlier-version', 'The reading thread gave up'],
];

const SITES: readonly Row[] = [
  [null, null, null],
  ['seed', 'seed', null],
  ['front page is about nothing wanted (0.012)', 'about-none', '0.012'],
  ['front page is about book (0.512)', 'about-domain', 'book (0.512)'],
  ['it was named', 'earlier-version', 'it was named'],
];

/** Sentences that are worded otherwise today. */
const TODAY: Readonly<Record<string, string>> = {
  'host does not answer': 'host unreachable',
  'the process died 3 times while this page was under way':
    'the process died again and again while this page was under way',
  'front page is about nothing wanted (0.012)': 'home page off-topic (similarity 0.012)',
  'front page is about book (0.512)': 'home page is about book (0.512)',
  'own scripts, no search form seen': 'site scripts, no static search form',
  'audit: static page suffices': 'audit sample: static page suffices',
  'frame, which never paid on this site': 'frame; rendering never added forms on this site',
  'audit: script builds content, no search form seen, which never paid on this site':
    'audit sample: script builds content, no static search form; rendering never added forms on this site',
  'custom elements, which never paid on this site, but rendering failed':
    'custom elements; rendering never added forms on this site, but rendering failed',
  'look again: its scripts added the same 12 forms on 4 pages':
    're-check: its scripts added the same 12 forms on 4 pages',
  'answer of a form': 'response of a form',
};
const today = (sentence: string | null): string | null =>
  sentence === null ? null : (TODAY[sentence] ?? sentence);

/** With the code that step 0016 gave. */
const RUNS: readonly (readonly [...Row, before?: string])[] = [
  [null, null, null],
  ['stopped', 'stopped', null],
  ['--max-pages 10 reached', 'max-pages', '10'],
  ['--max-seconds 1.5 reached', 'max-seconds', '1.5'],
  ['--max-requests 9 reached', 'max-requests', '9'],
  ['--max-disk 5000 bytes reached', 'max-disk', '5000'],
  ['--max-sites 2 reached', 'max-sites', '2'],
  ['7 sites were kept out by --max-sites', 'sites-kept-out', '7'],
  ['a site reached --max-pages-per-site 100', 'site-page-budget', '100'],
  ['page budget of the site is used up', 'site-page-budget', null],
  ['--max-seconds-per-site 60 reached', 'site-seconds', '60'],
  [
    'no host answers any more (x): check',
    'network-down',
    'no host answers any more (x): check',
    'network-down',
  ],
  ['the disk is full', 'earlier-version', 'the disk is full'],
];

interface OldPage {
  readonly sentence: string | null;
  readonly renderedBy?: 'http' | 'browser' | 'none';
  readonly renderMs?: number;
  readonly audited?: 1;
  readonly code: string | null;
  readonly detail: string | null;
}
const SHOWN = { renderedBy: 'browser', renderMs: 5 } as const;
const PAGES: readonly OldPage[] = [
  { sentence: null, renderedBy: 'none', code: null, detail: null },
  { sentence: 'no scripts', code: 'no-scripts', detail: null },
  { sentence: 'own scripts, no search form seen', ...SHOWN, code: 'own-scripts', detail: null },
  { sentence: 'audit: static page suffices', ...SHOWN, audited: 1, code: 'static-page', detail: null },
  { sentence: 'frame, but rendering failed', renderMs: 5, code: 'frame', detail: null },
  { sentence: 'frame, which never paid on this site', code: 'never-useful', detail: 'frame' },
  {
    sentence: 'audit: script builds content, no search form seen, which never paid on this site',
    ...SHOWN,
    audited: 1,
    code: 'never-useful',
    detail: 'script-builds-content',
  },
  {
    sentence: 'custom elements, which never paid on this site, but rendering failed',
    renderMs: 5,
    code: 'never-useful',
    detail: 'custom-elements',
  },
  { sentence: 'its scripts added no form on 4 pages', code: 'familiar-scripts', detail: '0/4' },
  { sentence: 'its scripts added the same form on 4 pages', code: 'familiar-scripts', detail: '1/4' },
  {
    sentence: 'look again: its scripts added the same 12 forms on 4 pages',
    ...SHOWN,
    code: 'familiar-scripts',
    detail: '12/4',
  },
  { sentence: 'answer of a form', code: 'form-answer', detail: null },
  { sentence: 'it is Tuesday', code: 'earlier-version', detail: 'it is Tuesday' },
];

let folder: string;
let store: SqliteStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reason-codes-'));
  await (await openStore(folder, { mode: 'write' })).close();
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
  beforeReasonCodes(db);
  const link = db.prepare(
    "insert into link (run_id, site, host, url, anchor, depth, hops, score, state, reason) values (1, 's', 'h', ?, '', 0, 0, 0, 'refused', ?)",
  );
  for (const [i, [sentence]] of LINKS.entries()) link.run(String(i), sentence);
  const site = db.prepare(
    "insert into site (run_id, site, home_url, seed, state, reason) values (1, ?, '', 0, 'left', ?)",
  );
  for (const [i, [sentence]] of SITES.entries()) site.run(String.fromCharCode(97 + i), sentence);
  const run = db.prepare(
    "insert into run (domains, web, strategy, options, status, status_reason, status_code, started_at, updated_at) values ('[]', '', '', '{}', 'budget', ?, ?, 0, 0)",
  );
  for (const [sentence, , , before = null] of RUNS) run.run(sentence, before);
  const page = db.prepare(
    "insert into page (id, run_id, site, url, status, title, language, encoding, content_type, bytes, truncated, outlinks, fetched_at, fetch_ms, rendered_by, render_reason, render_ms, audited) values (?, 1, 's', ?, 200, '', '', '', '', 0, 0, '[]', 0, 0, ?, ?, ?, ?)",
  );
  for (const [i, { sentence, renderedBy = 'http', renderMs = null, audited = 0 }] of PAGES.entries())
    page.run(i + 1, String(i), renderedBy, sentence, renderMs, audited);
  db.close();
  store = await openStore(folder, { mode: 'write' });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test('sentences of links become codes, and come out again in the words of today', async () => {
  const rows = await store.db
    .selectFrom('link')
    .select(['reason_code', 'reason_detail'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ reason_code, reason_detail }) => [reason_code, reason_detail])).toEqual(
    LINKS.map(([, code, detail]) => [code, detail]),
  );
  const said = rows.map(
    ({ reason_code, reason_detail }) =>
      reason_code && EXPORT_WORDS.link(reasonOf(reason_code, reason_detail)),
  );
  expect(said).toEqual(LINKS.map(([sentence]) => today(sentence)));
});

test('sentences of sites become codes, and come out again in the words of today', async () => {
  const rows = await store.db
    .selectFrom('site')
    .select(['reason_code', 'reason_detail'])
    .orderBy('site')
    .execute();
  expect(rows.map(({ reason_code, reason_detail }) => [reason_code, reason_detail])).toEqual(
    SITES.map(([, code, detail]) => [code, detail]),
  );
  const said = rows.map(
    ({ reason_code, reason_detail }) =>
      reason_code && EXPORT_WORDS.site(reasonOf(reason_code, reason_detail)),
  );
  expect(said).toEqual(SITES.map(([sentence]) => today(sentence)));
});

test('sentences of runs become codes, and come out again as they were', async () => {
  const rows = await store.db
    .selectFrom('run')
    .select(['status_code', 'status_detail'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ status_code, status_detail }) => [status_code, status_detail])).toEqual(
    RUNS.map(([, code, detail]) => [code, detail]),
  );
  const said = rows.map(
    ({ status_code, status_detail }) => status_code && runText(reasonOf(status_code, status_detail)),
  );
  expect(said).toEqual(RUNS.map(([sentence]) => sentence));
});

test('why pages were rendered becomes codes, and exports and reports say it in the words of today', async () => {
  const rows = await store.db
    .selectFrom('page')
    .select(['render_code', 'render_detail'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ render_code, render_detail }) => [render_code, render_detail])).toEqual(
    PAGES.map(({ code, detail }) => [code, detail]),
  );
  const said = new Map<string, string | null>();
  for await (const line of exportLines(store, 1, 'pages', 'jsonl')) {
    const { url, renderReason } = JSON.parse(line) as { url: string; renderReason: string | null };
    said.set(url, renderReason);
  }
  expect(PAGES.map((_, i) => said.get(String(i)))).toEqual(PAGES.map(({ sentence }) => today(sentence)));
  const { gate } = await collectCrawl(store, 1);
  expect(gate.map(({ reason }) => reason).sort()).toEqual(
    PAGES.flatMap(({ sentence }) => today(sentence) ?? []).sort(),
  );
});
