import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { runCli, startCli } from '../cli/run-cli.ts';

export interface Exports {
  readonly forms: string;
  readonly pages: string;
  readonly sites: string;
}

interface Plan {
  readonly folder: string;
  readonly sites: number;
  readonly kills: number;
  readonly seed: number;
  readonly maxDepth?: number;
}

/** Harvests the practice web twice: undisturbed, and killed (SIGKILL) at random moments and resumed each time. */
export async function killedHarvest({ folder, sites, kills, seed, maxDepth = 3 }: Plan): Promise<{
  readonly undisturbed: Exports;
  readonly resumed: Exports;
  readonly kills: number;
}> {
  const harvest = (storage: string) => [
    'harvest',
    'book',
    '--web',
    `practice:sites=${sites}`,
    '--strategy',
    'breadth-first',
    '--no-submit',
    '--max-depth',
    String(maxDepth),
    '--storage',
    storage,
  ];
  const calm = join(folder, 'calm');
  const began = performance.now();
  await succeed(harvest(calm));
  const whole = performance.now() - began;

  const storm = join(folder, 'storm');
  const random = seeded(seed);
  let done = 0;
  let finished = false;
  for (let attempt = 0; attempt < kills * 3 && done < kills && !finished; attempt++) {
    const child = startCli(attempt === 0 ? harvest(storm) : ['harvest', '--resume', '--storage', storm]);
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
  if (!finished) await succeed(['harvest', '--resume', '--storage', storm]);
  return { undisturbed: await exportsOf(calm), resumed: await exportsOf(storm), kills: done };
}

async function succeed(args: readonly string[]): Promise<string> {
  const { code, out, err } = await runCli(args);
  if (code !== 0) throw new Error(`fieldfare ${args.join(' ')} ended with ${code}: ${err}`);
  return out;
}

async function exportsOf(storage: string): Promise<Exports> {
  const of = (kind: string) => succeed(['export', kind, '--storage', storage]);
  return { forms: await of('forms'), pages: await of('pages'), sites: await of('sites') };
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
