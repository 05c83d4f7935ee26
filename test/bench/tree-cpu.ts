import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc are hundredths of a second wherever Linux runs. */
const MS_A_TICK = 10;

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

/** Ticks of every process that this one has started, as they were last seen. */
const seen = new Map<number, number>();

/**
 * CPU time of this process and of all it has started, browsers included, in milliseconds. Of a process that has ended
 * counts what it was last seen with; without /proc, this process alone counts.
 */
export function treeCpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stats = statsOfAll() ?? new Map<number, Stat>();
  for (const pid of familyOf(stats)) if (pid !== process.pid) seen.set(pid, stats.get(pid)?.ticks ?? 0);
  const ticks = [...seen.values()].reduce((sum, value) => sum + value, 0);
  return (user + system) / 1_000 + ticks * MS_A_TICK;
}

/** Looks at the processes now and then: a browser that ends takes what it and its renderers have used with it. */
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
    const [utime = 0, stime = 0] = fields.slice(11, 13);
    return { parent: fields[1] ?? 0, ticks: utime + stime };
  } catch {
    return undefined;
  }
}
