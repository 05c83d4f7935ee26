import { cp, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { harvest, planPage, submitPage } from '../../../src/app/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { whileOpen } from '../../../src/foundation/errors/index.ts';
import { exportLines, findRun, harvestedSubmissions } from '../../../src/library/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { GENRES, OPTIONS, shop } from './genre-shops.ts';
import { webOf } from './small-harvest.ts';
import { type Answer, page } from './small-web.ts';

const SHOPS = {
  ...shop('ash.test', GENRES, ['Crime', 'History']),
  ...shop('birch.test', GENRES, ['Crime', 'Gardening', 'History']),
  ...shop('cedar.test', GENRES, ['Art']),
};

interface Shops {
  readonly storage: string;
  run(host: string | readonly string[], more?: Partial<HarvestOptions>): Promise<string>;
  questions(storage?: string, run?: number): Promise<Question[]>;
  readonly web: HarvestOptions['web'];
}

interface Question {
  readonly genre: string;
  readonly source: string;
}

async function shops(): Promise<Shops> {
  const storage = temporaryFolder('shops-');
  const small = await webOf(SHOPS, 'http://ash.test/');
  const run: Shops['run'] = async (host, more = {}) => {
    const seeds = [host].flat().map((name) => `http://${name}/`);
    const options = { ...OPTIONS, web: small.web, storage, seeds, ...more } as HarvestOptions;
    let status = '';
    for await (const event of harvest(options)) if (event.type === 'end') status = event.status;
    return status;
  };
  return { storage, run, web: small.web, questions: (from = storage, number) => questionsOf(from, number) };
}

/** Genres in the order in which a run chose them. */
async function questionsOf(storage: string, run?: number): Promise<Question[]> {
  return whileOpen(openStore(storage, { mode: 'read' }), async (store) => {
    // The newest of all runs, a submit of one page too.
    const { id } = await findRun(store, run ?? (await store.runs.all()).at(-1)?.id);
    const asked: Question[] = [];
    for await (const { page: nth, controls } of harvestedSubmissions(store, id)) {
      const chosen = controls.find(({ name, values }) => name === 'genre' && (values[0] ?? '') !== '');
      const [value = ''] = chosen?.values ?? [];
      if (nth === 1 && chosen !== undefined)
        asked.push({ genre: GENRES[Number(value.slice(1))] ?? '', source: chosen.source });
    }
    return asked;
  });
}

async function exported(storage: string): Promise<string> {
  const store = await openStore(storage, { mode: 'read' });
  const text = () => '';
  const words = { link: text, site: text, render: text, stop: text, evidence: () => [] };
  try {
    const { id } = await findRun(store);
    const lines: string[] = [];
    for (const kind of ['submissions', 'records'] as const)
      for await (const line of exportLines(words, store, id, kind, 'jsonl')) lines.push(line);
    return lines.join('');
  } finally {
    await store.close();
  }
}

const genresOf = (questions: readonly Question[]): string[] => questions.map(({ genre }) => genre);

test('the second shop is asked first what brought books in the first one, and last what brought none', async () => {
  const { run, questions } = await shops();
  await run('ash.test', { maxSubmissions: 20 });
  expect(genresOf(await questions()).slice(0, 8)).toEqual(GENRES);
  await run('birch.test');
  const asked = await questions();
  expect(genresOf(asked).slice(0, 4)).toEqual(['Crime', 'History', 'Art', 'Biography']);
  expect(asked[0]?.source).toBe('known-option');
  await run('birch.test', { elements: false });
  const without = await questions();
  expect(genresOf(without).slice(0, 4)).toEqual(GENRES.slice(0, 4));
  expect(without[0]?.source).toBe('option');
});

test('plan and submit choose the same, before and after the table has learned', async () => {
  const { run, questions, storage, web } = await shops();
  const compared = async () => {
    const target = 'http://birch.test/';
    const options = { domains: ['book'], web, storage, render: 'never', maxSubmissions: 8 } as const;
    const { forms } = await planPage(target, options);
    const [only] = forms;
    if (only?.plan.kind !== 'plan') throw new Error('no plan');
    const planned = only.plan.queries.flatMap(({ controls }) =>
      controls
        .filter(({ name, values }) => name === 'genre' && (values[0] ?? '') !== '')
        .map(({ values, source }) => ({ genre: GENRES[Number(values[0]?.slice(1))] ?? '', source })),
    );
    for await (const _ of submitPage(target, { ...options, ...OPTIONS, render: 'never' } as HarvestOptions));
    return [planned, await questions()];
  };
  const [plannedBlind, askedBlind] = await compared();
  expect(genresOf(plannedBlind ?? [])).toEqual(GENRES.slice(0, plannedBlind?.length));
  expect(plannedBlind).toEqual(askedBlind?.slice(0, plannedBlind?.length));
  await run('ash.test', { maxSubmissions: 20 });
  const [planned, asked] = await compared();
  expect(planned?.[0]?.genre).toBe('Crime');
  expect(planned).toEqual(asked?.slice(0, planned?.length));
});

test('a box that was met gets the values of its domain, from plan and from harvest alike', async () => {
  const find: Answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page('<p>No books were found.</p>'));
  const form =
    '<form action="/find" role="search"><label>Search our books <input name="q"></label><button>Search books</button></form>';
  const small = await webOf({ 'dale.test/': page(form), '*dale.test': find }, 'http://dale.test/');
  const storage = temporaryFolder('shops-');
  const options = { ...OPTIONS, web: small.web, storage } as HarvestOptions;
  const typed = async (): Promise<string[]> => {
    for await (const _ of submitPage('http://dale.test/', options));
    const store = await openStore(storage, { mode: 'read' });
    const words: string[] = [];
    for await (const { controls } of harvestedSubmissions(store, (await findRun(store)).id))
      words.push(...controls.flatMap(({ source, values }) => (source === 'domain-file' ? values : [])));
    await store.close();
    return words;
  };
  // The second run knows the box as an element of its own, and that the words of the first found nothing.
  const [first, second] = [await typed(), await typed()];
  expect(first.length).toBeGreaterThan(0);
  expect(second).toHaveLength(first.length);
  expect(second.filter((word) => first.includes(word))).toEqual([]);
  const { forms } = await planPage('http://dale.test/', { domains: ['book'], web: small.web, storage });
  const [only] = forms;
  const planned =
    only?.plan.kind === 'plan'
      ? only.plan.queries.flatMap(({ controls }) =>
          controls.flatMap(({ source, values }) => (source === 'domain-file' ? values : [])),
        )
      : [];
  const third = await typed();
  expect(third.slice(0, planned.length)).toEqual(planned.slice(0, third.length));
  expect(planned.length).toBeGreaterThan(0);
});

test('a box of a third shop is typed first the words that brought books in the first two', async () => {
  const find: Answer = (request, response) => {
    const word = new URL(request.url ?? '', 'http://any.test').searchParams.get('q')?.toLowerCase() ?? '';
    const titles = ['Orchard', 'Lantern'].flatMap((name) => [1, 2, 3, 4, 5].map((n) => `${name} book ${n}`));
    const found = titles.filter((title) => word !== '' && title.toLowerCase().includes(word));
    const hits = found.map((title, i) => `<li class="hit"><a href="/book/${i}">${title}</a> a novel</li>`);
    const list = hits.length > 0 ? `<ul>${hits.join('')}</ul>` : '<p>No books were found.</p>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(list));
  };
  const form = (box: string) =>
    page(
      `<form action="/find" role="search">${box}<button>Find books</button></form><a href="/find?q=orchard">Orchard</a>`,
    );
  const pages = {
    'ash.test/': form('<label>Words <input name="q"></label>'),
    'birch.test/': form('<label>Search our books <input name="q"></label>'),
    'cedar.test/': form('<input name="words" placeholder="Find books">'),
    '*ash.test': find,
    '*birch.test': find,
    '*cedar.test': find,
  };
  const small = await webOf(pages, 'http://ash.test/');
  const storage = temporaryFolder('shops-');
  const typed = async (host: string, more: Partial<HarvestOptions> = {}): Promise<string[]> => {
    const seeds = [`http://${host}/`];
    const options = { ...OPTIONS, web: small.web, storage, seeds, ...more } as HarvestOptions;
    for await (const _ of harvest(options));
    const store = await openStore(storage, { mode: 'read' });
    const words: string[] = [];
    for await (const { controls, page: nth } of harvestedSubmissions(store, (await findRun(store)).id))
      if (nth === 1) words.push(...controls.map(({ source, values: [value] }) => `${value} ${source}`));
    await store.close();
    return words.filter((word) => !/probe|unset|undefined/.test(word));
  };
  await typed('ash.test');
  await typed('birch.test');
  const [first = ''] = await typed('cedar.test', { elements: false });
  expect(first).not.toMatch(/element-table$/);
  const words = await typed('cedar.test');
  expect(words[0]).toMatch(/element-table$/);
});

test('a run that is resumed reads the table that it began with, whatever other runs added', async () => {
  const { run, storage } = await shops();
  await run('ash.test', { maxSubmissions: 20 });
  const control = `${storage}-control`;
  await cp(storage, control, { recursive: true });
  onTestFinished(() => rm(control, { recursive: true, force: true }));
  expect(await run('birch.test', { maxRequests: 4 })).toBe('budget');
  await run('cedar.test', { maxSubmissions: 20 });
  expect(await run([], { domains: [], resume: 2, maxRequests: 1_000 })).toBe('complete');
  await run('birch.test', { storage: control });
  const genres = genresOf(await questionsOf(control));
  expect(genres.length).toBeGreaterThan(4);
  expect(genresOf(await questionsOf(storage, 2))).toEqual(genres);
});

test('two shops give the same exports in whichever order they are harvested', async () => {
  const [one, other] = [await shops(), await shops()];
  await one.run(['ash.test', 'birch.test']);
  await one.run(['ash.test', 'birch.test', 'cedar.test']);
  await other.run(['birch.test', 'ash.test']);
  await other.run(['cedar.test', 'birch.test', 'ash.test']);
  expect(await exported(one.storage)).toContain('known-option');
  expect(await exported(other.storage)).toBe(await exported(one.storage));
});
