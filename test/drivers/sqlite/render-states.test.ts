import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { pageRow } from '../../storage/rows.ts';
import { BEFORE_0021 } from './before-0021.ts';

test('states and members of an earlier version have the names of today', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'render-states-'));
  try {
    const before = await openStore(folder, { mode: 'write' });
    const states = ['spared', 'confirmed', 'surprise', 'after-all', null];
    for (const [i, familiar] of states.entries()) {
      const page = pageRow(i + 1, { url: `http://a.test/${i}` });
      await before.transaction((trx) => trx.pages.insert(page));
      await sql`update page set familiar = ${familiar} where id = ${page.id}`.execute(before.db);
    }
    for (const state of ['learning', 'familiar', 'unsteady', 'deceived'])
      await sql`insert into familiar_scripts (run_id, site, scripts, state, agreed, broken)
        values (1, 'a.test', ${state}, ${state}, 0, 0)`.execute(before.db);
    const answer = JSON.stringify({ verdict: 'no-hits', reason: 'says "standing": no', standing: [] });
    await sql`insert into submission (run_id, form_id, key, site, position, page, purpose, binding, controls, why,
        sent_by, method, url, digest, request, state, requests, records, new_records, sent_at, answer)
      values (1, 'f', 'k', 'a.test', 1, 1, 'query', '[]', '[]', '', 'http', 'GET', '', '', '{}', 'settled', 1, 0, 0, 1,
        ${answer})`.execute(before.db);
    for (const step of BEFORE_0021) await sql.raw(step).execute(before.db);
    await sql`delete from kysely_migration where name >= '0020'`.execute(before.db);
    await before.close();

    const store = await openStore(folder, { mode: 'write' });
    const pages = await store.db.selectFrom('page').select('familiar').orderBy('id').execute();
    expect(pages.map(({ familiar }) => familiar)).toEqual([
      'skipped',
      'confirmed',
      'mismatch',
      're-rendered',
      null,
    ]);
    const scripts = await store.db.selectFrom('familiar_scripts').select(['scripts', 'state']).execute();
    expect(Object.fromEntries(scripts.map((row) => [row.scripts, row.state]))).toEqual({
      learning: 'learning',
      familiar: 'familiar',
      unsteady: 'unstable',
      deceived: 'invalidated',
    });
    const submission = await store.db.selectFrom('submission').select('answer').executeTakeFirstOrThrow();
    expect(JSON.parse(submission.answer ?? '')).toEqual({
      verdict: 'no-hits',
      reason: 'says "standing": no',
      onFormPage: [],
    });
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
