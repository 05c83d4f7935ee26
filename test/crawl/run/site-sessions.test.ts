import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { SiteSessions } from '../../../src/crawl/run/site-sessions.ts';
import { createHttpClient, liveTransport } from '../../../src/foundation/http/index.ts';

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
