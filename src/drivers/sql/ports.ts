import type { SearchIndex, Transaction } from '../../storage/index.ts';
import { SqlDocuments } from './documents.ts';
import { SqlElements } from './elements.ts';
import type { Executor } from './executor.ts';
import { SqlForms } from './forms.ts';
import { SqlHistory } from './history.ts';
import { SqlKnowledge } from './knowledge.ts';
import { SqlLinks } from './links.ts';
import { SqlNovelty } from './novelty.ts';
import { SqlPages } from './pages.ts';
import { SqlRecords } from './records.ts';
import { SqlRegions } from './regions.ts';
import { SqlRuns } from './runs.ts';
import { SqlSites } from './sites.ts';
import { SqlSubmissions } from './submissions.ts';

type Ports = Omit<Transaction, 'afterCommit'>;

/** Every port over one executor. @param own those that an engine has in its own way */
export const portsOn = (
  executor: Executor,
  own: { readonly searchIndex: SearchIndex } & Partial<Ports>,
): Ports => ({
  runs: new SqlRuns(executor),
  sites: new SqlSites(executor),
  links: new SqlLinks(executor),
  pages: new SqlPages(executor),
  forms: new SqlForms(executor),
  history: new SqlHistory(executor),
  submissions: new SqlSubmissions(executor),
  records: new SqlRecords(executor),
  elements: new SqlElements(executor),
  documents: new SqlDocuments(executor),
  novelty: new SqlNovelty(executor),
  knowledge: new SqlKnowledge(executor),
  regions: new SqlRegions(executor),
  ...own,
});
