/** Judges edited pages of real sites (paper 000; docs/library.md). The pages lie beside the project; edits and ids are here. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import { blocksOf, type TextBlock } from '../../../src/foundation/dom/blocks.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { decodeHtml } from '../../../src/foundation/http/index.ts';
import { wordNet } from '../../../src/foundation/text/index.ts';
import { siteOf } from '../../../src/foundation/url/index.ts';
import { headerValue } from '../../../src/foundation/warc/index.ts';
import { readExchange } from '../../../src/foundation/warc/read-exchange.ts';
import { scanArchive } from '../../../src/foundation/warc/scan.ts';
import { SiteTemplate } from '../../../src/library/novelty/boilerplate.ts';
import { addToIndexes, judgeText, type NoveltyIndexes } from '../../../src/library/novelty/judge-text.ts';
import { PageMemory } from '../../../src/library/novelty/page-memory.ts';
import { TextReader } from '../../../src/library/novelty/read-text.ts';
import { SentenceIndex } from '../../../src/library/novelty/sentence-index.ts';
import { ontologyOf } from '../../../src/library/ontology/ontology.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type Edit, edit, PAGE_IS_KNOWN } from './edits.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
export const PAGES = join(ROOT, '../shared/datasets/web');
const CASES = join(ROOT, 'datasets/novelty/cases.json');

export interface Case {
  readonly archive: string;
  readonly url: string;
  readonly edit: Edit;
  /** Page whose text is put in. */
  readonly donor?: string;
}

export interface Score {
  readonly precision: number;
  readonly recall: number;
  /** Counted with “known” as the positive answer. */
  readonly counts: { readonly tp: number; readonly fp: number; readonly fn: number; readonly tn: number };
}

export interface Evaluation {
  readonly cases: number;
  readonly page: Score;
  readonly sentence: Score;
  readonly byEdit: Readonly<Record<string, { readonly page: string; readonly sentence: string }>>;
  readonly wrong: readonly string[];
}

export const pagesAreThere = (): boolean => existsSync(PAGES);
export const readCases = (): Case[] => JSON.parse(readFileSync(CASES, 'utf8')) as Case[];

/** Text of every page of the archives, by address. */
export async function readPages(archives: readonly string[]): Promise<Map<string, TextBlock[]>> {
  const pages = new Map<string, TextBlock[]>();
  for (const name of archives) {
    const file = join(PAGES, name);
    for await (const record of scanArchive(file)) {
      const { fields } = record.head;
      if (fields.get('warc-type') !== 'response' || !/http/.test(fields.get('content-type') ?? '')) continue;
      const stored = await readExchange(file, record.offset, record.length);
      const type = headerValue(stored.headers, 'content-type') ?? '';
      if (stored.status !== 200 || !type.includes('html') || pages.has(stored.url)) continue;
      pages.set(stored.url, blocksOf(parseTree(decodeHtml(stored.body, type).text, stored.url)));
    }
  }
  return pages;
}

class Tally {
  readonly counts = { tp: 0, fp: 0, fn: 0, tn: 0 };
  add(known: boolean, saidKnown: boolean): void {
    this.counts[saidKnown ? (known ? 'tp' : 'fp') : known ? 'fn' : 'tn']++;
  }
  score(): Score {
    const { tp, fp, fn } = this.counts;
    return { precision: tp / (tp + fp), recall: tp / (tp + fn), counts: { ...this.counts } };
  }
  get short(): string {
    const { tp, fp, fn, tn } = this.counts;
    return `${tp + tn}/${tp + tn + fp + fn}`;
  }
}

/** @param summary sentences that a page is summarised by */
export async function evaluate(cases: readonly Case[], summary?: number): Promise<Evaluation> {
  const words = wordNet();
  const ontology = ontologyOf(new Map(), words);
  const pages = await readPages([...new Set(cases.map((one) => one.archive))]);
  const templates = templatesOf(pages);
  const templateOf = (url: string) => templates.get(siteOf(url)) ?? new SiteTemplate();
  const folder = temporaryFolder('novelty-');
  const store = await openStore(folder, { mode: 'write' });
  const sentences = new SentenceIndex(await store.sentences.open(() => undefined), words);
  const prints = new Map<number, Uint32Array>();
  const judges: NoveltyIndexes = {
    reader: new TextReader(words, summary),
    pages: new PageMemory(async (id) => prints.get(id)),
    sentences,
  };
  const known = new Set<string>();
  const contentOf = (url: string, blocks: readonly string[]) =>
    templateOf(url).contentOf(blocks.map((text) => ({ text, chrome: false })));
  for (const [id, url] of [...new Set(cases.map((one) => one.url))].entries()) {
    const judged = await judgeText(judges, contentOf(url, textOf(pages, url)), 'en', ontology);
    for (const sentence of judged.reading.sentences) known.add(sentence.text);
    await addToIndexes(judges, id, judged);
  }
  const page = new Tally();
  const sentence = new Tally();
  const byEdit = new Map<string, { page: Tally; sentence: Tally }>();
  const wrong: string[] = [];
  for (const one of cases) {
    const own = byEdit.get(one.edit) ?? { page: new Tally(), sentence: new Tally() };
    byEdit.set(one.edit, own);
    const kept = new Set(contentOf(one.url, textOf(pages, one.url)));
    const given = one.donor === undefined ? [] : textOf(pages, one.donor);
    const donor = one.donor === undefined || one.edit === 'sibling' ? given : contentOf(one.donor, given);
    const edited = edit(one.edit, textOf(pages, one.url), (block) => !kept.has(block), donor);
    const judged = await judgeText(judges, contentOf(one.url, edited.blocks), 'en', ontology);
    const saidKnown = judged.verdict.similarity > 0;
    for (const tally of [page, own.page]) tally.add(PAGE_IS_KNOWN[one.edit], saidKnown);
    if (saidKnown !== PAGE_IS_KNOWN[one.edit]) wrong.push(`page ${one.edit} ${one.url} ${one.donor ?? ''}`);
    for (const read of judged.reading.sentences) {
      const truth =
        edited.reworded.has(read.text) || (!edited.changed.has(read.text) && known.has(read.text));
      const said = (await sentences.find(read, 0.65)) !== undefined;
      for (const tally of [sentence, own.sentence]) tally.add(truth, said);
      if (truth !== said)
        wrong.push(`sentence ${one.edit} ${said ? 'taken for known' : 'taken for new'}: ${read.text}`);
    }
  }
  await sentences.close();
  await store.close();
  return {
    cases: cases.length,
    page: page.score(),
    sentence: sentence.score(),
    byEdit: Object.fromEntries(
      [...byEdit].map(([name, own]) => [name, { page: own.page.short, sentence: own.sentence.short }]),
    ),
    wrong,
  };
}

const textOf = (pages: ReadonlyMap<string, readonly TextBlock[]>, url: string): string[] =>
  (pages.get(url) ?? []).filter((block) => !block.chrome).map((block) => block.text);

/** Of every site, from all of its pages. */
function templatesOf(pages: ReadonlyMap<string, readonly TextBlock[]>): Map<string, SiteTemplate> {
  const templates = new Map<string, SiteTemplate>();
  for (const [url, blocks] of pages) {
    const template = templates.get(siteOf(url)) ?? new SiteTemplate();
    templates.set(siteOf(url), template);
    template.add(blocks);
  }
  return templates;
}
