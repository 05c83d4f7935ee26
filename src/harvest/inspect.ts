import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { captureTree, parseTree } from '../pages/index.ts';
import { canonicalUrl, siteOf } from '../sites/index.ts';
import { createEgress, decodeHtml, type Egress, type Exchange, openWeb, WebError } from '../web/index.ts';
import { openBrowser } from './browser.ts';
import { egressOptions } from './egress-options.ts';
import { fetchPage } from './fetch-page.ts';
import { loadJudgement } from './judgement.ts';
import { type HarvestOptions, OptionsError, type ResolvedOptions, resolveOptions } from './options.ts';
import { type Judgement, type Reading, readPage } from './read-page.ts';

export interface InspectOptions
  extends Pick<
    HarvestOptions,
    | 'web'
    | 'render'
    | 'timeoutMs'
    | 'maxBodyBytes'
    | 'allowPrivate'
    | 'proxy'
    | 'headers'
    | 'cookies'
    | 'contact'
    | 'storage'
  > {
  /** Domains that the page is judged for; without any, all that are shipped. */
  readonly domains?: readonly string[];
  /** Address that a file is taken to come from. */
  readonly base?: string;
}

export interface Inspection {
  readonly reading: Reading;
  /** HTTP status; undefined for a file. */
  readonly status: number | undefined;
  readonly encoding: string;
  readonly renderedBy: 'http' | 'browser' | 'file';
}

const MAX_FILE_BYTES = 50_000_000;
const MAX_REDIRECTS = 10;

/**
 * Looks at one page, an address or an HTML file, and explains each of its forms. Nothing is kept or submitted.
 * @throws {OptionsError} for what is neither an address nor a file; {WebError} when the page cannot be had
 */
export async function inspect(target: string, options: InspectOptions = {}): Promise<Inspection> {
  const {
    domains = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'],
    base,
    ...rest
  } = options;
  const resolved = resolveOptions({ ...rest, domains: [...domains] });
  const judgement = loadJudgement(domains, resolved);
  if (!/^https?:\/\//i.test(target)) return inspectFile(target, base, judgement);
  const url = canonicalUrl(target);
  if (url === undefined) throw new OptionsError(`${target} is not a web address`);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const web = typeof resolved.web === 'string' ? await openWeb(resolved.web, resolved) : resolved.web;
    if (typeof resolved.web === 'string') closing.push(() => web.close());
    const egress = createEgress({ web, ...egressOptions(resolved) });
    return await inspectUrl(url, resolved, egress, judgement, closing);
  } finally {
    for (const close of closing.reverse()) await close().catch(() => undefined);
  }
}

async function inspectUrl(
  from: string,
  options: ResolvedOptions,
  egress: Egress,
  judgement: Judgement,
  closing: (() => Promise<unknown>)[],
): Promise<Inspection> {
  const { exchange, html, encoding } = await follow(from, egress);
  const reading = readPage(parseTree(html, exchange.url), judgement, options.render);
  const plain: Inspection = { reading, status: exchange.status, encoding, renderedBy: 'http' };
  if (!reading.gate.render) return plain;
  const { pages, proxy } = await openBrowser(options, egress, closing);
  const withdraw = proxy.handOver(exchange.url, exchange);
  try {
    const tree = await pages.visit(siteOf(exchange.url), exchange.url, ({ session }) => captureTree(session));
    const rendered = readPage(tree, judgement, 'never');
    return { ...plain, reading: { ...rendered, gate: reading.gate }, renderedBy: 'browser' };
  } finally {
    withdraw();
  }
}

async function follow(
  from: string,
  egress: Egress,
): Promise<{ exchange: Exchange; html: string; encoding: string }> {
  let url = from;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const fetched = await fetchPage(egress, url, new AbortController().signal);
    switch (fetched.kind) {
      case 'html':
        return fetched;
      case 'redirect':
        url = fetched.to;
        break;
      case 'other':
        throw new WebError(
          'protocol',
          `${url} is no HTML page: ${fetched.reason}, status ${fetched.exchange.status}`,
        );
      case 'retry':
      case 'failed':
        throw new WebError('connect', `${url} cannot be had: ${fetched.reason}`);
    }
  }
  throw new WebError('protocol', `${from} redirects more than ${MAX_REDIRECTS} times`);
}

async function inspectFile(
  target: string,
  base: string | undefined,
  judgement: Judgement,
): Promise<Inspection> {
  let body: Buffer;
  try {
    const { size } = await stat(target);
    if (size > MAX_FILE_BYTES) throw new OptionsError(`${target} is larger than ${MAX_FILE_BYTES} bytes`);
    body = await readFile(target);
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw new OptionsError(
      `${target} is neither an address that begins with http:// or https:// nor a file that can be read (${code})`,
    );
  }
  const { text, encoding } = decodeHtml(body, undefined);
  const url = base ?? pathToFileURL(resolve(target)).href;
  const reading = readPage(parseTree(text, url), judgement, 'auto');
  return { reading, status: undefined, encoding, renderedBy: 'file' };
}
