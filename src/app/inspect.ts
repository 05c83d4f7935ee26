import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  analysePage,
  type Classifiers,
  loadClassifiers,
  type PageAnalysis,
} from '../crawl/analysis/index.ts';
import { type HarvestOptions, resolveOptions } from '../crawl/settings/index.ts';
import { type DomainReason, explainDomain, PAGE_TEXT } from '../forms/index.ts';
import { parseTree, type TreeDocument, textOf } from '../foundation/dom/index.ts';
import { decodeHtml } from '../foundation/http/index.ts';
import { OptionsError } from '../foundation/options/index.ts';

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
  /** Holds what pages are judged by, for those who look at many; loaded anew for each page otherwise. */
  readonly classifiers?: Classifiers;
}

export interface Inspection {
  readonly reading: PageAnalysis;
  /** HTTP status; undefined for a file. */
  readonly status: number | undefined;
  readonly encoding: string;
  readonly renderedBy: 'http' | 'browser' | 'file';
  /** Says of each form why it is about its domain; null for what searches nothing. */
  readonly reasons: readonly (DomainReason | null)[];
  /** Rejection rules that the domain files switch off, and risky ones that they switch on. */
  readonly rules: { readonly off: readonly string[]; readonly on: readonly string[] };
  /** Holds what a reader of the page sees, its first 20,000 characters. */
  readonly text: string;
}

/** The shipped domains: what a page is judged for unless told otherwise. */
export const ALL_DOMAINS: readonly string[] = 'book flight hotel music premiere product property'.split(' ');
const MAX_FILE_BYTES = 50_000_000;

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
  const drawn = picture === undefined ? undefined : { file: picture, alone: pictured };
  const { inspectAddress } = await import('./inspect-address.ts');
  return inspectAddress(target, resolved, classifiers, drawn);
}

/** Returns what is told of a page besides its reading. */
export function explained(
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
          : 'it is no address (http:// or https://), and there is no such file';
    throw new OptionsError(`cannot inspect ${target}: ${why}`);
  }
  const { text, encoding } = decodeHtml(body, undefined);
  const url = base ?? pathToFileURL(resolve(target)).href;
  const tree = parseTree(text, url);
  const reading = analysePage(tree, classifiers, 'auto', undefined, new Map());
  return { ...explained(reading, tree, classifiers), status: undefined, encoding, renderedBy: 'file' };
}
