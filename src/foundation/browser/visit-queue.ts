import { TabLimit, type TabRange } from './tab-limit.ts';

/** A visit goes before one that waits longer where it costs less, unless that one has waited this long. */
const PATIENCE_MS = 4_000;

interface Waiting {
  readonly site: string;
  readonly since: number;
  /** Begins if what it needs is there. */
  beginsWarm(): boolean;
  begin(): void;
  refuse(error: Error): void;
}

/** Lets visits begin in order, as the machine has time; first those with a page at hand, then those whose site has none in use. */
export class VisitQueue {
  readonly #tabs: Pick<TabLimit, 'current'>;
  readonly #now: () => number;
  readonly #waiting: Waiting[] = [];
  /** Site of each visit that has begun and not left. */
  readonly #busy: string[] = [];

  constructor(
    range: TabRange,
    tabs: Pick<TabLimit, 'current'> = new TabLimit(range),
    now = () => performance.now(),
  ) {
    this.#tabs = tabs;
    this.#now = now;
  }

  get busy(): boolean {
    return this.#busy.length > 0;
  }

  /**
   * Waits until a visit may begin.
   * @param site what `leave` is told, too
   * @param take takes what makes the visit cheap, such as an idle page; undefined where there is none
   * @returns what was taken
   */
  enter<T>(site: string, take: () => T | undefined): Promise<T | undefined> {
    return new Promise((resolve, refuse) => {
      const beginsWarm = () => {
        const taken = take();
        if (taken !== undefined) resolve(taken);
        return taken !== undefined;
      };
      this.#waiting.push({ site, since: this.#now(), beginsWarm, begin: () => resolve(undefined), refuse });
      this.#admit();
    });
  }

  leave(site: string): void {
    this.#busy.splice(this.#busy.indexOf(site), 1);
    this.#admit();
  }

  refuseAll(error: Error): void {
    for (const { refuse } of this.#waiting.splice(0)) refuse(error);
  }

  #admit(): void {
    const limit = this.#tabs.current(this.busy && this.#waiting.length > 0);
    for (
      let [first] = this.#waiting;
      first !== undefined && this.#busy.length < limit;
      [first] = this.#waiting
    ) {
      const patient = this.#now() - first.since < PATIENCE_MS;
      const chosen = this.#warm(patient ? this.#waiting : [first]) ?? this.#cold(patient, first);
      this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
      this.#busy.push(chosen.site);
    }
  }

  #warm(visits: readonly Waiting[]): Waiting | undefined {
    return visits.find((one) => one.beginsWarm());
  }

  #cold(patient: boolean, first: Waiting): Waiting {
    const needed = patient ? this.#waiting.find(({ site }) => !this.#busy.includes(site)) : undefined;
    const chosen = needed ?? first;
    chosen.begin();
    return chosen;
  }
}
