import { readdirSync, readFileSync } from 'node:fs';

const POLL_MS = 500;
/** Greatest memory of a renderer; the browser itself limits script objects to 512 MB. */
const MAX_RENDERER_BYTES = 1_000_000_000;
const PAGE_BYTES = 4_096;

/** Kills renderers with too much memory in buffers and pictures, while `busy()`; needs /proc. Only their page crashes. @returns stops it */
export function limitRendererMemory(busy: () => boolean): () => void {
  const timer = setInterval(() => {
    if (!busy()) return;
    for (const pid of descendants(process.pid)) {
      if (residentBytes(pid) <= MAX_RENDERER_BYTES || !isRenderer(pid)) continue;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function descendants(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) =>
    readIfPresent(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
  return [...children, ...children.flatMap(descendants)];
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

const residentBytes = (pid: number): number =>
  Number(readIfPresent(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;

const isRenderer = (pid: number): boolean =>
  readIfPresent(`/proc/${pid}/cmdline`).includes('--type=renderer');

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
