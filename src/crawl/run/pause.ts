import type { RunSignal, Store } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import { CLOCK } from './clock.ts';

const LOOKS_EVERY_MS = 50;
/** A paused run writes nothing else, and is still to be told from one whose process died. */
const SIGN_OF_LIFE_MS = 20_000;

/** Says whether a run begins nothing new for now: what is under way is finished, and the process stays. */
export class Pause {
  private since: number | undefined;
  private passedMs = 0;
  private changed: () => void = () => undefined;

  get isOn(): boolean {
    return this.since !== undefined;
  }

  set(on: boolean): void {
    if (on === this.isOn) return;
    this.passedMs = this.ms;
    this.since = on ? CLOCK.now() : undefined;
    this.changed();
  }

  /** Milliseconds of all pauses so far. */
  get ms(): number {
    return this.passedMs + (this.since === undefined ? 0 : CLOCK.now() - this.since);
  }

  /** Resolves when it is over, or the signal aborts. */
  async over(signal: AbortSignal): Promise<void> {
    while (this.isOn && !signal.aborted) await CLOCK.sleep(LOOKS_EVERY_MS);
  }

  /** Stores and reports each pause. @param signal reports it to those who work on the run beside this process @returns ends that */
  follow(
    { store, runId }: { readonly store: Store; readonly runId: number },
    emit: (event: HarvestEvent) => void,
    signal?: (signal: RunSignal) => Promise<unknown>,
  ): () => Promise<void> {
    let writing: Promise<unknown> = Promise.resolve();
    const keep = () => {
      const status = this.isOn ? 'paused' : 'running';
      writing = writing
        .then(() => store.transaction((trx) => trx.runs.update(runId, { status, updated_at: CLOCK.now() })))
        .catch(() => undefined);
    };
    this.changed = () => {
      keep();
      void signal?.(this.isOn ? 'pause' : 'go').catch(() => undefined);
      emit({ type: 'pause', runId, paused: this.isOn });
    };
    if (this.isOn) this.changed();
    const living = setInterval(() => this.isOn && keep(), SIGN_OF_LIFE_MS);
    return async () => {
      clearInterval(living);
      this.changed = () => undefined;
      await writing;
    };
  }
}
