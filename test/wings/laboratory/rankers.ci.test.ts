import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { loadRankers, type Rankers, rankersText, UNTRAINED } from '../../../src/crawl/strategies/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { rankerTrainingData } from '../../../src/wings/laboratory/strategies/ranker-training-data.ts';
import { predictedYield, trainRankers } from '../../../src/wings/laboratory/strategies/train-rankers.ts';
import { webOf } from '../../crawl/run/small-harvest.ts';
import { named, shops } from '../../crawl/run/small-shops.ts';
import { page } from '../../crawl/run/small-web.ts';
import { runCli } from '../../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
/** Harvests of a test so far. */
let visits = 0;

beforeEach(async () => {
  folder = temporaryFolder('rankers-');
  visits = 0;
});

async function visited(
  pages: Readonly<Record<string, string>>,
  options: Partial<HarvestOptions>,
): Promise<readonly string[]> {
  const small = await webOf(pages, 'http://hub.test/');
  const storage = join(folder, `store-${++visits}`);
  const all = { domains: ['book'], web: small.web, storage, render: 'never', submit: false, concurrency: 1 };
  for await (const _ of harvest({ ...all, ...options } as HarvestOptions));
  return small.visited;
}

/** Rankers that know one word, in links that lead to forms at once. */
async function knowing(word: string, ratio: number, belief: number): Promise<string> {
  const file = join(folder, 'rankers.json');
  const words = { now: new Map([[word, [ratio, belief] as const]]), any: new Map() };
  const rankers: Rankers = { ...UNTRAINED, words };
  await writeFile(file, rankersText(rankers));
  return file;
}

test('rankers know from the start what their file says of a word', async () => {
  const one = shops(1, 'Desk');
  const rankers = await knowing('desk', 0.05, 40);
  expect((await visited(one, { maxPages: 3, rankers })).at(-1)).toBe('shop0.test/item/0');
  expect((await visited(one, { maxPages: 3, rankers: 'none' })).at(-1)).toBe('shop0.test/more');
});

test('what a run learns overrides what its rankers knew', async () => {
  const rankers = await knowing('desk', 0.2, 3);
  const visits = await visited(shops(8, 'Desk'), { rankers, learnAfter: 1 });
  const order = visits.map((address) => (address.endsWith('/more') ? 'desk' : 'other'));
  const items = visits.filter((address) => address.includes('/item/'));
  // Had it gone by the file to the end, all 64 items would have come before the eighth desk.
  expect(order.lastIndexOf('desk')).toBeLessThan(visits.length / 2);
  expect(items).toHaveLength(64);
});

test('links that offer to write, to pay or to have an account come after those that offer nothing', async () => {
  const list = [
    named('/a', 'Contact us'),
    named('/b', 'Log in'),
    named('/c', 'Your basket'),
    named('/d', 'The shop'),
  ];
  const pages = { 'hub.test/': page(list.join(' ')) };
  expect((await visited(pages, { rankers: 'none', maxPages: 2 })).at(1)).toBe('hub.test/d');
});

test('a file that holds no rankers is refused in one line', async () => {
  const file = join(folder, 'rankers.json');
  await writeFile(file, '{"format":"something else"}');
  const trying = visited(shops(1), { rankers: file });
  await expect(trying).rejects.toThrow(/rankers\.json holds no rankers of this version; make them anew/);
  await expect(visited(shops(1), { rankers: join(folder, 'none.json') })).rejects.toThrow(
    /Cannot read the rankers/,
  );
});

test('the rankers that ship let links to a search come before others in several languages', () => {
  const { words } = loadRankers();
  const ratio = (word: string): number => words.now.get(word)?.[0] ?? 1;
  expect(Math.min(ratio('search'), ratio('recherch'))).toBeGreaterThan(2);
  expect(Math.max(ratio('contact'), ratio('galleri'), ratio('job'))).toBeLessThan(0.5);
  // Words of a subject are left to the domain files.
  for (const word of ['book', 'hotel', 'flight', 'film']) expect(words.now.has(word)).toBe(false);
});

test('training learns from kept runs what their links led to, and keeps what foretells better', async () => {
  await visited(shops(8, 'Desk'), { rankers: 'none', learnAfter: 1 });
  await whileOpen(openStore(join(folder, 'store-1'), { mode: 'read' }), async (store) => {
    const before = await rankerTrainingData(store, 1, UNTRAINED);
    const rankers = trainRankers([before], new Set(['book']));
    expect(rankers.words.now.get('desk')?.[0]).toBeGreaterThan(1);
    expect(rankers.words.now.get('volum')?.[0]).toBeLessThan(1);
    const after = await rankerTrainingData(store, 1, rankers);
    expect(predictedYield(after.samples)).toBeGreaterThan(predictedYield(before.samples));
    expect(await rankerTrainingData(store, 1, rankers)).toEqual(after);
  });
  // The same by the command.
  const out = join(folder, 'mine.json');
  const command = [
    ...['train', 'rankers', '--practice', 'none', '--from', join(folder, 'store-1'), '--out', out, '--json'],
  ];
  const first = await runCli(command);
  expect(JSON.parse(first.out)).toMatchObject({ written: true, runs: 1 });
  expect(await readFile(join(folder, 'mine.md'), 'utf8')).toContain('volum');
  // One that trusts these very pages more foretells them better still, and stays.
  await writeFile(out, rankersText({ ...loadRankers(out), strength: 100 }));
  const there = await readFile(out, 'utf8');
  const again = await runCli(command);
  expect(JSON.parse(again.out)).toMatchObject({ written: false });
  expect(await readFile(out, 'utf8')).toBe(there);
});
