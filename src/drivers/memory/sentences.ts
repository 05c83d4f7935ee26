import type { KnownSentence, OpenSentences, SentenceStore } from '../../storage/index.ts';

export class MemorySentences implements SentenceStore {
  private readonly rows = new Map<number, KnownSentence>();
  private readonly byKey = new Map<number, Set<number>>();
  private lastSeq = 0;
  private lastId = 0;

  async open(): Promise<OpenSentences> {
    let added: number[] = [];
    return {
      seq: async () => this.lastSeq,
      count: async () => this.rows.size,
      sharing: async (keys) => keys.flatMap((key) => [...(this.byKey.get(key) ?? [])]),
      get: async (sentence) => this.rows.get(sentence),
      add: async (sentence, keys) => {
        const id = ++this.lastId;
        this.rows.set(id, sentence);
        for (const key of keys) this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(id));
        added.push(id);
      },
      commit: async (seq) => {
        this.lastSeq = seq;
        added = [];
      },
      close: async () => {
        for (const id of added) this.rows.delete(id);
      },
    };
  }

  async forget(documents: readonly number[]): Promise<void> {
    const gone = new Set(documents);
    for (const [id, { document }] of this.rows) if (gone.has(document)) this.rows.delete(id);
  }

  async remove(): Promise<void> {
    this.rows.clear();
    this.byKey.clear();
    this.lastSeq = 0;
  }
}
