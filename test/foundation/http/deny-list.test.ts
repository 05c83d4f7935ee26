import { expect, test } from 'vitest';
import { createHttpClient, denyList, type Transport } from '../../../src/foundation/http/index.ts';

test.each([
  ['example.org', 'http://example.org/', true],
  ['example.org', 'https://www.example.org:8443/x', true],
  ['example.org', 'http://notexample.org/', false],
  ['*.example.org', 'http://a.example.org/', true],
  ['EXAMPLE.org', 'http://example.ORG/', true],
  ['example.org:8080', 'http://example.org:8080/', true],
  ['example.org:8080', 'http://example.org/', false],
  ['example.org/private', 'https://example.org/private/x', true],
  ['example.org/private', 'http://example.org/%70rivate', true],
  ['example.org/private', 'http://example.org/public/../private', true],
  ['example.org/private', 'http://example.org/public', false],
  ['https://example.org/', 'http://example.org/', false],
  ['example.org/find?q=', 'http://example.org/find?q=x', true],
  ['example.org/*.pdf', 'https://example.org/a/b.pdf', true],
  ['example.org/*.pdf', 'https://example.org/a/b.pdf?x', false],
  ['example.org/*.pdf', 'https://www.example.org/b.pdf', false],
  ['*/calendar/*', 'http://a.example/x/calendar/2027', true],
  ['*/calendar/*', 'http://a.example/calendar', false],
  ['*?print=*', 'http://a.example/x?print=1', true],
  ['https://EXAMPLE.org/*a*b', 'https://example.org/xaxb', true],
  ['https://example.org/*a*b', 'http://example.org/xaxb', false],
  ['example.org/*aa', 'http://example.org/a', false],
  ['example.org/%70*', 'http://example.org/private', true],
  ['münchen.example', 'http://xn--mnchen-3ya.example/', true],
])('%s denies %s: %s', (entry, url, denied) => {
  expect(denyList(['other.example', entry])(url)).toBe(denied ? entry : undefined);
});

test.each(['', '/private', 'a b', '*', 'a *', 'ftp://example.org', 'http://'])('%j is no entry', (entry) => {
  expect(() => denyList([entry])).toThrow(/cannot deny/);
});

test('what is denied never leaves, whatever it is for', async () => {
  const asked: string[] = [];
  const web = {
    send: async ({ url }: { url: string }) => {
      asked.push(url);
      throw new Error('not here');
    },
  } as unknown as Transport;
  const egress = createHttpClient({
    transport: web,
    userAgent: 'Fieldfare/0',
    deny: denyList(['example.org']),
  });
  await expect(egress.fetch({ url: 'http://www.example.org/x', kind: 'subresource' })).rejects.toMatchObject({
    reason: 'denied',
    message: 'http://www.example.org/x is on the deny-list (example.org)',
  });
  await expect(egress.fetch({ url: 'http://other.example/' })).rejects.toThrow();
  expect(asked).toEqual(['http://other.example/']);
});
