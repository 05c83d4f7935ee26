/** Queries the forms of a run when its sites have been explored. */

import { askedForms, formsOfSite, type HarvestedForm, harvestedForms } from '../../library/index.ts';
import { LeaseEndedError } from '../../storage/index.ts';
import { BUDGET_CODES, BudgetSpentError } from '../../submissions/index.ts';
import { CLOCK } from './clock.ts';
import { areElementsStored, keepElements, openElements } from './elements.ts';
import type { RunOutcome } from './explore.ts';
import { type FormTurn, isQueriedFirst, type SiteTurns, siteTurns } from './form-turns.ts';
import { type FormQuerying, type Querying, queryForm } from './query-form.ts';
import type { RequestLoop, RequestSource } from './request-loop.ts';

interface SiteQuerying {
  readonly site: string;
  readonly turns: SiteTurns;
}

interface Underway extends FormTurn, SiteQuerying {}

const REPORT_EVERY_MS = 500;

/** Queries search forms about wanted domains: sites side by side, forms of a site in an order that does not depend on timing. */
export class FormQueries implements RequestSource {
  /** A form with many answers on a slow host takes days; a timer takes 24 of them. */
  readonly timeoutSeconds = 2_000_000;
  private readonly querying: Querying;
  private readonly form: FormQuerying;
  private readonly ending = new AbortController();
  private readonly stop: AbortSignal;
  private forms: number;
  private readonly progress: { submissions: number; records: number; formsLeft: number };
  private fresh: SiteQuerying[];
  /** Lists sites whose latest form is done, with its queries: they go on before others begin. */
  private begun: (SiteQuerying & { readonly used: number })[] = [];
  private readonly leased = new Map<string, Underway>();
  private readonly underwayOn = new Set<SiteQuerying>();
  /** Lists sites of which a form was not queried to its end. */
  private readonly cutShort = new Set<string>();
  private readonly turnsOf: (forms: readonly HarvestedForm[]) => SiteTurns;
  /** Ends the run as soon as nothing is under way. */
  failure: unknown;
  private count = 0;
  underway = 0;
  handled = 0;

  private constructor(
    querying: Querying,
    form: Pick<FormQuerying, 'book' | 'now'>,
    sites: readonly (readonly HarvestedForm[])[],
    done: ReadonlyMap<string, number>,
    stop: AbortSignal,
  ) {
    const { recording, options, wanted } = querying;
    this.querying = querying;
    this.stop = stop;
    this.forms = sites.reduce((sum, forms) => sum + forms.length, 0);
    this.progress = { submissions: 0, records: 0, formsLeft: this.forms };
    this.form = { ...form, signal: AbortSignal.any([stop, this.ending.signal]), isSpent: () => this.isSpent };
    const added = (forms: number) => {
      this.progress.formsLeft += forms;
    };
    this.turnsOf = (forms) => siteTurns({ recording, options, wanted, done, added }, forms);
    this.fresh = sites.map((forms) => ({ site: forms[0]?.site ?? '', turns: this.turnsOf(forms) }));
  }

  async hold(site: string): Promise<void> {
    const { recording, options, wanted } = this.querying;
    const known = await formsOfSite(recording.store, recording.runId, site);
    const forms = known.filter((form) => isQueriedFirst(options, form, wanted));
    this.forms += forms.length;
    this.progress.formsLeft += forms.length;
    this.cutShort.delete(site);
    if (forms.length > 0) this.fresh.push({ site, turns: this.turnsOf(forms) });
  }

  /** Begins nothing more of a site. */
  drop(site: string): void {
    this.fresh = this.fresh.filter((one) => one.site !== site);
    this.begun = this.begun.filter((one) => one.site !== site);
  }

  isDone(site: string): boolean {
    const waits = [...this.fresh, ...this.begun].some((one) => one.site === site);
    return !waits && this.isResting(site) && !this.cutShort.has(site);
  }

  /** Says whether no form of a site is queried at this moment. */
  isResting(site: string): boolean {
    return [...this.underwayOn].every((one) => one.site !== site);
  }

  /** Finds the forms to be queried. @param stop ends the querying */
  static async open(querying: Querying, stop: AbortSignal): Promise<FormQueries> {
    const { recording, options, wanted } = querying;
    const { store, runId } = recording;
    // A run of an earlier version published no table: the one of today would lead to other questions.
    const done = options.retryUnknown ? new Map<string, number>() : await formsDone(querying);
    const sites = new Map<string, HarvestedForm[]>();
    const book = await openElements(recording, wanted, options);
    // A run that goes on another day asks for the same dates.
    const now = new Date((await store.runs.get(runId))?.started_at ?? Date.now());
    // Beside other processes it is given one site after another.
    if (!recording.share.isWhole) return new FormQueries(querying, { book, now }, [], done, stop);
    for await (const form of harvestedForms(store, runId)) {
      // Of those met on answers so far a run that goes on knows more than one that began: each site asks them last.
      if (!isQueriedFirst(options, form, wanted)) continue;
      sites.set(form.site, [...(sites.get(form.site) ?? []), form]);
    }
    const waiting = [...sites.values()].filter((forms) => forms.some(({ formId }) => !done.has(formId)));
    return new FormQueries(querying, { book, now }, waiting, done, stop);
  }

  /** @returns undefined when all forms have been asked @throws what ends a run early */
  async run(loop: RequestLoop): Promise<RunOutcome | undefined> {
    const { options, recording, wanted, emit } = this.querying;
    const { maxSeconds, maxRequests } = options;
    const began = performance.now();
    let late = false;
    const watch = setInterval(() => {
      emit({ type: 'asking', ...this.progress, forms: this.forms, ms: performance.now() - began });
      // Of several processes each knows its own time; the leader of the run looks after that of all.
      late =
        recording.share.isWhole &&
        maxSeconds !== undefined &&
        recording.statistics.activeMs >= maxSeconds * 1_000;
      if (late) this.ending.abort(new BudgetSpentError({ code: 'max-seconds', detail: String(maxSeconds) }));
    }, REPORT_EVERY_MS);
    try {
      await loop.run(this);
      // Crawlee itself leaves at once when the process is interrupted; what is under way is ours to finish.
      while (this.underway > 0) await CLOCK.sleep(20);
    } finally {
      clearInterval(watch);
    }
    const isCut = this.failure !== undefined || this.waiting > 0;
    if (isCut && this.stop.aborted) return { status: 'interrupted', reason: { code: 'stopped' } };
    if (isCut && late)
      return { status: 'budget', reason: { code: 'max-seconds', detail: String(maxSeconds) } };
    if (this.failure !== undefined) throw this.failure;
    if (this.isSpent)
      return { status: 'budget', reason: { code: 'max-requests', detail: String(maxRequests) } };
    // Crawlee leaves by itself when the process is interrupted.
    if (this.waiting > 0) return { status: 'interrupted', reason: { code: 'stopped' } };
    if (recording.share.isWhole) await keepElements(recording, wanted);
    return undefined;
  }

  /** Checked between two queries: one that is under way is finished, since a POST cannot be taken back. */
  private get isSpent(): boolean {
    const { options, recording } = this.querying;
    const { maxRequests = Number.POSITIVE_INFINITY } = options;
    return recording.share.isSpent('requests', recording.statistics.requests, maxRequests);
  }

  private get isOver(): boolean {
    // What one process has used up, another one may give back.
    const isSpent = this.isSpent && this.querying.recording.share.isWhole;
    return this.failure !== undefined || this.form.signal.aborted || isSpent;
  }

  get waiting(): number {
    return this.begun.length + this.fresh.length;
  }

  get ready(): boolean {
    return !this.isOver && !this.isSpent && this.waiting > 0 && !this.querying.pause.isOn;
  }

  get finished(): boolean {
    const more = !this.querying.recording.share.isClosing;
    return this.underway === 0 && (this.isOver || (this.waiting === 0 && !more));
  }

  async next() {
    while (this.ready) {
      const begun = this.begun.shift();
      const chosen = begun ?? this.fresh.shift();
      if (chosen === undefined) break;
      this.underway++;
      this.underwayOn.add(chosen);
      try {
        const turn = await chosen.turns.next(begun?.used ?? 0);
        if (!turn.done) {
          const key = String(this.count++);
          const { site, turns } = chosen;
          const underway = { ...turn.value, site, turns };
          this.underwayOn.add(underway);
          this.leased.set(key, underway);
          return { route: 'FORM', key, url: turn.value.form.page } as const;
        }
      } catch (error) {
        this.fail(error);
      } finally {
        this.underwayOn.delete(chosen);
      }
      this.underway--;
    }
    return undefined;
  }

  /** Queries one form as far as its turn goes: the route `FORM`. */
  async query(key: string): Promise<void> {
    const lease = this.leased.get(key);
    if (lease === undefined) return;
    this.leased.delete(key);
    try {
      const used = await queryForm(this.querying, this.form, lease, this.progress);
      this.handled++;
      const { site, turns } = lease;
      const isHeld = this.querying.recording.share.has(site);
      if (used === undefined) this.cutShort.add(site);
      else if (isHeld) this.begun.push({ site, turns, used });
    } catch (error) {
      this.cutShort.add(lease.site);
      // Another process has the site now.
      if (!(error instanceof LeaseEndedError)) this.fail(error);
    } finally {
      this.underwayOn.delete(lease);
      this.underway--;
    }
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    this.ending.abort();
  }
}

/** Maps forms that were queried to the end before the elements were stored to their queries; a budget may have been raised since. */
async function formsDone({ recording }: Pick<Querying, 'recording'>): Promise<ReadonlyMap<string, number>> {
  const { store, runId } = recording;
  if (!(await areElementsStored(recording))) return new Map();
  const queried = await askedForms(store, runId);
  return new Map(
    queried.flatMap(({ formId, reason, submissions }) =>
      BUDGET_CODES.includes(reason.code) ? [] : [[formId, submissions] as const],
    ),
  );
}
