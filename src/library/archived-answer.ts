import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse, serialize } from 'parse5';
import { decodeHtml } from '../foundation/http/index.ts';
import { headerValue } from '../foundation/warc/index.ts';
import type { ExchangePlace, Store } from '../storage/index.ts';
import { openArchive } from './run-archive.ts';

export interface AnswerText {
  readonly isHtml: boolean;
  readonly text: string;
}

export interface AnswerPlace {
  readonly runId: number;
  readonly formId: string;
  /** Counts queries of the form from 1, as `page` counts the pages of an answer. */
  readonly position: number;
  readonly page: number;
}

/** Reads the answer to a query from the archive of its run; undefined where the archive does not hold it. */
export async function archivedAnswer(
  store: Store,
  { runId, formId, position, page }: AnswerPlace,
): Promise<AnswerText | undefined> {
  for await (const row of store.submissions.each(runId, { formId })) {
    if (row.position !== position || row.page !== page || row.exchange_offset === null) continue;
    return archivedText(store, runId, { offset: row.exchange_offset, length: row.exchange_length ?? 0 });
  }
  return undefined;
}

/** Reads the page that a document of the library was made of; undefined where the archive does not hold it. */
export async function archivedDocument(store: Store, id: number): Promise<AnswerText | undefined> {
  const [document] = await store.documents.get([id]);
  if (document === undefined) return undefined;
  const { run_id: runId, kind, key } = document;
  if (kind === 'page') return archivedPageText(store, runId, key);
  const [formId, submission] = kind === 'hidden' ? cut(key) : await answerOf(store, runId, cut(key));
  for await (const row of store.submissions.each(runId, { formId }))
    if (row.key === submission && row.exchange_offset !== null)
      return archivedText(store, runId, { offset: row.exchange_offset, length: row.exchange_length ?? 0 });
  return undefined;
}

/** Reads a page of a run as it was answered; undefined where the archive does not hold it. */
export async function archivedPageText(
  store: Store,
  runId: number,
  url: string,
): Promise<AnswerText | undefined> {
  const place = await store.pages.exchange(runId, url);
  return place && archivedText(store, runId, place);
}

const cut = (key: string): [string, string] => {
  const at = key.indexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
};

/** Returns form and key of the submission that brought a record; empty where the record is gone. */
async function answerOf(
  { records }: Pick<Store, 'records'>,
  runId: number,
  [site, key]: readonly [string, string],
): Promise<[string, string]> {
  // A beginning of the key stands before it.
  for await (const row of records.each(runId, { site, after: { site, key: key.slice(0, -1) } }))
    if (row.key >= key) return row.key === key ? [row.form_id, row.submission] : ['', ''];
  return ['', ''];
}

async function archivedText(
  store: Store,
  runId: number,
  { offset, length }: ExchangePlace,
): Promise<AnswerText> {
  const archive = await openArchive(store, runId);
  const { headers, body } = await archive.exchange(offset, length);
  const type = headerValue(headers, 'content-type');
  const { text } = decodeHtml(body, type);
  const isHtml = type === undefined ? /^\s*</.test(text) : /\bhtml\b/i.test(type);
  return { isHtml, text: isHtml ? shownAlone(text) : text };
}

/** Elements that run, load, or lead to another document. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['script', 'link', 'base', 'iframe', 'frame', 'object', 'embed', 'meta', 'portal', 'template'],
]);

/** The markup of a page without what would run or make a browser connect to others. Whoever shows it still forbids both. */
export function shownAlone(markup: string): string {
  // Where no script runs, what stands in `noscript` is shown.
  const document = parse(markup, { scriptingEnabled: false });
  const strip = (parent: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const node of [...parent.childNodes]) {
      if (!defaultTreeAdapter.isElementNode(node)) continue;
      if (LEFT_OUT.has(node.tagName) || node.namespaceURI !== html.NS.HTML)
        defaultTreeAdapter.detachNode(node);
      else {
        node.attrs = node.attrs.filter(({ name }) => !/^(?:on|ping$|srcset$|background$)/.test(name));
        strip(node);
      }
    }
  };
  strip(document);
  return serialize(document, { scriptingEnabled: false });
}
