import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc are hundredths of a second wherever Linux runs. */
const MS_A_TICK = 10;

interface Stat {
  readonly parent: number;
  readonly own: number;
  /** Of the processes it has started that have ended. */
  readonly ended: number;
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
  const ms = familyCpuMs(process.pid);
  if (ms !== undefined) return ms;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** CPU time of a process and of all it has started, in milliseconds; undefined without /proc. */
export function familyCpuMs(root: number): number | undefined {
  const stats = statsOfAll();
  if (stats === undefined) return undefined;
  let ticks = 0;
  for (const pid of familyOf(stats, root)) {
    const { own = 0, ended = 0 } = stats.get(pid) ?? {};
    ticks += own + ended;
  }
  return ticks * MS_A_TICK;
}

/** Looks at the processes now and then: a browser that is killed takes what it and its renderers have used with it. */
export const watchTree = (): void => void setInterval(treeCpuMs, 250).unref();

/** Memory of this process and of all it has started, what they share counted once, in megabytes. */
export function treeMemoryMb(): number {
  return Object.values(memoryByRole()).reduce((sum, mb) => sum + mb, 0);
}

/** Milliseconds or megabytes by what the processes are: `node: main thread`, `renderer`, `network.mojom.NetworkService`… */
export type ByRole = Readonly<Record<string, number>>;

/** The same as {@link treeMemoryMb}, by role. */
export function memoryByRole(): ByRole {
  return byRole((pid) => {
    const text = readIfPresent(`/proc/${pid}/smaps_rollup`);
    return [[roleOf(pid), Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1_000]];
  });
}

/**
 * CPU time of this process and of all it has started by role, in milliseconds; this process by the names of its threads. A
 * zygote is told the time of renderers that have ended.
 */
export function cpuByRole(): ByRole {
  return byRole((pid, { own, ended }) => {
    const role = roleOf(pid);
    if (role !== 'node')
      return [
        [role, own],
        [role === 'zygote' ? 'renderer' : 'ended browser', ended],
      ];
    return [...threadsOf(pid), ['ended browser', ended]];
  }, MS_A_TICK);
}

function byRole(
  measure: (pid: number, stat: Stat) => readonly (readonly [string, number])[],
  factor = 1,
): ByRole {
  const sums: Record<string, number> = {};
  const stats = statsOfAll() ?? new Map<number, Stat>();
  for (const pid of familyOf(stats, process.pid)) {
    const stat = stats.get(pid);
    if (stat === undefined) continue;
    for (const [role, value] of measure(pid, stat)) sums[role] = (sums[role] ?? 0) + value * factor;
  }
  return sums;
}

const threadsOf = (pid: number): (readonly [string, number])[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const stat = statOf(`${pid}/task/${task}`);
    const name = readIfPresent(`/proc/${pid}/task/${task}/comm`).trim();
    return stat === undefined
      ? []
      : [[`node: ${task === String(pid) ? 'main thread' : name}`, stat.own] as const];
  });

function roleOf(pid: number): string {
  if (pid === process.pid) return 'node';
  const words = readIfPresent(`/proc/${pid}/cmdline`);
  return /--utility-sub-type=([\w.]+)/.exec(words)?.[1] ?? /--type=([\w-]+)/.exec(words)?.[1] ?? 'browser';
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** A process and all that descend from it. */
function familyOf(stats: ReadonlyMap<number, Stat>, root: number): ReadonlySet<number> {
  const family = new Set([root]);
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
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return undefined;
  }
}
