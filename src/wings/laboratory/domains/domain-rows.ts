import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
  columnsOfFile,
  contextOf,
  domainFeatureNames,
  domainFeaturesOf,
  extractForms,
  type Form,
  type FormContext,
  LabelledDataError,
  PAGE_TEXT,
  packFeatures,
  unpackFeatures,
  labelLines,
  warnOfOtherWords,
} from '../../../forms/index.ts';
import { parseTree, textOf } from '../../../foundation/dom/index.ts';
import type { Domain } from '../../../foundation/domain/index.ts';
import { wordListFingerprint } from '../../../foundation/language/index.ts';
import { siteOf } from '../../../foundation/url/index.ts';
import { filesEnding, htmlRecords } from '../forms/html-records.ts';
import { hashed, parseChecked } from '../forms/rows.ts';

/** The domains of labelled forms; whatever else a form searches is `other`. */
export const FORM_DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'] as const;
export type FormDomainName = (typeof FORM_DOMAINS)[number] | 'other';
export const DOMAIN_CLASSES: readonly FormDomainName[] = [...FORM_DOMAINS, 'other'];

/** Names the numbers of a form in a row. */
const DOMAIN_FEATURES = domainFeatureNames(FORM_DOMAINS);

/** A search form with a labelled domain, as a feature row. */
export interface DomainRow {
  readonly domain: FormDomainName;
  /** Hash of the site: the group of cross-validation. */
  readonly site: string;
  /** The form's identity. */
  readonly form: string;
  readonly features: Float64Array;
}

const label = z.object({
  form: z.string().regex(/^[0-9a-f]{16}$/),
  domain: z.enum(DOMAIN_CLASSES),
});
const header = z.object({
  format: z.literal('fieldfare-domain-rows'),
  version: z.literal(1),
  /** Fingerprint of the word lists that the features were made with. */
  words: z.string().optional(),
  features: z.array(z.string()),
});
const line = label.extend({ site: z.string(), ones: z.array(z.number().int()), rest: z.array(z.number()) });

const shipped = (name: string): string =>
  fileURLToPath(new URL(`../../../../datasets/domains/${name}`, import.meta.url));

/** Real search forms, labelled by hand. */
export const DOMAIN_ROWS = shipped('rows.jsonl');
/** Search forms of practice webs of seeds 100–104, labelled by those webs. */
export const PRACTICE_DOMAIN_ROWS = shipped('practice-rows.jsonl');

/** Search forms of real applications outside the domains, each from several of its pages. */
export const NONE_DOMAIN_ROWS = shipped('none-rows.jsonl');

/** Greatest number of pages from which a form outside the domains is taken, because its context differs. */
const PAGES_OF_A_FORM = 12;

/** The domains that people called forms, by the forms' identities: a file of rows, or one with labels alone. */
export async function readDomainLabels(path: string): Promise<Map<string, FormDomainName>> {
  const lines = await linesOf(path);
  if (lines[0]?.[0].includes('"fieldfare-domain-rows"')) lines.shift();
  return new Map(
    lines.map(([entry, number]) => {
      const { form, domain } = parseChecked(label, entry, path, number);
      return [form, domain];
    }),
  );
}

/**
 * Rows of the labelled forms that stand on the pages of `*.warc.gz` in some folders, the first page of each form.
 * @param domains the shipped ones, or none of the seven counts
 */
export async function* domainRows(
  folders: readonly string[],
  labels: ReadonlyMap<string, FormDomainName>,
  domains: readonly Domain[],
): AsyncGenerator<DomainRow> {
  const left = new Map(labels);
  for (const folder of folders) {
    for (const archive of await filesEnding(folder, '.warc.gz')) {
      for await (const { url, html } of htmlRecords(archive)) {
        const tree = parseTree(html, url);
        const page = { url, title: tree.title, text: textOf(tree.root, PAGE_TEXT) };
        for (const form of extractForms(tree)) {
          const domain = left.get(form.id);
          if (domain === undefined) continue;
          left.delete(form.id);
          yield {
            domain,
            site: hashed(siteOf(url)),
            form: form.id,
            features: domainFeaturesOf(form, page, domains),
          };
        }
      }
    }
  }
}

/**
 * Rows of everything that is judged a search form on the pages of `*.warc.gz` in some folders of sites that are about none of
 * the domains; a form that stands on many pages is taken from some of them.
 */
export async function* noneDomainRows(
  folders: readonly string[],
  domains: readonly Domain[],
  isSearch: (form: Form, context: FormContext) => boolean,
): AsyncGenerator<DomainRow> {
  const taken = new Map<string, number>();
  for (const folder of folders) {
    for (const archive of await filesEnding(folder, '.warc.gz')) {
      for await (const { url, html } of htmlRecords(archive)) {
        const tree = parseTree(html, url);
        const forms = extractForms(tree);
        const context = contextOf(tree, forms);
        const page = { url, title: tree.title, text: textOf(tree.root, PAGE_TEXT) };
        for (const form of forms) {
          const pages = taken.get(form.id) ?? 0;
          if (pages >= PAGES_OF_A_FORM || !isSearch(form, context)) continue;
          taken.set(form.id, pages + 1);
          const features = domainFeaturesOf(form, page, domains);
          yield { domain: 'other', site: hashed(siteOf(url)), form: form.id, features };
        }
      }
    }
  }
}

export function formatDomainRows(rows: readonly DomainRow[]): string {
  const head = {
    format: 'fieldfare-domain-rows',
    version: 1,
    words: wordListFingerprint(),
    features: DOMAIN_FEATURES,
  };
  const lines = rows.map(({ domain, site, form, features }) => ({
    domain,
    site,
    form,
    ...packFeatures(features),
  }));
  return `${[head, ...lines].map((entry) => JSON.stringify(entry)).join('\n')}\n`;
}

/** @throws with file and line where rows are damaged, or were made with other features than this version's */
export async function readDomainRows(path: string = DOMAIN_ROWS): Promise<DomainRow[]> {
  const [first = '', ...lines] = await linesOf(path);
  const head = parseChecked(header, first[0] ?? '', path, 1);
  const remedy = 'fieldfare train domains --data FOLDER';
  const columns = columnsOfFile(head.features, DOMAIN_FEATURES, path, remedy);
  // The pages of the none rows are not at hand; the README of the rows says what has changed since.
  if (path !== NONE_DOMAIN_ROWS) warnOfOtherWords(path, head.words, remedy);
  return lines.map(([entry, number]) => {
    const { domain, site, form, ...packed } = parseChecked(line, entry, path, number);
    return { domain, site, form, features: unpackFeatures(packed, columns, `${path}:${number}`) };
  });
}

async function linesOf(path: string): Promise<ReturnType<typeof labelLines>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new LabelledDataError(`Cannot read ${path}: no file of domain labels or rows`, { cause });
  });
  return labelLines(text, path);
}
