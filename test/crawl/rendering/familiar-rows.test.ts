import { expect, test } from 'vitest';
import { analysePage, loadClassifiers, type PageAnalysis } from '../../../src/crawl/analysis/index.ts';
import { withWrittenActions } from '../../../src/crawl/analysis/injected-forms.ts';
import { ScriptOutcomeCache } from '../../../src/crawl/rendering/script-outcome-cache.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';

const classifiers = loadClassifiers(['book'], {});
const SCRIPT = '<script src="/own.js"></script>';
const box = (action: string): string =>
  `<form action="${action}" role="search"><input type="search" name="q"><button>Search</button></form>`;

/** A page as HTTP has it, and as its scripts leave it. */
function shownAs(path: string, added: string, own = '') {
  const url = `http://a.test${path}`;
  const html = (more: string) => `<title>Books</title><p>${'Novels. '.repeat(60)}</p>${more}${own}${SCRIPT}`;
  const tree = parseTree(html(added), url);
  const plain = analysePage(parseTree(html(''), url), classifiers, 'auto');
  return { url, plain, shown: withWrittenActions(analysePage(tree, classifiers, 'never'), tree) };
}

const keyOf = (scripts: ScriptOutcomeCache, plain: PageAnalysis): string =>
  scripts.keyOf({ ...plain, guard: undefined }) ?? '';

/** Renders a page unless it is skipped. @returns false where its outcome was another one */
async function render(scripts: ScriptOutcomeCache, { plain, shown }: ReturnType<typeof shownAs>) {
  const key = keyOf(scripts, plain);
  const advice = await scripts.advise('a.test', key, plain);
  return advice.kind === 'spare' || scripts.rendered('a.test', key, advice, plain, shown);
}

/** Renders the pages one after another. @returns what would be done with another one */
async function after(pages: readonly ReturnType<typeof shownAs>[], next = shownAs('/next', '')) {
  const scripts = new ScriptOutcomeCache(true);
  for (const page of pages) await render(scripts, page);
  return scripts.advise('a.test', keyOf(scripts, next.plain), next.plain);
}

const rows = (count: number, added: (i: number) => string, own?: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => shownAs(`/p${i}`, added(i), own?.(i)));

test('four pages in a row that come out alike make scripts familiar, three do not', async () => {
  expect((await after(rows(3, () => box('/s')))).kind).toBe('try');
  const advice = await after(rows(4, () => box('/s')));
  expect(advice).toMatchObject({
    kind: 'spare',
    expected: { reason: { code: 'familiar-scripts', detail: '1/4' } },
  });
  expect((await after(rows(4, (i) => box(i === 2 ? '/other' : '/s')))).kind).toBe('try');
});

test('what depends on the page is never taken for granted', async () => {
  const kinds = async (...pages: Parameters<typeof rows>) => (await after(rows(...pages))).kind;
  expect(await kinds(9, (i) => box(`/p${i}/find`))).toBe('try');
  expect(await kinds(9, (i) => `<a href="/of-page-${i}">more</a>`)).toBe('try');
  expect(await kinds(9, () => box('/s').replace('<input', '<input type="hidden" name="t"><input'))).toBe(
    'spare',
  );
  const token = (i: number) =>
    box('/s').replace('<input', `<input type="hidden" name="t" value="${i}"><input`);
  expect(await kinds(9, token)).toBe('try');
  // A form of the page itself that scripts take away.
  const gone = rows(
    9,
    () => box('/s'),
    () => box('/own'),
  ).map(({ url, plain }, i) => {
    return { url, plain, shown: shownAs(`/p${i}`, box('/s')).shown };
  });
  expect((await after(gone, shownAs('/next', '', box('/own')))).kind).toBe('try');
});

test('an action that is written relative leads where it leads from the page it is taken to stand on', async () => {
  const advice = await after(
    rows(4, () => box('find?in=all')),
    shownAs('/deep/down/y', ''),
  );
  if (advice.kind !== 'spare') throw new Error(advice.kind);
  const tree = parseTree('<title>Books</title><p>Novels</p>', 'http://a.test/deep/down/y#top');
  const [taken] = analysePage(tree, classifiers, 'auto', advice.expected.slots).forms;
  const inMarkup = parseTree(`<title>Books</title><p>Novels</p>${box('find?in=all')}`, tree.url);
  const [seen] = analysePage(inMarkup, classifiers, 'auto').forms;
  expect(taken?.form.action).toBe('http://a.test/deep/down/find?in=all');
  const { formKey: _, ...form } = seen?.form ?? {};
  expect(taken?.form).toEqual(form);
  expect(taken?.verdict).toEqual(seen?.verdict);
});

test('forms that HTTP shows keep their places among those that scripts add', async () => {
  const own = (i: number) => `<form action="/basket/${i}" method="post"><input name="n${i}"></form>`;
  const advice = await after(
    rows(4, () => box('/s'), own),
    shownAs('/next', '', own(9)),
  );
  if (advice.kind !== 'spare') throw new Error(advice.kind);
  const tree = parseTree(`<title>Books</title>${own(9)}`, 'http://a.test/next');
  const { forms } = analysePage(tree, classifiers, 'auto', advice.expected.slots);
  expect(forms.map(({ form }) => [form.index, new URL(form.action).pathname])).toEqual([
    [0, '/s'],
    [1, '/basket/9'],
  ]);
});

test('a heading of the page over the form is that of each page, and where it is not clear which, the page is rendered', async () => {
  const under = (title: string, after: readonly string[]) => (added: string, path: string) => {
    const url = `http://a.test${path}`;
    const html = (form: string) =>
      `<title>Books</title><h1>${title}</h1><p>${'Novels. '.repeat(60)}</p>${form}${after.map((text) => `<h2>${text}</h2>`).join('')}${SCRIPT}`;
    const tree = parseTree(html(added), url);
    const plain = analysePage(parseTree(html(''), url), classifiers, 'auto');
    return { url, plain, shown: withWrittenActions(analysePage(tree, classifiers, 'never'), tree) };
  };
  const trials = ['Maps', 'Prints', 'Letters', 'Diaries'].map((title, i) =>
    under(title, ['News', 'About us'])(box('/s'), `/p${i}`),
  );
  const next = under('Atlases', ['News', 'About us'])('', '/next');
  const advice = await after(trials, next);
  if (advice.kind !== 'spare') throw new Error(advice.kind);
  expect(advice.expected.slots[0]?.form.heading).toBe('Atlases');
  // The first heading, or the third from the end? Four pages did not tell.
  const longer = under('Atlases', ['By author', 'News', 'About us'])('', '/next');
  expect((await after(trials, longer)).kind).toBe('try');
  const told = [...trials, under('Plays', ['By author', 'News', 'About us'])(box('/s'), '/p9')];
  expect((await after(told, longer)).kind).toBe('spare');
});

test('links that scripts add on every page are taken over, others are not', async () => {
  const menu = (i: number) => `<a href="/all">all</a>${i === 0 ? '<a href="/first">first</a>' : ''}`;
  const advice = await after(rows(4, menu));
  expect(advice).toMatchObject({
    kind: 'spare',
    expected: { reason: { code: 'familiar-scripts', detail: '0/4' } },
  });
  if (advice.kind === 'spare')
    expect(advice.expected.links.map(({ url }) => url)).toEqual(['http://a.test/all']);
});

test('while it is not known what scripts do, few pages are rendered and the others wait for them', async () => {
  const scripts = new ScriptOutcomeCache(true);
  const pages = rows(8, () => box('/s'));
  const key = keyOf(scripts, pages[0]?.plain as PageAnalysis);
  const kinds: string[] = [];
  const all = pages.map(async ({ plain }) => kinds.push((await scripts.advise('a.test', key, plain)).kind));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(kinds).toEqual(['try', 'try', 'try', 'try']);
  for (const { plain, shown } of pages.slice(0, 4)) {
    scripts.rendered('a.test', key, { kind: 'try' }, plain, shown);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(all);
  // As they come in, one more may be begun for each; nobody is left waiting.
  expect(kinds).toHaveLength(8);
  expect(kinds.filter((kind) => kind === 'try').length).toBeLessThanOrEqual(5);
});

test('scripts with another outcome are trusted no more, and steady ones of another host are', async () => {
  const scripts = new ScriptOutcomeCache(true);
  for (const page of rows(5, () => box('/s'))) expect(await render(scripts, page)).toBe(true);
  const odd = shownAs('/odd', box('/other'));
  const key = keyOf(scripts, odd.plain);
  const advice = await scripts.advise('a.test', key, odd.plain);
  expect(advice.kind).not.toBe('try');
  expect(scripts.rendered('a.test', key, advice, odd.plain, odd.shown)).toBe(false);
  expect(scripts.stateOf('a.test', key)).toBe('invalidated');
  expect((await scripts.advise('a.test', key, odd.plain)).kind).toBe('try');
  expect((await scripts.advise('b.test', key, odd.plain)).kind).toBe('try');
});

test('an exhaustive crawl, and a page that keeps us out, ask nobody', () => {
  const { plain } = shownAs('/', '');
  expect(new ScriptOutcomeCache(false).keyOf({ ...plain, guard: undefined })).toBeUndefined();
  expect(new ScriptOutcomeCache(true).keyOf({ ...plain, guard: 'Anubis' })).toBeUndefined();
});
