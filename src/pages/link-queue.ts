/** A waiting link as the order knows it; what else is known of it lies in the store. */
export interface WaitingLink {
  readonly id: number;
  readonly score: number;
  readonly depth: number;
  /** Number of its branch of the host's link tree. */
  readonly branch: number;
}

/** Numbers a link takes: priority, score, (depth, id) in one, branch. */
const WIDTH = 4;
/** Ids are smaller than this; depths times this stay whole numbers. */
const DEPTH_UNIT = 2 ** 42;

/**
 * The waiting links of one host, best first: by score, then nearest, then oldest. 32 bytes a link, so that a million of
 * them fit into memory.
 *
 * Where a balance is set, a branch of the host's link tree falls back with every link that was taken from it, so that one
 * large directory cannot starve the others (paper 004: the link tree). Priorities only ever sink while links wait, so a
 * link that comes up is weighed anew and put back if another is better by now; the order is exact all the same.
 */
export class LinkQueue {
  private readonly balance: number;
  private readonly items: number[] = [];
  /** Links taken, by branch. */
  private readonly taken: number[] = [];

  /** @param balance score that a branch loses whenever the number of links taken from it doubles; 0 for none */
  constructor(balance: number) {
    this.balance = balance;
  }

  get size(): number {
    return this.items.length / WIDTH;
  }

  /** Priority and (depth, id) of the best link, for comparing hosts; undefined when nothing waits. */
  peek(): readonly [priority: number, rank: number] | undefined {
    this.settle();
    const { items } = this;
    return items.length === 0 ? undefined : [items[0] as number, items[2] as number];
  }

  push({ id, score, depth, branch }: WaitingLink): void {
    this.insert(score - this.penalty(branch), score, depth * DEPTH_UNIT + id, branch);
  }

  pop(): WaitingLink | undefined {
    this.settle();
    const { items } = this;
    if (items.length === 0) return undefined;
    const [, score = 0, rank = 0, branch = 0] = items;
    this.removeTop();
    if (this.balance > 0) this.taken[branch] = (this.taken[branch] ?? 0) + 1;
    return { id: rank % DEPTH_UNIT, score, depth: Math.floor(rank / DEPTH_UNIT), branch };
  }

  /** Forgets what waits; how much was taken from each branch stays. */
  clear(): void {
    this.items.length = 0;
  }

  /** A link that was taken does not count against its branch. Links that wait are told when they come up. */
  rewarded(branch: number): void {
    const taken = this.taken[branch] ?? 0;
    if (taken > 0) this.taken[branch] = taken - 1;
  }

  /** Ids that come up soon, the next one first and the others in no certain order. */
  soon(count: number): number[] {
    this.settle();
    const ids: number[] = [];
    for (let at = 2; at < this.items.length && ids.length < count; at += WIDTH) {
      ids.push((this.items[at] as number) % DEPTH_UNIT);
    }
    return ids;
  }

  private penalty(branch: number): number {
    return this.balance === 0 ? 0 : this.balance * Math.log2(1 + (this.taken[branch] ?? 0));
  }

  /** Brings a link to the top whose priority is up to date. */
  private settle(): void {
    if (this.balance === 0) return;
    const { items } = this;
    while (items.length > 0) {
      const [priority = 0, score = 0, rank = 0, branch = 0] = items;
      const now = score - this.penalty(branch);
      if (now === priority) return;
      this.removeTop();
      this.insert(now, score, rank, branch);
    }
  }

  private insert(priority: number, score: number, rank: number, branch: number): void {
    const { items } = this;
    let at = items.length;
    items.push(priority, score, rank, branch);
    while (at > 0) {
      const parent = ((at / WIDTH - 1) >> 1) * WIDTH;
      if (!comesBefore(priority, rank, items[parent] as number, items[parent + 2] as number)) break;
      items.copyWithin(at, parent, parent + WIDTH);
      at = parent;
    }
    this.write(at, priority, score, rank, branch);
  }

  private removeTop(): void {
    const { items } = this;
    const last = items.length - WIDTH;
    const [priority = 0, score = 0, rank = 0, branch = 0] = items.slice(last);
    items.length = last;
    if (last === 0) return;
    let at = 0;
    while (true) {
      let child = 2 * at + WIDTH;
      if (child >= last) break;
      if (child + WIDTH < last && this.isBefore(child + WIDTH, child)) child += WIDTH;
      if (!comesBefore(items[child] as number, items[child + 2] as number, priority, rank)) break;
      items.copyWithin(at, child, child + WIDTH);
      at = child;
    }
    this.write(at, priority, score, rank, branch);
  }

  private isBefore(a: number, b: number): boolean {
    const { items } = this;
    return comesBefore(
      items[a] as number,
      items[a + 2] as number,
      items[b] as number,
      items[b + 2] as number,
    );
  }

  private write(at: number, priority: number, score: number, rank: number, branch: number): void {
    const { items } = this;
    items[at] = priority;
    items[at + 1] = score;
    items[at + 2] = rank;
    items[at + 3] = branch;
  }
}

/** Larger priorities first; among equals the smaller rank. */
export const comesBefore = (
  priority: number,
  rank: number,
  otherPriority: number,
  otherRank: number,
): boolean => (priority !== otherPriority ? priority > otherPriority : rank < otherRank);
