import { expect, test } from 'vitest';
import { coverageText, type DatabaseRow } from '../../src/reports/submission-report.ts';
import { submissionsSection } from '../../src/reports/submissions-section.ts';

const row = (more: Partial<DatabaseRow>): DatabaseRow => ({
  site: 'a.test',
  formId: '0',
  submissions: 12,
  records: 2562,
  sizeKind: 'estimated',
  size: 4200,
  low: 3900,
  high: 4900,
  postQuery: 'confirmed',
  reason: 'nothing more to ask',
  ...more,
});

test('says how much of a database was seen, and how sure that is', () => {
  expect(coverageText(row({}))).toBe('about 61 % of ~4,200 records (3,900–4,900)');
  expect(coverageText(row({ sizeKind: 'exact', records: 4213, size: 4213 }))).toBe('100 % of 4,213 records');
  expect(coverageText(row({ sizeKind: 'cannot-tell', size: null }))).toBe(
    '2,562 seen, of how many nobody can tell',
  );
  expect(coverageText(row({ records: 0 }))).toBe('no records seen');
});

test('escapes what came from pages, and is left out where nothing was asked', async () => {
  expect(await submissionsSection(undefined)).toBeUndefined();
  const section = await submissionsSection({
    statuses: [{ method: 'GET', status: '200', count: 3 }],
    verdicts: [{ verdict: 'hits', count: 3 }],
    rates: [{ domain: 'book', submissions: 3, ok: 3, hits: 2 }],
    databases: [row({ reason: '<img src=x>' })],
    asked: 1,
    distinct: 9,
    details: { pages: { read: 2, gone: 1 }, confirmed: 5, differing: 1, added: 4 },
    growth: [
      { answers: 1, records: 5 },
      { answers: 2, records: 9 },
    ],
  });
  expect(section?.text).toContain('67 %');
  expect(section?.text).toContain('&lt;img');
  expect(section?.text).not.toContain('<img');
});
