import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowedAddresses, checkHost, isPublicAddress } from '../../../src/foundation/http/address-policy.ts';
import { openTransport } from '../../../src/foundation/http/index.ts';
import { checkedLookup } from '../../../src/foundation/http/resolver.ts';

const v4 = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.');
const group = (n: number) => n.toString(16);
const anyV4 = fc.nat({ max: 0xffff_ffff });

describe('isPublicAddress', () => {
  test.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '100.127.255.255', '127.0.0.1'],
    ...['127.255.255.254', '168.63.129.16', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192'],
    ...['192.0.2.7', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.9'],
    ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '::', '::1', '::127.0.0.1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:1', '64:ff9b::10.0.0.1'],
    ...['64:ff9b:1::808:808', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '2002:a00:1::1'],
    ...['3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
    ...['2606:4700::1%1', 'localhost', '', '1.2.3', '0x7f.0.0.1', 'example.org'],
  ])('%s is not public', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  test.each([
    ...['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.1'],
    ...['193.0.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8'],
    ...['64:ff9b::8.8.8.8', '2002:808:808::1', '2400::'],
  ])('%s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  test('an IPv6 form of an IPv4 address is as public as that, however it is written', () => {
    fc.assert(
      fc.property(anyV4, (n) => {
        const [high, low] = [n >>> 16, n & 0xffff];
        const verdict = isPublicAddress(v4(n));
        for (const ip of [
          ...[`::ffff:${v4(n)}`, `::FFFF:${group(high)}:${group(low)}`, `0:0:0:0:0:ffff:${v4(n)}`],
          ...[`64:ff9b::${v4(n)}`, `2002:${group(high)}:${group(low)}::1`],
        ]) {
          expect([ip, isPublicAddress(ip)]).toEqual([ip, verdict]);
        }
        expect(isPublicAddress(`::${v4(n)}`)).toBe(false);
      }),
    );
  });

  test('nothing outside 2000::/3 but mapped and NAT64 forms is public', () => {
    const global = new BlockList();
    global.addSubnet('2000::', 3, 'ipv6');
    const groups = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, (parts) => {
        const ip = parts.map(group).join(':');
        fc.pre(!global.check(ip, 'ipv6'));
        expect(isPublicAddress(ip)).toBe(false);
      }),
    );
  });
});

describe('hosts', () => {
  test.each([
    ...['http://localhost/', 'http://LOCALHOST:8080/', 'http://a.localhost./', 'http://127.1/'],
    ...['http://0x7f000001/', 'http://2130706433/', 'http://[::1]/', 'http://[::ffff:127.0.0.1]/'],
    ...['http://169.254.7.7/', 'http://10.1.2.3/'],
  ])('%s is refused unless private networks are allowed', (url) => {
    expect(() => checkHost(new URL(url), { allowPrivate: false })).toThrow(/not on the public internet/);
    expect(() => checkHost(new URL(url), { allowPrivate: true })).not.toThrow();
  });

  test.each([
    ...['http://169.254.169.254/latest/meta-data/', 'http://[::ffff:169.254.169.254]/'],
    ...['http://[fd00:ec2::254]/', 'http://100.100.100.200/', 'http://169.254.170.2/v2/credentials'],
    ...['http://192.0.0.192/', 'http://168.63.129.16/'],
  ])('%s stays closed where private networks are allowed, unless it was named', (url) => {
    const { hostname } = new URL(url);
    const named = [hostname.replace(/[[\]]/g, '')];
    expect(() => checkHost(new URL(url), { allowPrivate: true })).toThrow(/metadata/);
    expect(() => allowedAddresses('a.example', named, { allowPrivate: true })).toThrow(/metadata/);
    expect(() => checkHost(new URL(url), { allowPrivate: true, named })).not.toThrow();
    expect(() => checkHost(new URL(url), { allowPrivate: false, named })).toThrow(/not on the public/);
  });

  test('a page may not lead to a metadata service by name or redirect, and a seed may name it', async () => {
    const send = async (seeds: string[]) => {
      const web = await openTransport('live', {
        allowPrivate: true,
        proxy: '',
        connectTimeoutMs: 300,
        seeds,
      });
      try {
        return await web.send({ url: 'http://169.254.169.254/', method: 'GET', headers: [] }).then(
          () => 'sent',
          ({ reason }) => String(reason),
        );
      } finally {
        await web.close();
      }
    };
    expect(await send(['http://10.0.0.1/'])).toBe('address-refused');
    expect(await send(['http://169.254.169.254/'])).not.toBe('address-refused');
  });

  test('ports of other protocols are refused whatever is allowed', () => {
    for (const port of [22, 25, 6667])
      expect(() => checkHost(new URL(`http://a.example:${port}/`), { allowPrivate: true })).toThrow(/port/);
    expect(() => checkHost(new URL('https://a.example/'), { allowPrivate: false })).not.toThrow();
    expect(() => checkHost(new URL('http://a.example:8080/'), { allowPrivate: false })).not.toThrow();
  });

  test('only allowed addresses of a name are chosen; when there are none it is refused', () => {
    expect(allowedAddresses('a', ['10.0.0.1', '8.8.8.8'], { allowPrivate: false })).toEqual(['8.8.8.8']);
    expect(allowedAddresses('a', ['10.0.0.1', '8.8.8.8'], { allowPrivate: true })).toEqual([
      '10.0.0.1',
      '8.8.8.8',
    ]);
    expect(() => allowedAddresses('a', ['10.0.0.1', '::1'], { allowPrivate: false })).toThrow(
      /a is not on the public internet/,
    );
  });

  test('what is looked up for a connection has been checked, one address or all', async () => {
    const lookup = checkedLookup(async () => ['127.0.0.1', '8.8.8.8', '2606:4700::1'], {
      allowPrivate: false,
    });
    const ask = (options: object) =>
      new Promise((resolve) => lookup('a.example', options, (error, ...found) => resolve(error ?? found)));
    expect(await ask({})).toEqual(['8.8.8.8', 4]);
    expect(await ask({ family: 6 })).toEqual(['2606:4700::1', 6]);
    expect(await ask({ all: true })).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ],
    ]);
    const none = checkedLookup(async () => ['127.0.0.1'], { allowPrivate: false });
    const refused = await new Promise((resolve) => none('a.example', {}, resolve));
    expect(refused).toMatchObject({ reason: 'address-refused' });
  });
});
