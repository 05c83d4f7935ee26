import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { summaryTable } from '../../src/reports/index.ts';
import { harvestRate } from '../../src/reports/run-report.ts';
import { byteSize, duration } from '../../src/reports/words.ts';
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
      audit: {
        ...{ withForms: 0, unseen: 0, audited: 0, missed: 0, estimate: null },
        familiar: { unseen: 0, audited: 0, missed: 0, mismatches: 0, reRendered: 0, wronglySkipped: 0 },
      },
      learnt: null,
      outlook: null,
      rules: [{ rule: 'calendar', count: 31, sites: 1 }],
      obeyed: { robotsTxt: 0, metaNofollow: 3, headerNofollow: 0, relNofollow: 1 },
      blocked: [{ site: 'walled.example', by: 'refuses us (403)', pages: 1 }],
      parked: [{ reason: 'silent.example', count: 29 }],
      left: [],
    };
    const text = summaryTable(sampleReport({ crawl }), { width: 120 });
    expect(text).toMatch(/Cut +2 +2 pages too long to be read to the end/);
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
