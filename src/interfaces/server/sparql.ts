import { triplesOfAll } from '../../app/index.ts';
import type { SparqlEngine } from '../../knowledge/index.ts';
import type { Store } from '../../storage/index.ts';

/** Holds one SPARQL engine over all that the store knows; it is filled again when that has changed. */
export class Sparql {
  private readonly store: () => Promise<Store>;
  private opened: { readonly known: string; readonly engine: SparqlEngine } | undefined;

  constructor(store: () => Promise<Store>) {
    this.store = store;
  }

  async engine(): Promise<SparqlEngine> {
    const { SparqlEngine } = await import('../../knowledge/index.ts');
    const { knowledge } = await this.store();
    const topics = await knowledge.topics();
    const counts = await Promise.all(topics.map((topic) => knowledge.counts(topic)));
    const known = JSON.stringify([topics, counts]);
    if (this.opened?.known === known) return this.opened.engine;
    const before = this.opened?.engine;
    const engine = new SparqlEngine(() => triplesOfAll(knowledge, topics));
    this.opened = { known, engine };
    await before?.close();
    return engine;
  }

  async close(): Promise<void> {
    await this.opened?.engine.close();
  }
}
