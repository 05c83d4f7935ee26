import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, openTransport } from '../../src/foundation/http/index.ts';
import { askForm, memoryLedger } from '../../src/submissions/index.ts';
import { fillForm } from '../../src/submissions/planning/query.ts';
import { readFields } from '../../src/submissions/planning/read-fields.ts';
import { nextStep } from '../../src/submissions/sending/steps.ts';
import { openPort } from '../open-port.ts';

const HERE = 'http://library.test/';
const BOX = '<form action="/find"><input type="search" name="q"><button>Search</button></form>';
const KEPT = '<input type="hidden" name="q" value="garden">';
const PLACES =
  '<select name="place"><option value="">All places</option><option value="1">North</option></select>';

const formOn = (url: string): Form => extractForms(parseTree(BOX, url))[0]!;

/** The address of the second form on a page that answers “garden”. */
function stepOn(body: string): string | undefined {
  const form = formOn(HERE);
  const fields = readFields(form, new Date('2026-11-01'));
  if (fields.kind !== 'fields') throw new Error(fields.reason.code);
  const filled = fillForm(form, fields, { id: 'q', purpose: 'query', bound: [], why: '' }, 0);
  const typed = {
    position: 0,
    name: 'q',
    label: '',
    meaning: 'query',
    values: ['garden'],
    source: 'site',
  } as const;
  const asked = { ...filled, controls: [typed] };
  return nextStep(parseTree(body, `${HERE}find?q=garden`), 'utf-8', asked)?.url;
}

test('a form that keeps what was typed is sent on, its list at “any” and its radio buttons at the first', () => {
  expect(stepOn(`${BOX}<form action="/list">${KEPT}${PLACES}<button>Continue</button></form>`)).toBe(
    `${HERE}list?q=garden&place=`,
  );
  const radios =
    '<label><input type="radio" name="w" value="a">Alba</label><label><input type="radio" name="w" value="b">Berg</label>';
  expect(
    stepOn(`<form action="/list"><input name="q" value="garden">${radios}<button>Weiter</button></form>`),
  ).toBe(`${HERE}list?q=garden&w=a`);
});

test.each([
  ['posts', `<form action="/list" method="post">${KEPT}${PLACES}<button>Go on</button></form>`],
  ['deletes', `<form action="/delete">${KEPT}${PLACES}<button>Go on</button></form>`],
  ['subscribes', `<form action="/alert">${KEPT}<button>Subscribe</button></form>`],
  [
    'wants an address',
    `<form action="/alert">${KEPT}<input type="email" name="mail"><button>Send</button></form>`,
  ],
  [
    'goes to another site',
    `<form action="http://other.test/list">${KEPT}${PLACES}<button>Go on</button></form>`,
  ],
  [
    'keeps another text',
    `<form action="/list"><input type="hidden" name="q" value="x">${PLACES}<button>Go on</button></form>`,
  ],
  ['is the same form', BOX.replace('name="q"', 'name="q" value="garden"')],
  [
    'only sorts',
    `<form action="/find">${KEPT}<select name="sort"><option>Newest first</option><option>Oldest first</option></select></form>`,
  ],
  [
    'stands below a denial',
    `<p>No results found</p><form action="/list">${KEPT}${PLACES}<button>Go on</button></form>`,
  ],
])('a form that %s is no step', (_, body) => {
  expect(stepOn(body)).toBeUndefined();
});

/** Requests that a query for “garden” takes on a site, without those of the front page. */
async function requestsOf(
  answer: (url: URL, asked: number) => string | undefined,
  statuses: (number | undefined)[] = [],
): Promise<string[]> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const at = request.url ?? '/';
    if (at !== '/') asked.push(at);
    response.setHeader('content-type', 'text/html');
    const body = at === '/' ? BOX : answer(new URL(at, HERE), asked.length);
    if (body === undefined) response.destroy();
    else response.end(body);
  });
  const url = `http://127.0.0.1:${await openPort(server)}/`;
  const transport = await openTransport('live', { allowPrivate: true });
  const out = {
    egress: createHttpClient({ transport, userAgent: 'test' }),
    permit: async () => undefined,
    ended: () => undefined,
    pause: () => undefined,
  };
  try {
    const { pages } = await askForm(
      {
        form: formOn(url),
        page: url,
        domain: null,
        values: { q: 'garden' },
        knowledge: { plan: { by: 'http', version: 2 }, probes: { nonsense: [], earlier: [] }, shapes: [] },
      },
      {
        out,
        ledger: memoryLedger(),
        enough: 10,
        maxPages: 1,
        maxRetries: 0,
        now: new Date(0),
        signal: new AbortController().signal,
      },
    );
    statuses.push(...pages.map(({ result }) => result.status));
  } finally {
    await transport.close();
    server.close();
  }
  return asked;
}

const kept = (action: string): string =>
  `<form action="${action}"><input type="hidden" name="q" value="garden">${PLACES}<button>On</button></form>`;

test('three steps are taken for a query at most', async () => {
  const asked = await requestsOf((_, count) => `<p>One more question</p>${kept(`/step${count}`)}`);
  expect(asked).toEqual(['/find?q=garden', ...[1, 2, 3].map((step) => `/step${step}?q=garden&place=`)]);
});

test('a page that states a total, be it 0, takes no step; the answer stays where a second form fails', async () => {
  expect(await requestsOf(() => `<h3>結果 (0)</h3><p>(0-0/0)</p>${kept('/all')}`)).toEqual([
    '/find?q=garden',
  ]);
  const statuses: (number | undefined)[] = [];
  const asked = await requestsOf(
    ({ pathname }) => (pathname === '/find' ? kept('/list') : undefined),
    statuses,
  );
  expect(asked[0]).toBe('/find?q=garden');
  expect(statuses).toEqual([200]);
});
