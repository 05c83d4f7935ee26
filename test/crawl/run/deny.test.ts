import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WARCParser } from 'warcio';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { links, page, SEARCH, type SmallWeb, smallWeb } from './small-web.ts';

const PRIVATE_FORM = SEARCH.replace('/search', '/private/search');
let storage: string;
let small: SmallWeb;

beforeEach(async () => {
  storage = temporaryFolder('deny-');
  small = await smallWeb(
    {
      'a.test/': page(
        SEARCH +
          PRIVATE_FORM +
          links('/x', '/private/page', '/away', 'http://denied.test/', 'http://b.test/'),
      ),
      'a.test/x': page(SEARCH),
      'a.test/private/page': page(SEARCH),
      'a.test/away': (_, response) => response.writeHead(302, { location: 'http://denied.test/x' }).end(),
      'denied.test/': page(SEARCH),
      'denied.test/x': page(SEARCH),
      'b.test/': page(SEARCH),
    },
    ['http://a.test/'],
  );
});

afterEach(() => small.close());

async function run(over: Partial<HarvestOptions>): Promise<HarvestEvent[]> {
  const events: HarvestEvent[] = [];
  const options: HarvestOptions = { web: small.web, storage, render: 'never', strategy: 'breadth-first' };
  for await (const event of harvest({
    ...options,
    domains: ['book'],
    text: true,
    maxDepth: 2,
    maxSubmissions: 3,
    ...over,
  }))
    events.push(event);
  return events;
}

test('what is denied is never fetched: links, redirects, robots.txt and submissions', {
  timeout: 30_000,
}, async () => {
  const events = await run({ deny: ['denied.test', 'a.test/private'] });
  expect(small.requests.filter((line) => /denied\.test|private/.test(line))).toEqual([]);
  expect(small.requests).toContain('GET http://b.test/');
  const skipped = events.filter((event) => event.type === 'skipped');
  expect(skipped.map(({ url, reason }) => `${url} ${reason.code} (${reason.detail})`).sort()).toEqual([
    'http://a.test/private/page deny-list (a.test/private)',
    'http://denied.test/ deny-list (denied.test)',
    'http://denied.test/x deny-list (denied.test)',
  ]);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'submission', url: expect.stringMatching(/^http:\/\/a\.test\/search/) }),
  );
  await archiveTells();
});

test('a domain file forbids, too; a mistake in it is told with its line', { timeout: 30_000 }, async () => {
  const file = join(storage, 'shop.yaml');
  const text = (deny: string) =>
    `name: shop\ndescription: Shops.\nterms:\n  book: 1\n  author: 1\ndeny:\n  - ${deny}\n`;
  await writeFile(file, text('denied.test'));
  await run({ domains: [file] });
  expect(small.requests.filter((line) => line.includes('denied.test'))).toEqual([]);
  await writeFile(file, text('"no host"'));
  await expect(run({ domains: [file] })).rejects.toThrow(/shop\.yaml.*deny.*expected a host/s);
});

/** The archive has what is known of a page and of an answer beside them. */
async function archiveTells(): Promise<void> {
  const found: string[] = [];
  const parser = new WARCParser(createReadStream(join(storage, 'runs/1/exchanges.warc.gz')));
  for await (const record of parser)
    if (record.warcType === 'metadata') found.push(`${record.warcTargetURI}\n${await record.contentText()}`);
  const page = found.find((text) => text.startsWith('http://a.test/x\n'));
  expect(page).toMatch(/^fetchTimeMs: \d+\r$/m);
  expect(page).toMatch(/^via: http:\/\/a\.test\/\r$/m);
  expect(page).toMatch(/^form: get http:\/\/a\.test\/search \(searchable, search, score [\d.]+/im);
  expect(found.find((text) => text.startsWith('http://a.test/\n'))).toContain(
    'outlink: http://b.test/ L a/@href',
  );
  expect(found.some((text) => /^asked: GET http:\/\/a\.test\/search.*^verdict: /ms.test(text))).toBe(true);
}
