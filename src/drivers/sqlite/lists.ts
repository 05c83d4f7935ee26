import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { makeFolder } from '../../foundation/errors/index.ts';
import type { ListName, ListRange, ListRow, ListSort, ListStore, NewListRow } from '../../storage/index.ts';

/** Compresses so many rows together. */
const BLOCK = 32;
const MOST_OPEN = 4;
/** Orders of an open list that are remembered. */
const MOST_ORDERS = 2;
/** Limits the parts that begin with a text of one or two letters: where they are more, reading the list finds it soon. */
const MOST_PARTS = 200;

/** Text is folded before it comes, so that a part of it is found as it is compared later. */
const TABLES = `create table list (version text not null, size integer not null);
  create table block (n integer primary key, rows blob not null);
  create table position (key text primary key, n integer not null) without rowid;
  create table field (id integer primary key, name text not null);
  create virtual table gram using fts5 (text, content = '', columnsize = 0, tokenize = 'trigram case_sensitive 1');
  create virtual table gram_row using fts5vocab (gram, instance);
  insert into gram (gram, rank) values ('hashsize', 16777216)`;

/** SQLite takes NUL for the end of a text. */
const folded = (text: string): string => text.toLowerCase().replaceAll('\0', ' ');

/** Keeps each list in a file: rows in compressed blocks, their places by key, and the parts of three letters of their texts. */
export class SqliteLists implements ListStore {
  private readonly folder: string;
  private readonly open = new Map<string, OpenList>();

  /** @param folder of the store */
  constructor(folder: string) {
    this.folder = join(folder, 'lists');
  }

  async rows({ runId, kind, version }: ListName, range: ListRange): Promise<readonly ListRow[] | undefined> {
    const list = this.opened(this.fileOf(runId, kind));
    return list?.version === version ? list.rows(range) : undefined;
  }

  async keep({ runId, kind, version }: ListName, rows: AsyncIterable<NewListRow>): Promise<void> {
    const file = this.fileOf(runId, kind);
    const made = `${file}.new`;
    makeFolder(dirname(file));
    rmSync(made, { force: true });
    await writeList(made, version, rows).catch((error: unknown) => {
      rmSync(made, { force: true });
      throw error;
    });
    const written = openSync(made, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(made, file);
  }

  async remove(runId: number): Promise<void> {
    this.close();
    if (!existsSync(this.folder)) return;
    for (const file of readdirSync(this.folder))
      if (file.startsWith(`${runId}-`)) rmSync(join(this.folder, file));
  }

  close(): void {
    for (const list of this.open.values()) list.close();
    this.open.clear();
  }

  private fileOf(runId: number, kind: string): string {
    return join(this.folder, `${runId}-${kind}.sqlite`);
  }

  /** Opens a list; undefined where there is none, or none that can be read: it is made again then. */
  private opened(file: string): OpenList | undefined {
    const known = this.open.get(file);
    const inode = statSync(file, { throwIfNoEntry: false })?.ino;
    if (known !== undefined && known.inode === inode) return known;
    known?.close();
    this.open.delete(file);
    if (inode === undefined) return undefined;
    const [oldest] = this.open;
    if (oldest !== undefined && this.open.size >= MOST_OPEN) {
      oldest[1].close();
      this.open.delete(oldest[0]);
    }
    try {
      const list = new OpenList(file, inode);
      this.open.set(file, list);
      return list;
    } catch {
      return undefined;
    }
  }
}

async function writeList(file: string, version: string, rows: AsyncIterable<NewListRow>): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    // A file that is not whole never gets its name: nothing has to be taken back.
    database.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -65536');
    database.exec(TABLES);
    database.exec('begin');
    const [addBlock, addPosition, addGrams] = [
      'insert into block (n, rows) values (?, ?)',
      'insert or ignore into position (key, n) values (?, ?)',
      'insert into gram (rowid, text) values (?, ?)',
    ].map((text) => database.prepare(text)) as [StatementSync, StatementSync, StatementSync];
    let block: ListRow[] = [];
    let n = 0;
    const endBlock = () => {
      const first = n - block.length;
      if (block.length > 0) addBlock.run(first / BLOCK, deflateRawSync(JSON.stringify(block), { level: 1 }));
      block = [];
    };
    const fields = new Map<string, StatementSync>();
    const fieldOf = (name: string): StatementSync => {
      const known = fields.get(name);
      if (known !== undefined) return known;
      const id = fields.size;
      database.prepare('insert into field (id, name) values (?, ?)').run(id, name);
      database.exec(`create table field_${id} (n integer primary key, value not null)`);
      const added = database.prepare(`insert into field_${id} (n, value) values (?, ?)`);
      fields.set(name, added);
      return added;
    };
    for await (const { key, row, text, values = {} } of rows) {
      block.push({ key, row });
      addPosition.run(key, n);
      // Two more characters: two letters at the end are a part of three, too.
      addGrams.run(n, `${folded(text)}\n\n`);
      for (const [name, value] of Object.entries(values)) if (value !== null) fieldOf(name).run(n, value);
      if (++n % BLOCK === 0) endBlock();
    }
    endBlock();
    database.prepare('insert into list (version, size) values (?, ?)').run(version, n);
    database.exec(`insert into gram (gram) values ('optimize'); commit`);
  } finally {
    database.close();
  }
}

class OpenList {
  readonly version: string;
  /** Names the file: another one takes its name. */
  readonly inode: number;
  private readonly size: number;
  private readonly database: DatabaseSync;
  private readonly blocks: StatementSync;
  private readonly places: StatementSync;
  private readonly matches: StatementSync;
  private readonly parts: StatementSync;
  /** Remembers the query of the last text: it is looked up page by page. */
  private match: { readonly text: string; readonly query: string | undefined } = {
    text: '',
    query: undefined,
  };
  /** Holds the table of each column. */
  private readonly fields: ReadonlyMap<string, string>;
  /** Holds the places of rows by sort and filter. */
  private readonly orders = new Map<string, Int32Array>();
  private last: { readonly n: number; readonly rows: readonly ListRow[] } = { n: -1, rows: [] };

  /** @throws an error of SQLite where the file is damaged */
  constructor(file: string, inode: number) {
    this.inode = inode;
    const database = new DatabaseSync(file, { readOnly: true });
    this.database = database;
    try {
      database.exec('pragma cache_size = -8192');
      const list = database.prepare('select version, size from list').get();
      this.version = String(list?.version);
      this.size = Number(list?.size);
      this.blocks = database.prepare('select rows from block where n = ?');
      this.places = database.prepare('select n from position where key = ?');
      this.matches = database.prepare(
        'select rowid as n from gram where gram match ? and rowid > ? order by rowid limit ?',
      );
      const fields = database.prepare('select id, name from field').all();
      this.fields = new Map(fields.map(({ id, name }) => [String(name), `field_${id}`]));
      this.parts = database.prepare('select term from gram_row where term >= ? and term <= ? limit 1');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  rows({ after, text, sort, is, limit }: ListRange): readonly ListRow[] {
    const last = after === undefined ? -1 : this.places.get(after)?.n;
    if (typeof last !== 'number') return [];
    if (sort !== undefined) {
      const order = this.orderOf(sort, is ?? {}, text ?? '');
      const from = last === -1 ? 0 : order.indexOf(last) + 1;
      const isBehind = last === -1 || from > 0;
      return isBehind ? [...order.subarray(from, from + limit)].flatMap((n) => this.rowAt(n) ?? []) : [];
    }
    const query = this.queryOf(text ?? '');
    const places =
      query === undefined
        ? Array.from({ length: limit }, (_, i) => last + 1 + i)
        : this.matches.all(query, last, limit).map((found) => Number(found.n));
    return places.flatMap((n) => this.rowAt(n) ?? []);
  }

  close(): void {
    this.database.close();
  }

  /** Returns the places of the rows in an order; the first time takes about a second for a million rows. */
  private orderOf(sort: ListSort, is: NonNullable<ListRange['is']>, text: string): Int32Array {
    const key = JSON.stringify([sort.column, sort.descends, is, text]);
    const known = this.orders.get(key) ?? this.newOrderOf(sort, is, text);
    this.orders.delete(key);
    this.orders.set(key, known);
    for (const oldest of this.orders.keys()) if (this.orders.size > MOST_ORDERS) this.orders.delete(oldest);
    return known;
  }

  private newOrderOf(
    { column, descends }: ListSort,
    is: NonNullable<ListRange['is']>,
    text: string,
  ): Int32Array {
    const left = this.leftBy(is, text);
    const order = new Int32Array(left.length);
    let length = 0;
    const take = (n: number) => {
      if (left[n] === 1) order[length++] = n;
      left[n] = 0;
    };
    const table = this.fields.get(column);
    const way = descends ? 'desc' : 'asc';
    if (table !== undefined)
      for (const { n } of this.database
        .prepare(`select n from ${table} order by value ${way}, n ${way}`)
        .iterate())
        take(Number(n));
    for (let n = 0; n < left.length; n++) take(n);
    return order.slice(0, length);
  }

  /** Marks the places of the rows that a filter leaves with 1. */
  private leftBy(is: NonNullable<ListRange['is']>, text: string): Uint8Array {
    const { size } = this;
    const left = new Uint8Array(size).fill(1);
    const keep = (rows: Iterable<{ readonly n?: unknown }>, isKept = true) => {
      const found = new Uint8Array(size);
      for (const { n } of rows) found[Number(n)] = 1;
      for (let n = 0; n < size; n++) if ((found[n] === 1) !== isKept) left[n] = 0;
    };
    for (const [name, values] of Object.entries(is)) {
      const table = this.fields.get(name);
      const wanted = values.filter((value) => value !== null);
      const slots = wanted.map(() => '?').join();
      const [others, wants] = wanted.length < values.length ? ['not in', false] : ['in', true];
      if (table !== undefined)
        keep(
          this.database.prepare(`select n from ${table} where value ${others} (${slots})`).iterate(...wanted),
          wants,
        );
      else if (wants) keep([]);
    }
    const query = this.queryOf(text);
    if (query !== undefined)
      keep(this.database.prepare('select rowid as n from gram where gram match ?').iterate(query));
    return left;
  }

  /** Writes the query of FTS5 for a text; undefined where reading the list finds it soon. */
  private queryOf(text: string): string | undefined {
    if (this.match.text !== text) this.match = { text, query: this.newQueryOf(text) };
    return this.match.query;
  }

  private newQueryOf(text: string): string | undefined {
    // Half a character at an end is a part of whole ones.
    const wanted = folded(text).replace(/^[\ud800-\udfff]|[\ud800-\udfff]$/gu, '');
    if ([...wanted].length > 2) return quoted(wanted);
    const parts: string[] = [];
    for (let from = wanted; ; ) {
      const part = this.parts.get(from, `${wanted}\u{10ffff}`)?.term;
      if (typeof part !== 'string') break;
      if (parts.push(part) > MOST_PARTS) return undefined;
      from = `${part}\0`;
    }
    return parts.length === 0 ? NOWHERE : parts.map(quoted).join(' OR ');
  }

  private rowAt(n: number): ListRow | undefined {
    const block = Math.floor(n / BLOCK);
    if (this.last.n !== block) {
      const packed = this.blocks.get(block)?.rows;
      const rows =
        packed instanceof Uint8Array ? (JSON.parse(inflateRawSync(packed).toString()) as ListRow[]) : [];
      this.last = { n: block, rows };
    }
    return this.last.rows[n % BLOCK];
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** Matches no row; one that has it all the same is dropped later. */
const NOWHERE = quoted('\u0001\u0001\u0001');
