/** Forms whose pages are never the same: names made anew, tokens good for one use, a second form in place of an answer. */

import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../src/foundation/http/index.ts';
import { mapControls, memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
import { findMatchingForm } from '../../src/submissions/sending/form-source.ts';
import { hangUp, openPort } from '../open-port.ts';

const formsOf = (body: string): Form[] => extractForms(parseTree(body, 'http://museum.test/'));

/** A form with names that come with its page. */
const written = (a: string, b: string, c: string) =>
  `<form action="/look" method="post"><label>Maker <input name="${a}" id="${a}i"></label>
<label>Material <input name="${b}" id="${b}i"></label><select name="${c}"><option value="">Any room</option><option>North</option></select><button>Look up</button></form>`;

/** What each control of the first form is called on another page. */
function namesOn(page: string, first = written('qal', 'wor', 'sdf')): string[] | undefined {
  const [wanted] = formsOf(first);
  const form = findMatchingForm(formsOf(page), wanted!);
  if (form === undefined) return undefined;
  const controls = wanted!.controls.map(({ name, label }, position) => ({
    ...{ position, name, label, meaning: 'text' as const, values: ['x'], source: 'page' as const },
  }));
  return mapControls(controls, wanted!, form).map(({ name }) => name);
}

const LOGIN =
  '<form action="/look" method="post"><label>User <input name="u"></label><input type="password" name="p"><button>Go</button></form>';

test('controls with other names and ids are found by their labels, and by their place where they have none', () => {
  expect(namesOn(written('zxc', 'vbn', 'mlk'))).toEqual(['zxc', 'vbn', 'mlk']);
  expect(namesOn(LOGIN + written('zxc', 'vbn', 'mlk'))).toEqual(['zxc', 'vbn', 'mlk']);
  const unlabelled = (name: string) =>
    `<form action="/look"><input name="${name}"><button>Go</button></form>`;
  expect(namesOn(unlabelled('mnb'), unlabelled('lkj'))).toEqual(['mnb']);
});

test('a control that moved is found by its label, and where that is gone, too, by nothing', () => {
  const swapped = written('one', 'two', 'sdf')
    .replace('Maker', '…')
    .replace('Material', 'Maker')
    .replace('…', 'Material');
  expect(namesOn(swapped)).toEqual(['two', 'one', 'sdf']);
  expect(() => namesOn(written('zxc', 'wor', 'sdf').replace('Maker', 'Colour'))).toThrow(/no control “qal”/);
});

test.each([
  ['a form with a password', LOGIN],
  ['a form with another label', written('zxc', 'vbn', 'mlk').replace('Material', 'Your card')],
  ['a form that leads elsewhere', written('zxc', 'vbn', 'mlk').replace('/look', '/order')],
  [
    'a box without a label in another place',
    '<form action="/x"></form><form action="/look"><input name="n"></form>',
  ],
])('%s is never taken for it', (_, page) => {
  const first = page.includes('name="n"') ? '<form action="/look"><input name="k"></form>' : undefined;
  expect(namesOn(page, first)).toBeUndefined();
});

interface Asked {
  readonly path: string;
  readonly given: URLSearchParams;
}

/** Asks the first form of a site by the plan. @returns the titles of its records, and what was sent */
async function askAll(
  answer: (asked: Asked) => string,
  { words = [], most = 20 }: { words?: readonly string[]; most?: number } = {},
) {
  const sent: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const url = new URL(request.url ?? '/', 'http://x');
    const asked = { path: url.pathname, given: new URLSearchParams(body || url.search) };
    if (asked.path !== '/') sent.push(asked);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Museum</title>${answer(asked)}</html>`);
  });
  const page = `http://127.0.0.1:${await openPort(server)}/`;
  const web = liveTransport({ allowPrivate: true });
  onTestFinished(async () => {
    await web.close();
    await hangUp(server);
  });
  const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare' });
  const out = { egress, permit: async () => undefined, ended: () => undefined, pause: () => undefined };
  const [form] = extractForms(parseTree((await egress.fetch({ url: page })).body.toString(), page));
  const sources = { valuesFor: () => words.map((value) => ({ value, source: 'given' as const })) };
  const options = { maxSubmissions: most, maxAnswerPages: 5, detailPages: 0, text: true, maxRetries: 0 };
  const titles = new Set<string>();
  const verdicts: (string | undefined)[] = [];
  for await (const event of submitForm(
    { form: form!, page, domain: null, sources },
    out,
    memoryLedger(),
    READING,
    {
      ...options,
      now: new Date('2026-03-01'),
      signal: new AbortController().signal,
    },
  )) {
    if (event.type === 'form-skipped') throw new Error(event.reason.code);
    if (event.type !== 'submission') continue;
    verdicts.push(event.result.answer?.verdict);
    for (const { title } of event.result.answer?.records ?? []) titles.add(title);
  }
  return { titles, sent, verdicts };
}

const VASES = ['Blue jug', 'Green jug', 'Tall jug', 'Plain bowl', 'Deep bowl'];
const listed = (vases: readonly string[]) =>
  vases.length === 0
    ? '<p>No objects found.</p>'
    : `<ul>${vases.map((vase) => `<li><a href="/vase/${vase.replace(' ', '-')}">${vase}</a> <span>Pottery, room ${vase.length}</span></li>`).join('')}</ul>`;

test('a form whose names are good for one page is asked with the names of the page of each query', async () => {
  let page = 0;
  const letters = () => [...`${1e5 + ++page * 7919}`].map((digit) => 'qwrtzpsdfg'[Number(digit)]).join('');
  let name = '';
  const { titles, verdicts } = await askAll(
    ({ path, given }) => {
      const word = given.get(name);
      name = letters();
      const form = `<form action="/look" method="post"><label>Object <input name="${name}" id="${letters()}"></label><button>Search objects</button></form>`;
      if (path === '/') return form;
      if (word === null) return `<p>Invalid request.</p>${form}`;
      return form + listed(VASES.filter((vase) => vase.toLowerCase().includes(word)));
    },
    { words: ['jug', 'bowl'] },
  );
  expect(verdicts).not.toContain('error-message');
  expect([...titles].sort()).toEqual([...VASES].sort());
});

const CODES = ['KT4 1AB', 'KT4 2CD', 'LM5 6EF'];
const choose = (name: string, action: string, options: readonly string[], more = '') =>
  `<form action="${action}" method="post">${more}<label>Choose your ${name} <select name="${name}"><option value="">Please select</option>${options.map((option) => `<option value="${option.length * 31}-${option}">${option}</option>`).join('')}</select></label><button>Continue</button></form>`;
const postcode = (token: string) =>
  `<p>We clear streets in ${CODES[0]}, ${CODES[1]} and ${CODES[2]}; call 01234 567890 in 2026.</p><form action="/places" method="post">${token}<label>Postcode <input name="code" placeholder="e.g. AB12 3CD" required></label><button>Find street</button></form>`;
const days = (place: string) =>
  `<h2>${place}</h2><table><tr><th>Round</th><th>Next day</th></tr>${['Paper', 'Glass', 'Leaves'].map((round, i) => `<tr><td>${round} of ${place}</td><td>${i + 3} May 2026</td></tr>`).join('')}</table>`;

test('a postcode of the page leads to streets, a street to houses, and each house to its rows, by tokens for one use', async () => {
  const tokens = new Set<string>();
  let count = 0;
  const token = () => {
    const value = `token-${++count * 7919}`;
    tokens.add(value);
    return `<input type="hidden" name="token" value="${value}">`;
  };
  const { titles, sent } = await askAll(
    ({ path, given }) => {
      if (path === '/') return postcode(token());
      if (!tokens.delete(given.get('token') ?? ''))
        return `<p>This page has expired.</p>${postcode(token())}`;
      const code = given.get('code');
      if (path === '/places')
        return code !== null && CODES.includes(code)
          ? choose('street', '/houses', [`North Road ${code}`, `South Road ${code}`], token())
          : `<p>We do not know that postcode.</p>${postcode(token())}`;
      if (path === '/houses')
        return choose('house', '/days', [`1 ${given.get('street')}`, `2 ${given.get('street')}`], token());
      return days(given.get('house') ?? '') + postcode(token());
    },
    { most: 60 },
  );
  expect(new Set(sent.flatMap(({ given }) => given.get('code') ?? []))).toContain('LM5 6EF');
  expect(sent.some(({ given }) => given.get('code') === '01234 567890')).toBe(false);
  expect([...titles].filter((title) => /^(?:Paper|Glass|Leaves) of/.test(title))).toHaveLength(3 * 3 * 2 * 2);
});

test('choices of a page that holds no state are sent from it; the first form is not sent again for each', async () => {
  const { titles, sent } = await askAll(({ path, given }) => {
    if (path === '/') return postcode('');
    if (path === '/places')
      return CODES.includes(given.get('code') ?? '')
        ? choose(
            'street',
            '/days',
            [1, 2, 3, 4].map((n) => `${n} Mill Lane ${given.get('code')}`),
          )
        : `<p>We do not know that postcode.</p>${postcode('')}`;
    return days(given.get('street') ?? '');
  });
  expect(titles.size).toBeGreaterThanOrEqual(3 * 3 * 4);
  const codes = sent.filter(({ path }) => path === '/places').map(({ given }) => given.get('code'));
  expect(codes).toHaveLength(new Set(codes).size);
});

test.each([
  [
    'acts',
    '<form action="/order" method="post"><select name="seat"><option>A1</option><option>A2</option></select><button>Book now</button></form>',
  ],
  [
    'wants a password',
    '<form action="/in" method="post"><select name="who"><option>Anna</option><option>Bert</option></select><input type="password" name="p"><button>Go</button></form>',
  ],
  [
    'leads to another site',
    '<form action="http://other.test/x" method="post"><select name="town"><option>A</option><option>B</option></select><button>Go</button></form>',
  ],
  [
    'chooses a language',
    '<form action="/lang" method="post"><label>Language <select name="lang"><option value="en">English</option><option value="de">Deutsch</option></select></label><button>Change language</button></form>',
  ],
])('a form of choices that %s is never sent', async (_, form) => {
  const { sent } = await askAll(({ path }) => (path === '/' ? postcode('') : `<p>One more thing</p>${form}`));
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(sent.map(({ path }) => path))).toEqual(new Set(['/places']));
});

test('choices that lead nowhere are left after a few', async () => {
  const streets = Array.from({ length: 30 }, (_, n) => `${n} Mill Lane`);
  const { sent } = await askAll(
    ({ path }) =>
      path === '/'
        ? postcode('')
        : path === '/places'
          ? choose('street', '/days', streets)
          : '<p>Come again on Monday</p>',
    { most: 60 },
  );
  expect(sent.filter(({ path }) => path === '/days').length).toBeLessThanOrEqual(8);
});
