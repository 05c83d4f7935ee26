import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { FEATURE_NAMES, REJECTION_RULES } from '../../src/forms/index.ts';
import { ratesOf, statusesOf } from '../../src/reports/collect-submissions.ts';
import { evidenceText, observationText } from '../../src/reports/evidence-text.ts';
import { collectProvenance, summaryTable } from '../../src/reports/index.ts';
import { runText, stopText } from '../../src/reports/reason-text.ts';
import { harvestRate } from '../../src/reports/run-report.ts';
import { coverageText, type DatabaseRow } from '../../src/reports/submission-report.ts';
import { submissionsSection } from '../../src/reports/submissions-section.ts';
import { byteSize, duration } from '../../src/reports/words.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { sampleReport } from './sample-report.ts';

describe('the summary of a run', () => {
  it.each([40, 60, 80, 100, 200])('fits a terminal of %i columns', (width) => {
    const lines = summaryTable(sampleReport(), { width }).split('\n');
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width);
    expect(lines).toContain('Search forms');
  });

  it('shows the numbers of the run', () => {
    const text = summaryTable(sampleReport());
    expect(text).toMatch(
      /^Run 12: book · practice · two-stage\n146 search forms on 31 sites \(42 discovered, 40 reached\), 101 of them about book\.\n/,
    );
    expect(text).toMatch(/Pages +1,243 +118 in a browser, 17 failed, 64 skipped/);
    expect(text).toMatch(/Harvest rate +0\.117/);
    expect(text).toMatch(/paperlane\.example +book +0\.31 +64 +30 +9 +crawled/);
    expect(text).toContain('and 136 more');
    expect(text).toMatch(/found +146 \(96\.7 %\)/);
  });

  it('says how forms about other subjects are queried where none is about the domain', () => {
    const { submissions: _, ...report } = sampleReport();
    const text = summaryTable({ ...report, totals: { ...report.totals, relevant: 0 } }).replace(/\s+/g, ' ');
    expect(text).toContain(
      '0 of them about book. With --submit-to all, forms about other subjects are queried, too.',
    );
  });

  it('tells of hosts that kept us out, of those that were given up, and how to ask them again', () => {
    const crawl = {
      links: { done: 5, parked: 29 },
      gate: [],
      cut: 2,
      notRendered: 3,
      audit: {
        ...{ withForms: 0, unseen: 0, audited: 0, missed: 0, estimate: null },
        familiar: { unseen: 0, audited: 0, missed: 0, mismatches: 0, reRendered: 0, wronglySkipped: 0 },
      },
      learnt: null,
      outlook: null,
      rules: [{ rule: 'calendar', count: 31, sites: 1 }],
      obeyed: { robotsTxt: 0, metaNofollow: 3, headerNofollow: 0, relNofollow: 1 },
      blocked: [
        { site: 'walled.example', by: 'refuses us (403)', says: 'refuses us (403)', page: null, pages: 1 },
      ],
      parked: [{ reason: 'silent.example', count: 29 }],
      left: [],
    };
    const text = summaryTable(sampleReport({ crawl }), { width: 120 });
    expect(text).toMatch(/Cut +2 +2 pages too long or too slow to be read to the end/);
    expect(text).toMatch(/Not rendered +3 +3 pages could not be rendered/);
    expect(text).toMatch(/Blocked +1 +sites that block us: walled\.example refuses us \(403\)/);
    expect(text).toMatch(/Unreachable +1 +hosts: silent\.example; --resume 12 tries them again/);
    const said = text.replace(/\s+/g, ' ');
    expect(said).toContain(
      '3 pages say nofollow (meta robots): their links were not followed; 1 link marked rel=nofollow; --no-robots lifts it',
    );
    expect(text).toMatch(/Not followed +31 +links: calendar 31/);
  });

  it('aligns its columns', () => {
    const lines = summaryTable(sampleReport()).split('\n');
    const head = lines.findIndex((line) => line.includes('similarity'));
    const ends = lines
      .slice(head, head + 9)
      .map((line) => line.indexOf(line.trim().split(/ {2,}/)[2]!) + line.trim().split(/ {2,}/)[2]!.length);
    expect(new Set(ends).size).toBe(1);
  });

  it('is plain text unless colour is asked for', () => {
    const plain = summaryTable(sampleReport());
    const coloured = summaryTable(sampleReport(), { colour: true });
    expect(stripVTControlCharacters(plain)).toBe(plain);
    expect(coloured).not.toBe(plain);
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  it('lets no page write escape sequences to the terminal', () => {
    const report = sampleReport();
    const sites = report.sites.map((site) => ({
      ...site,
      site: '\u001b]0;owned\u0007\u001b[2Jshop\r\nforged line',
    }));
    const text = summaryTable({ ...report, sites });
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text.split('\n').some((line) => line.startsWith('forged'))).toBe(false);
  });

  it('of an empty run leaves the tables out', () => {
    const text = summaryTable(
      sampleReport({
        sites: [],
        searchableForms: [],
        practice: [],
        totals: { ...sampleReport().totals, pages: 0, sites: 0, searchable: 0 },
      }),
    );
    expect(text).toContain('No page could be read');
    expect(text).not.toMatch(/Sites\n|NaN/);
  });
});

describe('figures', () => {
  it('harvest rate is searchable forms by pages, of ten pages or more', () => {
    expect(harvestRate({ pages: 200, searchable: 50 })).toBe('0.250');
    expect(harvestRate({ pages: 10, searchable: 1 })).toBe('0.100');
    expect(harvestRate({ pages: 9, searchable: 3 })).toBe('n too small (9)');
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [999_700, '1.0 MB'],
    [18_430_112, '18.4 MB'],
    [123_456_789_000, '123 GB'],
  ])('%i bytes are %s', (bytes, text) => expect(byteSize(bytes)).toBe(text));

  it.each([
    [0, '0.0 s'],
    [9.96, '10 s'],
    [59.96, '1 min 0 s'],
    [146.8, '2 min 27 s'],
    [3599.7, '1 h 0 min'],
    [7_890, '2 h 11 min'],
  ])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text));
});

test('every feature that a verdict may rest on is said in words, not by its name', () => {
  const bare = FEATURE_NAMES.filter(
    (name) => observationText(name) === name || !/ /.test(observationText(name)),
  );
  expect(bare).toEqual([]);
  expect(new Set(FEATURE_NAMES.map(observationText)).size).toBeGreaterThan(FEATURE_NAMES.length * 0.9);
});

test('a verdict of the classifier is told by what the form has, for and against, each once', () => {
  const weightiest = [
    { feature: 'role search', value: 1, weight: 0.4 },
    { feature: 'search anywhere', value: 1, weight: 0.2 },
    { feature: 'search in form', value: 1, weight: 0.2 },
    { feature: 'passwords', value: 0, weight: 0.15 },
    { feature: 'method post', value: 1, weight: -0.1 },
    { feature: 'text “librari”', value: 0.3, weight: 0.05 },
  ];
  const verdict = { kind: 'classified', searchable: true, type: 'search', score: 0.9, model: 'm' } as const;
  expect(evidenceText({ ...verdict, weightiest })).toEqual([
    'Speaks for a search form: its markup calls it a search.',
    'Speaks for a search form: words of searching in its markup.',
    'Speaks against a search form: it is sent by POST.',
    'Speaks for a search form: its text has words that begin with “librari”.',
  ]);
});

test('a rejection is told by its rule and by what the rule saw', () => {
  const verdict = { kind: 'rejected', searchable: false, type: 'other' } as const;
  const told = (rule: string, evidence: string) => evidenceText({ ...verdict, rule, evidence });
  expect(told('password', 'password “pwd”')).toEqual(['It has a password control: password “pwd”.']);
  expect(told('login', '“sign in” (submit-markup)')).toEqual([
    'Its button, action or name speaks of logging in: “sign in” in the markup of its button.',
  ]);
  for (const { name } of REJECTION_RULES) expect(told(name, '')[0]).toMatch(/^It\w* .+\.$/);
});

const folder = temporaryFolder('provenance-');

test('a run is cited by version, seeds, settings without secrets, and the hash of its archive', async () => {
  const store = await openStore(folder, { mode: 'write' });
  const runId = await store.transaction((trx) =>
    trx.runs.insert({
      domains: '["book"]',
      web: 'live',
      strategy: 'two-stage',
      options: JSON.stringify({
        seeds: ['https://shop.example/'],
        maxPages: 250,
        deny: ['a.example', 'b.example'],
        search: [],
        spotlight: 'http://me:secret@proxy.example:3128',
        headers: { Authorization: 'Bearer secret' },
        cookies: '/home/me/cookies.txt',
      }),
      status: 'complete',
      started_at: 1,
      updated_at: 2,
    }),
  );
  await mkdir(store.runFolder(runId), { recursive: true });
  await writeFile(join(store.runFolder(runId), 'exchanges.warc.gz'), 'abc');
  const provenance = await collectProvenance(store, runId);
  expect(provenance).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    seeds: ['https://shop.example/'],
    settings: [
      { name: 'maxPages', value: '250' },
      { name: 'deny', value: 'a.example, b.example' },
      { name: 'search', value: '–' },
      { name: 'spotlight', value: 'http://proxy.example:3128' },
    ],
    // The hash of "abc" that FIPS 180-4 publishes.
    archive: [
      {
        file: 'exchanges.warc.gz',
        bytes: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ],
  });
  expect(JSON.stringify(provenance)).not.toMatch(/secret|cookies/);
  await store.close();
});

test('reasons speak of one and of many', () => {
  expect(stopText({ code: 'all-seen', detail: '1' })).toBe('the only record was seen');
  expect(stopText({ code: 'all-seen', detail: '1200' })).toBe('all 1,200 records were seen');
  expect(stopText({ code: 'no-hits', detail: '1' })).toBe(
    'none of 1 word from the site itself returned records',
  );
  expect(runText({ code: 'sites-kept-out', detail: '1' })).toBe('1 site was kept out by --max-sites');
  expect(runText({ code: 'sites-kept-out', detail: '7' })).toBe('7 sites were kept out by --max-sites');
});

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
