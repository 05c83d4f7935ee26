import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { judgeNovelty, searchLibrary } from '../../src/library/index.ts';
import { keepAll, page, sentences, shelfStore } from '../library/shelf.ts';
import { seeded } from '../submissions/killed-submissions.ts';

const WORKER = fileURLToPath(new URL('../library/judge-until-killed.ts', import.meta.url));

/** Pages of 30 sites; every third repeats another, or half of it. */
const DOCUMENTS = Array.from({ length: 1_200 }, (_, i) =>
  page(`http://site${i % 30}.test/${i}`, [
    ...sentences(i % 3 === 0 ? i - (i % 9) : i, 6),
    ...sentences(i % 5 === 0 ? 7 : i + 10_000, 3),
  ]),
);

async function filled(): Promise<string> {
  const store = await shelfStore();
  await keepAll(store, DOCUMENTS);
  await store.close();
  return store.folder;
}

/** Everything that judging decides, and what search finds of it. */
async function outcome(folder: string, mode: 'page' | 'sentence') {
  const store = await openStore(folder, { mode: 'write' });
  const count = await judgeNovelty(store, 1, { mode });
  const rows =
    await sql`select d.key, d.state, d.similarity, d.sentences, d.new_spans, l.key as like_key, t.text, d.cluster
    from document d left join document l on l.id = d.like_id left join document_text t on t.id = d.id order by d.key`.execute(
      store.db,
    );
  const found = await searchLibrary(store, 'harbour lantern', { limit: 50 });
  const { rows: checked } = await sql`select count(*) as texts from document_text`.execute(store.db);
  await sql`insert into document_words (document_words) values ('integrity-check')`.execute(store.db);
  await store.close();
  return { count, rows: rows.rows, total: found.total, checked };
}

test.each(['sentence', 'page'] as const)(
  'kill -9 while it judges (%s): nothing acknowledged is lost, and what comes out is the same',
  async (mode) => {
    const random = seeded(mode.length);
    const folder = await filled();
    let acknowledged = 0;
    let kills = 0;
    for (let over = false; !over && kills < 8; ) {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', WORKER, folder, mode]);
      let told = '';
      child.stdout.on('data', (piece) => {
        told += piece;
      });
      const done = once(child, 'exit');
      const midway = async () => {
        while (!told.includes('\n') && child.exitCode === null) await later(5);
        await later(random() * 800);
      };
      over = await Promise.race([done.then(() => true), midway().then(() => false)]);
      if (over) expect(child.exitCode).toBe(0);
      else {
        child.kill('SIGKILL');
        await done;
        kills++;
      }
      const numbers = told
        .split('\n')
        .slice(0, -1)
        .filter((line) => /^\d+$/.test(line));
      acknowledged += Number(numbers.at(-1) ?? 0);
      const store = await openStore(folder, { mode: 'write' });
      const judged = await sql<{
        n: number;
      }>`select count(*) as n from document where state <> 'waiting'`.execute(store.db);
      await store.close();
      expect(judged.rows[0]?.n).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = judged.rows[0]?.n ?? 0;
    }
    expect(kills).toBeGreaterThan(2);
    expect(await outcome(folder, mode)).toEqual(await outcome(await filled(), mode));
  },
  600_000,
);
