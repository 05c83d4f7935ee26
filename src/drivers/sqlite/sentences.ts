import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { makeFolder } from '../../foundation/errors/index.ts';
import type { KnownSentence, OpenSentences, SentenceStore } from '../../storage/index.ts';

const FORMAT = 2;
/** Recent keys after which they are merged: 30 MB, which stay in the cache. */
const KEYS_PER_MERGE = 2_000_000;
const MAPPED_BYTES = 4_000_000_000;

export class SqliteSentences implements SentenceStore {
  private readonly file: string;

  /** @param folder of the store */
  constructor(folder: string) {
    this.file = join(folder, 'library', 'sentences.sqlite');
  }

  async open(onDamage: (why: string) => void): Promise<SqliteOpenSentences> {
    try {
      return new SqliteOpenSentences(this.file);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onDamage(`the sentence index ${this.file} cannot be read (${why}) and is made again from the store`);
      await this.remove();
      return new SqliteOpenSentences(this.file);
    }
  }

  async forget(documents: readonly number[]): Promise<void> {
    if (!existsSync(this.file) || documents.length === 0) return;
    const sentences = await this.open(() => undefined);
    try {
      sentences.forget(documents);
    } finally {
      await sentences.close();
    }
  }

  async remove(): Promise<void> {
    for (const ending of ['', '-wal', '-shm']) rmSync(this.file + ending, { force: true });
  }
}

/**
 * A file of its own: a table of keys and the sentences themselves, written without waiting for the disk. Keys are random:
 * each insert into a large table would rewrite a page, so they go into a small table that is merged in key order.
 */
export class SqliteOpenSentences implements OpenSentences {
  private readonly database: DatabaseSync;
  private readonly finds = new Map<number, StatementSync>();
  private readonly read: StatementSync;
  private readonly insert: StatementSync;
  private readonly insertKey: StatementSync;
  private recentKeys: number;
  private inBatch = false;

  /** @throws an error of SQLite where the file is damaged */
  constructor(file: string) {
    makeFolder(dirname(file));
    const database = new DatabaseSync(file, { timeout: 5_000 });
    this.database = database;
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
      this.read = database.prepare('select document, guard, terms from sentence where id = ?');
      this.insert = database.prepare('insert into sentence (document, guard, terms) values (?, ?, ?)');
      this.insertKey = database.prepare('insert or ignore into recent (key, sentence) values (?, ?)');
      this.recentKeys = this.number('select count(*) as n from recent');
      this.number('select seq as n from progress');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async seq(): Promise<number> {
    return this.number('select seq as n from progress');
  }

  async count(): Promise<number> {
    return this.number('select count(*) as n from sentence');
  }

  async sharing(keys: readonly number[]): Promise<readonly number[]> {
    const rows = this.find(keys.length).all(...keys, ...keys) as unknown as [sentence: number][];
    return rows.map(([sentence]) => sentence);
  }

  async get(sentence: number): Promise<KnownSentence | undefined> {
    return this.read.get(sentence) as KnownSentence | undefined;
  }

  async add({ document, guard, terms }: KnownSentence, keys: readonly number[]): Promise<void> {
    this.begin();
    const { lastInsertRowid } = this.insert.run(document, guard, terms);
    for (const key of keys) this.insertKey.run(key, lastInsertRowid);
    this.recentKeys += keys.length;
  }

  /** Number of keys not merged yet. */
  get recent(): number {
    return this.recentKeys;
  }

  /** Merges the recent keys into the large table in key order. */
  merge(): void {
    this.begin();
    this.database.exec('insert or ignore into band select key, sentence from recent order by key, sentence');
    this.database.exec('delete from recent');
    this.recentKeys = 0;
    this.end();
  }

  async commit(seq: number): Promise<void> {
    this.begin();
    this.database.prepare('update progress set seq = ?').run(seq);
    this.end();
    if (this.recentKeys >= KEYS_PER_MERGE) this.merge();
  }

  /** Removes the sentences of documents. Their keys stay: they are hashes without a row. */
  forget(documents: readonly number[]): void {
    this.begin();
    const remove = this.database.prepare('delete from sentence where document = ?');
    for (const document of documents) remove.run(document);
    this.end();
  }

  async close(): Promise<void> {
    if (this.inBatch) this.database.exec('rollback');
    this.database.close();
  }

  private number(query: string): number {
    return (this.database.prepare(query).get() as { n: number }).n;
  }

  private find(keys: number): StatementSync {
    const known = this.finds.get(keys);
    if (known !== undefined) return known;
    const places = Array.from({ length: keys }, () => '?').join(',');
    const find = this.database.prepare(
      `select sentence from recent where key in (${places}) union all select sentence from band where key in (${places})`,
    );
    find.setReturnArrays(true);
    this.finds.set(keys, find);
    return find;
  }

  private begin(): void {
    if (!this.inBatch) this.database.exec('begin immediate');
    this.inBatch = true;
  }

  private end(): void {
    this.database.exec('commit');
    this.inBatch = false;
  }
}

const TABLES = `create table if not exists sentence (id integer primary key, document integer not null, guard text not null, terms text not null);
create index if not exists sentence_document on sentence (document);
create table if not exists band (key integer not null, sentence integer not null, primary key (key, sentence)) without rowid;
create table if not exists recent (key integer not null, sentence integer not null, primary key (key, sentence)) without rowid;
create table if not exists progress (seq integer not null);
insert into progress (seq) select 0 where not exists (select 1 from progress)`;
