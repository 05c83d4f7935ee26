import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  analysePage,
  type Classifiers,
  type KnownDescriptions,
  loadClassifiers,
  type PageAnalysis,
  SearchDescriptions,
} from '../crawl/analysis/index.ts';
import { withoutNofollow } from '../crawl/frontier/index.ts';
import { openBrowser, triggersOn, withOpened } from '../crawl/rendering/index.ts';
import { fetchPage } from '../crawl/run/index.ts';
import {
  type HarvestOptions,
  httpClientOptions,
  OptionsError,
  type ResolvedOptions,
  resolveOptions,
} from '../crawl/settings/index.ts';
import { type DomainReason, descriptionsOf, explainDomain, PAGE_TEXT } from '../forms/index.ts';
import { captureTree, parseTree, type TreeDocument, textOf } from '../foundation/dom/index.ts';
import {
  createHttpClient,
  decodeHtml,
  type Exchange,
  type HttpClient,
  openTransport,
  TransportError,
} from '../foundation/http/index.ts';
import { canonicalUrl, siteOf } from '../foundation/url/index.ts';
import { linkText } from '../reports/index.ts';
import { type NamedForm, pictureOf } from './picture.ts';

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
    | 'judge'
    | 'judgeK'
    | 'model'
    | 'domainModel'
  > {
  /** Domains that the page is judged for; without any, all that are shipped. */
  readonly domains?: readonly string[];
  /** Address that a file is taken to come from. */
  readonly base?: string;
  /** File for a picture of the page with its forms outlined and named; the page is then shown to the browser. */
  readonly picture?: string;
  /** Id of the one form that the picture shows; without it, or where the page does not show that form, all are outlined. */
  readonly pictured?: string;
  /** What pages are judged by, for those who look at many; loaded anew for each page otherwise. */
  readonly classifiers?: Classifiers;
}

export interface Inspection {
  readonly reading: PageAnalysis;
  /** HTTP status; undefined for a file. */
  readonly status: number | undefined;
  readonly encoding: string;
  readonly renderedBy: 'http' | 'browser' | 'file';
  /** Of each form, why it is about its domain; null for what searches nothing. */
  readonly reasons: readonly (DomainReason | null)[];
  /** Rejection rules that the domain files switch off, and risky ones that they switch on. */
  readonly rules: { readonly off: readonly string[]; readonly on: readonly string[] };
  /** What a reader of the page sees, its first 20,000 characters. */
  readonly text: string;
}

/** The shipped domains: what a page is judged for unless told otherwise. */
export const ALL_DOMAINS: readonly string[] = [
  'book',
  'flight',
  'hotel',
  'music',
  'premiere',
  'product',
  'property',
];
const MAX_FILE_BYTES = 50_000_000;
const MAX_REDIRECTS = 10;

/**
 * Looks at one page, an address or an HTML file, and explains each of its forms. Nothing is kept or submitted.
 * @throws {OptionsError} for what is neither an address nor a file; {TransportError} when the page cannot be had
 */
export async function inspect(target: string, options: InspectOptions = {}): Promise<Inspection> {
  const { domains = ALL_DOMAINS, base, picture, pictured, classifiers: loaded, ...rest } = options;
  const resolved = resolveOptions({ ...rest, domains: [...domains] });
  const classifiers = loaded ?? loadClassifiers(domains, resolved);
  if (!/^https?:\/\//i.test(target)) {
    if (picture !== undefined)
      throw new OptionsError('a picture is taken of an address: a file is not shown to the browser');
    return inspectFile(target, base, classifiers);
  }
  const url = canonicalUrl(target);
  if (url === undefined) throw new OptionsError(`${target} is not a web address`);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const web = typeof resolved.web === 'string' ? await openTransport(resolved.web, resolved) : resolved.web;
    if (typeof resolved.web === 'string') closing.push(() => web.close());
    const egress = createHttpClient({ transport: web, ...httpClientOptions(resolved) });
    const drawn = picture === undefined ? undefined : { file: picture, alone: pictured };
    return await inspectUrl(url, resolved, egress, classifiers, closing, drawn);
  } finally {
    for (const close of closing.reverse()) await close().catch(() => undefined);
  }
}

async function inspectUrl(
  from: string,
  options: ResolvedOptions,
  egress: HttpClient,
  classifiers: Classifiers,
  closing: (() => Promise<unknown>)[],
  picture: { readonly file: string; readonly alone: string | undefined } | undefined,
): Promise<Inspection> {
  const { exchange, html, encoding } = await follow(from, egress);
  const parsed = parseTree(html, exchange.url);
  const heard = (read: PageAnalysis) => (classifiers.obeyNofollow ? withoutNofollow(read, exchange) : read);
  const site = siteOf(exchange.url);
  const descriptions = await describedOn(parsed, egress);
  const reading = heard(analysePage(parsed, classifiers, options.render, undefined, descriptions));
  const about = { status: exchange.status, encoding };
  if (!reading.renderDecision.render && picture === undefined)
    return { ...about, ...explained(reading, parsed, classifiers), renderedBy: 'http' };
  const browserMedia = options.browserMedia || picture !== undefined;
  const { pages, proxy } = await openBrowser({ ...options, browserMedia }, egress, closing);
  const withdraw = proxy.offerPrefetched(exchange.url, exchange);
  try {
    return await pages.visit(site, exchange.url, async (open) => {
      const { session } = open;
      const tree = await captureTree(session);
      const shown = {
        ...heard(analysePage(tree, classifiers, 'never', undefined, descriptions)),
        gate: reading.renderDecision,
      };
      const again = (json: string) =>
        analysePage(JSON.parse(json) as TreeDocument, classifiers, 'never', undefined, descriptions);
      const openers = picture === undefined ? await triggersOn(open) : undefined;
      const rendered =
        openers === undefined ? shown : await withOpened<PageAnalysis>(shown, open, openers, again);
      if (picture !== undefined)
        await writeFile(picture.file, await pictureOf(session, tree, named(rendered), picture.alone));
      return { ...about, ...explained(rendered, tree, classifiers), renderedBy: 'browser' };
    });
  } finally {
    withdraw();
  }
}

/** What the OpenSearch descriptions say that a page links to. */
async function describedOn(page: TreeDocument, egress: HttpClient): Promise<KnownDescriptions> {
  const asked = new SearchDescriptions(egress, async () => true);
  await asked.learn(descriptionsOf(page), siteOf(page.url), new AbortController().signal);
  return asked.known(siteOf(page.url));
}

/** As `inspect` numbers and names them. */
const named = ({ forms }: PageAnalysis): NamedForm[] =>
  forms.map(({ form, verdict, domain }, i) => ({
    form,
    searchable: verdict.searchable,
    name: `Form ${i + 1}: ${verdict.type}${domain === null ? '' : `, ${domain}`}`,
  }));

function explained(
  reading: PageAnalysis,
  tree: TreeDocument,
  { domains, domainModel, rulesOff, rulesOn }: Classifiers,
): Pick<Inspection, 'reading' | 'reasons' | 'rules' | 'text'> {
  const text = textOf(tree.root, PAGE_TEXT);
  const page = { url: tree.url, title: tree.title, text };
  const reasons = reading.forms.map(({ form, verdict }) =>
    verdict.searchable ? explainDomain(form, page, domains, domainModel).reason : null,
  );
  return { reading, reasons, rules: { off: rulesOff, on: rulesOn }, text };
}

async function follow(
  from: string,
  egress: HttpClient,
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
        throw new TransportError(
          'protocol',
          `${url} is no HTML page: ${linkText(fetched.reason)}, status ${fetched.exchange.status}`,
        );
      case 'retry':
      case 'failed':
        throw new TransportError('connect', `${url} could not be fetched: ${linkText(fetched.reason)}`);
    }
  }
  throw new TransportError('protocol', `${from} redirects more than ${MAX_REDIRECTS} times`);
}

async function inspectFile(
  target: string,
  base: string | undefined,
  classifiers: Classifiers,
): Promise<Inspection> {
  let body: Buffer;
  try {
    const { size } = await stat(target);
    if (size > MAX_FILE_BYTES) throw new OptionsError(`${target} is larger than ${MAX_FILE_BYTES} bytes`);
    body = await readFile(target);
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EISDIR'
        ? 'it is a folder'
        : code === 'EACCES'
          ? 'the file may not be read'
          : 'it is no address that begins with http:// or https://, and there is no such file';
    throw new OptionsError(`cannot inspect ${target}: ${why}`);
  }
  const { text, encoding } = decodeHtml(body, undefined);
  const url = base ?? pathToFileURL(resolve(target)).href;
  const tree = parseTree(text, url);
  const reading = analysePage(tree, classifiers, 'auto', undefined, new Map());
  return { ...explained(reading, tree, classifiers), status: undefined, encoding, renderedBy: 'file' };
}
