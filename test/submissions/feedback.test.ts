import { expect, test } from 'vitest';
import { countsAsFound } from '../../src/crawl/in-site-exploring/learn.ts';
import type { SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../src/foundation/errors/index.ts';
import { earlierAnswers } from '../../src/library/index.ts';
import { shelfStore } from '../library/shelf.ts';

/** Three questions to a form in a run, answered so. */
async function asked(store: SqliteStore, runId: number, formId: string, verdict: string): Promise<void> {
  for (let position = 1; position <= 3; position++)
    await store.db
      .insertInto('submission')
      .values({
        run_id: runId,
        form_id: formId,
        key: `query ${position} #1`,
        site: 'shop.example',
        position,
        page: 1,
        purpose: 'query',
        binding: '[]',
        controls: '[]',
        why: '',
        sent_by: 'http',
        method: 'GET',
        url: 'http://shop.example/find',
        digest: `${runId} ${formId} ${position}`,
        request: '{}',
        state: 'settled',
        verdict,
        requests: 1,
        records: 0,
        new_records: 0,
        sent_at: 0,
      })
      .execute();
}

test('what forms answered in earlier runs decides whether rankers are rewarded for them', async () => {
  await whileOpen(shelfStore(3), async (store) => {
    await asked(store, 1, 'mute', 'same-form');
    await asked(store, 1, 'late', 'same-form');
    await asked(store, 1, 'found', 'hits');
    await asked(store, 1, 'shut', 'login-wall');
    await asked(store, 2, 'late', 'hits');
    await asked(store, 3, 'found', 'same-form');
    const told = await earlierAnswers(store, 3);
    expect([...told].sort()).toEqual([
      ['found', 'confirmed'],
      ['late', 'confirmed'],
      ['mute', 'no-answer'],
    ]);
    const counts = (searchable: boolean, formId: string) => countsAsFound(searchable, told.get(formId));
    expect(counts(true, 'mute')).toBe(false);
    expect(counts(false, 'late')).toBe(true);
    expect(counts(true, 'shut')).toBe(true);
    expect(counts(false, 'never met')).toBe(false);
  });
});
