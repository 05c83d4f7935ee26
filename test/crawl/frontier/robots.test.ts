import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRobots } from '../../../src/crawl/frontier/robots.ts';
import { cpuTime } from '../../cpu-time.ts';

const HOST = 'http://a.test';
const read = (body: string, status = 200) => readRobots(`${HOST}/robots.txt`, { status, body }, 'Fieldfare');
const allows = (body: string, path: string): boolean => read(body).allows(HOST + path);

describe('robots.txt', () => {
  it('allows everything where there is none and nothing where the server fails', () => {
    const body = 'User-agent: *\nDisallow: /';
    for (const status of [301, 400, 401, 403, 404, 410])
      expect(read(body, status)).toMatchObject({ note: 'none' });
    expect(read(body, 404).allows(`${HOST}/x`)).toBe(true);
    for (const status of [500, 503]) expect(read('', status)).toMatchObject({ note: 'unreachable' });
    expect(readRobots(HOST, { status: undefined, body: '' }, 'Fieldfare').allows(`${HOST}/x`)).toBe(false);
    expect(read('', 200).allows(`${HOST}/x`)).toBe(true);
    expect(read('<!doctype html><p>not found: sorry</p>').allows(`${HOST}/x`)).toBe(true);
  });

  it('is read with a byte order mark and every kind of line end', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      const body = `\uFEFFUser-agent: *${end}# words${end}${end}Disallow: /no # words${end}`;
      expect([allows(body, '/no'), allows(body, '/yes')]).toEqual([false, true]);
    }
  });

  it('takes the group that names the agent, else the one for everyone, and joins groups of one name', () => {
    const body = `Disallow: /outside
      user-AGENT : fieldfare/2.0 (harvester)
      Disallow: /ours
      User-agent: *
      Disallow: /all
      User-agent: Other
      User-agent: FIELDFARE
      Sitemap: http://a.test/map.xml
      Disallow: /shared`;
    expect(['/ours', '/shared', '/all', '/outside'].map((path) => allows(body, path))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(allows('User-agent: Fieldfarer\nDisallow: /\n', '/x')).toBe(true);
    expect(allows('User-agent: *\nDisallow: /\n\nUser-agent: Fieldfare\nDisallow:\n', '/x')).toBe(true);
    expect(allows('User-agent: *\nCrawl-delay: 5\n\nUser-agent: BadBot\nDisallow: /', '/x')).toBe(true);
    expect(allows('User-agent: a\nUser-agent: *\nDisallow: /', '/x')).toBe(false);
  });

  it('lets the longest rule win, and the kinder of two as long', () => {
    const body = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /same\nDisallow: /same';
    expect(['/a', '/a/b', '/a/b/c', '/same', '/other'].map((path) => allows(body, path))).toEqual([
      ...[false, true, false, true, true],
    ]);
    expect(allows('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
  });

  it('knows * and $', () => {
    const cases: [string, string, boolean][] = [
      ['/*.php$', '/x/y.php', true],
      ['/*.php$', '/x/y.php?a', false],
      ['/*.php', '/x/y.php?a', true],
      ['/a*b*c', '/a1b2b3c', true],
      ['/a*b*c$', '/abcbc', true],
      ['/a*b*c$', '/abcb', false],
      ['*', '/anything', true],
      ['*/x', '/a/x', true],
      ['/$', '/', true],
      ['/$', '/a', false],
      ['/a$b', '/a$bc', true],
      ['/a**b', '/a/b', true],
      ['/*?q=', '/s?q=1', true],
      ['/ab*b$', '/ab', false],
      ['$', '/', false],
    ];
    for (const [rule, path, forbidden] of cases) {
      expect([rule, path, !allows(`User-agent: *\nDisallow: ${rule}`, path)]).toEqual([
        rule,
        path,
        forbidden,
      ]);
    }
  });

  it('compares paths whichever way they are escaped', () => {
    const pairs: [string, string][] = [
      ['/ü', '/%c3%bc'],
      ['/%C3%BC', '/ü'],
      ['/%7efolk', '/~folk'],
      ['/a%2fb', '/a%2Fb'],
      ['/%zz', '/%zz'],
      ['/\ud800', '/%EF%BF%BD'],
    ];
    for (const [rule, path] of pairs)
      expect([rule, allows(`User-agent: *\nDisallow: ${rule}`, path)]).toEqual([rule, false]);
    expect(allows('User-agent: *\nDisallow: /a%2Fb', '/a/b')).toBe(true);
  });

  it('obeys rules with the slips that people make', () => {
    const body = [
      ...['User agent: *', 'Disallow: /members', 'Disallow /draft', 'Disalow: /old', 'Dissallow : /older'],
      ...['disallow: attic/', 'Disallow: https://a.test/cellar', 'Disallow: https://b.test/open'],
      ...['Disallow: /{id}/', 'Disallow: /"a"/', 'Disallow: /a<b', 'Crawl delay: 2'],
      ...['Site-map: https://a.test/map.xml', 'Disallow these please'],
    ].join('\n');
    const rules = readRobots('https://a.test/robots.txt', { status: 200, body }, 'Fieldfare');
    const forbidden = [
      ...['/members/1', '/draft', '/old/2', '/older', '/attic/x', '/cellar', '/{id}/3', '/"a"/4', '/a<b?c'],
    ];
    expect(forbidden.filter((path) => rules.allows(`https://a.test${path}`))).toEqual([]);
    expect(rules.allows('https://a.test/%7Bid%7D/3')).toBe(false);
    for (const path of ['/', '/open/5', '/these', '/please'])
      expect(rules.allows(`https://a.test${path}`), path).toBe(true);
    expect(rules.crawlDelayMs).toBe(2_000);
    expect(rules.sitemaps).toEqual(['https://a.test/map.xml']);
  });

  it('says nothing about other origins, nor about what is no address', () => {
    const robots = read('User-agent: *\nDisallow: /');
    expect(['https://a.test/', 'http://a.test:81/', 'http://b.test/', 'nonsense'].map(robots.allows)).toEqual(
      [true, true, true, true],
    );
    expect(robots.allows('http://a.test:80/')).toBe(false);
  });

  it('asks for a sane delay', () => {
    const delay = (value: string): number => read(`User-agent: *\nCrawl-delay: ${value}`).crawlDelayMs;
    const values = {
      2: 2_000,
      '0.5': 500,
      '.5': 500,
      0: 0,
      1000000000: 60_000,
      [`1${'0'.repeat(400)}`]: 60_000,
    };
    for (const [value, ms] of Object.entries(values)) expect([value, delay(value)]).toEqual([value, ms]);
    for (const value of ['NaN', '-5', 'Infinity', '1e9', '0x10', '', 'ten', '5s'])
      expect([value, delay(value)]).toEqual([value, 0]);
    expect(read('User-agent: *\nCrawl-delay: 9\nUser-agent: Fieldfare\nCrawl-delay: 1').crawlDelayMs).toBe(
      1_000,
    );
    expect(read('User-agent: *\nCrawl-delay: 9\nUser-agent: Fieldfare\nDisallow: /x').crawlDelayMs).toBe(0);
  });

  it('is read to 500,000 bytes and not beyond, and not in the middle of a line', () => {
    const line = 'Disallow: /private\n';
    const body = `User-agent: *\n${line.repeat(26_400)}`;
    const cut = `${body.slice(0, 499_989)}Disallow: /`;
    expect(cut.length).toBe(500_000);
    expect(allows(cut, '/public')).toBe(true);
    expect(allows(cut, '/private')).toBe(false);
    const long = `${body}${line.repeat(240_000)}Disallow: /late`;
    expect(long.length).toBeGreaterThan(5_000_000);
    const began = cpuTime();
    expect(allows(long, '/late')).toBe(true);
    expect(cpuTime() - began).toBeLessThan(1_000);
  });

  it('never holds up the crawl, whatever its patterns', () => {
    const path = `/${'a'.repeat(1_990)}`;
    const bodies = [
      `User-agent: *\nDisallow: /${'*a'.repeat(240_000)}b`,
      `User-agent: *\n${`Disallow: /${'*a'.repeat(900)}*b\n`.repeat(270)}`,
      `User-agent: *\n${'Disallow: /*ab\n'.repeat(33_000)}`,
      `User-agent: *\n${Array.from({ length: 1_990 }, (_, i) => `Disallow: /*ab${i}\n`).join('')}`,
      `User-agent: *\nDisallow: /${'*'.repeat(490_000)}b`,
      `${'User-agent: x\n'.repeat(35_000)}Disallow: /`,
    ];
    for (const body of bodies) {
      const robots = read(body);
      robots.allows(HOST + path);
      const began = cpuTime();
      expect(robots.allows(HOST + path)).toBe(true);
      expect(cpuTime() - began).toBeLessThan(250);
    }
  });

  it('forbids rather more than less where there are too many patterns', () => {
    const rules = Array.from({ length: 3_000 }, (_, i) => `Disallow: /d${i}/*x\nAllow: /d${i}/*xy\n`).join(
      '',
    );
    const body = `User-agent: *\n${rules}`;
    expect(['/d7/', '/d7/x', '/d7/xy', '/d2999/', '/other'].map((path) => allows(body, path))).toEqual([
      ...[true, false, true, false, true],
    ]);
  });

  it('is read as the robots-parser package reads it', () => {
    const parse = createRequire(import.meta.url)('robots-parser') as (
      url: string,
      body: string,
    ) => { isAllowed(url: string, agent: string): boolean | undefined };
    const path = fc
      .array(fc.constantFrom('/', 'a', 'b', '.php', '?q=1', '%41', '-'), { maxLength: 6 })
      .map((parts) => `/${parts.join('')}`);
    const pattern = fc
      .array(fc.constantFrom('/', 'a', 'b', '*', '.php', '?q=1'), { maxLength: 6 })
      .map((parts) => `/${parts.join('')}`);
    const rule = fc
      .tuple(fc.constantFrom('Allow', 'Disallow'), pattern, fc.constantFrom('', '$'))
      .map(([kind, text, end]) => `${kind}: ${text}${end}`);
    const group = fc.tuple(
      fc.constantFrom('*', 'Fieldfare', 'Other'),
      fc.array(rule, { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), path, (groups, asked) => {
        fc.pre(!asked.includes('%'));
        const body = groups.map(([agent, rules]) => `User-agent: ${agent}\n${rules.join('\n')}\n`).join('\n');
        const theirs = parse(`${HOST}/robots.txt`, body).isAllowed(HOST + asked, 'Fieldfare') !== false;
        expect(allows(body, asked)).toBe(theirs);
      }),
      { numRuns: 1_000, seed: 3 },
    );
  });
});
