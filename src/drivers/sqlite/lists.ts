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
import type { ListName, ListRange, ListRow, ListStore, NewListRow } from '../../storage/index.ts';

/** Compresses so many rows together. */
const BLOCK = 32;
const MOST_OPEN = 4;
/** Limits the parts that begin with a text of one or two letters: where they are more, reading the list finds it soon. */
const MOST_PARTS = 200;

/** Text is folded before it comes, so that a part of it is found as it is compared later. */
const TABLES = `create table list (version text not null);
  create table block (n integer primary key, rows blob not null);
  create table position (key text primary key, n integer not null) without rowid;
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
    for await (const { key, row, text } of rows) {
      block.push({ key, row });
      addPosition.run(key, n);
      // Two more characters: two letters at the end are a part of three, too.
      addGrams.run(n, `${folded(text)}\n\n`);
      if (++n % BLOCK === 0) endBlock();
    }
    endBlock();
    database.prepare('insert into list (version) values (?)').run(version);
    database.exec(`insert into gram (gram) values ('optimize'); commit`);
  } finally {
    database.close();
  }
}

class OpenList {
  readonly version: string;
  /** Names the file: another one takes its name. */
  readonly inode: number;
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
  private last: { readonly n: number; readonly rows: readonly ListRow[] } = { n: -1, rows: [] };

  /** @throws an error of SQLite where the file is damaged */
  constructor(file: string, inode: number) {
    this.inode = inode;
    const database = new DatabaseSync(file, { readOnly: true });
    this.database = database;
    try {
      database.exec('pragma cache_size = -8192');
      this.version = String(database.prepare('select version from list').get()?.version);
      this.blocks = database.prepare('select rows from block where n = ?');
      this.places = database.prepare('select n from position where key = ?');
      this.matches = database.prepare(
        'select rowid as n from gram where gram match ? and rowid > ? order by rowid limit ?',
      );
      this.parts = database.prepare('select term from gram_row where term >= ? and term <= ? limit 1');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  rows({ after, text, limit }: ListRange): readonly ListRow[] {
    const last = after === undefined ? -1 : this.places.get(after)?.n;
    if (typeof last !== 'number') return [];
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
