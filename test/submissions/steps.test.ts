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

test('three steps are taken for a query at most', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (url !== '/') asked.push(url);
    response.setHeader('content-type', 'text/html');
    const q = new URL(url, HERE).searchParams.get('q');
    const step = `<form action="/step${asked.length}"><input type="hidden" name="q" value="${q}">${PLACES}<button>On</button></form>`;
    response.end(url === '/' ? BOX : `<p>One more question</p>${step}`);
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
    await askForm(
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
  } finally {
    await transport.close();
    server.close();
  }
  expect(asked).toEqual(['/find?q=garden', ...[1, 2, 3].map((step) => `/step${step}?q=garden&place=`)]);
});
