import { expect, test } from 'vitest';
import { changedFiles, chooseFiles, secondTier } from '../../.ci/changed.mjs';

const all = secondTier();
const chosen = (...files: string[]) => chooseFiles(new Set(files));

test('everything runs where it is unknown what has changed, or what all tests need has', () => {
  expect(chooseFiles(undefined).run).toEqual(all);
  expect(chosen('package-lock.json').run).toEqual(all);
  expect(chosen('test/vitest.config.ts').run).toEqual(all);
  expect(changedFiles({ CI_ALL: '1' })).toBeUndefined();
  expect(changedFiles({ CI_BASE: 'no-such-commit' })).toBeUndefined();
});

test('a change of one room runs its tests, and one file of each other area', () => {
  const { run, skipped } = chosen('src/knowledge/index.ts');
  expect(run).toContain('test/knowledge/spotlight.ci.test.ts');
  expect(run).toContain('test/wings/cluster/workers.ci.test.ts');
  expect(run).not.toContain('test/wings/cluster/shared-runs.ci.test.ts');
  expect(run.length).toBeLessThan(all.length / 2);
  expect([...skipped.values()].reduce((sum, count) => sum + count, 0)).toBe(all.length - run.length);
});

test('files that use a database run where drivers, storage or the run have changed', () => {
  for (const file of ['src/drivers/sql/records.ts', 'src/storage/pages.ts', 'src/crawl/run/run.ts'])
    expect(chosen(file).run).toContain('test/drivers/postgres/coordination.ci.test.ts');
  expect(chosen('src/knowledge/index.ts').run).not.toContain('test/drivers/postgres/coordination.ci.test.ts');
});

test('a test that changed runs, and so does one that imports what changed', () => {
  expect(chosen('test/drivers/older-stores.ci.test.ts').run).toContain(
    'test/drivers/older-stores.ci.test.ts',
  );
  expect(chosen('src/submissions/sending/sender.ts').run).toContain('test/submissions/sending.ci.test.ts');
});

test('each area has the file that always runs', () => {
  const { run, skipped } = chosen('README.md');
  expect([...skipped.keys()].length).toBeGreaterThan(10);
  for (const area of skipped.keys()) expect(run.some((file) => file.startsWith(`test/${area}/`))).toBe(true);
});
