/** What the archive of a run shows of a form, where it lies in segments elsewhere. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formPicture, harvest } from '../../src/app/index.ts';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { archivedAnswer, openArchive } from '../../src/library/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const dir = temporaryFolder('segmented-');
const storage = join(dir, 'storage');
let store: SqliteStore;
beforeAll(async () => {
  const options = { domains: ['book'], web: 'practice:sites=12', render: 'never' as const };
  const events = harvest({
    ...options,
    ...{ maxPages: 12, maxSubmissions: 3, detailPages: 0, storage, archive: join(dir, 'archive') },
  });
  for await (const event of events) expect(event.type).not.toBe('warning');
  store = await openStore(storage, { mode: 'read' });
}, 300_000);
afterAll(() => store.close());

test('a stored answer is read', async () => {
  for await (const { form_id: formId, position, page, verdict } of store.submissions.each(1)) {
    if (verdict !== 'hits') continue;
    const answer = await archivedAnswer(store, { runId: 1, formId, position, page });
    expect(answer?.isHtml).toBe(true);
    expect(answer?.text).toMatch(/<a /);
    return;
  }
  throw new Error('the run has no hits');
});

test('a part of the log is copied by its bytes, over the borders of segments', async () => {
  const archive = await openArchive(store, 1);
  const whole: Buffer[] = [];
  for await (const file of archive.files()) whole.push(await readFile(file));
  const log = Buffer.concat(whole);
  for (const [offset, length] of [
    [0, 10],
    [1_000, log.length],
    [log.length - 5, 50],
  ] as const) {
    const to = join(dir, `part-${offset}`);
    await archive.copyRange({ offset, length }, to);
    expect((await readFile(to)).equals(log.subarray(offset, offset + length))).toBe(true);
  }
});

test('a form is drawn, and nothing of the archive stays on this disk', async () => {
  const [form] = await store.forms.list(1, { limit: 1, variant: { searchable: 1 } });
  const picture = await formPicture(store, {
    ...{ storage, runId: 1, formId: form!.form_id, site: form!.site },
  });
  expect(picture?.subarray(1, 4).toString()).toBe('PNG');
  expect(picture!.length).toBeGreaterThan(5_000);
  const folder = join(store.runFolder(1), 'pictures');
  expect(await readdir(folder)).toEqual([`${form!.form_id}.png`]);
  expect((await stat(join(folder, `${form!.form_id}.png`))).size).toBe(picture!.length);
}, 120_000);
