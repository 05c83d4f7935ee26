import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { BEFORE_0021 } from './before-0021.ts';

test('elements of an earlier version keep their values, and have neither meaning nor labels of values', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'element-versions-'));
  try {
    await (await openStore(folder, { mode: 'write' })).close();
    const db = new DatabaseSync(join(folder, 'fieldfare.sqlite'));
    for (const step of BEFORE_0021) db.exec(step);
    db.exec(`insert into element values (1, 'book', 'Author', 'author', '[]', 'text', 'infinite', 'form', 'off');
      insert into element_value values (1, 'Woolf', 'form', 2, 3, 1)`);
    db.close();
    const store = await openStore(folder, { mode: 'write' });
    const [element] = await store.elements.elements();
    expect(element).toMatchObject({ label: 'Author', key: 'author', meaning: '', status: 'off' });
    expect(await store.elements.values()).toEqual([
      { element_id: 1, value: 'Woolf', label: '', source: 'form', forms: 2, asked: 3, hits: 1 },
    ]);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
