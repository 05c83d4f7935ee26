import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc are hundredths of a second wherever Linux runs. */
const MS_A_TICK = 10;

interface Stat {
  readonly parent: number;
  /** Its own, and those of the processes it has started that have ended. */
  readonly ticks: number;
}

/** Of the last look, and what processes that nobody waited for have taken with them since the first. */
let [last, lost] = [0, 0];

/**
 * CPU time of this process and of all it has started, browsers included, in milliseconds. Renderers that live for one page
 * are counted whole: who starts them is told, when they end, what they have used. Without /proc, this process alone counts.
 */
export function treeCpuMs(): number {
  let now = currentMs();
  // A process that has just ended may be missing in this look and be counted with its parent in the next.
  if (now < last) now = currentMs();
  lost += Math.max(0, last - now);
  last = now;
  return now + lost;
}

function currentMs(): number {
  const stats = statsOfAll();
  if (stats === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  let ticks = 0;
  for (const pid of familyOf(stats)) ticks += stats.get(pid)?.ticks ?? 0;
  return ticks * MS_A_TICK;
}

/** Looks at the processes now and then: a browser that is killed takes what it and its renderers have used with it. */
export const watchTree = (): void => void setInterval(treeCpuMs, 250).unref();

/** Memory of this process and of all it has started, what they share counted once, in megabytes. */
export function treeMemoryMb(): number {
  let kilobytes = 0;
  for (const pid of familyOf(statsOfAll() ?? new Map())) {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    } catch {
      // It has just ended.
    }
  }
  return kilobytes / 1_000;
}

/** This process and all that descend from it. */
function familyOf(stats: ReadonlyMap<number, Stat>): ReadonlySet<number> {
  const family = new Set([process.pid]);
  // A child may have a smaller number than its parent: go on until no one is added.
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const [pid, { parent }] of stats) if (family.has(parent)) family.add(pid);
  }
  return family;
}

function statsOfAll(): Map<number, Stat> | undefined {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return new Map(
      pids.flatMap((pid) => {
        const stat = statOf(pid);
        return stat === undefined ? [] : [[Number(pid), stat]];
      }),
    );
  } catch {
    return undefined;
  }
}

function statOf(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in brackets may hold spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return { parent: fields[1] ?? 0, ticks };
  } catch {
    return undefined;
  }
}
