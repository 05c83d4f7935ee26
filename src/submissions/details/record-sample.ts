import { createHash } from 'node:crypto';
import type { ResultRecord } from '../types/answer.ts';

/** A record, and the address of the answer that showed it. */
interface Sampled {
  readonly record: ResultRecord & { readonly url: string };
  readonly from: string;
}

/**
 * A sample of records that does not depend on the order they come in: those whose keys have the least digests. The same
 * records give the same sample in every run, and a small one is the beginning of a larger one.
 */
export class RecordSample {
  private readonly size: number;
  private readonly seed: string;
  private kept = new Map<string, Sampled>();

  /** @param size records at most */
  constructor(size: number, seed: string) {
    this.size = size;
    this.seed = seed;
  }

  offer({ record, from }: Sampled): void {
    if (this.size === 0) return;
    const digest = createHash('sha256').update(`${this.seed}\n${record.key}`).digest('hex');
    if (this.kept.has(digest)) return;
    this.kept.set(digest, { record, from });
    if (this.kept.size >= 2 * this.size) this.kept = new Map(this.least());
  }

  private least(): (readonly [string, Sampled])[] {
    return [...this.kept].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, this.size);
  }

  /** Takes records under other keys: those that get the same are one. */
  rename(keyOf: (record: ResultRecord) => string): void {
    const before = this.records;
    this.kept = new Map();
    for (const { record, from } of before) this.offer({ record: { ...record, key: keyOf(record) }, from });
  }

  get records(): readonly Sampled[] {
    return this.least().map(([, sampled]) => sampled);
  }
}
