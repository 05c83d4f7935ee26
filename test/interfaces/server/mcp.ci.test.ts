import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway } from '../../../src/app/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('mcp-');
const storage = join(folder, 'storage');
const MAIN = fileURLToPath(new URL('../../../src/interfaces/cli/main.ts', import.meta.url));
const WEB = 'practice:sites=12';
const PAGE = 'http://meadow-bookshop.test/';
const clients: Client[] = [];
let server: RunningServer;
let formId: string;

beforeAll(async () => {
  const gateway = openGateway(storage);
  const forms = await gateway.find(PAGE, { web: WEB, render: 'never' });
  formId = forms.find(({ outcome }) => outcome === 'verified')!.harvested.formId;
  await gateway.close();
  server = await startServer({ storage, port: 0, host: '127.0.0.1' });
}, 60_000);
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  clients.push(client);
  return client;
}
const overHttp = () =>
  connected(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${server.token}` } },
    }) as Transport,
  );
const overStdio = () =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', MAIN, 'mcp', '--storage', storage, '--web', WEB],
    }),
  );

interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers with a shape of its own
  readonly structuredContent: any;
}
const call = (client: Client, name: string, given: Record<string, unknown>) =>
  client.callTool({ name, arguments: given }) as Promise<unknown> as Promise<ToolAnswer>;

test.each([
  ['HTTP', overHttp],
  ['standard input and output', overStdio],
])(
  'a client over %s lists tools, describes a form, and asks it',
  async (_, connect) => {
    const client = await connect();
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual([
      ...['describe_form', 'find_search_forms', 'get_page', 'harvest_status', 'list_forms'],
      ...['list_records', 'query_form', 'search_library', 'start_harvest'],
    ]);
    const { structuredContent: about } = await call(client, 'describe_form', { form: formId });
    expect(about).toMatchObject({ outcome: 'verified', parameters: [{ name: 'query', type: 'string' }] });
    const values = { query: 'the' };
    const first = await call(client, 'query_form', { form: formId, values, limit: 4 });
    expect(first.structuredContent).toMatchObject({
      untrusted: true,
      records: Array.from({ length: 4 }, () => ({ title: expect.stringMatching(/\bthe\b/i) })),
      provenance: { verdict: 'hits', formId, page: PAGE },
    });
    const [mark] = /UNTRUSTED [A-Z]{12}/.exec(first.content[0]!.text)!;
    expect(first.content[0]!.text.split(mark)).toHaveLength(4);
    const { next, records } = first.structuredContent;
    const second = await call(client, 'query_form', { form: formId, values, limit: 4, cursor: next });
    const urls = [...records, ...second.structuredContent.records].map(({ url }: { url: string }) => url);
    expect(new Set(urls).size).toBe(8);
    const wrong = await call(client, 'query_form', { form: formId, values: { colour: 'red' } });
    expect([wrong.isError, wrong.structuredContent.hint]).toEqual([true, 'it has query']);
    expect(first.structuredContent.records[0]).toMatchObject({
      ...{ site: 'meadow-bookshop.test', formId, forms: [formId], detail: null, key: expect.any(String) },
      typed: { year: expect.any(Number), price: { amount: expect.any(Number), currency: 'EUR' } },
    });
    const { contents } = await client.readResource({ uri: 'fieldfare://runs/1/records' });
    const page = JSON.parse((contents[0] as { text: string }).text);
    const urlsOfRun = page.items.map(({ url }: { url: string }) => url);
    expect(urlsOfRun.length).toBeGreaterThan(8);
    const { site, key } = page.items[4];
    const fifth = Buffer.from(JSON.stringify([site, key])).toString('base64url');
    const rest = await client.readResource({ uri: `fieldfare://runs/1/records/${fifth}` });
    const behind = JSON.parse((rest.contents[0] as { text: string }).text);
    expect(behind.items.map(({ url }: { url: string }) => url)).toEqual(urlsOfRun.slice(5));
  },
  60_000,
);

test('a client is told what the server is, and a name that a tool does not know is refused', async () => {
  const client = await overStdio();
  expect(client.getInstructions()).toMatch(/list_forms .*\n.*query_form/);
  for (const { title, inputSchema } of (await client.listTools()).tools)
    expect([title, inputSchema.additionalProperties]).toEqual([expect.stringMatching(/^[A-Z]/), false]);
  const other = await call(client, 'start_harvest', { domains: ['book'], web: 'practice' });
  expect(other.isError).toBe(true);
  expect(other.content[0]!.text).toContain(
    'unknown argument web; expected domains, seeds, maxPages, maxSeconds',
  );
  const { structuredContent: missing } = await call(client, 'describe_form', { form: '0'.repeat(16) });
  expect(missing.hint).toMatch(/^list_forms has the forms/);
});

test('the forms and records of harvests so far are listed', async () => {
  const client = await overStdio();
  const { structuredContent: known } = await call(client, 'list_forms', {});
  expect(known.forms.map((form: { formId: string }) => form.formId)).toContain(formId);
  // No run was judged for novelty: its records are found all the same.
  const { structuredContent: found } = await call(client, 'search_library', { query: 'the', limit: 3 });
  expect(found).toMatchObject({
    results: [{ kind: 'record', runId: 1, novel: null }, { kind: 'record' }, { kind: 'record' }],
  });
  expect(found.total).toBeGreaterThan(3);
  const first = (await call(client, 'list_records', { form: formId, limit: 3 })).structuredContent;
  expect(first).toMatchObject({ run: 1, records: [{ typed: {} }, {}, {}] });
  const second = (await call(client, 'list_records', { form: formId, limit: 3, cursor: first.next }))
    .structuredContent;
  const keys = [...first.records, ...second.records].map(({ key }: { key: string }) => key);
  expect(new Set(keys).size).toBe(6);
});

test('a page comes as Markdown, a harvest is begun and followed', async () => {
  const client = await overStdio();
  const page = await call(client, 'get_page', { url: PAGE });
  expect(page.structuredContent.markdown).toMatch(/^## Meadow Bookshop/m);
  const begun = await call(client, 'start_harvest', { domains: ['book'], maxPages: 2, maxSeconds: 30 });
  const job = begun.structuredContent.id as number;
  await expect
    .poll(async () => (await call(client, 'harvest_status', { job })).structuredContent.state, {
      timeout: 60_000,
    })
    .toBe('done');
  const unbounded = await call(client, 'start_harvest', { domains: ['book'], maxPages: 100_000 });
  expect(unbounded.isError).toBe(true);
}, 90_000);

test('over HTTP the token is needed, and private networks stay closed', async () => {
  const refused = await fetch(`${server.url}/mcp`, { method: 'POST', body: '{}' });
  expect(refused.status).toBe(401);
  const client = await overHttp();
  const own = await call(client, 'get_page', { url: `${server.url}/health` });
  expect(own.isError).toBe(true);
});

test('forms are called over REST, with their own schema and OpenAPI', async () => {
  const ask = (path: string, token = server.token) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = await (await fetch(`${server.url}/forms`)).json();
  expect(items.map((form: { formId: string }) => form.formId)).toContain(formId);
  expect((await fetch(`${server.url}/forms/${formId}/query?query=the`)).status).toBe(401);
  const answer = await (await ask(`/forms/${formId}/query?query=the&limit=3`)).json();
  expect(answer.records).toHaveLength(3);
  const wrong = await ask(`/forms/${formId}/query?colour=red`);
  expect([wrong.status, (await wrong.json()).type]).toEqual([400, 'urn:fieldfare:parameter']);
  expect((await ask(`/forms/${formId}/query?query=a&query=b`)).status).toBe(400);
  expect((await ask('/forms/0000000000000000/query?query=the')).status).toBe(404);
  const fragment = await (await ask(`/forms/${formId}/openapi.json`)).json();
  const { parameters } = fragment.paths[`/forms/${formId}/query`].get;
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
    'query',
    'limit',
    'cursor',
    'max-age',
  ]);
  expect((await (await ask(`/forms/${formId}`)).json()).storage).toBe(storage);
  const schema = await (await ask(`/forms/${formId}/schema.json`)).json();
  for (const record of answer.records)
    expect(Object.keys(schema.properties.fields.properties)).toEqual(
      expect.arrayContaining(Object.keys(record.fields)),
    );
  expect(Object.keys(schema.properties.typed.properties)).toContain('price');
  expect(schema.required).toEqual(Object.keys(answer.records[0]));
}, 60_000);
