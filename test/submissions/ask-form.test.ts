import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { createHttpClient, openTransport, type Transport } from '../../src/foundation/http/index.ts';
import { askForm, memoryLedger } from '../../src/submissions/index.ts';
import { openPort } from '../open-port.ts';

let shown = '';
let searched: string[] = [];
const server = createServer((request, response) => {
  const url = request.url ?? '/';
  if (url !== '/') searched.push(url);
  response.setHeader('content-type', 'text/html');
  response.end(url === '/' ? shown : '<p>No results found</p>');
});
const pageWith = (field: string) =>
  `<form action="/find"><input type="search" name="${field}"><button>Search</button></form>`;
let address: string;
let transport: Transport;

beforeAll(async () => {
  address = `http://127.0.0.1:${await openPort(server)}/`;
  transport = await openTransport('live', { allowPrivate: true });
});
afterAll(async () => {
  await transport.close();
  server.close();
});
beforeEach(() => {
  searched = [];
});

/** Asks the form with the field `q`, whose script's request was seen before. */
function ask() {
  const [form] = extractForms(parseTree(pageWith('q'), address));
  const carried = { method: 'GET', url: `${address}find?q=old`, referrer: address } as const;
  return askForm(
    {
      form: form!,
      page: address,
      domain: null,
      values: { q: 'garden' },
      knowledge: {
        plan: { by: 'replay', version: 2, carried },
        probes: { nonsense: [], earlier: [] },
        shapes: [],
      },
    },
    {
      out: {
        egress: createHttpClient({ transport, userAgent: 'test' }),
        permit: async () => undefined,
        ended: () => undefined,
        pause: () => undefined,
      },
      ledger: memoryLedger(),
      enough: 10,
      maxPages: 1,
      maxRetries: 0,
      now: new Date(0),
      signal: new AbortController().signal,
    },
  );
}

test('the request of a script is replayed where the page still shows the form', async () => {
  shown = pageWith('q');
  const { pages } = await ask();
  expect(searched).toHaveLength(1);
  expect(pages[0]?.result.answer?.verdict).toBe('no-hits');
});

test.each([
  ['another field', pageWith('words')],
  ['no form', '<p>Search is closed</p>'],
])('nothing is sent where the page shows %s', async (_, page) => {
  shown = page;
  await expect(ask()).rejects.toMatchObject({ name: 'FormChangedError' });
  expect(searched).toEqual([]);
});
