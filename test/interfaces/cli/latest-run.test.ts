import { beforeEach, expect, test } from 'vitest';
import { harvest, submitPage } from '../../../src/app/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { latestRun, unfinishedRun } from '../../../src/library/index.ts';
import { expiredRuns } from '../../../src/library/retention.ts';
import { webOf } from '../../crawl/run/small-harvest.ts';
import { page, SEARCH, type SmallWeb } from '../../crawl/run/small-web.ts';
import { fill, linkRow, pageRow } from '../../storage/rows.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder('latest-run-');
});

interface Kept {
  readonly options: object;
  readonly pages: number;
  readonly status?: 'complete' | 'interrupted' | 'running';
  readonly updatedAt?: number;
}

const HARVEST: Kept = { options: { maxPages: 500 }, pages: 2 };
const NOTHING_READ: Kept = { options: {}, pages: 0, status: 'interrupted' };
const ONE_PAGE: Kept = { options: { maxPages: 1, kind: 'one-page' }, pages: 1, status: 'interrupted' };
const QUERY: Kept = { options: { maxPages: 1, kind: 'query' }, pages: 1 };

/** A store with these runs, numbered from 1. */
async function keep(...runs: readonly Kept[]): Promise<void> {
  const store = await openStore(folder, { mode: 'write' });
  let id = 0;
  for (const { options, pages, status = 'complete', updatedAt = 1 } of runs) {
    const row = {
      domains: '["book"]',
      web: 'practice',
      strategy: 'two-stage',
      options: JSON.stringify(options),
    };
    const run_id = await store.transaction((trx) =>
      trx.runs.insert({ ...row, status, started_at: 1, updated_at: updatedAt }),
    );
    for (let n = 0; n < pages; n++) {
      const change = { run_id, url: `http://a.test/${++id}` };
      await fill(store, { link: [linkRow(id, change)], page: [pageRow(id, change)] });
    }
  }
  await store.close();
}

const cli = (...args: readonly string[]) => runHere([...args, '--storage', folder]);
const pagesOf = (out: string) => out.trim().split('\n').length;

test('runs that read nothing, runs of one page and queries are not the latest run, and it is said', async () => {
  await keep(HARVEST, NOTHING_READ, ONE_PAGE, QUERY);
  const exported = await cli('export', 'pages');
  expect(pagesOf(exported.out)).toBe(2);
  expect(exported.err).toBe('this is run 1; run 4 is newer, but is no harvest (query)\n');
  for (const command of [
    ['status', '--json'],
    ['report', '--json'],
    ['novelty', '--json'],
  ])
    expect((await cli(...command)).err).toContain('this is run 1');
  expect((await cli('changes')).err).toContain('run 1 is the first of book');
  // A number is taken as it is.
  expect(await cli('export', 'pages', '--run', '4')).toMatchObject({ code: 0, err: '' });
}, 60_000);

test('a harvest that goes on is the latest before its first page', async () => {
  await keep(HARVEST, { ...NOTHING_READ, status: 'running', updatedAt: Date.now() });
  expect((await cli('status')).err).toBe('');
  expect((await cli('status')).out).toContain('Run 2');
});

test('without a harvest the newest run with a page is taken, and an export of nothing is said', async () => {
  await keep(ONE_PAGE, NOTHING_READ);
  const { err, out, code } = await cli('export', 'records');
  expect({ out, code }).toEqual({ out: '', code: 0 });
  expect(err).toBe('no harvest has read a page: this is run 1 (one page)\nno records in run 1\n');
});

test('the list of runs marks the kind of each', async () => {
  // The third is from before kinds were kept.
  await keep(HARVEST, QUERY, { options: { maxPages: 1, maxSites: 1, maxDepth: 0 }, pages: 1 });
  const { out } = await cli('runs');
  expect(
    out
      .split('\n')
      .slice(1, 4)
      .map((line) => line.trim().split(/ {2,}/)[1]),
  ).toEqual(['harvest', 'query', 'one page']);
});

test('--resume goes on with a harvest, and runs of one page make no harvest expire', async () => {
  await keep({ ...HARVEST, status: 'interrupted' }, ONE_PAGE, QUERY, QUERY);
  const store = await openStore(folder, { mode: 'read' });
  expect((await unfinishedRun(store))?.id).toBe(1);
  const expired = await expiredRuns(store, new Map([['book', { runs: 1 }]]), 2);
  expect(expired.map(({ run }) => run.id)).toEqual([2, 3]);
  await store.close();
});

test('what submits a page is kept as a run of one page, and another harvest as one', async () => {
  const small: SmallWeb = await webOf({ 'a.test/': page(SEARCH) }, 'http://a.test/');
  const options = { web: small.web, storage: folder, render: 'never', maxSubmissions: 1 } as const;
  for await (const _ of harvest({ ...options, domains: ['book'], submit: false }));
  for await (const _ of submitPage('http://a.test/', { ...options, domains: ['book'] }));
  const store = await openStore(folder, { mode: 'read' });
  expect(await latestRun(store)).toMatchObject({
    run: { id: 1, kind: 'harvest' },
    newest: { id: 2, kind: 'one-page' },
  });
  await store.close();
}, 120_000);
