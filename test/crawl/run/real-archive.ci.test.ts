import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { harvest, inspect } from '../../../src/app/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { harvestedForms } from '../../../src/library/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const ARCHIVE = resolve(import.meta.dirname, '../../../../shared/datasets/forms/development.warc.gz');
const absent = !existsSync(ARCHIVE);
if (absent) console.warn(`skipped: the labelled pages are not at ${ARCHIVE}`);

test.skipIf(absent)(
  '662 real pages go through without a fault, and their forms are listed',
  async () => {
    const storage = temporaryFolder('archive-');
    const warnings: string[] = [];
    let pages = 0;
    for await (const event of harvest({
      domains: ['product'],
      web: `replay:${ARCHIVE}`,
      strategy: 'breadth-first',
      render: 'never',
      storage,
    })) {
      if (event.type === 'warning') warnings.push(event.message);
      if (event.type === 'end') pages = event.progress.pages;
    }
    expect(warnings).toEqual([]);
    expect(pages).toBe(662);
    const store = await openStore(storage, { mode: 'read' });
    let searchable = 0;
    let forms = 0;
    for await (const form of harvestedForms(store, 1)) {
      forms++;
      if (form.searchable) searchable++;
      expect(form.controls.every((control) => control.type !== '')).toBe(true);
    }
    await store.close();
    // 1,856 form elements stand on these pages; the same form on several pages of a site is listed once.
    expect(forms).toBeGreaterThan(1_000);
    expect(searchable).toBeGreaterThan(250);
  },
  120_000,
);

test.skipIf(absent)('each form of a real page is explained', async () => {
  const { reading } = await inspect('http://www.calendars.com/', {
    web: `replay:${ARCHIVE}`,
    render: 'never',
  });
  expect(reading.forms.length).toBeGreaterThan(0);
  for (const { verdict } of reading.forms) {
    if (verdict.kind === 'rejected') expect(verdict.evidence).not.toBe('');
    else expect(verdict.weightiest.length).toBeGreaterThan(0);
  }
});
