/** Holds what the order needs of a waiting link; the rest lies in the store. */
export interface QueuedLink {
  readonly id: number;
  readonly score: number;
  readonly depth: number;
  readonly branch: number;
}

/** Ids are smaller than this; depths times this stay whole numbers. */
const DEPTH_UNIT = 2 ** 42;
const FIRST_ROOM = 16;
const NONE = new Float64Array();

/**
 * Orders the waiting links of one host: by score, then nearest, then oldest. It takes 16 bytes a link outside the
 * collected heap (26 where branches are balanced), so that a million of them weigh little beside everything else.
 *
 * Where a balance is set, a branch of the host's link tree falls back with every link that was taken from it, so that
 * one large directory cannot starve the others (paper 004: the link tree). Priorities only ever sink while links wait,
 * so a link that comes up is weighed anew and put back if another is better by now; the order is exact all the same.
 */
export class LinkQueue {
  private readonly balance: number;
  private count = 0;
  /** A heap by (priority, rank), level by level, in columns. */
  private priorities = NONE;
  private ranks = NONE;
  /** Only where branches are balanced: otherwise a link's priority is its score, and all are of one branch. */
  private scores = NONE;
  private branches = new Uint16Array();
  private readonly taken: number[] = [];

  /** @param balance score that a branch loses whenever the number of links taken from it doubles; 0 for none */
  constructor(balance: number) {
    this.balance = balance;
  }

  get size(): number {
    return this.count;
  }

  /** Priority and (depth, id) of the best link, for comparing hosts; undefined when nothing waits. */
  peek(): readonly [priority: number, rank: number] | undefined {
    this.settle();
    return this.count === 0 ? undefined : [this.priorities[0] as number, this.ranks[0] as number];
  }

  push({ id, score, depth, branch }: QueuedLink): void {
    this.insert(score - this.penalty(branch), score, depth * DEPTH_UNIT + id, branch);
  }

  pop(): QueuedLink | undefined {
    this.settle();
    if (this.count === 0) return undefined;
    const { score, rank, branch } = this.top();
    this.removeTop();
    if (this.balance > 0) this.taken[branch] = (this.taken[branch] ?? 0) + 1;
    return { id: rank % DEPTH_UNIT, score, depth: Math.floor(rank / DEPTH_UNIT), branch };
  }

  /** Forgets what waits; how much was taken from each branch stays. */
  clear(): void {
    this.count = 0;
    this.makeRoom(0);
  }

  /** A link that was taken does not count against its branch. Links that wait are told when they come up. */
  rewarded(branch: number): void {
    const taken = this.taken[branch] ?? 0;
    if (taken > 0) this.taken[branch] = taken - 1;
  }

  /** Ids that come up soon, the next one first and the others in no certain order. */
  soon(count: number): number[] {
    this.settle();
    return Array.from(this.ranks.subarray(0, Math.min(count, this.count)), (rank) => rank % DEPTH_UNIT);
  }

  private penalty(branch: number): number {
    return this.balance === 0 ? 0 : this.balance * Math.log2(1 + (this.taken[branch] ?? 0));
  }

  private top() {
    const rank = this.ranks[0] as number;
    if (this.balance === 0) return { score: this.priorities[0] as number, rank, branch: 0 };
    return { score: this.scores[0] as number, rank, branch: this.branches[0] as number };
  }

  /** Brings a link to the top whose priority is up to date. */
  private settle(): void {
    if (this.balance === 0) return;
    while (this.count > 0) {
      const { score, rank, branch } = this.top();
      const now = score - this.penalty(branch);
      if (now === this.priorities[0]) return;
      this.removeTop();
      this.insert(now, score, rank, branch);
    }
  }

  private insert(priority: number, score: number, rank: number, branch: number): void {
    if (this.count === this.ranks.length) this.makeRoom(Math.max(FIRST_ROOM, Math.ceil(this.count * 1.25)));
    let at = this.count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.wins(priority, rank, parent)) break;
      this.move(parent, at);
      at = parent;
    }
    this.write(at, priority, score, rank, branch);
  }

  private removeTop(): void {
    const last = --this.count;
    const priority = this.priorities[last] as number;
    const rank = this.ranks[last] as number;
    let at = 0;
    while (true) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (
        child + 1 < last &&
        this.wins(this.priorities[child + 1] as number, this.ranks[child + 1] as number, child)
      )
        child++;
      if (this.wins(priority, rank, child)) break;
      this.move(child, at);
      at = child;
    }
    if (last > 0) this.move(last, at);
    if (this.ranks.length > 2 * FIRST_ROOM && last < this.ranks.length / 4) this.makeRoom(2 * last);
  }

  private wins(priority: number, rank: number, at: number): boolean {
    return comesBefore(priority, rank, this.priorities[at] as number, this.ranks[at] as number);
  }

  private move(from: number, to: number): void {
    this.write(
      to,
      this.priorities[from] as number,
      this.scores[from] ?? 0,
      this.ranks[from] as number,
      this.branches[from] ?? 0,
    );
  }

  private write(at: number, priority: number, score: number, rank: number, branch: number): void {
    this.priorities[at] = priority;
    this.ranks[at] = rank;
    if (this.balance === 0) return;
    this.scores[at] = score;
    this.branches[at] = branch;
  }

  private makeRoom(size: number): void {
    this.priorities = resized(this.priorities, size);
    this.ranks = resized(this.ranks, size);
    if (this.balance === 0) return;
    this.scores = resized(this.scores, size);
    const branches = new Uint16Array(size);
    branches.set(this.branches.subarray(0, size));
    this.branches = branches;
  }
}

function resized(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const other = new Float64Array(size);
  other.set(column.subarray(0, size));
  return other;
}

/** Larger priorities first; among equals the smaller rank. */
export const comesBefore = (
  priority: number,
  rank: number,
  otherPriority: number,
  otherRank: number,
): boolean => (priority !== otherPriority ? priority > otherPriority : rank < otherRank);
