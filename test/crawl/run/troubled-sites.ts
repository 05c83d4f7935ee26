/** Sites on loopback addresses of their own, some of which get into trouble while they are asked. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { harvest } from '../../../src/app/index.ts';
import type { HarvestEvent } from '../../../src/crawl/events/index.ts';
import type { HarvestOptions } from '../../../src/crawl/settings/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { hangUp } from '../../open-port.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const CRAFTS = ['Weaving', 'Pottery', 'Joinery', 'Smithing', 'Glazing', 'Basketry'];
const FIRST = ['Amber', 'Cobalt', 'Crimson', 'Ivory', 'Olive', 'Russet'];
const SECOND = ['bowl', 'lantern', 'basket', 'shuttle', 'chisel', 'kettle', 'pitcher', 'trivet'];
export const PIECES = FIRST.flatMap((first, i) =>
  SECOND.map((second, j) => ({ title: `${first} ${second}`, craft: CRAFTS[(i + j) % CRAFTS.length] ?? '' })),
);

/** One question as it reached a site. */
export interface Question {
  readonly method: string;
  /** Path and query as asked; of a POST, its body. */
  readonly asked: string;
  readonly values: URLSearchParams;
  /** From 1; questions alone are counted. */
  readonly nth: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly site: TroubledSite;
}

export interface TroubledSite {
  readonly url: string;
  readonly host: string;
  /** Every question, in order. */
  readonly questions: readonly string[];
  readonly posts: readonly string[];
  /** Whether its form is sent by POST. */
  readonly method: string;
  /** Closes the server, connections included, and opens it again on the same port. */
  away(ms: number): Promise<void>;
}

export interface Behaviour {
  readonly method?: 'get' | 'post';
  /** What stands on the page of the form beside it, and in it. */
  readonly form?: (request: IncomingMessage, response: ServerResponse, asked: number) => string;
  /** Takes a question over; the catalogue answers where it returns false. */
  readonly trouble?: (question: Question) => boolean | Promise<boolean>;
}

export const whole = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Craft pieces</title></head><body><h1>Craft pieces</h1>${body}</body></html>`;

export const CONTROLS = `<label>Piece <input type="search" name="q"></label><label>Craft <select name="craft"><option value="">Any craft</option>${CRAFTS.map((craft) => `<option>${craft}</option>`).join('')}</select></label><button>Search pieces</button>`;

export const formOf = (method: string, controls = CONTROLS): string =>
  `<form action="/find" method="${method}" role="search">${controls}</form>`;

export function found(values: URLSearchParams) {
  const words = (values.get('q') ?? '').toLowerCase();
  const craft = values.get('craft') ?? '';
  return PIECES.filter(
    (piece) => piece.title.toLowerCase().includes(words) && (craft === '' || piece.craft === craft),
  ).slice(0, 10);
}

const slug = (title: string): string => title.toLowerCase().replace(' ', '-');

export function answerPage(values: URLSearchParams): string {
  const pieces = found(values);
  const items = pieces.map(
    ({ title, craft }) => `<li><a href="/piece/${slug(title)}">${title}</a> <span>${craft}</span></li>`,
  );
  return whole(pieces.length === 0 ? '<p>No pieces found.</p>' : `<ul>${items.join('')}</ul>`);
}

export const send = (response: ServerResponse, body: string | Buffer, status = 200, headers = {}): true => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  return true;
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve()));

let hosts = 10;

/** Opens a site with 48 pieces behind a form; ten are shown for a question at most. */
export async function troubledSite({ method = 'get', form, trouble }: Behaviour = {}): Promise<TroubledSite> {
  const questions: string[] = [];
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (url.pathname === '/') {
      const shown = PIECES.slice(0, 6).map(({ title }) => `<p>On show: ${title}</p>`);
      return send(
        response,
        whole((form?.(request, response, questions.length) ?? formOf(method)) + shown.join('')),
      );
    }
    if (url.pathname !== '/find') return send(response, whole('<p>There is no such page.</p>'), 404);
    let body = '';
    for await (const part of request) body += part;
    const values = request.method === 'POST' ? new URLSearchParams(body) : url.searchParams;
    const asked = request.method === 'POST' ? body : `${request.url}`;
    questions.push(asked);
    if (request.method === 'POST') posts.push(body);
    const nth = questions.length;
    const question = { method: request.method ?? '', asked, values, nth, request, response, site };
    if ((await trouble?.(question)) === true) return;
    send(response, answerPage(values));
  });
  const host = `127.0.9.${++hosts}`;
  await listen(server, 0, host);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () => hangUp(server);
  onTestFinished(close);
  const site: TroubledSite = {
    url: `http://${host}:${port}/`,
    host,
    questions,
    posts,
    method,
    away: async (ms) => {
      await close();
      await new Promise((resolve) => setTimeout(resolve, ms));
      await listen(server, port, host);
    },
  };
  return site;
}

export interface Told {
  readonly status: string;
  readonly ms: number;
  /** Why asking each site's form ended, and how many records are kept of it. */
  of(site: TroubledSite): {
    readonly code: string;
    readonly detail: string;
    readonly records: number;
    readonly states: readonly string[];
    readonly troubles: readonly (string | null)[];
    readonly verdicts: readonly (string | null)[];
    readonly titles: readonly string[];
  };
}

/** Harvests the sites side by side, asking every form. */
export async function harvestAll(
  sites: readonly TroubledSite[],
  options: Partial<HarvestOptions> = {},
): Promise<Told> {
  const storage = temporaryFolder('troubled-');
  const began = performance.now();
  let end: Extract<HarvestEvent, { type: 'end' }> | undefined;
  const all = {
    domains: ['book'],
    seeds: sites.map(({ url }) => url),
    storage,
    allowPrivate: true,
    delayMs: 0,
    robots: false,
    sitemaps: false,
    render: 'never',
    submitTo: 'all',
    maxSubmissions: 14,
    detailPages: 0,
    ...options,
  } as HarvestOptions;
  for await (const event of harvest(all)) if (event.type === 'end') end = event;
  const ms = performance.now() - began;
  const store = await openStore(storage, { mode: 'read' });
  const forms = await store.db.selectFrom('asked_form').selectAll().execute();
  const records = await store.db.selectFrom('answer_record').select(['site', 'title']).execute();
  const rows = await store.db.selectFrom('submission').selectAll().orderBy('position').execute();
  await store.close();
  return {
    status: end?.status ?? 'no end',
    ms,
    of: ({ host }) => {
      const form = forms.find(({ site }) => site.includes(host));
      const own = rows.filter(({ site }) => site.includes(host));
      const titles = records.filter(({ site }) => site.includes(host)).map(({ title }) => title);
      return {
        code: form?.code ?? 'not asked',
        detail: form?.detail ?? '',
        records: titles.length,
        titles,
        states: own.map(({ state }) => state),
        troubles: own.map(({ trouble }) => trouble),
        verdicts: own.map(({ verdict }) => verdict),
      };
    },
  };
}
