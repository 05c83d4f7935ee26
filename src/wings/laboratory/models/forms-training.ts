import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormType } from '../../../forms/index.ts';
import { makeFolder } from '../../../foundation/errors/index.ts';
import { ThreadClient, ThreadError } from '../../../foundation/threads/index.ts';

export interface TrainingJob {
  readonly storage: string;
  readonly date: string;
}

interface Scores {
  readonly name: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Holds what a training of the judge of forms measured by cross-validation. */
export interface FormsTrainingReport {
  readonly date: string;
  readonly n: number;
  readonly sites: number;
  readonly folds: number;
  /** Name of the new model; null where the one in use is better beyond doubt and was kept. */
  readonly model: string | null;
  /** Search or not: rules and classifier first. */
  readonly arms: readonly (Scores & { readonly accuracy: number })[];
  readonly classes: readonly (Scores & { readonly support: number })[];
  /** `confusion[truth][predicted]`, in the order of `classes`. */
  readonly confusion: readonly (readonly number[])[];
  readonly confused: readonly {
    /** Its page, or the number of its row. */
    readonly url: string;
    readonly truth: FormType;
    readonly predicted: FormType;
    readonly said: string;
    readonly evidence: string;
  }[];
}

export interface TrainingState {
  readonly state: 'idle' | 'running' | 'failed';
  /** Folds of the cross-validation that are done, of all. */
  readonly done: number;
  readonly all: number;
  readonly error: string | null;
  /** Tells of the latest training. */
  readonly report: FormsTrainingReport | null;
}

const MOST_MS = 3_600_000;

/** Trains the judge of forms of a storage folder in a thread of its own, so that whoever asks is answered meanwhile. */
export class FormsTraining {
  readonly #storage: string;
  #thread: ThreadClient<TrainingJob, FormsTrainingReport> | undefined;
  #progress: Int32Array = new Int32Array(2);
  #error: string | null = null;

  constructor(storage: string) {
    this.#storage = storage;
  }

  /** @returns false where one is under way already */
  start(date: string): boolean {
    if (this.#thread !== undefined) return false;
    const shared = new SharedArrayBuffer(8);
    this.#progress = new Int32Array(shared);
    this.#error = null;
    this.#thread = new ThreadClient(new URL('./forms-training-thread', import.meta.url), {
      workerData: shared,
    });
    void this.#thread
      .ask({ storage: this.#storage, date }, MOST_MS)
      .then((report) => this.#keep(report))
      .catch((error: unknown) => {
        this.#error = error instanceof ThreadError ? error.message : String(error);
      })
      .finally(() => this.close());
    return true;
  }

  state(): TrainingState {
    const running = this.#thread !== undefined;
    const [done = 0, all = 0] = this.#progress;
    return {
      state: running ? 'running' : this.#error === null ? 'idle' : 'failed',
      ...{ done, all, error: this.#error, report: this.#kept() },
    };
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }

  #file(): string {
    return join(this.#storage, 'models', 'training.json');
  }

  #keep(report: FormsTrainingReport): void {
    makeFolder(join(this.#storage, 'models'));
    writeFileSync(`${this.#file()}.new`, `${JSON.stringify(report)}\n`);
    renameSync(`${this.#file()}.new`, this.#file());
  }

  #kept(): FormsTrainingReport | null {
    try {
      return JSON.parse(readFileSync(this.#file(), 'utf8')) as FormsTrainingReport;
    } catch {
      return null;
    }
  }
}
