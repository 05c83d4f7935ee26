import { ThreadClient } from '../../foundation/threads/index.ts';

export interface Checkpointed {
  /** Pages of the write-ahead log, and those of them that are in the database now. Equal: the log begins anew. */
  readonly pages: number;
  readonly moved: number;
}

/** Pages (4 KiB each) that the log is to have grown by when they are moved. */
const LOG_PAGES = 3_000;
/** Commits between two checkpoints: how many pages one writes is known from the last ones. */
const FIRST_COMMITS = 16;
const MOST_COMMITS = 256;
/** Log size in pages above which commits wait for the checkpoint. */
const LONG_LOG_PAGES = 12_000;
/** A disk that takes longer is left to the committing thread. */
const CHECKPOINT_MS = 600_000;

/**
 * Moves what the write-ahead log holds into the database, in a thread of its own. SQLite does it in the thread that
 * commits, every thousand pages, and waits for the disk twice: everything else stood still for up to a third of a second.
 * The writer goes on meanwhile. Where the log grows faster than it is emptied, commits (not the event loop) wait for
 * one checkpoint, so that the log begins anew.
 */
export class Checkpoints {
  private readonly file: string;
  private thread: ThreadClient<'checkpoint', Checkpointed> | undefined;
  private commits = 0;
  /** Commits until the next checkpoint. */
  private every = FIRST_COMMITS;
  /** Length of the log at the last one. */
  private pages = 0;
  private running: Promise<void> | undefined;
  private long = false;
  private broken = false;

  /** @param file the database; empty where it has no log */
  constructor(file: string) {
    this.file = file;
    this.broken = file === '';
  }

  /** Called between two commits; resolves when the next may begin. */
  async betweenCommits(): Promise<void> {
    if (this.broken || this.running !== undefined) return;
    if (this.long) await this.run();
    else if (++this.commits >= this.every) void this.run();
  }

  private run(): Promise<void> {
    const commits = Math.max(1, this.commits);
    this.commits = 0;
    this.thread ??= new ThreadClient(new URL('./checkpoint-thread', import.meta.url), {
      workerData: this.file,
    });
    this.running = this.thread.ask('checkpoint', CHECKPOINT_MS).then(
      ({ pages, moved }) => {
        const grown = pages > this.pages ? pages - this.pages : pages;
        this.every = Math.max(
          1,
          Math.min(MOST_COMMITS, Math.floor((LOG_PAGES * commits) / Math.max(1, grown))),
        );
        this.pages = pages;
        this.long = pages > LONG_LOG_PAGES && moved < pages;
        this.running = undefined;
      },
      () => {
        // The committing thread does it itself when the log is much longer: see `pragma wal_autocheckpoint`.
        this.broken = true;
        this.running = undefined;
      },
    );
    return this.running;
  }

  async close(): Promise<void> {
    this.broken = true;
    await this.running;
    await this.thread?.close();
  }
}
