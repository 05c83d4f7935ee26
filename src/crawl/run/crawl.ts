import type { Domain } from '../../foundation/domain/index.ts';
import { askedForms } from '../../library/index.ts';
import type { Transaction } from '../../storage/index.ts';
import { BUDGET_CODES } from '../../submissions/index.ts';
import type { Progress, RequestCounts } from '../events/index.ts';
import { enqueueSeeds, type Seeding } from './enqueue-seeds.ts';
import type { Exploring, RunOutcome } from './explore.ts';
import type { Querying } from './query-form.ts';
import type { FormQueries } from './query-forms.ts';
import type { RequestLoop } from './request-loop.ts';

/** Runs the requests of links and of forms, which Crawlee takes by their routes. */
export class Crawl {
  private readonly seeding: Seeding;
  private readonly exploring: Exploring;
  private readonly querying: Querying;
  private queries: FormQueries | undefined;
  private loop: RequestLoop | undefined;

  constructor(seeding: Seeding, exploring: Exploring, querying: Querying) {
    this.seeding = seeding;
    this.exploring = exploring;
    this.querying = querying;
  }

  /** Puts the addresses to start from into the frontier, unless that was done before. @returns how many there are */
  async seed(wanted: readonly Domain[]): Promise<number> {
    // A run may have died before its seeds were in.
    return this.seeding.sites.count > 0 ? 0 : (await enqueueSeeds(this.seeding, wanted)).length;
  }

  /** Site locating and in-site exploring: the routes `SITE` and `PAGE`. @throws what ends a run early */
  async explore(stop: AbortSignal): Promise<RunOutcome> {
    return this.exploring.run(await this.openLoop(), stop);
  }

  /** Archives pages with search forms whole, where a replay of them is to look as they did. */
  async archiveWholePages(explored: RunOutcome, stop: AbortSignal): Promise<void> {
    const { options, hosts, recording, pause } = this.querying;
    const { kind } = this.seeding.transport;
    if (!(options.pictures ?? kind === 'live') || kind === 'replay' || explored.status === 'interrupted')
      return;
    const { archiveWholePages } = await import('./archive-whole-pages.ts');
    await archiveWholePages({ recording, hosts, options, pause }, stop);
  }

  /** Submissions: the route `FORM`, for a run that has explored its sites, unless it was stopped or told not to. */
  async query(explored: RunOutcome, stop: AbortSignal): Promise<RunOutcome> {
    if (!this.querying.options.submit || explored.status === 'interrupted') return explored;
    const queries = await this.openQueries(stop);
    return (await queries.run(await this.openLoop())) ?? this.queried(explored);
  }

  /** A run of an address is complete where its forms were queried to their end. */
  private async queried(explored: RunOutcome): Promise<RunOutcome> {
    const { recording } = this.querying;
    if (explored.status !== 'complete' || !this.exploring.parts.isOfAddress) return explored;
    const forms = await askedForms(recording.store, recording.runId);
    const isCut = forms.some(({ reason }) => BUDGET_CODES.includes(reason.code));
    return isCut ? { status: 'budget', reason: { code: 'max-submissions' } } : explored;
  }

  /** Queries sites that this process is given one after another. */
  async openQueries(stop: AbortSignal): Promise<FormQueries> {
    const { FormQueries } = await import('./query-forms.ts');
    this.queries = await FormQueries.open(this.querying, stop);
    return this.queries;
  }

  /** Queries the forms of the sites that it is given, until no more come. */
  async ask(queries: FormQueries): Promise<RunOutcome | undefined> {
    return queries.run(await this.openLoop());
  }

  /** Ends the run as soon as nothing is under way. */
  get failure(): unknown {
    return this.exploring.failure ?? this.queries?.failure;
  }

  get progress(): Progress {
    const { frontier, sites } = this.seeding;
    return this.querying.recording.statistics.progress(frontier.waitingCount, sites.count);
  }

  async writeProgress(trx: Transaction): Promise<void> {
    const { log, statistics } = this.querying.recording;
    await statistics.writeRun(trx, log.bytes);
  }

  get requests(): RequestCounts | undefined {
    return this.loop?.counts;
  }

  private async openLoop(): Promise<RequestLoop> {
    if (this.loop === undefined) {
      const { RequestLoop } = await import('./request-loop.ts');
      const process = (key: string) => this.exploring.process(key);
      const query = async (key: string) => this.queries?.query(key);
      const routes = { SITE: process, PAGE: process, FORM: query };
      this.loop = new RequestLoop(routes, this.querying.options.concurrency);
    }
    return this.loop;
  }
}
