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
  private kept: (Sampled & { readonly digest: string })[] = [];

  /** @param size records at most */
  constructor(size: number, seed: string) {
    this.size = size;
    this.seed = seed;
  }

  offer({ record, from }: Sampled): void {
    if (this.size === 0) return;
    const digest = createHash('sha256').update(`${this.seed}\n${record.key}`).digest('hex');
    const last = this.kept.at(-1);
    if (this.kept.length === this.size && last !== undefined && digest >= last.digest) return;
    if (this.kept.some((one) => one.digest === digest)) return;
    this.kept = [...this.kept, { digest, record, from }]
      .sort((a, b) => (a.digest < b.digest ? -1 : 1))
      .slice(0, this.size);
  }

  /** Takes records under other keys: those that get the same are one. */
  rename(keyOf: (record: ResultRecord) => string): void {
    const before = this.kept;
    this.kept = [];
    for (const { record, from } of before) this.offer({ record: { ...record, key: keyOf(record) }, from });
  }

  get records(): readonly Sampled[] {
    return this.kept;
  }
}
