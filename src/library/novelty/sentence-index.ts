import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { WordNet } from '../../foundation/text/index.ts';
import { fingerprintOf, hashText } from './fingerprint.ts';
import { MinHash } from './min-hash.ts';
import { textOfStatement } from './read-text.ts';
import { statementSimilarity } from './same-statement.ts';
import type { SentenceTerm, Statement } from './statement.ts';

/** Sentences with Dice .65 share a band with probability .985. */
const BANDING = { bands: 16, rows: 2 };
const KEYS = BANDING.bands + 1;
/** Candidates compared before a sentence counts as new, the likeliest first. */
const MAX_COMPARED = 40;
const FORMAT = 2;
/** Recent keys after which they are merged: 30 MB, which stay in the cache. */
export const KEYS_PER_MERGE = 2_000_000;
const MAPPED_BYTES = 4_000_000_000;

interface SentenceHit {
  readonly document: number;
  readonly similarity: number;
}

/**
 * The known sentences, on disk beside the store: a table of band keys and the terms to compare. It can be rebuilt from the
 * store, so it is written without waiting for the disk; `seq` is its progress. Keys are random: each insert into a large
 * table would rewrite a page, so they go into a small table that is merged in key order.
 */
export class SentenceIndex {
  readonly #database: DatabaseSync;
  readonly #wordNet: WordNet;
  readonly #minHash = new MinHash(BANDING);
  readonly #find: StatementSync;
  readonly #read: StatementSync;
  readonly #insert: StatementSync;
  readonly #insertKey: StatementSync;
  /** Keys of statements that were looked up: most statements are added right after. */
  readonly #made = new WeakMap<Statement, number[]>();
  #recent: number;
  #inBatch = false;

  /** @throws an error of SQLite when the file is damaged; `openSentenceIndex` then creates a new one */
  constructor(file: string, wordNet: WordNet) {
    mkdirSync(dirname(file), { recursive: true });
    this.#wordNet = wordNet;
    const database = new DatabaseSync(file, { timeout: 5_000 });
    this.#database = database;
    try {
      // The system keeps what a killed process wrote; only a power cut loses some, and `seq` says which.
      database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -200000');
      database.exec('pragma secure_delete = on; pragma wal_autocheckpoint = 20000');
      // Most keys are read once: memory mapping saves copying them into a cache.
      database.exec(`pragma mmap_size = ${MAPPED_BYTES}`);
      database.exec(TABLES);
      const version = database.prepare('pragma user_version').get() as { user_version: number };
      if (version.user_version > FORMAT) throw new Error('the index is of a newer format');
      database.exec(`pragma user_version = ${FORMAT}`);
      const places = Array.from({ length: KEYS }, () => '?').join(',');
      this.#find = database.prepare(
        `select sentence from recent where key in (${places}) union all select sentence from band where key in (${places})`,
      );
      this.#find.setReturnArrays(true);
      this.#read = database.prepare('select document, guard, terms from sentence where id = ?');
      this.#insert = database.prepare('insert into sentence (document, guard, terms) values (?, ?, ?)');
      this.#insertKey = database.prepare('insert or ignore into recent (key, sentence) values (?, ?)');
      const recent = database.prepare('select count(*) as n from recent').get() as { n: number };
      this.#recent = recent.n;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Last document in judging order that the index holds. */
  get seq(): number {
    const row = this.#database.prepare('select seq from progress').get() as { seq: number } | undefined;
    return row?.seq ?? 0;
  }

  get sentences(): number {
    return (this.#database.prepare('select count(*) as n from sentence').get() as { n: number }).n;
  }

  /** Finds a known sentence with a similarity above the threshold. */
  find(statement: Statement, threshold: number): SentenceHit | undefined {
    for (const sentence of this.#candidates(statement)) {
      const row = this.#read.get(sentence) as { document: number; guard: string; terms: string } | undefined;
      if (row === undefined || row.guard !== statement.guard) continue;
      const known = { terms: decodeTerms(row.terms), guard: row.guard, words: 0 };
      const similarity = statementSimilarity(known, statement, this.#wordNet);
      if (similarity > threshold) return { document: row.document, similarity };
    }
    return undefined;
  }

  /** Returns the sentences that share keys, those with the most shared keys first. */
  #candidates(statement: Statement): number[] {
    const keys = this.#keys(statement);
    const rows = this.#find.all(...keys, ...keys) as unknown as [sentence: number][];
    if (rows.length === 0) return [];
    const shared = new Map<number, number>();
    for (const [sentence] of rows) shared.set(sentence, (shared.get(sentence) ?? 0) + 1);
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MAX_COMPARED)
      .map(([sentence]) => sentence);
  }

  add(statement: Statement, document: number): void {
    this.#begin();
    const { lastInsertRowid } = this.#insert.run(document, statement.guard, encodeTerms(statement.terms));
    for (const key of this.#keys(statement)) this.#insertKey.run(key, lastInsertRowid);
    this.#recent += KEYS;
  }

  /** Number of keys not merged yet. */
  get recent(): number {
    return this.#recent;
  }

  /** Merges the recent keys into the large table in key order. */
  merge(): void {
    this.#begin();
    this.#database.exec('insert or ignore into band select key, sentence from recent order by key, sentence');
    this.#database.exec('delete from recent');
    this.#recent = 0;
    this.#database.exec('commit');
    this.#inBatch = false;
  }

  /** Commits the added sentences, so that they survive a crash of the process. */
  commit(seq: number): void {
    this.#begin();
    this.#database.prepare('update progress set seq = ?').run(seq);
    this.#database.exec('commit');
    this.#inBatch = false;
    if (this.#recent >= KEYS_PER_MERGE) this.merge();
  }

  /** Removes the sentences of documents. Their keys stay: they are hashes without a row. */
  forget(documents: Iterable<number>): void {
    this.#begin();
    const remove = this.#database.prepare('delete from sentence where document = ?');
    for (const document of documents) remove.run(document);
    this.#database.exec('commit');
    this.#inBatch = false;
  }

  close(): void {
    if (this.#inBatch) this.#database.exec('rollback');
    this.#database.close();
  }

  #begin(): void {
    if (!this.#inBatch) this.#database.exec('begin immediate');
    this.#inBatch = true;
  }

  /** Returns one key of all terms in any order, and the band keys; the guard is part of each. */
  #keys(statement: Statement): number[] {
    const made = this.#made.get(statement) ?? this.#makeKeys(statement);
    this.#made.set(statement, made);
    return made;
  }

  #makeKeys(statement: Statement): number[] {
    const salt = hashText(statement.guard);
    const tokens = statement.terms.map((term) => term.token).sort();
    const whole = hashText(`${statement.guard} ${tokens.join(' ')}`);
    const set = fingerprintOf([textOfStatement(statement)]);
    return [whole, ...this.#minHash.sign(set, salt).keys];
  }
}

const TABLES = `create table if not exists sentence (id integer primary key, document integer not null, guard text not null, terms text not null);
create index if not exists sentence_document on sentence (document);
create table if not exists band (key integer not null, sentence integer not null, primary key (key, sentence)) without rowid;
create table if not exists recent (key integer not null, sentence integer not null, primary key (key, sentence)) without rowid;
create table if not exists progress (seq integer not null);
insert into progress (seq) select 0 where not exists (select 1 from progress)`;

/**
 * Opens the index, or begins a new one where it is damaged.
 * @param onDamage called with the reason, in one line
 */
export function openSentenceIndex(
  file: string,
  wordNet: WordNet,
  onDamage: (why: string) => void,
): SentenceIndex {
  try {
    const index = new SentenceIndex(file, wordNet);
    void index.seq;
    return index;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onDamage(`the sentence index ${file} cannot be read (${why}) and is made again from the store`);
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    return new SentenceIndex(file, wordNet);
  }
}

const encodeTerms = (terms: readonly SentenceTerm[]): string =>
  terms
    .map(({ lemma, token, name }) => `${name ? '^' : ''}${lemma}${token === lemma ? '' : `\t${token}`}`)
    .join('\n');

const decodeTerms = (text: string): SentenceTerm[] =>
  text.split('\n').map((line) => {
    const [marked = '', token] = line.split('\t');
    const name = marked.startsWith('^');
    const lemma = name ? marked.slice(1) : marked;
    return { lemma, token: token ?? lemma, noun: true, name };
  });
