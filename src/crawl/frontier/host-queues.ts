import { Heap } from './heap.ts';
import { comesBefore, LinkQueue, type QueuedLink } from './link-queue.ts';
import type { Politeness } from './politeness.ts';

interface LinkPlace {
  readonly host: string;
  readonly site: string;
  readonly branch: string;
}

interface Host {
  readonly name: string;
  readonly site: string;
  readonly queue: LinkQueue;
  readonly branches: Map<string, number>;
  inFlight: number;
  /** Grows whenever an entry of the heaps about the host is outdated. */
  stamp: number;
}

interface Open {
  readonly host: Host;
  readonly stamp: number;
  readonly priority: number;
  readonly rank: number;
}

interface Resting {
  readonly host: Host;
  readonly stamp: number;
  readonly until: number;
}

const MAX_BRANCHES = 10_000;

/** Holds the waiting links, one queue a host. Taking the best costs a look at two heaps, however many hosts and links there are. */
export class HostQueues {
  private readonly clock: Politeness;
  private readonly perHost: number;
  private readonly balance: number;
  private readonly hosts = new Map<string, Host>();
  /** Maps each site to the names of its hosts and what is added to the scores of its links. */
  private readonly sites = new Map<string, { readonly hosts: Set<string>; scoreOffset: number }>();
  private readonly open = new Heap<Open>((a, b) => comesBefore(a.priority, a.rank, b.priority, b.rank));
  private readonly resting = new Heap<Resting>((a, b) => a.until < b.until);
  private count = 0;

  constructor(clock: Politeness, perHost: number, balance: number) {
    this.clock = clock;
    this.perHost = perHost;
    this.balance = balance;
  }

  get size(): number {
    return this.count;
  }

  push(place: LinkPlace, link: Omit<QueuedLink, 'branch'>): void {
    const host = this.of(place);
    const before = host.queue.peek();
    host.queue.push({ ...link, branch: branchOf(host, place.branch) });
    this.count++;
    const now = host.queue.peek();
    if (before === undefined || now?.[1] !== before[1] || now[0] !== before[0]) this.enlist(host);
  }

  get ready(): boolean {
    return this.best() !== undefined;
  }

  readyAt(priority: number): boolean {
    return (this.best()?.queue.peek()?.[0] ?? -Infinity) >= priority;
  }

  /** Takes the best link of a host whose time has come; it counts as in flight until {@link returned}. @param atLeast its priority */
  pop(atLeast?: number): { readonly host: string; readonly link: QueuedLink } | undefined {
    if (atLeast !== undefined && !this.readyAt(atLeast)) return undefined;
    const host = this.best();
    const link = host?.queue.pop();
    if (host === undefined || link === undefined) return undefined;
    this.count--;
    host.inFlight++;
    this.enlist(host);
    return { host: host.name, link };
  }

  soon(hostName: string, count: number): readonly number[] {
    return this.hosts.get(hostName)?.queue.soon(count) ?? [];
  }

  /** Counts a link as in flight that was not taken from a queue. */
  taken(place: Omit<LinkPlace, 'branch'>): void {
    this.of(place).inFlight++;
  }

  returned(hostName: string): void {
    const host = this.hosts.get(hostName);
    if (host === undefined) return;
    host.inFlight--;
    this.enlist(host);
  }

  setSiteScoreOffset(site: string, scoreOffset: number): void {
    const entry = this.siteOf(site);
    if (entry.scoreOffset === scoreOffset) return;
    entry.scoreOffset = scoreOffset;
    for (const name of entry.hosts) {
      const host = this.hosts.get(name);
      if (host !== undefined) this.enlist(host);
    }
  }

  /** A link that was taken from a branch does not count against it. */
  rewarded(hostName: string, branch: number): void {
    this.hosts.get(hostName)?.queue.rewarded(branch);
  }

  holds(site: string): boolean {
    for (const name of this.sites.get(site)?.hosts ?? [])
      if ((this.hosts.get(name)?.queue.size ?? 0) > 0) return true;
    return false;
  }

  /** Returns the priority of the best waiting link of a site; undefined where none waits. */
  bestOf(site: string): number | undefined {
    const { hosts, scoreOffset } = this.siteOf(site);
    const best = [...hosts].flatMap((name) => this.hosts.get(name)?.queue.peek()?.[0] ?? []);
    return best.length === 0 ? undefined : Math.max(...best) + scoreOffset;
  }

  drop(site: string): void {
    for (const name of this.siteOf(site).hosts) {
      const host = this.hosts.get(name);
      if (host === undefined) continue;
      this.count -= host.queue.size;
      host.queue.clear();
      host.stamp++;
    }
  }

  /** Drops what waits on every host; what is in flight stays counted. */
  clear(): void {
    for (const host of this.hosts.values()) {
      host.queue.clear();
      host.stamp++;
    }
    this.count = 0;
  }

  private of({ host: name, site }: Omit<LinkPlace, 'branch'>): Host {
    let host = this.hosts.get(name);
    if (host === undefined) {
      host = { name, site, queue: new LinkQueue(this.balance), branches: new Map(), inFlight: 0, stamp: 0 };
      this.hosts.set(name, host);
      this.siteOf(site).hosts.add(name);
    }
    return host;
  }

  private siteOf(site: string): { readonly hosts: Set<string>; scoreOffset: number } {
    let entry = this.sites.get(site);
    if (entry === undefined) {
      entry = { hosts: new Set(), scoreOffset: 0 };
      this.sites.set(site, entry);
    }
    return entry;
  }

  /** Puts the host where it belongs now: among those that may be asked, those that rest, or neither. */
  private enlist(host: Host): void {
    const stamp = ++host.stamp;
    // What is no longer true is dropped when it comes up; what never comes up must not pile up.
    if (this.open.size > 4 * this.hosts.size + 1_000)
      this.open.retain((entry) => entry.stamp === entry.host.stamp);
    const head = host.queue.peek();
    if (head === undefined || host.inFlight >= this.perHost) return;
    const wait = this.clock.wait(host.name);
    if (wait > 0) this.resting.push({ host, stamp, until: this.clock.now() + wait });
    else
      this.open.push({ host, stamp, priority: head[0] + this.siteOf(host.site).scoreOffset, rank: head[1] });
  }

  private best(): Host | undefined {
    const now = this.clock.now();
    for (let top = this.resting.peek(); top !== undefined; top = this.resting.peek()) {
      if (top.host.stamp === top.stamp && top.until > now) break;
      this.resting.pop();
      if (top.host.stamp === top.stamp) this.enlist(top.host);
    }
    for (let top = this.open.peek(); top !== undefined; top = this.open.peek()) {
      const { host, stamp } = top;
      if (host.stamp === stamp && this.clock.wait(host.name) === 0) return host;
      this.open.pop();
      // The host has asked for quiet since it was put here.
      if (host.stamp === stamp) this.enlist(host);
    }
    return undefined;
  }
}

function branchOf({ branches }: Host, name: string): number {
  const known = branches.get(name);
  if (known !== undefined) return known;
  const number = Math.min(branches.size, MAX_BRANCHES);
  if (number < MAX_BRANCHES) branches.set(name, number);
  return number;
}
