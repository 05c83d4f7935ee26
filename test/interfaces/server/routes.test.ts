/** Every route of /openapi.json gives a good answer, a problem for a bad question, and 401 without the token. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { keepModel } from '../../../src/foundation/learning/index.ts';
import { type RunningServer, startServer } from '../../../src/interfaces/server/index.ts';
import { add, document, judge, verdict } from '../../storage/document-rows.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('routes-');
const storage = join(folder, 'storage');
let server: RunningServer;
let open: RunningServer;
const errors: unknown[] = [];
let form = '';
let field = '';

const BOOK = join(import.meta.dirname, '../../../domains/book.yaml');
const DOMAIN = readFileSync(BOOK, 'utf8').replace(/^name: book$/m, 'name: tea');

const NO_FORM = '0'.repeat(16);

interface Example {
  readonly good: string;
  readonly body?: object;
  /** Status of the good answer. */
  readonly status?: number;
  readonly bad?: string;
  readonly badBody?: object;
  readonly badStatus?: number;
}

/** What is asked of each route; a route without an entry fails the test. */
const EXAMPLES = (): Readonly<Record<string, Example>> => ({
  // A store in a folder has no workers; test/drivers/postgres/cluster.ci.test.ts has one that does.
  'get /api/cluster': { good: '/api/cluster', status: 400 },
  'post /api/ui/token': {
    good: '/api/ui/token',
    body: { key: server.uiLink().replace(/.*=/, '') },
    badBody: {},
    badStatus: 400,
  },
  'get /api/ui/runs/{id}/records/origin': {
    good: '/api/ui/runs/1/records/origin?site=a.test&key=k',
    bad: '/api/ui/runs/1/records/origin?site=a.test&key=none',
    badStatus: 404,
  },
  'get /api/ui/runs/{id}/forms/{form}/picture': {
    good: `/api/ui/runs/1/forms/${form}/picture`,
    bad: `/api/ui/runs/1/forms/${NO_FORM}/picture`,
    badStatus: 404,
  },
  // web-ui.ci.test.ts opens the answer of a form that was asked.
  'get /api/ui/runs/{id}/forms/{form}/answers/{position}/{page}': {
    good: `/api/ui/runs/1/forms/${form}/answers/1/1`,
    status: 404,
  },
  'get /api/ui/training': { good: '/api/ui/training' },
  'post /api/ui/training': { good: '/api/ui/training', status: 202 },
  'post /api/ui/domain-draft': {
    good: '/api/ui/domain-draft',
    body: { name: 'tea', words: ['green tea', 'oolong'] },
    badBody: { name: 'tea', page: 'file:///etc/passwd' },
    badStatus: 400,
  },
  'get /api/ui/air': { good: '/api/ui/air' },
  'get /api/ui/air/{name}/{column}': {
    good: '/api/ui/air/punjab/pm25',
    bad: '/api/ui/air/punjab/pm99',
    badStatus: 404,
  },
  'get /api/ui/air/{name}': { good: '/api/ui/air/punjab', bad: '/api/ui/air/none', badStatus: 404 },
  // The run has asked no form; mcp.ci.test.ts calls one that is verified.
  'get /forms': { good: '/forms' },
  'get /forms/{id}': { good: `/forms/${NO_FORM}`, status: 404 },
  'get /forms/{id}/openapi.json': { good: `/forms/${NO_FORM}/openapi.json`, status: 404 },
  'get /forms/{id}/schema.json': { good: `/forms/${NO_FORM}/schema.json`, status: 404 },
  'get /forms/{id}/query': { good: `/forms/${NO_FORM}/query?query=a`, status: 404 },
  'get /health': { good: '/health' },
  'get /ready': { good: '/ready' },
  'get /metrics': { good: '/metrics' },
  'get /api/runs': { good: '/api/runs' },
  'get /api/runs/{id}': { good: '/api/runs/1', bad: '/api/runs/99', badStatus: 404 },
  'post /api/runs': {
    good: '/api/runs',
    body: { domains: ['book'], web: 'practice:sites=12', maxPages: 2, submit: false },
    status: 202,
    badBody: { maxPages: -1 },
    badStatus: 400,
  },
  'post /api/runs/{id}/resume': {
    good: '/api/runs/1/resume',
    body: { maxPages: 15 },
    status: 202,
    bad: '/api/runs/99/resume',
    badStatus: 404,
  },
  // It is not under way; pause.test.ts pauses one that is.
  'post /api/runs/{id}/pause': {
    good: '/api/runs/1/pause',
    status: 409,
    bad: '/api/runs/99/pause',
    badStatus: 404,
  },
  'post /api/runs/{id}/stop': {
    good: '/api/runs/1/stop',
    status: 409,
    bad: '/api/runs/99/stop',
    badStatus: 404,
  },
  'delete /api/runs/{id}': { good: '/api/runs/2', status: 204, bad: '/api/runs/99', badStatus: 404 },
  'get /api/schedules': { good: '/api/schedules' },
  'post /api/schedules': {
    good: '/api/schedules',
    body: { cron: '0 3 1 1 *', options: { domains: ['book'], web: 'practice:sites=12' } },
    status: 201,
    badBody: { cron: '0 3 31 2 *', options: { domains: ['book'] } },
    badStatus: 400,
  },
  'delete /api/schedules/{id}': {
    good: '/api/schedules/1',
    status: 204,
    bad: '/api/schedules/99',
    badStatus: 404,
  },
  'get /feeds/{schedule}': { good: '/feeds/1.atom', bad: '/feeds/99.atom', badStatus: 404 },
  // A private address, which this server does not visit.
  'post /forms/find': {
    good: '/forms/find',
    body: { url: 'http://127.0.0.1:9/' },
    status: 502,
    badBody: { url: 'not an address' },
    badStatus: 400,
  },
  // No form of these runs was queried.
  'post /forms/{id}/harvest': {
    good: `/forms/${NO_FORM}/harvest`,
    status: 404,
    bad: '/forms/none/harvest',
    badStatus: 400,
  },
  'get /api/knowledge/sparql': {
    good: '/api/knowledge/sparql?query=ASK%20%7B%3Fs%20%3Fp%20%3Fo%7D',
    bad: '/api/knowledge/sparql?query=SELECT',
    badStatus: 400,
  },
  // A body that is JSON is none of the protocol.
  'post /api/knowledge/sparql': { good: '/api/knowledge/sparql', body: {}, status: 415 },
  'get /api/elements': { good: '/api/elements?domain=book' },
  'get /api/jobs': { good: '/api/jobs' },
  'get /api/jobs/{id}': { good: '/api/jobs/1', bad: '/api/jobs/99', badStatus: 404 },
  'post /api/jobs/{id}/stop': {
    good: '/api/jobs/1/stop',
    status: 202,
    bad: '/api/jobs/99/stop',
    badStatus: 404,
  },
  'get /api/jobs/{id}/events': { good: '/api/jobs/1/events', bad: '/api/jobs/99/events', badStatus: 404 },
  'get /api/harvest-options': { good: '/api/harvest-options' },
  'get /api/runs/{id}/{kind}': { good: '/api/runs/1/forms', bad: '/api/runs/1/cats', badStatus: 400 },
  'get /api/runs/{id}/forms/{form}': {
    good: `/api/runs/1/forms/${form}`,
    bad: '/api/runs/1/forms/none',
    badStatus: 404,
  },
  'get /api/runs/{id}/scope': {
    good: '/api/runs/1/scope',
    bad: '/api/runs/99/scope',
    badStatus: 404,
  },
  'post /api/runs/{id}/scope': {
    good: '/api/runs/1/scope',
    body: { deny: ['*/none/*'] },
    bad: '/api/runs/99/scope',
    badStatus: 404,
  },
  // lists-and-search.ci.test.ts opens one that the archive holds.
  'get /api/ui/runs/{id}/page': { good: '/api/ui/runs/1/page?url=http://a.test/none', status: 404 },
  'get /api/runs/{id}/report.html': {
    good: '/api/runs/1/report.html',
    bad: '/api/runs/99/report.html',
    badStatus: 404,
  },
  'get /api/runs/{id}/changes': {
    good: '/api/runs/2/changes?since=1',
    bad: '/api/runs/1/changes',
    badStatus: 400,
  },
  'get /api/search': { good: '/api/search?q=text', bad: '/api/search?limit=0', badStatus: 400 },
  // lists-and-search.ci.test.ts opens the stored page of a document of every kind.
  'get /api/ui/documents/{id}/page': { good: '/api/ui/documents/1/page', status: 404 },
  'get /api/documents/{id}': { good: '/api/documents/1', bad: '/api/documents/99', badStatus: 404 },
  'get /api/domains': { good: '/api/domains' },
  'get /api/domains/{name}': { good: '/api/domains/book', bad: '/api/domains/none', badStatus: 404 },
  'put /api/domains/{name}': {
    good: '/api/domains/tea',
    body: { yaml: DOMAIN },
    bad: '/api/domains/..%2Ftea',
    badStatus: 400,
  },
  'post /api/domains/validate': {
    good: '/api/domains/validate',
    body: { yaml: DOMAIN },
    badBody: { yaml: 3 },
    badStatus: 400,
  },
  'get /api/air-quality/{name}': {
    good: '/api/air-quality/punjab',
    bad: '/api/air-quality/none',
    badStatus: 404,
  },
  'get /api/models': { good: '/api/models' },
  'post /api/models/{kind}/rollback': {
    good: '/api/models/forms/rollback',
    bad: '/api/models/cats/rollback',
    badStatus: 400,
  },
  'get /api/labels': { good: '/api/labels?run=1&limit=2', bad: '/api/labels?run=99', badStatus: 404 },
  'delete /api/labels/{form}': {
    good: `/api/labels/${form}?run=1`,
    status: 204,
    bad: '/api/labels/none?run=1',
    badStatus: 404,
  },
  'put /api/labels/{form}/fields': {
    good: `/api/labels/${form}/fields`,
    body: { run: 1, field, meaning: 'title' },
    badBody: { run: 1, field, meaning: 'writer' },
    badStatus: 400,
  },
  'put /api/labels/{form}': {
    good: `/api/labels/${form}`,
    body: { run: 1, type: 'search', domain: null },
    bad: '/api/labels/none',
    badStatus: 404,
  },
});

const ask = (path: string, method = 'get', body?: object, token?: string, at = server) =>
  fetch(`${at.url}${path}`, {
    method: method.toUpperCase(),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

async function harvested(body: object): Promise<void> {
  const job = (await (await ask('/api/runs', 'post', body, server.token)).json()) as { id: number };
  await (await ask(`/api/jobs/${job.id}/events`)).text();
}

beforeAll(async () => {
  const log = (error: unknown) => errors.push(error);
  server = await startServer({ storage, port: 0, host: '127.0.0.1', log });
  for (const maxPages of [10, 10])
    await harvested({ domains: ['book'], web: 'practice:sites=12', maxPages, submit: false });
  keepExampleModel();
  const store = await openStore(storage, { mode: 'write' });
  await add(store, document('p', { run_id: 1 }));
  await judge(store, verdict(1));
  const shown = { run_id: 1, site: 'a.test', key: 'k', form_id: NO_FORM, submission: 'gone' };
  const record = { ...shown, title: 'Record', url: null, fields: '{}', text: 'Record' };
  await store.transaction((trx) => trx.records.add([record]));
  keepMap();
  await store.close();
  const { items } = (await (await ask('/api/runs/1/forms?limit=1')).json()) as {
    items: { formId: string; controls: { name: string; type: string }[] }[];
  };
  form = items[0]?.formId ?? '';
  field = items[0]?.controls.find(({ type }) => type !== 'hidden')?.name ?? '';
  open = await startServer({ storage: join(folder, 'open'), port: 0, host: '0.0.0.0', log });
}, 120_000);
afterAll(async () => {
  await server.close();
  await open.close();
  expect(errors).toEqual([]);
});

type Paths = Readonly<
  Record<
    string,
    Readonly<Record<string, { readonly security?: readonly object[]; readonly responses: object }>>
  >
>;
const operations = async () => {
  const { paths } = (await (await ask('/openapi.json')).json()) as { paths: Paths };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
};

test('every route answers as its description says', async () => {
  const examples = EXAMPLES();
  const all = await operations();
  expect(all.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(examples).sort());
  const wrong: string[] = [];
  const check = async (what: string, answer: Response, wanted: number, known: object) => {
    if (answer.status !== wanted || !(String(wanted) in known))
      wrong.push(`${what}: ${answer.status} for ${wanted}, ${await answer.text()}`);
    if (wanted >= 400 && answer.headers.get('content-type') !== 'application/problem+json')
      wrong.push(`${what}: no problem details`);
    await answer.body?.cancel().catch(() => undefined);
  };
  // What deletes comes last.
  const ordered = [...all].sort((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'));
  for (const { method, path, operation } of ordered) {
    const {
      good,
      body,
      status = 200,
      bad = good,
      badBody = body,
      badStatus,
    } = examples[`${method} ${path}`]!;
    const acts = operation.security !== undefined;
    const what = `${method} ${path}`;
    if (badStatus !== undefined)
      await check(
        `bad ${what}`,
        await ask(bad, method, badBody, server.token),
        badStatus,
        operation.responses,
      );
    if (acts) await check(`unauthorised ${what}`, await ask(good, method, body), 401, operation.responses);
    if (method === 'delete') await jobsEnded();
    await check(
      what,
      await ask(good, method, body, acts ? server.token : undefined),
      status,
      operation.responses,
    );
    // Where the server is open to others, reading needs the token, too, but for what supervisors of processes ask.
    const outside = await ask(good, method, body, undefined, open);
    if (outside.status !== (/ \/(?:health|ready)$/.test(what) ? 200 : 401))
      wrong.push(`${what} on an open server: ${outside.status}`);
    await outside.body?.cancel();
  }
  expect(wrong).toEqual([]);
}, 120_000);

async function jobsEnded(): Promise<void> {
  const { items } = (await (await ask('/api/jobs')).json()) as { items: { id: number }[] };
  for (const { id } of items) await (await ask(`/api/jobs/${id}/events`)).text();
}

function keepExampleModel(): void {
  keepModel(storage, {
    ...{ kind: 'forms', engine: 'smo', date: '2026-01-01', metrics: { f1: 0.9 }, text: '{}' },
    card: () => 'A model of a test.',
  });
}

/** The map and the figures of a region, as its report has them. */
function keepMap(): void {
  const report = join(storage, 'regions', 'punjab', 'report');
  mkdirSync(report, { recursive: true });
  writeFileSync(join(report, 'divisions.geojson'), '{"type":"FeatureCollection","features":[]}');
  writeFileSync(join(report, 'map.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(report, 'divisions.json'), '{"type":"air-quality","region":"punjab","divisions":[]}');
}
