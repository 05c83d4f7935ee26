import { join } from 'node:path';
import { explained, type Store, type Transaction, type TransactionOptions } from '../../storage/index.ts';
import { MemoryDocuments } from './documents.ts';
import { MemoryElements } from './elements.ts';
import { MemoryFigures } from './figures.ts';
import { MemoryForms } from './forms.ts';
import { MemoryHistory } from './history.ts';
import { MemoryKnowledge } from './knowledge.ts';
import { MemoryLinks } from './links.ts';
import { MemoryLists } from './lists.ts';
import { MemoryNovelty } from './novelty.ts';
import { MemoryPages } from './pages.ts';
import { MemoryRecords } from './records.ts';
import { MemoryRegions } from './regions.ts';
import { MemoryRuns } from './runs.ts';
import { MemorySearchIndex } from './search-index.ts';
import { MemorySentences } from './sentences.ts';
import { MemorySites } from './sites.ts';
import { MemorySubmissions } from './submissions.ts';
import { Journal } from './table.ts';
import { MemoryTables } from './tables.ts';

export interface MemoryStore extends Store {
  /** The rows themselves, for tests that begin with some. */
  readonly tables: MemoryTables;
}

export interface MemoryStore extends Store {
  /** The rows themselves, for tests that begin with some. */
  readonly tables: MemoryTables;
}

/**
 * A store whose rows live as long as the process: for tests, and for runs whose results are handed on at once.
 * @param folder for the files beside the rows, such as exchange logs
 */
export function openMemoryStore(folder: string): MemoryStore {
  const journal = new Journal();
  const tables = new MemoryTables(journal);
  const ports = {
    runs: new MemoryRuns(tables),
    sites: new MemorySites(tables),
    links: new MemoryLinks(tables),
    pages: new MemoryPages(tables),
    forms: new MemoryForms(tables),
    history: new MemoryHistory(tables),
    submissions: new MemorySubmissions(tables),
    records: new MemoryRecords(tables),
    elements: new MemoryElements(tables),
    documents: new MemoryDocuments(tables),
    novelty: new MemoryNovelty(tables),
    searchIndex: new MemorySearchIndex(tables),
    knowledge: new MemoryKnowledge(tables),
    regions: new MemoryRegions(tables),
  };
  let last: Promise<unknown> = Promise.resolve();
  async function work<T>(run: (trx: Transaction) => Promise<T>, { after }: TransactionOptions): Promise<T> {
    const hooks: (() => void)[] = [];
    await after?.();
    try {
      const result = await run({ ...ports, afterCommit: (hook) => void hooks.push(hook) });
      journal.commit();
      for (const hook of hooks) hook();
      return result;
    } catch (error) {
      journal.rollback();
      throw error;
    }
  }
  return {
    ...ports,
    figures: new MemoryFigures(tables),
    sentences: new MemorySentences(),
    lists: new MemoryLists(),
    tables,
    folder,
    runFolder: (runId) => join(folder, 'runs', String(runId)),
    transaction: (run, options = {}) => {
      const result = last.then(() => work(run, options));
      last = result.catch(() => undefined);
      return result;
    },
    explain: (error) => explained(error, folder),
    close: async () => void (await last),
  };
}
