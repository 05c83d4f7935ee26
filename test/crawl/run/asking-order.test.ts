import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { analysePage, loadClassifiers } from '../../../src/crawl/analysis/index.ts';
import { formOrder, queryBudget, sendsTheSame } from '../../../src/crawl/run/form-order.ts';
import { SiteSessions } from '../../../src/crawl/run/site-sessions.ts';
import { extractForms } from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { createHttpClient, liveTransport } from '../../../src/foundation/http/index.ts';
import type { HarvestedForm } from '../../../src/library/index.ts';

function found(
  formId: string,
  action: string,
  field: string,
  sightings: number,
  depth: number,
): HarvestedForm {
  const page = 'http://a.test/';
  const [form] = extractForms(
    parseTree(`<form action="${action}"><input name="${field}"><button>Search</button></form>`, page),
  );
  if (form === undefined) throw new Error('no form');
  const { controls, formKey: _, ...rest } = form;
  return {
    formId,
    site: 'a.test',
    page,
    depth,
    renderedBy: 'http',
    searchable: true,
    type: 'search',
    domain: null,
    domainScore: 0,
    sightings,
    metOn: 'front',
    form: rest,
    controls,
    verdict: { kind: 'classified', searchable: true, type: 'search', score: 1 } as HarvestedForm['verdict'],
  };
}

test('the box of most pages comes first, filters of single pages next, copies of one box last', () => {
  const forms = [
    found('a-filter', '/special/log', 'user', 1, 2),
    found('b-copy', '/projects/one/search', 'within', 5, 2),
    found('c-copy', '/projects/two/search', 'within', 4, 2),
    found('d-main', '/search', 'q', 40, 0),
    found('e-copy', '/projects/three/search', 'within', 6, 2),
  ];
  const order = formOrder(forms);
  expect(order.map(({ form, main }) => `${form.formId}${main ? '*' : ''}`)).toEqual([
    ...['d-main*', 'e-copy*', 'a-filter', 'b-copy', 'c-copy'],
  ]);
  expect(formOrder(forms.toReversed())).toEqual(order);
});

test('a box and what describes it send one request; another field, choice or part of the site is another one', () => {
  const box = found('a', '/find', 'q', 9, 0);
  const same = (action: string, field = 'q') => sendsTheSame(found('b', action, field, 1, 1), box);
  expect(['/find', '/find#top', 'http://a.test/find'].map((action) => same(action))).toEqual([
    true,
    true,
    true,
  ]);
  expect([same('/find?in=maps'), same('/find/maps'), same('/find', 'title')]).toEqual([false, false, false]);
  const submits = [{ ...box.form.submits[0]!, name: 'shelf', value: 'maps' }];
  expect(sendsTheSame({ ...box, form: { ...box.form, submits } }, box)).toBe(false);
  const choosing = (...values: string[]) => {
    const options = values.map((value) => ({ value, label: value }));
    return {
      ...box,
      controls: [{ ...box.controls[0]!, tag: 'select' as const, type: 'select-one', options }],
    };
  };
  const north = choosing('', 'Ashby', 'Corley');
  expect(sendsTheSame(choosing('Corley', 'Ashby', ''), north)).toBe(true);
  expect(sendsTheSame(choosing('', 'Dunmore'), north)).toBe(false);
  const hidden = {
    ...box,
    controls: [...box.controls, { ...box.controls[0]!, type: 'hidden', name: 'in', value: 'maps' }],
  };
  expect([sendsTheSame(hidden, box), sendsTheSame(hidden, found('c', '/find?in=maps', 'q', 1, 1))]).toEqual([
    false,
    true,
  ]);
});

const MAIN = { main: true, refines: false };
const OTHER = { main: false, refines: false };

test('what is main may use all that is left, the others share it, and a share too small to tell anything is none', () => {
  expect(queryBudget(MAIN, 25, 120, 9)).toBe(25);
  expect(queryBudget(OTHER, 25, 40, 4)).toBe(10);
  expect(queryBudget(OTHER, 25, 20, 10)).toBe(6);
  expect(queryBudget(OTHER, 25, 4, 10)).toBe(0);
  expect(queryBudget(MAIN, 2, 120, 1)).toBe(2);
});

test('a form met on an answer that asks what the first one asked gets a few questions', () => {
  const first = found('a', '/search', 'q', 9, 0);
  const [same] = formOrder([found('b', '/search?sort=date', 'q', 1, 1)], [first]);
  const [other] = formOrder([found('c', '/advanced', 'author', 1, 1)], [first]);
  expect([same?.refines, other?.refines]).toEqual([true, false]);
  expect(queryBudget({ main: true, refines: true }, 25, 120, 1)).toBe(10);
});

test('a box with the fields of another one and other hidden values is tried before it is asked through', () => {
  const scoped = found('b', '/search', 'q', 1, 1);
  const hidden = { ...scoped.controls[0]!, name: 'area', type: 'hidden' as const, value: 'docs' };
  const forms = [
    found('a', '/search', 'q', 5, 0),
    { ...scoped, controls: [...scoped.controls, hidden] },
    found('c', '/advanced', 'author', 1, 1),
  ];
  const told = formOrder(forms).map(({ form, refines, repeats }) => [form.formId, refines, repeats]);
  expect(told).toEqual([
    ['a', false, false],
    ['c', false, false],
    ['b', false, true],
  ]);
});

const formOn = (page: string, strategy: 'ache' | 'two-stage') => {
  const tree = parseTree(page, 'http://a.test/');
  return analysePage(tree, loadClassifiers(['book'], { strategy }), 'never').forms[0]?.verdict;
};

const box = (label: string, name: string, button: string): string =>
  `<title>Books</title><form action="/x"><label>${label} <input name="${name}"></label><button>${button}</button></form>`;

test('the baselines judge forms by counts alone: what a form calls its box is nothing to them', () => {
  const named = box('Your email', 'email', 'Send');
  const other = box('Your titel', 'titel', 'Send');
  expect(formOn(named, 'two-stage')).toMatchObject({ kind: 'rejected', rule: expect.any(String) });
  // No rejection rules, and the same counts give the same score.
  expect(formOn(named, 'ache')).toMatchObject({ kind: 'classified' });
  expect(formOn(named, 'ache')).toMatchObject({ score: (formOn(other, 'ache') as { score: number }).score });
});

test('a word of searching is one of the counts', () => {
  expect(formOn(box('Search books', 'q', 'Search'), 'ache')?.searchable).toBe(true);
  expect(formOn(box('Your name', 'name', 'Send'), 'ache')?.searchable).toBe(false);
});

type Serve = (path: string, cookie: string, response: ServerResponse) => void;

/** Statuses of pages fetched one after the other, and the requests that this took. */
async function fetched(
  paths: readonly string[],
  serve: Serve,
  allows = true,
): Promise<{ statuses: number[]; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '/', headers }, response) => {
    asked.push(`${url} ${headers.cookie ?? '-'}`);
    serve(url, headers.cookie ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = liveTransport({ allowPrivate: true });
  const egress = createHttpClient({ transport, userAgent: 'Fieldfare' });
  const sessions = new SiteSessions(async () => allows);
  const statuses: number[] = [];
  try {
    for (const path of paths) {
      const { signal } = new AbortController();
      statuses.push((await sessions.fetch(egress, `http://127.0.0.1:${port}${path}`, signal)).status);
    }
  } finally {
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { statuses, asked };
}

const leads = (response: ServerResponse, location: string, ...cookies: string[]): void => {
  response.writeHead(302, { location, 'set-cookie': cookies }).end();
};

test('a site that wants a session in address or cookie gets it, and keeps it', async () => {
  const { statuses, asked } = await fetched(['/a', '/b'], (path, cookie, response) => {
    if (cookie.includes('JSESSIONID=7')) response.end('page');
    else leads(response, `${path};jsessionid=7`, 'JSESSIONID=7; Path=/');
  });
  expect(statuses).toEqual([200, 200]);
  expect(asked).toEqual(['/a -', '/a;jsessionid=7 JSESSIONID=7', '/b JSESSIONID=7']);
  const forbidden = await fetched(
    ['/a', '/b'],
    (path, cookie, response) => {
      if (cookie.includes('JSESSIONID=7')) response.end('page');
      else leads(response, `${path};jsessionid=7`, ...(path === '/a' ? ['JSESSIONID=7; Path=/a'] : []));
    },
    false,
  );
  expect(forbidden.asked).toEqual(['/a -', '/a JSESSIONID=7', '/b -']);
  const start = await fetched(['/a'], (_path, cookie, response) => {
    if (cookie.includes('s=1')) response.end('page');
    else leads(response, '/start;jsessionid=1', 's=1; Path=/');
  });
  expect(start.asked).toEqual(['/a -', '/a s=1']);
});

test('a site that sends round in circles is left after one more request, and no other site gets a cookie', async () => {
  let times = 0;
  const circle = await fetched(['/a', '/a'], (path, _cookie, response) =>
    leads(response, path, `n=${times++}`),
  );
  expect(circle.asked).toHaveLength(4);
  expect(circle.statuses).toEqual([302, 302]);
  const usual = await fetched(['/a', '/b'], (path, _cookie, response) => {
    response.setHeader('set-cookie', 'n=1; Path=/');
    if (path === '/a') leads(response, '/b', 'n=1; Path=/');
    else response.end('page');
  });
  expect(usual.asked).toEqual(['/a -', '/b -']);
});
