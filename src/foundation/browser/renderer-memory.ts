import { readdirSync, readFileSync } from 'node:fs';

/** Between two looks. */
const LOOK_EVERY_MS = 500;
/** What a page may take in all: its scripts' objects are bounded to 512 MB by the browser itself. */
const MOST_RENDERER_BYTES = 1_000_000_000;
const PAGE_BYTES = 4_096;

/**
 * Ends renderers of our browsers that have taken too much memory. The browser bounds what scripts keep as objects, not
 * their buffers, pictures and canvases; a page that fills those would take the machine's memory. Its page crashes,
 * alone. Looks while `busy()`; where there is no /proc nothing is done.
 * @returns stops looking
 */
export function boundRenderers(busy: () => boolean): () => void {
  const timer = setInterval(() => {
    if (!busy()) return;
    for (const pid of descendants(process.pid)) {
      if (residentBytes(pid) <= MOST_RENDERER_BYTES || !isRenderer(pid)) continue;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** All processes that a process has started, and that those have. */
function descendants(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
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
  Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;

const isRenderer = (pid: number): boolean => read(`/proc/${pid}/cmdline`).includes('--type=renderer');

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
