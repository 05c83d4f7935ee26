import { expect, test } from 'vitest';
import { coverageText, type DatabaseRow } from '../../src/reports/submission-report.ts';
import { submissionsSection } from '../../src/reports/submissions-section.ts';

const row = (more: Partial<DatabaseRow>): DatabaseRow => ({
  site: 'a.test',
  formId: '0',
  submissions: 12,
  records: 2562,
  coverage: 'estimated',
  sizeKind: 'estimated',
  size: 4200,
  low: 3900,
  high: 4900,
  postQuery: 'confirmed',
  reason: 'nothing more to ask',
  ...more,
});

test('says how much of a database was seen, and 100 % only where that is certain', () => {
  expect(coverageText(row({}))).toBe('2,562 of about 4,200 records (3,900–4,900)');
  expect(coverageText(row({ coverage: 'whole', sizeKind: 'exact', records: 4213, size: 4213 }))).toBe(
    '100 % of 4,213 records',
  );
  expect(coverageText(row({ sizeKind: 'exact', records: 20, size: 243 }))).toBe(
    '20 of 243 records stated by the page',
  );
  expect(coverageText(row({ coverage: 'unknown', sizeKind: 'cannot-tell', size: null }))).toBe(
    '2,562 records, total unknown',
  );
  expect(coverageText(row({ records: 0 }))).toBe('no records');
});

test('escapes what came from pages, and is left out where nothing was asked', async () => {
  expect(await submissionsSection(undefined)).toBeUndefined();
  const section = await submissionsSection({
    statuses: [{ method: 'GET', status: '200', count: 3 }],
    verdicts: [{ verdict: 'hits', count: 3 }],
    sources: [{ source: 'known-option', queries: 40, hits: 10, newRecords: 9 }],
    rates: [{ domain: 'book', submissions: 3, ok: 3, hits: 2 }],
    databases: [row({ reason: '<img src=x>' })],
    asked: 1,
    answering: 1,
    resultPages: 4,
    distinct: 9,
    details: { pages: { read: 2, gone: 1 }, confirmed: 5, differing: 1, added: 4 },
    growth: [
      { answers: 1, records: 5 },
      { answers: 2, records: 9 },
    ],
  });
  expect(section?.text).toContain('n too small (3)');
  expect(section?.text).toMatch(
    /options of the form that other forms have too<\/td>.*>40<.*>25 % \(14–40\)<.*>9</,
  );
  expect(section?.text).toContain('&lt;img');
  expect(section?.text).not.toContain('<img');
});
