import { History, replayHistory } from '../../../crawl/in-site-exploring/index.ts';
import { harvestOptionsSchema } from '../../../crawl/settings/index.ts';
import { type Rankers, RebuildPace, SiteGraph, TwoStage } from '../../../crawl/strategies/index.ts';
import { loadDomain } from '../../../foundation/domain/index.ts';
import { earlierAnswers } from '../../../library/index.ts';
import { type Store, StoreError } from '../../../storage/index.ts';
import type { RankerTrainingData } from './train-rankers.ts';

export const subjectOf = (domains: readonly string[]): string => domains.join(' ');

/**
 * Goes through the pages of a kept run as `two-stage` would have learnt from them, whatever strategy it ran with.
 * @param rankers what it knows from the start
 * @throws {StoreError} where there is no such run, {DomainError} where a domain of it is not known any more
 */
export async function rankerTrainingData(
  store: Store,
  runId: number,
  rankers: Rankers,
): Promise<RankerTrainingData> {
  const row = await store.runs.get(runId);
  if (row === undefined) throw new StoreError(`there is no run ${runId}`);
  const names = JSON.parse(row.domains) as string[];
  const options = harvestOptionsSchema.parse({ domains: names, ...(JSON.parse(row.options) as object) });
  const wanted = options.domains.map((name) => loadDomain(name));
  const graph = new SiteGraph();
  const pace = new RebuildPace(options.learnAfter ?? 50);
  const strategy = new TwoStage('two-stage', { wanted, graph, keywords: [] }, rankers, pace);
  // A site's links are known from when the first of its pages was read, about as they were to the run itself.
  const bySite = Map.groupBy(await store.sites.links(runId), ({ from_site }) => from_site);
  const reached = (site: string): void => {
    const from = bySite.get(site);
    if (from === undefined) return;
    bySite.delete(site);
    graph.add(
      site,
      from.map(({ to_site }) => to_site),
    );
  };
  const isWanted = (domain: string | null, onWantedPage: boolean): boolean =>
    domain === null ? onWantedPage : wanted.some(({ name }) => name === domain);
  const history = new History(store, runId, { isWanted }, await earlierAnswers(store, runId));
  await replayHistory(history, strategy, graph, reached);
  return { about: subjectOf(names), web: row.web, ...strategy.lessons() };
}
