import { TabLimit, type TabRange } from './tab-limit.ts';

/** A visit goes before one that waits longer where a page of its site is idle, unless that one has waited this long. */
const PATIENCE_MS = 4_000;

interface Waiting {
  readonly since: number;
  /** Begins if what it needs is there. */
  beginsWarm(): boolean;
  begin(): void;
  refuse(error: Error): void;
}

/** Lets visits begin in order, as many at once as the machine has time for; first those whose page is there already. */
export class VisitQueue {
  readonly #tabs: Pick<TabLimit, 'current'>;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  #busy = 0;

  constructor(
    range: TabRange,
    tabs: Pick<TabLimit, 'current'> = new TabLimit(range),
    now = () => performance.now(),
  ) {
    this.#tabs = tabs;
    this.#now = now;
  }

  get busy(): boolean {
    return this.#busy > 0;
  }

  /**
   * Waits until a visit may begin.
   * @param take takes what makes the visit cheap, such as an idle page; undefined where there is none
   * @returns what was taken
   */
  enter<T>(take: () => T | undefined): Promise<T | undefined> {
    return new Promise((resolve, refuse) => {
      const beginsWarm = () => {
        const taken = take();
        if (taken !== undefined) resolve(taken);
        return taken !== undefined;
      };
      this.#waiting.push({ since: this.#now(), beginsWarm, begin: () => resolve(undefined), refuse });
      this.#admit();
    });
  }

  leave(): void {
    this.#busy--;
    this.#admit();
  }

  refuseAll(error: Error): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }

  #admit(): void {
    const limit = this.#tabs.current(this.#busy > 0 && this.#waiting.length > 0);
    for (let [first] = this.#waiting; first !== undefined && this.#busy < limit; [first] = this.#waiting) {
      const patient = this.#now() - first.since < PATIENCE_MS;
      const at = this.#waiting.findIndex((one) => (patient || one === first) && one.beginsWarm());
      if (at < 0) first.begin();
      this.#waiting.splice(Math.max(0, at), 1);
      this.#busy++;
    }
  }
}
