/** Looks at a page of the web; what looks at a file does not load this. */

import { writeFile } from 'node:fs/promises';
import {
  analysePage,
  type Classifiers,
  type KnownDescriptions,
  type PageAnalysis,
  SearchDescriptions,
} from '../crawl/analysis/index.ts';
import { withoutNofollow } from '../crawl/frontier/index.ts';
import { openBrowser, triggersOn, withOpened } from '../crawl/rendering/index.ts';
import { fetchPage } from '../crawl/run/index.ts';
import { httpClientOptions, type ResolvedOptions } from '../crawl/settings/index.ts';
import { descriptionsOf } from '../forms/index.ts';
import { captureTree, parseTree, type TreeDocument, unpackTree } from '../foundation/dom/index.ts';
import {
  createHttpClient,
  type Exchange,
  type HttpClient,
  openTransport,
  TransportError,
} from '../foundation/http/index.ts';
import { OptionsError } from '../foundation/options/index.ts';
import { canonicalUrl, siteOf } from '../foundation/url/index.ts';
import { linkText } from '../reports/index.ts';
import { explained, type Inspection } from './inspect.ts';
import { type NamedForm, pictureOf } from './picture.ts';

const MAX_REDIRECTS = 10;

interface Picture {
  readonly file: string;
  /** Id of the one form that it shows. */
  readonly alone: string | undefined;
}

/** @throws {OptionsError} for what is no address; {TransportError} when the page cannot be had */
export async function inspectAddress(
  target: string,
  resolved: ResolvedOptions,
  classifiers: Classifiers,
  picture: Picture | undefined,
): Promise<Inspection> {
  const url = canonicalUrl(target);
  if (url === undefined) throw new OptionsError(`${target} is not a web address`);
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const named = { ...resolved, seeds: [url] };
    const web = typeof resolved.web === 'string' ? await openTransport(resolved.web, named) : resolved.web;
    if (typeof resolved.web === 'string') closing.push(() => web.close());
    const egress = createHttpClient({ transport: web, ...httpClientOptions(resolved) });
    return await inspectUrl(url, resolved, egress, classifiers, closing, picture);
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
  picture: Picture | undefined,
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
      const again = (packed: string) =>
        analysePage(unpackTree(packed), classifiers, 'never', undefined, descriptions);
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

/** Returns what the OpenSearch descriptions say that a page links to. */
async function describedOn(page: TreeDocument, egress: HttpClient): Promise<KnownDescriptions> {
  const asked = new SearchDescriptions(egress, async () => true);
  await asked.learn(descriptionsOf(page), siteOf(page.url), new AbortController().signal);
  return asked.known(siteOf(page.url));
}

/** Names forms as `inspect` does. */
const named = ({ forms }: PageAnalysis): NamedForm[] =>
  forms.map(({ form, verdict, domain }, i) => ({
    form,
    searchable: verdict.searchable,
    name: `Form ${i + 1}: ${verdict.type}${domain === null ? '' : `, ${domain}`}`,
  }));

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
