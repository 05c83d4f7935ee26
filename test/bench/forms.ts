import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'parse5';
import {
  contextOf,
  extractForms,
  judgeDomain,
  judgeForm,
  loadDomainModel,
  loadModel,
  PAGE_TEXT,
  SHIPPED,
} from '../../src/forms/index.ts';
import { fastParse } from '../../src/foundation/dom/fast-parser/fast-parse.ts';
import { finalizeTree } from '../../src/foundation/dom/finalize-tree.ts';
import { Unsupported } from '../../src/foundation/dom/html-parser.ts';
import { parseTree, textOf } from '../../src/foundation/dom/index.ts';
import { loadDomains } from '../../src/foundation/domain/index.ts';

/** The development pages beside the project; never part of it. */
const ARCHIVE = new URL('../../../shared/datasets/forms/development.warc.gz', import.meta.url);
const ROUNDS = 3;

/** The pages of an archive whose records are one response each, told apart by their WARC headers. */
function pagesOf(archive: Buffer): { url: string; html: string }[] {
  const pages: { url: string; html: string }[] = [];
  for (let at = 0; at < archive.length; ) {
    const headEnd = archive.indexOf('\r\n\r\n', at) + 4;
    const head = archive.subarray(at, headEnd).toString('latin1');
    const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
    const body = archive.subarray(headEnd, headEnd + length);
    const url = /^warc-target-uri:\s*(\S+)/im.exec(head)?.[1];
    if (/^warc-type:\s*response/im.test(head) && url !== undefined)
      pages.push({ url, html: body.subarray(body.indexOf('\r\n\r\n') + 4).toString() });
    at = headEnd + length + 4;
  }
  return pages;
}

/** Milliseconds of processor time for each of `count`, the best of some rounds: load of others only ever adds. */
function cost(count: number, work: () => void): number {
  let best = Infinity;
  for (let round = 0; round <= ROUNDS; round++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    if (round > 0) best = Math.min(best, (user + system) / 1_000 / count);
  }
  return best;
}

/** What seeing, understanding and judging forms costs on the 662 development pages, against parsing alone. */
export async function formsBench(json: boolean): Promise<void> {
  const pages = pagesOf(gunzipSync(readFileSync(ARCHIVE)));
  const [model, domainModel, domains] = [loadModel(), loadDomainModel(), loadDomains()];
  // Before anything is held on to: the collector's work is part of the cost, and grows with what it has to keep.
  const msPerPage = {
    fastParser: cost(pages.length, () => {
      for (const { url, html } of pages) {
        const parsed = fastParse(html, true);
        if (!(parsed instanceof Unsupported)) finalizeTree(parsed, url);
      }
    }),
    snapshot: cost(pages.length, () => {
      for (const { url, html } of pages) extractForms(parseTree(html, url));
    }),
    parse5: cost(pages.length, () => {
      for (const { html } of pages) parse(html);
    }),
  };
  const read = pages.map(({ url, html }) => {
    const tree = parseTree(html, url);
    const forms = extractForms(tree);
    return {
      forms,
      context: contextOf(tree, forms),
      page: { url, title: tree.title, text: textOf(tree.root, PAGE_TEXT) },
    };
  });
  const forms = read.reduce((sum, page) => sum + page.forms.length, 0);
  const searchable = read.flatMap(({ forms: found, context, page }) =>
    found.filter((form) => judgeForm(form, model, { context }).searchable).map((form) => ({ form, page })),
  );
  const unsupported = pages.filter(({ html }) => fastParse(html, true) instanceof Unsupported).length;
  const msPerForm = {
    verdict: cost(forms, () => {
      for (const { forms: found, context } of read)
        for (const form of found) judgeForm(form, model, { context });
    }),
    domain: cost(searchable.length, () => {
      for (const { form, page } of searchable) judgeDomain(form, page, domains, domainModel);
    }),
  };
  const bytes = {
    forms: readFileSync(SHIPPED.formsModel).length,
    domains: readFileSync(SHIPPED.domainModel).length,
  };
  const loadMs = cost(1, () => {
    loadModel();
    loadDomainModel();
  });
  const result = {
    ...{
      pages: pages.length,
      unsupported,
      forms,
      msPerPage,
      snapshotToParse5: msPerPage.snapshot / msPerPage.parse5,
    },
    ...{ msPerForm, modelBytes: bytes, loadMs },
  };
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else
    process.stdout.write(`${pages.length} pages, ${forms} forms, processor time
parse5 alone                    ${msPerPage.parse5.toFixed(2)} ms a page
fast parser, giving its tree    ${msPerPage.fastParser.toFixed(2)} ms a page, ${(msPerPage.fastParser / msPerPage.parse5).toFixed(2)} × parse5; ${unsupported} pages not supported
tree and forms                  ${msPerPage.snapshot.toFixed(2)} ms a page, ${result.snapshotToParse5.toFixed(2)} × parse5
features and verdict            ${msPerForm.verdict.toFixed(3)} ms a form
domain of a search form         ${msPerForm.domain.toFixed(3)} ms a form, the page's own words read before
models                          ${bytes.forms + bytes.domains} bytes, read in ${loadMs.toFixed(1)} ms
`);
}
