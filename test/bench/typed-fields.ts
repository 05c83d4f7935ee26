/**
 * Typed fields of records against the databases of three applications that nobody here wrote: MediaWiki (SQLite), WordPress
 * (MariaDB) and calibre (SQLite). They are installed beside the checkout (`../shared/realweb`) and must be running.
 *
 *     npm run bench -- typed-fields                    harvests the three and prints the score
 *     npm run bench -- typed-fields --storage FOLDER   scores a harvest of them that is there
 */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { findRun, type HarvestedRecord, harvestedRecords } from '../../src/library/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const DATA = process.env.REALWEB_DATA ?? '/var/tmp/realweb';
const PORT = process.env.REALWEB_PORT ?? '8700';
const ROOT = resolve(import.meta.dirname, '../..');

type Typed = HarvestedRecord['typed'];
/** What a database says of an entry: each field that it has. */
type Truth = Partial<Record<keyof Typed, unknown>>;

interface Application {
  readonly name: string;
  readonly site: string;
  /** Entries by what `entryOf` finds in a record. */
  readonly entries: ReadonlyMap<string, Truth>;
  entryOf(record: HarvestedRecord): string | undefined;
}

const sqlite = (file: string, query: string): readonly Record<string, unknown>[] => {
  const database = new DatabaseSync(join(DATA, file), { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
};

function mediawiki(): Application {
  const rows = sqlite(
    'mw/db/wiki.sqlite',
    `select page_title title, rev_timestamp at, page_len size, cast(old_text as text) text from page join revision on rev_id = page_latest
     join slots on slot_revision_id = rev_id join content on content_id = slot_content_id
     join text on old_id = cast(substr(content_address, 4) as integer) where page_namespace = 0`,
  );
  const entries = rows.map(({ title, at, size, text }): [string, Truth] => {
    const [, version] = /^\W*Version\W*:\W*(\S+)/m.exec(String(text)) ?? [];
    const date = String(at).replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3');
    // The list rounds sizes from a kilobyte on, as `1 KB`.
    const bytes = Number(size);
    const shown =
      bytes < 1024 ? { value: bytes, unit: 'bytes' } : { value: Math.round(bytes / 1024), unit: 'KB' };
    return [String(title), { date, size: shown, ...(version !== undefined && { version }) }];
  });
  const titleOf = ({ url }: HarvestedRecord) => {
    if (url === null) return undefined;
    const { pathname, searchParams } = new URL(url);
    const title = searchParams.get('title') ?? decodeURIComponent(pathname).replace(/^\/index\.php\//, '');
    return title.replaceAll(' ', '_');
  };
  return { name: 'MediaWiki', site: `127.0.7.1:${PORT}`, entries: new Map(entries), entryOf: titleOf };
}

function wordpress(): Application {
  const query = `select p.ID, date(p.post_date), group_concat(t.name separator '|') from wp_posts p
    join wp_term_relationships r on r.object_id = p.ID
    join wp_term_taxonomy x on x.term_taxonomy_id = r.term_taxonomy_id and x.taxonomy = 'category'
    join wp_terms t on t.term_id = x.term_id where p.post_type = 'post' group by p.ID`;
  const socket = join(DATA, 'wp/sock/db');
  const { stdout, status } = spawnSync('mysql', ['-uroot', '-S', socket, '-N', '-e', query, 'wordpress'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`no answer from MariaDB at ${socket}`);
  const entries = stdout
    .trim()
    .split('\n')
    .map((line): [string, Truth] => {
      const [id = '', date, category = ''] = line.split('\t');
      return [id, { date, category: category.split('|') }];
    });
  const idOf = ({ url }: HarvestedRecord) =>
    url === null ? undefined : (new URL(url).searchParams.get('p') ?? undefined);
  return { name: 'WordPress', site: `127.0.7.3:${PORT}`, entries: new Map(entries), entryOf: idOf };
}

function calibre(): Application {
  const rows = sqlite(
    'calibre/metadata.db',
    `select title, (select group_concat(name, '|') from authors a join books_authors_link l on l.author = a.id where l.book = b.id) authors
     from books b`,
  );
  const entries = rows.map(({ title, authors }): [string, Truth] => [
    String(title),
    { author: String(authors).split('|') },
  ]);
  return {
    name: 'calibre',
    site: `127.0.7.10:${PORT}`,
    entries: new Map(entries),
    entryOf: ({ title }) => title,
  };
}

const TOLERANT: ReadonlySet<string> = new Set(['author', 'category']);
const equal = (name: string, typed: unknown, truth: unknown): boolean =>
  TOLERANT.has(name) && Array.isArray(typed) && Array.isArray(truth)
    ? isDeepStrictEqual([...typed].sort(), [...truth].sort())
    : isDeepStrictEqual(typed, truth);

async function score(storage: string): Promise<boolean> {
  const applications = [mediawiki(), wordpress(), calibre()];
  const store = await openStore(storage, { mode: 'read' });
  const counts = new Map<string, { right: number; typed: number; records: number; wrong: string[] }>();
  const elsewhere = new Map<string, number>();
  try {
    for await (const record of harvestedRecords(store, (await findRun(store)).id)) {
      const application = applications.find(({ site }) => site === record.site);
      if (application === undefined) continue;
      const truth = application.entries.get(application.entryOf(record) ?? '');
      if (truth === undefined) {
        const typed = Object.keys(record.typed).length;
        elsewhere.set(application.name, (elsewhere.get(application.name) ?? 0) + typed);
        continue;
      }
      for (const [name, expected] of Object.entries(truth)) {
        const at = `${application.name} ${name}`;
        const count = counts.get(at) ?? { right: 0, typed: 0, records: 0, wrong: [] };
        counts.set(at, count);
        count.records++;
        const typed = record.typed[name as keyof Typed];
        if (typed === undefined) continue;
        count.typed++;
        if (equal(name, typed, expected)) count.right++;
        else count.wrong.push(`${record.title}: ${JSON.stringify(typed)}, not ${JSON.stringify(expected)}`);
      }
    }
  } finally {
    await store.close();
  }
  process.stdout.write(
    '| field | records of entries | typed | right | share right |\n|---|---|---|---|---|\n',
  );
  let [right, typed] = [0, 0];
  for (const [at, count] of [...counts].sort()) {
    const share = count.typed === 0 ? '–' : (count.right / count.typed).toFixed(3);
    process.stdout.write(`| ${at} | ${count.records} | ${count.typed} | ${count.right} | ${share} |\n`);
    for (const wrong of count.wrong.slice(0, 5)) process.stderr.write(`  ${at}: ${wrong}\n`);
    right += count.right;
    typed += count.typed;
  }
  process.stdout.write(`| all | | ${typed} | ${right} | ${(right / typed).toFixed(3)} |\n`);
  for (const [name, values] of elsewhere)
    process.stdout.write(`${name}: ${values} typed values of records that are no entry of its database\n`);
  return typed > 0 && right / typed >= 0.9;
}

/** Every search form is about this domain, so that all are asked. */
const DOMAIN = `name: anything
description: Articles, posts and books.
terms: {article: 2, post: 2, book: 2, page: 1, search: 1, title: 1, author: 1, package: 2, library: 2, software: 2}
thresholds: {siteSimilarity: 0, pageSimilarity: 0}
`;

function harvestInto(folder: string): string {
  const storage = join(folder, 'store');
  const [domain, seeds] = [join(folder, 'anything.yaml'), join(folder, 'seeds.txt')];
  writeFileSync(domain, DOMAIN);
  writeFileSync(seeds, [1, 3, 10].map((host) => `http://127.0.7.${host}:${PORT}/\n`).join(''));
  const options = `--web live --allow-private --no-robots --strategy breadth-first --max-pages-per-site 15 --max-depth 3
    --delay 0 --per-host 4 --submit-to all --max-submissions 15 --max-submissions-per-site 60 --max-sites 4 --detail-pages 40
    --contact trial@example.org`;
  const program = join(ROOT, 'src/setup/run.mjs');
  const args = [
    program,
    'cli',
    'harvest',
    domain,
    '--seeds',
    seeds,
    '--storage',
    storage,
    ...options.split(/\s+/),
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`the harvest ended with ${status}`);
  return storage;
}

export async function typedFieldsBench(settings: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...settings], options: { storage: { type: 'string' } } });
  const storage = values.storage ?? harvestInto(temporaryFolder('typed-fields-'));
  if (!(await score(storage))) process.exitCode = 1;
}
