import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { beforeReasonCodes } from './before-reason-codes.ts';

/** Rows as the version before wrote them. */
const ROWS = [
  ['a', 'asked', '--max-submissions 25 reached', 40, 789],
  ['b', 'asked', 'all 4 records were seen', 4, 4],
  ['c', 'skipped', 'open text fields only; --text fills them', 0, null],
  ['d', 'asked', '3 submissions in a row were refused: HTTP status 403', 0, null],
  ['e', 'asked', 'something else', 0, null],
] as const;

test('sentences of an earlier version become codes, and no old claim of having seen all is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'asking-codes-'));
  try {
    await (await openStore(folder, { mode: 'write' })).close();
    const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
    beforeReasonCodes(db);
    for (const column of ['code', 'detail', 'outcome', 'coverage'])
      db.exec(`alter table asked_form drop column ${column}`);
    db.exec('alter table submission drop column trouble');
    db.exec('alter table run drop column status_code');
    for (const [id, reason] of [
      [1, 'no host answers any more (a.test: dns; 12 hosts before it): check the network'],
      [2, 'no seed could be read: http://a.test/ (timeout); check the addresses'],
      [3, 'stopped'],
    ] as const)
      db.prepare(
        "insert into run (id, domains, web, strategy, options, status, status_reason, started_at, updated_at) values (?, '[]', 'live', 'x', '{}', 'interrupted', ?, 0, 0)",
      ).run(id, reason);
    db.exec("alter table asked_form add column reason text not null default ''");
    db.exec("delete from kysely_migration where name >= '0014'");
    for (const [form, state, reason, seen, size] of ROWS)
      db.prepare(
        "insert into asked_form (run_id, form_id, site, state, reason, submissions, pages, seen, size, growth) values (1, ?, 's', ?, ?, 1, 1, ?, ?, '[]')",
      ).run(form, state, reason, seen, size);
    db.close();
    const store = await openStore(folder, { mode: 'write' });
    const rows = await store.db
      .selectFrom('asked_form')
      .select(['form_id', 'code', 'detail', 'outcome', 'coverage'])
      .orderBy('form_id')
      .execute();
    const runs = await store.db.selectFrom('run').select('status_code').orderBy('id').execute();
    await store.close();
    expect(runs.map(({ status_code }) => status_code)).toEqual([
      'network-down',
      'seeds-unreachable',
      'stopped',
    ]);
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['a', 'max-submissions', '25', 'inconclusive', 'estimated'],
      ['b', 'all-seen', 'all 4 records were seen', 'inconclusive', 'estimated'],
      ['c', 'typing-off', null, 'not-queried', 'unknown'],
      ['d', 'refusals', '3 submissions in a row were refused: HTTP status 403', 'inconclusive', 'unknown'],
      ['e', 'earlier-version', 'something else', 'inconclusive', 'unknown'],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
