/** Decides which networks a crawl may connect to, by the numeric address of the connection, after the name was resolved. */

import { BlockList, isIP } from 'node:net';
import { TransportError } from './transport.ts';

const blockList = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};

/** Networks that are not part of the public internet (IANA special-purpose registry, RFC 6890). */
const SPECIAL_V4 = blockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; one cloud's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // one cloud's host services, a public number
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, withdrawn
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/** Lists services that hand out a machine's secrets; a private network that a user opens does not mean these. */
const METADATA_V4 = blockList('ipv4', [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.169.0/24',
  '169.254.170.0/24',
  '192.0.0.192/32',
]);
const METADATA_V6 = blockList('ipv6', ['fd00:ec2::/32', 'fd20:ce::/32']);

/** Only 2000::/3 is public in IPv6, except for the special ranges inside it. */
const GLOBAL_V6 = blockList('ipv6', ['2000::/3']);
const SPECIAL_V6 = blockList('ipv6', [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
]);

/** Returns the eight 16-bit groups of a valid IPv6 address. */
const groupsOf = (ip: string): number[] => {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip);
  const hex = (high: string | undefined, low: string | undefined) =>
    ((Number(high) << 8) | Number(low)).toString(16);
  const plain = dotted ? `${dotted[1]}${hex(dotted[2], dotted[3])}:${hex(dotted[4], dotted[5])}` : ip;
  const [before = '', after] = plain.split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const head = parse(before);
  const tail = after === undefined ? [] : parse(after);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
};

const v4Of = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Returns the IPv4 address inside an IPv6 address: mapped, NAT64 (RFC 6052) or 6to4. */
const embeddedIpv4 = (ip: string): string | undefined => {
  const groups = groupsOf(ip);
  const starts = (...prefix: readonly number[]) => prefix.every((group, i) => groups[i] === group);
  if (starts(0, 0, 0, 0, 0, 0xffff)) return v4Of(groups[6], groups[7]);
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return v4Of(groups[6], groups[7]);
  if (starts(0x2002)) return v4Of(groups[1], groups[2]);
  return undefined;
};

/** Checks whether an address is public; text that is none is not. An IPv6 address with an embedded IPv4 address is what that is. */
export const isPublicAddress = (ip: string): boolean => {
  if (ip.includes('%')) return false;
  if (isIP(ip) === 4) return !SPECIAL_V4.check(ip, 'ipv4');
  if (isIP(ip) !== 6) return false;
  const v4 = embeddedIpv4(ip);
  if (v4 !== undefined) return isPublicAddress(v4);
  return GLOBAL_V6.check(ip, 'ipv6') && !SPECIAL_V6.check(ip, 'ipv6');
};

function isMetadataAddress(ip: string): boolean {
  if (isIP(ip) === 4) return METADATA_V4.check(ip, 'ipv4');
  if (isIP(ip) !== 6) return false;
  const v4 = embeddedIpv4(ip);
  return v4 === undefined ? METADATA_V6.check(ip, 'ipv6') : isMetadataAddress(v4);
}

/** Lists what a user opens beside the public internet. */
export interface Reach {
  readonly allowPrivate: boolean;
  /** Numeric addresses that the user named, which alone open the metadata services of clouds among private addresses. */
  readonly named?: readonly string[] | undefined;
}

export const mayReach = (ip: string, { allowPrivate, named = [] }: Reach): boolean =>
  allowPrivate ? !isMetadataAddress(ip) || named.includes(ip) : isPublicAddress(ip);

/** Returns the numeric address of a URL's host, without the brackets of IPv6; undefined for a name. */
export const literalAddress = (hostname: string): string | undefined => {
  const unbracketed = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(unbracketed) === 0 ? undefined : unbracketed;
};

/** Checks for `localhost` and its subdomains, which always mean this machine (RFC 6761). */
export const isLocalName = (hostname: string): boolean => /(?:^|\.)localhost\.?$/i.test(hostname);

/** Ports of other protocols, where an HTTP request could be misread (Fetch standard). */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

const refusal = (what: string): TransportError =>
  new TransportError(
    'address-refused',
    `${what} is not on the public internet; private networks must be allowed first, and the metadata services of clouds named as seeds`,
  );

/** Checks what needs no name server: port, literal addresses, `localhost`. @throws {TransportError} `address-refused` or `port-refused` */
export const checkHost = (url: URL, reach: Reach): void => {
  if (BAD_PORTS.has(Number(url.port || 80))) {
    throw new TransportError('port-refused', `port ${url.port} is not one that web pages are served on`);
  }
  const literal = literalAddress(url.hostname) ?? (isLocalName(url.hostname) ? '127.0.0.1' : undefined);
  if (literal !== undefined && !mayReach(literal, reach)) throw refusal(url.hostname);
};

/** Returns the addresses of a name that may be connected to. @throws {TransportError} `address-refused` when none may */
export const allowedAddresses = (
  hostname: string,
  addresses: readonly string[],
  reach: Reach,
): readonly string[] => {
  const allowed = addresses.filter((address) => mayReach(address, reach));
  if (allowed.length === 0) throw refusal(hostname);
  return allowed;
};
