/**
 * The library: precision and recall of novelty on edited pages of real sites, pages judged a second with 10,000 and with a
 * million pages kept, sentence by sentence with 100,000 kept, what documents take on disk with and without the texts of
 * known ones, and the time a search takes at 100,000 pages. Times are CPU times of one thread, so that other work on the
 * machine counts little.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { openStore, type SqliteStore } from '../../src/drivers/sqlite/index.ts';
import { KEYS_PER_MERGE, SqliteOpenSentences } from '../../src/drivers/sqlite/sentences.ts';
import { wordNet } from '../../src/foundation/text/index.ts';
import { storeDocuments } from '../../src/library/documents/keep-document.ts';
import { judgeNovelty, searchLibrary } from '../../src/library/index.ts';
import { dice } from '../../src/library/novelty/fingerprint.ts';
import { addToIndexes, judgeText, type NoveltyIndexes } from '../../src/library/novelty/judge-text.ts';
import { MinHash, PAGE_BANDING } from '../../src/library/novelty/min-hash.ts';
import { PageIndex } from '../../src/library/novelty/page-index.ts';
import { decodeHashes, encodeHashes, PageMemory } from '../../src/library/novelty/page-memory.ts';
import { TextReader } from '../../src/library/novelty/read-text.ts';
import { SentenceIndex } from '../../src/library/novelty/sentence-index.ts';
import { ontologyOf } from '../../src/library/ontology/ontology.ts';
import { evaluate, pagesAreThere, readCases, readPages } from '../library/evaluation/evaluate.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ARCHIVES = ['product', 'book', 'recipe', 'business-contact'].map((n) => `pages-by-domain/${n}.warc.gz`);

export async function libraryBench(settings: readonly string[]): Promise<void> {
  if (!pagesAreThere()) throw new Error('the recorded pages of ../shared/datasets/web are not there');
  const only = settings.find((word) => word.startsWith('--only='))?.slice(7);
  const wants = (part: string) => only === undefined || only.split(',').includes(part);
  const result: Record<string, unknown> = {};
  if (wants('quality')) {
    const { page, sentence, byEdit } = await evaluate(readCases());
    const { page: ofPaper } = await evaluate(readCases(), 3);
    Object.assign(result, {
      page: short(page),
      pageByThreeSentences: short(ofPaper),
      sentence: short(sentence),
      byEdit,
    });
  }
  const texts = await realTexts();
  if (wants('pages')) Object.assign(result, await pageSpeed(texts));
  if (wants('sentences')) Object.assign(result, await sentenceSpeed(texts));
  if (wants('held')) Object.assign(result, { held: await heldOnDisk(texts) });
  if (wants('agreement')) Object.assign(result, { agreement: agreement(20_000) });
  if (wants('search')) Object.assign(result, await searchSpeed(texts));
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

const short = ({ precision, recall }: { precision: number; recall: number }) => ({
  precision: round(precision),
  recall: round(recall),
});
const round = (value: number, digits = 3) => Number(value.toFixed(digits));
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

/** Text of the recorded pages, of 500 characters or more, 4,000 at most. */
async function realTexts(): Promise<string[][]> {
  const pages = await readPages(ARCHIVES);
  return [...pages.values()]
    .map((blocks) => {
      let left = 4_000;
      return blocks
        .filter((block) => !block.chrome && block.text.length > 25)
        .flatMap(({ text }) => {
          const part = text.slice(0, Math.max(0, left));
          left -= part.length;
          return part === '' ? [] : [part];
        });
    })
    .filter((blocks) => blocks.join('').length >= 500);
}

let state = 20_261_121;
const draw = (below: number): number => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
};

/** A page nobody has seen: sentences of real ones, thrown together, some of their words replaced. */
function freshText(texts: readonly string[][]): string[] {
  const page = texts[draw(texts.length)] ?? [];
  return page.map((block) =>
    block.replace(/\p{L}{4,}/gu, (word) => {
      if (draw(3) > 0) return word;
      const other = texts[draw(texts.length)] ?? [];
      return /\p{L}{4,}/u.exec((other[draw(other.length)] ?? word).slice(draw(40)))?.[0] ?? word;
    }),
  );
}

/** Fingerprints of kept pages, on disk as the store has them. */
function printFile(folder: string) {
  const db = new DatabaseSync(join(folder, 'prints.sqlite'));
  db.exec(
    'pragma journal_mode = off; pragma synchronous = off; create table print (id integer primary key, fingerprint blob); begin',
  );
  const insert = db.prepare('insert into print values (?, ?)');
  const select = db.prepare('select fingerprint from print where id = ?');
  return {
    add: (id: number, print: Uint32Array) => void insert.run(id, encodeHashes(print)),
    get: (id: number) => {
      const row = select.get(id) as { fingerprint: Uint8Array } | undefined;
      return row === undefined ? undefined : decodeHashes(row.fingerprint);
    },
    close: () => db.close(),
  };
}

/** Judged with 10,000 and with a million pages kept by turns, so that what else the machine does tells on both alike. */
async function pageSpeed(texts: readonly string[][]) {
  const folder = temporaryFolder('fieldfare-bench-');
  const words = wordNet();
  const ontology = ontologyOf(new Map(), words);
  const reader = new TextReader(words);
  const prints = printFile(folder);
  const before = process.memoryUsage.rss();
  const filled = async (count: number, from: number): Promise<PageMemory> => {
    const pages = new PageMemory(async (id) => prints.get(id));
    fillPages(pages, prints, count, from);
    let id = from + count;
    for (const text of texts) {
      const judged = await judgeText({ reader, pages, sentences: undefined }, text, 'en', ontology);
      if (judged.signature === undefined) continue;
      prints.add(id, judged.reading.fingerprint);
      pages.add(id++, judged.signature);
    }
    return pages;
  };
  const memories = [await filled(10_000, 0), await filled(1_000_000, 100_000)] as const;
  const rssBytes = process.memoryUsage.rss() - before;
  const rounds = memories.map((): number[] => []);
  for (let round = 0; round < 9; round++) {
    for (const [i, pages] of memories.entries()) {
      const fresh = Array.from({ length: 120 }, () => freshText(texts));
      const began = cpuMs();
      for (const text of fresh)
        await judgeText({ reader, pages, sentences: undefined }, text, 'en', ontology);
      // The first round meets most of the words there are.
      if (round > 0) rounds[i]?.push((fresh.length / (cpuMs() - began)) * 1_000);
    }
  }
  const [at10k = 0, at1M = 0] = rounds.map(median);
  const indexBytes = memories[1].bytes;
  prints.close();
  const characters = round(texts.reduce((sum, text) => sum + text.join('').length, 0) / texts.length, 0);
  return {
    pagesPerSecond: { at10k: round(at10k, 0), at1M: round(at1M, 0) },
    ratio: round(at1M / at10k),
    charactersAPage: characters,
    indexBytes,
    rssBytes,
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Simulated: as many hashes as real pages have, drawn at random; every tenth close to the one before. */
function fillPages(
  pages: PageMemory,
  prints: ReturnType<typeof printFile>,
  count: number,
  from: number,
): void {
  let last = new Uint32Array();
  for (let i = 0; i < count; i++) {
    const size = i % 10 === 0 ? last.length : 150 + draw(300);
    const print = Uint32Array.from({ length: size }, (_, k) =>
      i % 10 === 0 && draw(4) > 0 ? (last[k] ?? 0) : draw(0x100000000),
    ).sort();
    if (print.length === 0) continue;
    pages.add(from + i, pages.sign(print));
    // A sample on disk is enough: the others are never candidates of a real page.
    if (i % 50 === 0) prints.add(from + i, print);
    last = print;
  }
}

async function sentenceSpeed(texts: readonly string[][]) {
  const folder = temporaryFolder('fieldfare-bench-');
  const words = wordNet();
  const ontology = ontologyOf(new Map(), words);
  const prints = printFile(folder);
  const sentences = new SqliteOpenSentences(join(folder, 'sentences.sqlite'));
  const judges: NoveltyIndexes = {
    reader: new TextReader(words),
    pages: new PageMemory(async (id) => prints.get(id)),
    sentences: new SentenceIndex(sentences, words),
  };
  let kept = 0;
  const judge = async (text: readonly string[], keep: boolean) => {
    const judged = await judgeText(judges, text, 'en', ontology);
    if (!keep) return;
    prints.add(kept, judged.reading.fingerprint);
    await addToIndexes(judges, kept, judged);
    judges.pages.written(kept);
    if (++kept % 100 === 0) await sentences.commit(kept);
  };
  // The index is filled with what 100,000 pages have: some 20 sentences each, drawn at random.
  fillSentences(join(folder, 'sentences.sqlite'), 100_000 * 20);
  for (const text of texts) await judge(text, true);
  const fresh = Array.from({ length: 300 }, () => freshText(texts));
  for (const text of fresh.slice(0, 100)) await judge(text, true);
  sentences.merge();
  const began = cpuMs();
  for (const text of fresh.slice(100)) await judge(text, true);
  const judging = cpuMs() - began;
  // Keys are merged once in a while: these pages pay for their share of it.
  const keys = sentences.recent;
  const merging = cpuMs();
  sentences.merge();
  const share = (cpuMs() - merging) * (keys / KEYS_PER_MERGE);
  const sentencePagesPerSecond = round((200 / (judging + share)) * 1_000, 0);
  const known = await sentences.count();
  await sentences.close();
  prints.close();
  return { sentencePagesPerSecond, sentencesKnown: known };
}

function fillSentences(file: string, count: number): void {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -400000; begin');
  const sentence = db.prepare('insert into sentence (id, document, guard, terms) values (?, ?, ?, ?)');
  for (let id = 1; id <= count; id++)
    sentence.run(1e7 + id, -1, '/0', 'simulated\nsentence\nof\nmany\nterms');
  // In the order of the key, as a table that has been there for long would lie.
  db.exec('commit; begin');
  const keys = new Float64Array(count * 17).map((_, i) => draw(0x100000000) * 4_000_000 + (i % count));
  keys.sort();
  const band = db.prepare('insert or ignore into band (key, sentence) values (?, ?)');
  for (const packed of keys) band.run(Math.floor(packed / 4_000_000), 1e7 + (packed % 4_000_000) + 1);
  db.exec('commit');
  db.close();
}

/** What documents take on disk where a second harvest brings the same pages, all texts kept and known ones as pointers. */
async function heldOnDisk(texts: readonly string[][]) {
  const measured: Record<string, unknown> = { pages: texts.length };
  for (const keepKnown of [true, false]) {
    const folder = temporaryFolder('fieldfare-bench-');
    const store = await openStore(folder, { mode: 'write' });
    const onDiskMb: number[] = [];
    for (const runId of [1, 2]) {
      // Pages behind forms are always those of the archive.
      const documents = texts.map((blocks, i) => {
        const url = `http://site${i % 50}.test/${i}`;
        const about = {
          runId,
          kind: 'hidden',
          key: url,
          site: new URL(url).host,
          domain: null,
          url,
        } as const;
        const body = { title: '', language: 'en', blocks: blocks.map((text) => ({ text, chrome: false })) };
        return { ...about, ...body, bytes: 0, fetchedAt: 0 };
      });
      await store.transaction((trx) => storeDocuments(trx, documents));
      await judgeNovelty(store, runId, { mode: 'sentence', keepKnown });
      onDiskMb.push(round((await store.novelty.bytesOnDisk()) / 1e6));
    }
    const { judged, held } = await store.novelty.textBytes({ run: 2 });
    measured[keepKnown ? 'keepKnown' : 'pointers'] = { onDiskMb, secondRun: { judged, held } };
    await store.close();
  }
  return measured;
}

/** LSH against brute force: pages in families of five, all decisions above .65. */
function agreement(count: number) {
  const pages: Uint32Array[] = [];
  let head: number[] = [];
  for (let i = 0; i < count; i++) {
    if (i % 5 === 0) head = Array.from({ length: 150 + draw(200) }, () => draw(0x100000000));
    const kept = 40 + 15 * (i % 5);
    pages.push(
      Uint32Array.from(new Set(head.map((hash) => (draw(100) < kept ? hash : draw(0x100000000))))).sort(),
    );
  }
  const minHash = new MinHash(PAGE_BANDING);
  const index = new PageIndex(PAGE_BANDING);
  const lists = new Map<number, number[]>();
  let duplicates = 0;
  let differ = 0;
  pages.forEach((page, i) => {
    const counts = new Map<number, number>();
    for (const hash of page) {
      const list = lists.get(hash) ?? [];
      for (const other of list) counts.set(other, (counts.get(other) ?? 0) + 1);
      list.push(i);
      lists.set(hash, list);
    }
    const brute = [...counts].some(
      ([other, shared]) => (2 * shared) / (page.length + (pages[other]?.length ?? 0)) > 0.65,
    );
    const signature = minHash.sign(page);
    const ours = index.candidates(signature).some((id) => dice(page, pages[id] ?? page) > 0.65);
    if (brute) duplicates++;
    if (brute !== ours) differ++;
    index.add(i, signature);
  });
  return { documents: count, duplicates, differ };
}

const QUERIES = [
  ...['garden', 'chicken soup recipe', '"free shipping"', 'title:book', 'leather bag -red', 'price OR cost'],
  ...['olive*', 'domain:book author', 'contact telephone', 'site:site7.test oven', 'butter sugar flour'],
  ...['the history of music', 'kind:page camera', 'address', 'delivery days'],
];

async function searchSpeed(texts: readonly string[][]) {
  const folder = temporaryFolder('fieldfare-bench-');
  const store = await openStore(folder, { mode: 'write' });
  await fillLibrary(store, texts, 100_000);
  for (const query of QUERIES) await searchLibrary(store, query);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const query of QUERIES) {
      const began = cpuMs();
      await searchLibrary(store, query);
      times.push(cpuMs() - began);
    }
  }
  times.sort((a, b) => a - b);
  await store.close();
  const at = (share: number) => round(times[Math.floor(times.length * share)] ?? 0, 1);
  return { searchMs: at(0.5), searchMsP90: at(0.9) };
}

async function fillLibrary(store: SqliteStore, texts: readonly string[][], count: number): Promise<void> {
  for (let from = 0; from < count; from += 2_000) {
    await store.transaction(async (trx) => {
      for (let id = from + 1; id <= from + 2_000; id++) {
        const text = freshText(texts).join('\n').slice(0, 2_000);
        const title = text.slice(0, 40);
        const [site, domain, url] = [
          `site${id % 500}.test`,
          id % 3 === 0 ? 'book' : 'product',
          `http://site${id % 500}.test/${id}`,
        ];
        await sql`insert into document (id, run_id, kind, key, site, domain, depth, url, title, language, fetched_at, bytes, state, seq)
          values (${id}, 1, 'page', ${url}, ${site}, ${domain}, 1, ${url}, ${title}, 'en', ${id}, ${text.length}, 'novel', ${id})`.execute(
          trx.db,
        );
        await sql`insert into document_text values (${id}, ${title}, ${text}, ${url}, ${site}, '')`.execute(
          trx.db,
        );
        await sql`insert into document_fts (rowid, title, text, url, site, fields) values (${id}, ${title}, ${text}, ${url}, ${site}, '')`.execute(
          trx.db,
        );
      }
    });
  }
}
