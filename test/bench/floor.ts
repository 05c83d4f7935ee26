/**
 * What a page costs at the least: each thing that a durable, judging crawl owes, done alone, warm, in one thread, by the
 * least code that does it. Processor time of all threads, whatever else the machine does.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { Agent, request } from 'undici';
import { analysePage } from '../../src/crawl/analysis/analyse-page.ts';
import { loadClassifiers } from '../../src/crawl/analysis/load-classifiers.ts';
import { contextOf, extractForms, judgeForm } from '../../src/forms/index.ts';
import { linksOf, parseTree } from '../../src/foundation/dom/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { counting } from './bare-arms.ts';

const PAGES = 1_000;
const AT_ONCE = 16;
const ROUNDS = 3;

interface Body {
  readonly url: string;
  readonly html: string;
  readonly bytes: Buffer;
}

/** Processor time of all threads that `work` takes a page, the best of several rounds, the first of them warming up. */
async function costOf(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (round > 0) best = Math.min(best, (user + system) / 1_000 / PAGES);
  }
  return best;
}

async function fetchAll(port: number, agent: Agent): Promise<Body[]> {
  const bodies: Body[] = [];
  let next = 0;
  const worker = async () => {
    while (next < PAGES) {
      const url = `http://127.0.0.1:${port}/docs/page-${next++}.html`;
      const bytes = Buffer.from(await (await request(url, { dispatcher: agent })).body.arrayBuffer());
      bodies.push({ url, bytes, html: bytes.toString('utf8') });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return bodies;
}

/** A response record a page and nothing else, brought to the disk sixteen at a time. */
function archive(bodies: readonly Body[], folder: string): void {
  const file = openSync(join(folder, 'floor.warc.gz'), 'w');
  let batch: Buffer[] = [];
  for (const { url, bytes } of bodies) {
    const digest = createHash('sha1').update(bytes).digest('hex');
    const head = `WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Payload-Digest: sha1:${digest}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    batch.push(gzipSync(Buffer.concat([Buffer.from(head), bytes]), { level: 1 }));
    if (batch.length < AT_ONCE) continue;
    writeSync(file, Buffer.concat(batch));
    fdatasyncSync(file);
    batch = [];
  }
  closeSync(file);
}

/** A lease, forty links looked up (all but one known), the new one and the page written; sixteen pages a commit. */
function store(bodies: readonly Body[], links: readonly string[][], folder: string): void {
  const file = join(folder, 'floor.sqlite');
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  const db = new DatabaseSync(file);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table link (id integer primary key, url text unique, state text); create table page (id integer primary key, url text, title text, outlinks text)',
  );
  const marks = Array(40).fill('?').join(', ');
  const known = db.prepare(`select id, url from link where url in (${marks})`);
  const add = db.prepare("insert or ignore into link (url, state) values (?, 'waiting')");
  const lease = db.prepare("update link set state = 'leased' where url = ?");
  const done = db.prepare("update link set state = 'done' where url = ?");
  const page = db.prepare('insert into page (url, title, outlinks) values (?, ?, ?)');
  for (let at = 0; at < bodies.length; at += AT_ONCE) {
    db.exec('begin immediate');
    for (const [i, { url }] of bodies.slice(at, at + AT_ONCE).entries()) {
      const of = links[at + i] ?? [];
      known.all(...Array.from({ length: 40 }, (_, n) => of[n] ?? ''));
      add.run(url);
      lease.run(url);
      page.run(url, 'title', JSON.stringify(of));
      done.run(url);
    }
    db.exec('commit');
  }
  db.close();
}

function stages(bodies: readonly Body[], folder: string): Readonly<Record<string, () => unknown>> {
  const classifiers = loadClassifiers(['product']);
  const trees = bodies.map(({ html, url }) => parseTree(html, url));
  const links = trees.map((tree) => linksOf(tree).map(({ url }) => url));
  return {
    'tokens of htmlparser2, addresses and forms counted': () => {
      for (const { html } of bodies) {
        const lister = counting(Parser);
        lister.write(html);
        lister.end();
      }
    },
    'archive: a digest and a gzip member, on disk': () => archive(bodies, folder),
    'store: lease, links, page, on disk': () => store(bodies, links, folder),
    'tree, our parser': () => bodies.map(({ html, url }) => parseTree(html, url).title),
    'links with their words': () => trees.map((tree) => linksOf(tree).length),
    'forms and the verdict on each': () => {
      for (const tree of trees) {
        const forms = extractForms(tree);
        const context = contextOf(tree, forms);
        const { model, corrections } = classifiers;
        for (const form of forms) judgeForm(form, model, { context, corrections, disabled: [] });
      }
    },
    'all of reading a tree: links, forms, verdicts, topic, domain': () =>
      trees.map((tree) => analysePage(tree, classifiers, 'never').forms.length),
    'a page to another thread and what was read of it back': () => {
      for (const [i, { html }] of bodies.entries()) {
        structuredClone(html);
        structuredClone(linksOf(trees[i] as (typeof trees)[number]));
      }
    },
  };
}

export async function floorBench(json: boolean): Promise<void> {
  const server = fork(new URL('./pages-server.ts', import.meta.url), [String(PAGES)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const folder = temporaryFolder('floor-');
  const agent = new Agent({ connections: AT_ONCE });
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const bodies = await fetchAll(port, agent);
    const rows: Record<string, number> = { 'HTTP alone': await costOf(() => fetchAll(port, agent)) };
    for (const [name, work] of Object.entries(stages(bodies, folder))) rows[name] = await costOf(work);
    if (json) process.stdout.write(`${JSON.stringify({ floor: rows })}\n`);
    else {
      for (const [name, ms] of Object.entries(rows))
        process.stdout.write(`${name.padEnd(64)}${ms.toFixed(3)} CPU ms a page\n`);
    }
  } finally {
    await agent.close();
    server.disconnect();
  }
}
