import { expect, test } from 'vitest';
import { ratesOf, statusesOf } from '../../src/reports/collect-submissions.ts';
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

test('submissions are counted by method and status, and status 200 is a share of all of a domain', () => {
  const count = (
    domain: string | null,
    method: string,
    status: number | null,
    verdict: string,
    n: number,
  ) => ({
    domain,
    method,
    status,
    verdict,
    count: n,
  });
  const counts = [
    count('book', 'GET', 200, 'hits', 3),
    count('book', 'GET', 200, 'no-hits', 4),
    count('book', 'POST', 200, 'hits', 2),
    count('book', 'POST', 524, 'error-page', 1),
    count('hotel', 'GET', 200, 'hits', 5),
    count(null, 'GET', null, 'error-page', 1),
  ] as Parameters<typeof statusesOf>[0];
  expect(statusesOf(counts)).toEqual([
    { method: 'GET', status: '200', count: 12 },
    { method: 'POST', status: '200', count: 2 },
    { method: 'GET', status: 'no answer', count: 1 },
    { method: 'POST', status: '524', count: 1 },
  ]);
  expect(ratesOf(counts)).toEqual([
    { domain: 'book', submissions: 10, ok: 9, hits: 5 },
    { domain: 'hotel', submissions: 5, ok: 5, hits: 5 },
    { domain: 'no domain', submissions: 1, ok: 0, hits: 0 },
  ]);
});

test('escapes what came from pages, and is left out where nothing was asked', async () => {
  expect(await submissionsSection(undefined)).toBeUndefined();
  const section = await submissionsSection({
    statuses: [
      { method: 'GET', status: '200', count: 3 },
      { method: 'POST', status: '524', count: 1 },
    ],
    verdicts: [{ verdict: 'hits', count: 3 }],
    sources: [{ source: 'known-option', queries: 40, hits: 10, newRecords: 9 }],
    rates: [
      { domain: 'book', submissions: 3, ok: 3, hits: 2 },
      { domain: 'hotel', submissions: 40, ok: 30, hits: 10 },
    ],
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
  // Asked, status 200, with records.
  expect(section?.text).toMatch(/>hotel<\/td><td class="n">40<.*?>75 % .*?>25 % /);
  expect(section?.text).toMatch(/>200<\/td>.*>OK<.*>3</);
  expect(section?.text).toMatch(/>524<\/td>.*>A Timeout Occurred<.*>1</);
  expect(section?.text).toContain('&lt;img');
  expect(section?.text).not.toContain('<img');
});
