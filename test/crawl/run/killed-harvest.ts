import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { harvest } from '../../../src/app/index.ts';
import { openStore } from '../../../src/drivers/sqlite/index.ts';
import type { ExportKind } from '../../../src/library/index.ts';
import { exportLines } from '../../../src/reports/index.ts';
import { runCli, startCli } from '../../interfaces/cli/run-cli.ts';

type Exports = Readonly<Record<'forms' | 'pages' | 'sites', string>>;

interface Plan {
  readonly folder: string;
  readonly sites: number;
  readonly kills: number;
  readonly seed: number;
  readonly maxDepth?: number;
  readonly render?: 'auto' | 'never';
  /** Where the killed run keeps its archive, and what its processes need for that. */
  readonly archive?: { readonly address: string; readonly env: NodeJS.ProcessEnv };
}

/**
 * Harvests the practice web twice: undisturbed, with three pages under way at once, and with 24, killed (SIGKILL) at random moments and
 * resumed each time.
 */
export async function killedHarvest({
  folder,
  sites,
  kills,
  seed,
  maxDepth = 3,
  render = 'auto',
  archive,
}: Plan): Promise<{
  readonly undisturbed: Exports;
  readonly resumed: Exports;
  readonly kills: number;
}> {
  const web = `practice:sites=${sites}`;
  const calm = join(folder, 'calm');
  const began = performance.now();
  await harvestCalmly(web, maxDepth, render, calm);
  const whole = performance.now() - began;

  const storm = join(folder, 'storm');
  const begin = ['harvest', 'book', '--web', web, '--strategy', 'breadth-first', '--no-submit'];
  const first = [...begin, '--max-depth', String(maxDepth), '--concurrency', '24', '--storage', storm];
  first.push('--render', render);
  if (archive !== undefined) first.push('--archive', archive.address);
  const resume = ['harvest', '--resume', '--storage', storm];
  const random = seeded(seed);
  let done = 0;
  let finished = false;
  for (let attempt = 0; attempt < kills * 3 && done < kills && !finished; attempt++) {
    const child = startCli(attempt === 0 ? first : resume, archive?.env);
    await child.said(/^run 1 /m);
    const moment = random() * (whole / kills);
    const ended = await Promise.race([child.done.then(() => true), later(moment).then(() => false)]);
    if (ended) {
      finished = true;
      break;
    }
    child.kill('SIGKILL');
    const { signal } = await child.done;
    if (signal === 'SIGKILL') done++;
  }
  if (!finished) {
    const { code, err } = await runCli(resume, archive?.env);
    if (code !== 0) throw new Error(`fieldfare ${resume.join(' ')} ended with ${code}: ${err}`);
  }
  return { undisturbed: await exportsOf(calm), resumed: await exportsOf(storm), kills: done };
}

async function harvestCalmly(
  web: string,
  maxDepth: number,
  render: 'auto' | 'never',
  storage: string,
): Promise<void> {
  const running = harvest({
    domains: ['book'],
    web,
    strategy: 'breadth-first',
    submit: false,
    maxDepth,
    render,
    storage,
    concurrency: 3,
    renderPages: 1,
  });
  for await (const event of running)
    if (event.type === 'end' && event.status !== 'complete') throw new Error(`it ended as ${event.status}`);
}

async function exportsOf(storage: string): Promise<Exports> {
  const store = await openStore(storage, { mode: 'read' });
  const text = async (kind: ExportKind) => {
    let all = '';
    for await (const line of exportLines(store, 1, kind, 'jsonl')) all += line;
    return all;
  };
  try {
    return { forms: await text('forms'), pages: await text('pages'), sites: await text('sites') };
  } finally {
    await store.close();
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
