import { ThreadClient, ThreadError } from '../../foundation/threads/index.ts';
import type { ReadSentence, Sentences } from './sentences.ts';

export interface SentencesJob {
  readonly content: readonly string[];
  readonly language: string;
}

/** A text of megabytes takes seconds. */
const TIMEOUT_MS = 120_000;

/** Reads sentences in a thread of its own: no text, however long, keeps the process from obeying a signal. */
export class SentencesInThread implements Sentences {
  readonly #warn: (message: string) => void;
  #thread: ThreadClient<SentencesJob, string> | undefined;

  /** @param warn told of a text that could not be read, and counts as one without sentences */
  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  async read(content: readonly string[], language: string): Promise<readonly ReadSentence[]> {
    if (this.#thread === undefined || this.#thread.ended)
      this.#thread = new ThreadClient(new URL('./sentence-thread', import.meta.url));
    try {
      return JSON.parse(await this.#thread.ask({ content, language }, TIMEOUT_MS)) as ReadSentence[];
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      this.#warn(`the sentences of a document are left out: reading them ${error.message}`);
      return [];
    }
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }
}
