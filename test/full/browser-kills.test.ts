import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { harvest } from '../../src/app/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { exportLines } from '../../src/reports/index.ts';
import { type Answer, links, page, smallWeb } from '../crawl/run/small-web.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PAGES = 120;
const KILLS = 20;

/** A site whose every form is built by script. */
function scripted(): Record<string, Answer> {
  const pages: Record<string, Answer> = {};
  for (let n = 0; n < PAGES; n++) {
    const next = [1, 2, 3, 4, 5].map((i) => `/p${(n * 5 + i) % PAGES}`);
    const form = `<form action="/find-${n}"><input type="search" name="q${n}"><button>Search</button></form>`;
    const script = `<div id="b"></div><script>setTimeout(() => { document.getElementById('b').innerHTML = ${JSON.stringify(form).replace(/</g, '\\x3c')} }, 60)</script>`;
    pages[`a.test${n === 0 ? '/' : `/p${n}`}`] = page(script + links(...next));
  }
  return pages;
}

/** Browsers that this process has started; they may have a wrapper as their parent, and children of their own. */
async function browsers(): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
      const [stat, command] = [await read('stat'), await read('cmdline')];
      return {
        pid: Number(pid),
        parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]),
        command,
      };
    }),
  );
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || isOurs(parents.get(pid)));
  return all
    .filter(
      ({ pid, command }) => /^[^\0]*chrom/i.test(command) && !command.includes('--type=') && isOurs(pid),
    )
    .map(({ pid }) => pid);
}

test('a crawl whose browser is killed twenty times finds what an undisturbed one finds', async () => {
  const folder = temporaryFolder('browsers-');
  const web = await smallWeb(scripted(), ['http://a.test/']);
  let rendered = 0;
  const crawl = async (storage: string) => {
    const run = harvest({
      domains: ['book'],
      web: web.web,
      storage,
      strategy: 'breadth-first',
      submit: false,
      maxDepth: 10,
    });
    for await (const event of run) {
      if (event.type === 'page') rendered++;
      if (event.type === 'end') expect(event.status).toBe('complete');
    }
    const store = await openStore(storage, { mode: 'read' });
    let text = '';
    for (const kind of ['forms', 'pages'] as const) {
      for await (const line of exportLines(store, 1, kind, 'jsonl')) text += line;
    }
    await store.close();
    return text;
  };
  try {
    const undisturbed = await crawl(join(folder, 'calm'));
    const before = web.requests.length;
    let kills = 0;
    let since = rendered;
    let over = false;
    const killer = (async () => {
      while (!over && kills < KILLS) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        // Some pages are rendered between two kills: one that is hit three times in a row would be given up.
        if (rendered - since < 4) continue;
        const [pid] = await browsers();
        if (pid === undefined) continue;
        since = rendered;
        process.kill(pid, 'SIGKILL');
        kills++;
      }
    })();
    const disturbed = await crawl(join(folder, 'storm'));
    over = true;
    await killer;
    expect(kills).toBe(KILLS);
    expect(disturbed).toBe(undisturbed);
    // The body is handed to the browser: however often it dies, the server is asked once.
    const asked = web.requests.slice(before).filter((request) => !request.endsWith('robots.txt'));
    expect(new Set(asked).size).toBe(asked.length);
  } finally {
    await web.close();
  }
}, 1_200_000);
