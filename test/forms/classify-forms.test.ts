import { spawnSync } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import {
  classifyForms,
  contextOf,
  correctedControls,
  correctionsFile,
  extractForms,
  type Form,
  fieldNamesOf,
  judgeForm,
  loadModel,
  readCorrections,
  VerdictCache,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { sendingOrder, submitPosition } from '../../src/submissions/planning/submit-control.ts';
import { keepFieldLabel } from '../../src/wings/laboratory/index.ts';
import { cpuTime } from '../cpu-time.ts';
import { startCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PAGE = `<title>Bookshop</title>
<form action="/find" role="search"><label>Title <input name="t" required></label> <label>Author <input name="a"></label>
<select name="fmt"><option value="">Any format</option><option value="hb">Hardback</option></select>
<button>Search books</button></form>
<form action="/login" method="post"><input name="user"><input type="password" name="pw"><button>Log in</button></form>`;

test('forms come with type, probability, fields and evidence', () => {
  const [search, login] = classifyForms(PAGE, 'https://shop.test/');
  expect(search).toMatchObject({
    type: 'search',
    searchable: true,
    action: 'https://shop.test/find',
    method: 'get',
  });
  expect(search!.probability).toBeGreaterThan(0.9);
  expect(search!.evidence.length).toBeGreaterThan(0);
  expect(search!.submits).toEqual(['Search books']);
  expect(search!.fields).toMatchObject([
    { name: 't', label: 'Title', type: 'text', meaning: 'title', required: true, options: [] },
    { name: 'a', meaning: 'person' },
    {
      name: 'fmt',
      type: 'select-one',
      options: [
        { value: '', label: 'Any format' },
        { value: 'hb', label: 'Hardback' },
      ],
    },
  ]);
  expect(login).toMatchObject({
    type: 'login',
    searchable: false,
    probability: 0,
    rejectedBy: { rule: 'password' },
  });
  expect(login!.fields.map(({ meaning }) => meaning)).toEqual(['username', 'password']);
});

test('a threshold decides what is searchable', () => {
  const [form] = classifyForms(PAGE, 'https://shop.test/', { threshold: 1 });
  expect(form!.searchable).toBe(false);
});

const PYTHON = `
import json, subprocess, sys
fieldfare = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def classify(html, url):
    fieldfare.stdin.write(json.dumps({"html": html, "url": url}) + "\\n")
    fieldfare.stdin.flush()
    return json.loads(fieldfare.stdout.readline())["forms"]
for word in ["search", "subscribe"]:
    print([form["type"] for form in classify(f"<form><input name=q><button>{word}</button></form>", "https://a.test/")])
fieldfare.stdin.close()
`;
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  process.stdout.write('skipped: calling the classifier from Python, for there is no python3\n');

test.skipIf(!hasPython)('a Python program asks page by page over a pipe', () => {
  const main = new URL('../../src/interfaces/cli/main.ts', import.meta.url).pathname;
  const run = spawnSync('python3', ['-c', PYTHON, process.execPath, main, 'classify'], { encoding: 'utf8' });
  expect(run.stdout.split('\n')[0]).toBe("['search']");
  expect(run.status).toBe(0);
});

test('a line that is no page is answered with an error, and the next one is read', async () => {
  const lines = ['nonsense', JSON.stringify({ html: PAGE, url: 'https://shop.test/' })].join('\n');
  const { out, code } = await startCli(['classify'], {}, lines).done;
  const [wrong, right] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(wrong.error).toContain('expected a line');
  expect(right.forms).toHaveLength(2);
  expect(code).toBe(0);
});

const model = loadModel();
const SEARCH = '<form action="/search"><input name="q"><button>Go</button></form>';
const LOGIN = '<form action="/in"><input name="user"><input type="password" name="pw"></form>';
const read = (forms: string, title: string, url: string) => {
  const tree = parseTree(`<title>${title}</title>${forms}`, url);
  const found = extractForms(tree);
  return { form: found[0] as Form, context: contextOf(tree, found) };
};

describe('a cache of verdicts', () => {
  it('judges a form once for all pages of a site', () => {
    const cache = new VerdictCache(model, {});
    const one = read(SEARCH, 'Granite', 'http://site.example/granite');
    const other = read(SEARCH, 'Basalt', 'http://site.example/basalt');
    expect(cache.judge(other.form, other.context)).toBe(cache.judge(one.form, one.context));
  });

  it.each([
    ['another title', SEARCH, 'Search and log in', 'http://site.example/granite'],
    ['the page that it is sent to', SEARCH, 'Granite', 'http://site.example/search'],
    ['another host', SEARCH, 'Granite', 'http://other.example/granite'],
    ['a page with another form', SEARCH + LOGIN, 'Granite', 'http://site.example/granite'],
    ['another form', LOGIN, 'Granite', 'http://site.example/granite'],
  ])('gives the verdict of judgeForm with %s', (_, forms, title, url) => {
    const cache = new VerdictCache(model, {});
    const first = read(SEARCH, 'Granite', 'http://site.example/granite');
    cache.judge(first.form, first.context);
    const { form, context } = read(forms, title, url);
    expect(cache.judge(form, context)).toEqual(judgeForm(form, model, { context }));
  });
});

it('what a person called a form wins over rules and model, the later word over the earlier', () => {
  const folder = temporaryFolder('fieldfare-labels-');
  const tree = parseTree(
    '<form action=/find><input name=q><button>Search</button></form>',
    'http://a.example/',
  );
  const forms = extractForms(tree);
  const form = forms[0]!;
  const entry = (type: 'login' | 'other') =>
    `${JSON.stringify({ formId: form.id, type, url: tree.url, date: '2026-11-20' })}\n`;
  const file = join(folder, 'forms.jsonl');
  writeFileSync(file, entry('login') + entry('other'));
  const corrections = readCorrections(file);
  const context = contextOf(tree, forms);
  expect(judgeForm(form, loadModel(), { context }).searchable).toBe(true);
  expect(judgeForm(form, loadModel(), { context, corrections })).toMatchObject({
    searchable: false,
    type: 'other',
    rule: 'correction',
  });
  writeFileSync(file, '{"formId":"short"}\n');
  expect(() => readCorrections(file)).toThrow(/forms\.jsonl:1: not a label/);
  expect(readCorrections(join(folder, 'none')).size).toBe(0);
});

it('boxes that share a label or a name are corrected one by one', () => {
  const storage = temporaryFolder('fieldfare-fields-');
  const box = (name: string, label: string) => `<label>${label} <input name="${name}"></label>`;
  const boxes = [
    box('f_1234567', 'Price'),
    box('f_7654321', 'Price'),
    box('to', 'Year'),
    box('from', 'Year'),
  ];
  const page = `<form action=/find>${boxes.join('')}<button>Search</button></form>`;
  const [form] = extractForms(parseTree(page, 'http://a.example/'));
  const correct = (field: string, meaning: 'title' | 'person' | null) =>
    keepFieldLabel(
      { form: form!, context: { url: 'http://a.example/', title: '', forms: 1 } },
      { field, meaning },
      { storage, date: '2026-11-20' },
    ).field;
  const corrected = () =>
    correctedControls(form!, readCorrections(correctionsFile(storage))).map((one) => one.corrected);
  expect(() => correct('Year', 'title')).toThrow(
    'Several fields of the form are called “Year”: name one of to, from.',
  );
  expect(['Price 1', 'Price 2', 'from'].map((field) => correct(field, 'title'))).toEqual([
    'Price 1',
    'Price 2',
    'from',
  ]);
  expect(corrected()).toEqual(['title', 'title', undefined, 'title']);
  correct('Price 1', null);
  correct('f_7654321', 'person');
  expect(corrected()).toEqual([undefined, 'person', undefined, 'title']);
  // Earlier versions kept one name for both.
  appendFileSync(
    correctionsFile(storage),
    `${JSON.stringify({ formId: form!.id, field: 'Price', meaning: 'none', url: 'http://a.example/', date: '2026-11-20' })}\n`,
  );
  expect(corrected()).toEqual(['none', 'person', undefined, 'title']);
});

test('thousands of fields of one name are named at once', () => {
  const { controls } = formIn(`<form>${'<input>'.repeat(12_000)}<button>Search</button></form>`);
  const start = cpuTime();
  expect(new Set(fieldNamesOf(controls)).size).toBe(controls.length);
  expect(cpuTime() - start).toBeLessThan(1_000);
});

const formIn = (html: string): Form =>
  extractForms(parseTree(`<body><main>${html}</main>`, 'http://example.org/'))[0]!;
const pressesOf = (html: string) => formIn(html).submits.map(({ label }) => label);
const BOX = '<input type="text" id="find" placeholder="Search parts">';

test('tabs and filters of a table beside a box are not what sends it', () => {
  const tabs = ['All parts', 'Screws', 'Nuts'].map((label) => `<button>${label}</button>`).join('');
  const form = formIn(`<div>${BOX}<div class="tabs">${tabs}</div></div>`);
  expect(form.submits).toEqual([]);
  expect(form.controls.map(({ id }) => id)).toEqual(['find']);
  expect(sendingOrder(form)).toEqual([{ by: 'enter' }]);
});

test.each([
  ['says it', '<button>Search</button>', ['Search']],
  ['says it in another language', '<button>検索</button>', ['検索']],
  ['shows it', '<button class="icon-search"></button>', ['']],
  ['is the only one and short', '<button>OK</button>', ['OK']],
])('a button that %s is taken', (_, button, labels) => {
  expect(pressesOf(`<div>${BOX}${button}</div>`)).toEqual(labels);
});

test('a box that says nothing of a search is one beside a button that does', () => {
  const box = '<div><div><input id="who" aria-label="Title or director"></div></div>';
  const form = formIn(`<div>${box}<input type="checkbox"><button>Search films</button></div>`);
  expect(form.controls.map(({ id }) => id)).toEqual(['who', '']);
  expect(form.submits.map(({ label }) => label)).toEqual(['Search films']);
  for (const button of ['Go', 'OK', 'Save', 'Subscribe'])
    expect(formIn(`<div>${box}<button>${button}</button></div>`)).toBeUndefined();
});

test('a box that filters a table is one, and that of its pager is not', () => {
  const pager = '<div><input aria-label="Page" value="1"><button>Find records</button></div>';
  for (const box of ['<input placeholder="Filter..." id="x">', '<input role="search" id="x">']) {
    const forms = extractForms(parseTree(`<div>${box}</div>${pager}`, 'http://example.org/'));
    expect(forms.flatMap(({ controls }) => controls.map(({ id }) => id))).toEqual(['x']);
  }
});

test('a box and its button are found however deeply a page wraps each, if no other box stands between', () => {
  const wrapped = (inner: string, times = 12) => `${'<div>'.repeat(times)}${inner}${'</div>'.repeat(times)}`;
  const box = '<input placeholder="Licence or name" id="who">';
  const search = '<button type="button">Search licences</button>';
  const labelsOf = (html: string) => {
    const form = formIn(`<section>${html}</section>`) as Form | undefined;
    return form && [form.controls.map(({ id }) => id), form.submits.map(({ label }) => label)];
  };
  expect(labelsOf(wrapped(box) + wrapped(search))).toEqual([['who'], ['Search licences']]);
  const list = '<select id="kind"><option>Shop</option><option>Bar</option></select>';
  expect(labelsOf(wrapped(box + list) + wrapped(search))).toEqual([['who', 'kind'], ['Search licences']]);
  expect(
    labelsOf(wrapped(box) + wrapped('<input placeholder="Your remark">') + wrapped(search)),
  ).toBeUndefined();
  expect(labelsOf(wrapped(BOX) + wrapped('<button>Subscribe</button>'))).toEqual([['find'], []]);
});

test('readonly keeps no radio button from being chosen', () => {
  const form = formIn(
    '<form><input type="radio" name="a" value="1" readonly><input name="b" readonly></form>',
  );
  expect(form.controls.map(({ readOnly }) => readOnly)).toEqual([false, true]);
});

test.each(['×', '?', 'Clear', 'Zurücksetzen', '<span class="x" title="">✕</span>'])(
  'a button “%s” is not, and does not keep from the one behind it',
  (label) => {
    expect(pressesOf(`<div>${BOX}<button>${label}</button></div>`)).toEqual([]);
    expect(
      pressesOf(`<div><span>${BOX}<button>${label}</button></span><button>Find</button></div>`),
    ).toContain('Find');
  },
);

test('what only empties a form is no submit of it, whatever its type', () => {
  const form = formIn('<form><input name="q"><button type="submit">Clear</button><button>?</button></form>');
  expect(submitPosition(form)).toBeUndefined();
  expect(sendingOrder(form)).toEqual([{ by: 'enter' }]);
  const both = formIn('<form><input name="q"><button>Reset</button><button>Go</button></form>');
  expect(sendingOrder(both)).toEqual([{ by: 'press', submit: 1 }, { by: 'enter' }]);
});
