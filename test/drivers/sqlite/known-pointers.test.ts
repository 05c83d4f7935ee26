import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { judgeLibrary, judgeNovelty, readDocument, searchLibrary } from '../../../src/library/index.ts';
import { keepAll, page, sentences, shelfStore } from '../../library/shelf.ts';
import { BEFORE_0021 } from './before-0021.ts';

test('known documents of an earlier version keep their text until they are judged again', async () => {
  const store = await shelfStore();
  const { folder } = store;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const text = sentences(1, 5);
  await keepAll(store, [
    page('http://a.test/1', text, { kind: 'hidden' }),
    page('http://a.test/2', [...text].reverse(), { kind: 'hidden' }),
  ]);
  await judgeNovelty(store, 1, { mode: 'sentence', keepKnown: true });
  await store.close();
  const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
  for (const step of BEFORE_0021) db.exec(step);
  db.close();

  const migrated = await openStore(folder, { mode: 'write' });
  const [, copy] = await migrated.documents.ids({});
  expect(await readDocument(migrated, copy!)).toMatchObject({ state: 'known', textOf: null });
  expect((await migrated.novelty.textBytes(1)).held).toBe(2 * Buffer.byteLength(text.join('\n')));
  expect(await migrated.novelty.textBytes(1)).toMatchObject({
    judged: (await migrated.novelty.textBytes(1)).held,
  });
  await judgeLibrary(migrated, { mode: 'sentence', again: true });
  expect(await readDocument(migrated, copy!)).toMatchObject({ state: 'known', textOf: 'http://a.test/1' });
  const [word] = /\w{6,}/.exec(text[0]!)!;
  expect((await searchLibrary(migrated, word!, { novelOnly: false })).total).toBe(2);
  await migrated.close();
});
