import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import type { AnswerRecordRow } from '../../../src/storage/index.ts';
import { shelfStore } from '../../library/shelf.ts';
import { rowsOf } from '../../storage/drivers.ts';
import { BEFORE_0021 } from './before-0021.ts';

test('records of an earlier version name every form whose answers hold them', async () => {
  const store = await shelfStore();
  const { folder } = store;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const record = (key: string): AnswerRecordRow => ({
    ...{ run_id: 1, site: 'a.test', key, form_id: 'f', submission: 'q #1' },
    ...{ title: key, url: null, fields: '{}', text: '' },
  });
  await store.transaction(async ({ records, submissions }) => {
    await records.add([record('both'), record('alone'), record('unread')]);
    for (const [form_id, position, answer] of [
      ['f', 1, '{"records":[{"key":"both"},{"key":"alone"}]}'],
      ['e', 1, '{"records":[]}'],
      ['e', 3, '{"records":[{"key":"both"},{"key":"of no site"}]}'],
      ['e', 2, '{"records":[{"key":"both"}]}'],
      ['g', 1, 'cut off'],
      ['g', 2, null],
    ] as const) {
      const key = `q${position} #1`;
      const about = { purpose: 'query', binding: '[]', controls: '[]', why: '', sent_by: 'http' } as const;
      const request = { method: 'GET', url: 'http://a.test/', digest: key, request: '{}' } as const;
      const at = { run_id: 1, site: 'a.test', form_id, key, position, page: 1, sent_at: 0 };
      await submissions.begin({ ...at, ...about, ...request });
      await submissions.update(at, { answer });
    }
  });
  await store.close();
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
  for (const step of BEFORE_0021) db.exec(step);
  db.exec("drop table record_occurrence; delete from kysely_migration where name >= '0019'");
  db.close();
  const migrated = await openStore(folder, { mode: 'write' });
  const rows = await rowsOf(migrated.records.each(1));
  const occurrences = await migrated.db.selectFrom('record_occurrence').selectAll().execute();
  await migrated.close();
  expect(rows.map(({ key, forms }) => [key, forms])).toEqual([
    ['alone', ['f']],
    ['both', ['e', 'f']],
    ['unread', ['f']],
  ]);
  expect(occurrences.find(({ form_id }) => form_id === 'e')).toMatchObject({ submission: 'q2 #1' });
});
