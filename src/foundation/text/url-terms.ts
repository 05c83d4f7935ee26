import { domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { decodeLeniently, tokensOf } from './tokens.ts';

const MAX_ADDRESS = 2_000;
const MAX_TERMS = 60;
const MAX_WORD = 40;
const MIN_TERM = 4;
/** Parts of addresses that say nothing of what is there. */
const MEANINGLESS = new Set(
  'www www2 html htm php asp aspx jsp do cgi index default http https utm ref id'.split(' '),
);

/**
 * Words of an address: host without its public suffix, path and query; runs of letters are split where a frequent term
 * begins or ends them (paper 004: `abebooks` → `abe`, `books`).
 * @param frequent says whether a folded word is a frequent term
 */
export function urlTerms(address: string, frequent: (word: string) => boolean): string[] {
  const url = URL.parse(address.slice(0, MAX_ADDRESS));
  if (url === null) return [];
  const { domainWithoutSuffix, subdomain, isIp } = parse(domainToUnicode(url.hostname) || url.hostname);
  const host =
    isIp === true ? '' : `${subdomain ?? ''} ${domainWithoutSuffix ?? (isIp === null ? url.hostname : '')}`;
  const inHost = tokensOf(host).flatMap((word) => splitOnTerms(word, frequent, 0));
  const path = decodeLeniently(`${url.pathname} ${url.search}`);
  const inPath = tokensOf(path).flatMap((word) => splitOnTerms(word, frequent, 0.5));
  return [...inHost, ...inPath]
    .filter((word) => word.length > 1 && !MEANINGLESS.has(word))
    .slice(0, MAX_TERMS);
}

/**
 * Splits a folded word at the longest frequent term that begins or ends it, until none is left.
 * @param share how much of the word's letters the term must cover: path segments are mostly written as words already
 */
export function splitOnTerms(word: string, frequent: (word: string) => boolean, share: number): string[] {
  if (word.length <= MIN_TERM || word.length > MAX_WORD || frequent(word)) return [word];
  for (let length = word.length - 2; length >= Math.max(MIN_TERM, share * word.length); length--) {
    const [start, rest] = [word.slice(0, length), word.slice(length)];
    if (frequent(start)) return [start, ...splitOnTerms(rest, frequent, share)];
    const [before, end] = [word.slice(0, -length), word.slice(-length)];
    if (frequent(end)) return [...splitOnTerms(before, frequent, share), end];
  }
  return [word];
}
