import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstFetch, watchStart } from '../setup/start.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROUNDS = 9;
const BUILT = new URL('../../dist/interfaces/cli/main.js', import.meta.url);
const PROGRAM = fileURLToPath(new URL('../../src/setup/bin.mjs', import.meta.url));
const PAGE =
  '<title>Books</title><form action=/search>Title <input name=q><button>Search</button></form><a href=/2>Next</a>';

interface Figures {
  readonly ms: number;
  readonly cpuMs: number;
  readonly modules?: number;
}

/** Time and work of an empty program, of `--help`, of `inspect` on a file, and of a harvest until it asks for its first page. */
export async function startBench(json: boolean, rounds = ROUNDS): Promise<void> {
  const folder = temporaryFolder('bench-start-');
  const page = join(folder, 'page.html');
  writeFileSync(page, PAGE);
  const where = { cwd: folder, env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') } };
  const arms: Readonly<Record<string, () => Promise<Figures>>> = {
    'an empty program': () => watchStart(['-e', '0'], where),
    '--help': () => watchStart([PROGRAM, '--help'], where),
    'inspect of a file': () => watchStart([PROGRAM, 'inspect', page], where),
    'harvest, first page asked for': async () => {
      const { ms, cpuMs = Number.NaN } = await firstFetch(PROGRAM, where);
      return { ms, cpuMs };
    },
  };
  const seen: Record<string, Figures[]> = {};
  // The first round compiles what the others find compiled.
  for (let round = 0; round <= rounds; round++)
    for (const [name, arm] of Object.entries(arms)) {
      const figures = await arm();
      if (round > 0) seen[name] = [...(seen[name] ?? []), figures];
    }
  const result = Object.fromEntries(Object.entries(seen).map(([name, all]) => [name, summaryOf(all)]));
  const built = existsSync(BUILT);
  if (json) process.stdout.write(`${JSON.stringify({ built, ...result })}\n`);
  else {
    process.stdout.write(`${built ? 'built package' : 'sources (npm run build makes the package)'}\n`);
    for (const [name, { ms, leastMs, cpuMs, modules }] of Object.entries(result))
      process.stdout.write(
        `${name}: ${ms.toFixed(0)} ms (least ${leastMs.toFixed(0)}), CPU ${cpuMs.toFixed(0)} ms${modules === undefined ? '' : `, ${modules} modules`}\n`,
      );
  }
}

const summaryOf = (all: readonly Figures[]) => ({
  ms: median(all.map(({ ms }) => ms)),
  leastMs: Math.min(...all.map(({ ms }) => ms)),
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  modules: all[0]?.modules,
});

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
