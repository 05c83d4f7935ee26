import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder } from '../temporary-folder.ts';

interface ArmResult {
  readonly known: number;
  readonly msPerPage: number;
  readonly cpuMsPerPage: number;
  readonly longestBlockMs: number;
  /** Of the longest turn, the time on a core. */
  readonly longestBlockCpuMs: number;
  /** By phase: milliseconds by the clock and, of them, on a core. */
  readonly blocks: Readonly<Record<string, string>>;
  readonly learningMs: number;
  /** Of the next 1,000 leases, those that stand where sorting everything puts them. */
  readonly inNewOrder: number;
  readonly memoryMb: number;
  readonly heapMb: number;
}

const SIZES = [10_000, 100_000, 1_000_000];
const run = promisify(execFile);

/** What the frontier costs as it grows: each size in a process of its own. */
export async function frontierBench(json: boolean): Promise<void> {
  const rows: ArmResult[] = [];
  for (const size of SIZES) {
    const row = await armOf(size);
    rows.push(row);
    if (!json) process.stdout.write(`${told(row)}\n`);
  }
  const [small, , large] = rows;
  if (small === undefined || large === undefined) return;
  const result = {
    frontier: rows,
    costRatio: large.msPerPage / small.msPerPage,
    cpuRatio: large.cpuMsPerPage / small.cpuMsPerPage,
    memoryRatio: large.memoryMb / small.memoryMb,
  };
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    process.stdout.write(
      `1,000,000 against 10,000 known links: time a page × ${result.costRatio.toFixed(2)}, CPU × ${result.cpuRatio.toFixed(2)}, memory × ${result.memoryRatio.toFixed(2)}\n`,
    );
  }
}

async function armOf(size: number): Promise<ArmResult> {
  const folder = temporaryFolder('frontier-');
  const arm = ['--expose-gc', new URL('./frontier-arm.ts', import.meta.url).pathname, String(size), folder];
  await run(process.execPath, [...arm, 'fill'], { timeout: 580_000 });
  const { stdout } = await run(process.execPath, arm, { maxBuffer: 1e8, timeout: 580_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ArmResult;
}

const blocksOf = ({ blocks }: ArmResult): string =>
  Object.entries(blocks)
    .map(([phase, text]) => `${phase} ${text}`)
    .join(', ');

const told = (row: ArmResult): string =>
  `${row.known.toLocaleString('en').padStart(9)} known links: ${row.msPerPage.toFixed(2)} ms a page (CPU ${row.cpuMsPerPage.toFixed(2)}), longest block ${row.longestBlockMs.toFixed(0)} ms (CPU ${row.longestBlockCpuMs.toFixed(0)}; ${blocksOf(row)}), learning ${(row.learningMs / 1_000).toFixed(1)} s, ${row.inNewOrder} of the next 1,000 leases in the new order, ${row.memoryMb.toFixed(0)} MB (heap ${row.heapMb.toFixed(0)})`;
