import { cpus } from 'node:os';

export interface TabRange {
  readonly least: number;
  readonly most: number;
}

/** Time between two measurements; a page takes about as long. */
const MEASURE_MS = 500;
/** Share of the processors' time without work: above the first another page pays, below the second one too many runs. */
const IDLE = 0.2;
const BUSY = 0.05;

interface ProcessorTimes {
  readonly idle: number;
  readonly total: number;
}

/** The next limit by what the processors did since the last one. */
export function nextLimit(limit: number, { least, most }: TabRange, idleShare: number): number {
  if (idleShare > IDLE) return Math.min(most, limit + 1);
  return idleShare < BUSY ? Math.max(least, limit - 1) : limit;
}

/** Limits the pages shown at once, by how much of the machine is idle, whoever uses it. */
export class TabLimit {
  readonly #range: TabRange;
  readonly #read: () => ProcessorTimes;
  #limit: number;
  #before: ProcessorTimes;
  #measured = performance.now();

  constructor(range: TabRange, read = processorTimes) {
    this.#range = range;
    this.#limit = range.least;
    this.#read = read;
    this.#before = read();
  }

  /** @param wanted whether pages wait; without any, an idle processor says nothing */
  current(wanted: boolean, now = performance.now()): number {
    if (this.#range.least === this.#range.most || now - this.#measured < MEASURE_MS) return this.#limit;
    const times = this.#read();
    const total = times.total - this.#before.total;
    if (total > 0 && wanted)
      this.#limit = nextLimit(this.#limit, this.#range, (times.idle - this.#before.idle) / total);
    this.#before = times;
    this.#measured = now;
    return this.#limit;
  }
}

function processorTimes(): ProcessorTimes {
  let [idle, total] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    total += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, total };
}
