import type { TransportErrorReason } from '../../foundation/http/index.ts';
interface RobotsAnswer {
  /** HTTP status, or undefined when the host did not answer. */
  readonly status: number | undefined;
  /** Cut at 500,000 bytes; a line that is cut in two is left out. */
  readonly body: string;
}

export interface Robots {
  allows(url: string): boolean;
  /** Milliseconds, 0 when none is asked for. */
  readonly crawlDelayMs: number;
  /** As they are written; at most 20. */
  readonly sitemaps: readonly string[];
  readonly note: 'rules' | 'none' | 'unreachable';
  /** Why it could not be read, where no answer came. */
  readonly cause?: TransportErrorReason;
}

interface Rule {
  readonly allow: boolean;
  readonly parts: readonly string[];
  /** Ends in `$`: the path must end where the pattern does. */
  readonly toTheEnd: boolean;
  readonly length: number;
}

interface Group {
  readonly rules: Rule[];
  readonly seen: Set<string>;
  wildcards: number;
  delaySeconds: number | undefined;
}

const MAX_BYTES = 500_000;
/** Limits exact rules with an asterisk (0.04 ms a page each); later ones forbid all that begins alike, and allow nothing. */
const MAX_WILDCARDS = 2_000;
const MAX_CRAWL_DELAY_MS = 60_000;
const MAX_SITEMAPS = 20;
const MAX_ADDRESS = 4_000;

/**
 * Reads a robots.txt as RFC 9309 says: no file (4xx) allows everything, a file that the server fails to give (5xx) or
 * a host that does not answer allows nothing. The group that names the agent counts, else the one for `*`; of its rules
 * the longest that matches, and `allow` where two are as long. `Crawl-delay` is no part of the RFC: at most a minute.
 * @param url of the robots.txt; pages of other origins are none of its business and allowed
 * @param agent product token, without a version
 */
export function readRobots(url: string, answer: RobotsAnswer, agent: string): Robots {
  const { status, body } = answer;
  if (status === undefined || status >= 500)
    return { allows: () => false, crawlDelayMs: 0, sitemaps: [], note: 'unreachable' };
  if (status >= 300) return { allows: () => true, crawlDelayMs: 0, sitemaps: [], note: 'none' };
  const origin = URL.parse(url)?.origin;
  const { rules, delaySeconds } = groupFor(agent, body, origin);
  return {
    allows: (page) => {
      const requested = URL.parse(page);
      if (requested === null || requested.origin !== origin || requested.pathname === '/robots.txt')
        return true;
      return allowedBy(rules, normalised(requested.pathname + requested.search));
    },
    crawlDelayMs: Math.min(MAX_CRAWL_DELAY_MS, Math.round((delaySeconds ?? 0) * 1_000)),
    sitemaps: sitemapsIn(body),
    note: 'rules',
  };
}

function sitemapsIn(body: string): string[] {
  const found: string[] = [];
  for (const [key, value] of linesOf(body)) {
    if (key !== 'sitemap' || value === '' || value.length > MAX_ADDRESS) continue;
    if (found.push(value) >= MAX_SITEMAPS) break;
  }
  return found;
}

/** Returns what a `disallow` means: a path without its first slash and an address of this origin forbid that path. */
function forbiddenPath(value: string, origin: string | undefined): string {
  if (value === '' || /^[/*$]/.test(value)) return value;
  if (!/^https?:\/\//i.test(value)) return `/${value}`;
  return URL.parse(value)?.origin === origin ? value.slice(value.indexOf('/', 8)) : '';
}

function groupFor(agent: string, body: string, origin: string | undefined): Group {
  const own = emptyGroup();
  const everyones = emptyGroup();
  let named = false;
  let current = new Set<Group>();
  let open = false;
  for (const [key, value] of linesOf(body)) {
    if (key === 'user-agent') {
      if (!open) current = new Set();
      open = true;
      if (isNamed(value, agent)) {
        named = true;
        current.add(own);
      } else if (/^\*(?:\s|$)/.test(value)) current.add(everyones);
    } else if (key === 'allow' || key === 'disallow') {
      open = false;
      const path = key === 'allow' ? value : forbiddenPath(value, origin);
      if (path !== '') for (const group of current) addRule(group, key === 'allow', normalised(path));
    } else if (key === 'crawl-delay') {
      open = false;
      const seconds = /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(value) ? Number(value) : undefined;
      if (seconds !== undefined) for (const group of current) group.delaySeconds = seconds;
    }
  }
  return named ? own : everyones;
}

function* linesOf(body: string): Generator<readonly [key: string, value: string]> {
  const whole = Buffer.byteLength(body) < MAX_BYTES;
  const lines = body
    .replace(/^\uFEFF/, '')
    .slice(0, MAX_BYTES)
    .split(/\r\n?|\n/);
  // Half a line could forbid everything.
  if (!whole) lines.pop();
  for (const line of lines) {
    const [text = ''] = line.split('#', 1);
    const colon = text.indexOf(':');
    if (colon >= 0) yield [keyOf(text.slice(0, colon)), text.slice(colon + 1).trim()];
    else {
      // A missing colon: two words alone on their line say clearly enough which rule they are.
      const words = text.trim().split(/\s+/);
      const value = words.pop() ?? '';
      const key = keyOf(words.join(' '));
      if (KEYS.has(key)) yield [key, value];
    }
  }
}

const KEYS: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow', 'crawl-delay', 'sitemap']);

/** Keys as people misspell them, without signs between their words. The list is that of Google's own parser, with `disalow`'s kin. */
const MISSPELT: Readonly<Record<string, string>> = {
  useragent: 'user-agent',
  useragents: 'user-agent',
  crawldelay: 'crawl-delay',
  sitemap: 'sitemap',
  sitemaps: 'sitemap',
  allow: 'allow',
  alow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  disallows: 'disallow',
  disallowed: 'disallow',
};

function keyOf(written: string): string {
  const key = written.trim().toLowerCase();
  return MISSPELT[key.replace(/[\s_-]+/g, '')] ?? key;
}

const isNamed = (value: string, agent: string): boolean =>
  /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === agent.toLowerCase();

const emptyGroup = (): Group => ({ rules: [], seen: new Set(), wildcards: 0, delaySeconds: undefined });

function addRule(group: Group, allow: boolean, pattern: string): void {
  const key = `${allow} ${pattern}`;
  if (group.seen.has(key)) return;
  group.seen.add(key);
  const toTheEnd = pattern.endsWith('$');
  const parts = (toTheEnd ? pattern.slice(0, -1) : pattern).split(/\*+/);
  const exact = parts.length === 1 || ++group.wildcards <= MAX_WILDCARDS;
  if (exact) group.rules.push({ allow, parts, toTheEnd, length: pattern.length });
  else if (!allow) {
    group.rules.push({ allow, parts: parts.slice(0, 1), toTheEnd: false, length: pattern.length });
  }
}

function allowedBy(rules: readonly Rule[], path: string): boolean {
  let best: Rule | undefined;
  for (const rule of rules) {
    if (best !== undefined && (rule.length < best.length || (rule.length === best.length && !rule.allow)))
      continue;
    if (matches(rule, path)) best = rule;
  }
  return best?.allow ?? true;
}

/** Fits each part where it first can after the one before: an asterisk takes whatever lies between. */
function matches({ parts, toTheEnd }: Rule, path: string): boolean {
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  const last = toTheEnd ? others.pop() : undefined;
  if (toTheEnd && last === undefined) return path.length === first.length;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last));
}

/** Signs that browsers escape in some part of an address, and authors of rules write as they are. */
const UNSAFE = /["'<>[\\\]^`{|}]/g;

/** One spelling for one path: letters that need no escape without, all others with, in upper case (RFC 9309, 2.2.2). */
const normalised = (path: string): string =>
  path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(UNSAFE, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%[0-9a-f]{2}/gi, (octet) => {
      const letter = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : octet.toUpperCase();
    });
