/** Finds forms first discovered on answers: an advanced search that stands behind the first one, filters beside a list of results. */

import { extractForms, type Form, identityOf } from '../../forms/index.ts';
import { hasSideEffects, packTree, type TreeDocument } from '../../foundation/dom/index.ts';
import { canonicalUrl, hostOf, siteOf } from '../../foundation/url/index.ts';
import {
  formsOfSite,
  type HarvestedForm,
  type JudgedForm,
  type PersistedForm,
  storePage,
} from '../../library/index.ts';
import { blankRow, type LinkKind, type PageRow, TABLES, type Transaction } from '../../storage/index.ts';
import type { LedgerEntry, ReadAnswer, SubmissionResult } from '../../submissions/index.ts';
import type { PageAnalyser, TimedAnalysis } from '../analysis/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Recording } from './recording.ts';

/** Answers of one form that are read for forms which the run does not know. */
const MOST_READ = 12;
/** Forms of one site that are taken from answers. */
const MOST_TAKEN = 12;
/** Documents that are held until it is known which of them was the answer. */
const MOST_HELD = 4;

type AnswerKind = Extract<LinkKind, 'answer' | 'answer-without-hits'>;

/** Holds an answer with forms that are new to the run: read, and not written yet. */
interface AnswerFound {
  readonly url: string;
  readonly kind: AnswerKind;
  readonly settlement: SubmissionResult;
  readonly reading: TimedAnalysis;
  readonly forms: readonly JudgedForm[];
}

export interface AnswerReading {
  readonly recording: Recording;
  readonly reader: PageAnalyser;
  emit(event: HarvestEvent): void;
}

/**
 * Takes the forms that the answers of one form show. They are written in the transaction that settles the answer: a run
 * that goes on after a crash, and reads that answer back from the ledger, has its forms as well.
 *
 * Only answers to a GET have an address that shows the form again. Answers of forms that were met on answers themselves
 * are not looked at, so that a site cannot lead on without end.
 */
export class AnswerForms {
  private readonly parts: AnswerReading;
  private readonly queried: HarvestedForm;
  /** Maps the look of each form to how it was discovered; one discovered without hits may yet be discovered with some. */
  private readonly known: Map<string, LinkKind>;
  private readonly held = new Map<string, TreeDocument>();
  private discovered: AnswerFound | undefined;
  private read = 0;

  private constructor(parts: AnswerReading, queried: HarvestedForm, known: Map<string, LinkKind>) {
    this.parts = parts;
    this.queried = queried;
    this.known = known;
  }

  static async of(parts: AnswerReading, queried: HarvestedForm): Promise<AnswerForms> {
    const { store, runId } = parts.recording;
    const forms = await formsOfSite(store, runId, queried.site);
    const known = forms.map(
      ({ form, controls, metOn }) => [likenessOf({ ...form, controls }), metOn] as const,
    );
    return new AnswerForms(parts, queried, new Map(known));
  }

  /** Reads answers as `read` does, and holds their documents until they settle. */
  reading(read: ReadAnswer): ReadAnswer {
    return (page, context) => {
      if (page.tree !== undefined && context.page === 1 && !isDiscoveredOnAnswer(this.queried)) {
        this.held.delete(page.url);
        this.held.set(page.url, page.tree);
        const [oldest] = this.held.keys();
        if (this.held.size > MOST_HELD && oldest !== undefined) this.held.delete(oldest);
      }
      return read(page, context);
    };
  }

  /** Reads an answer that is about to settle, where it shows a form that the run does not know. */
  async look({ page, request: sent }: LedgerEntry, settlement: SubmissionResult): Promise<void> {
    const { answer, request = sent, finalUrl = request.url, state } = settlement;
    const tree = this.held.get(finalUrl);
    this.held.clear();
    this.discovered = undefined;
    const url = this.ownAddress(finalUrl);
    if (tree === undefined || url === undefined || this.read >= MOST_READ) return;
    if (state !== 'settled' || page !== 1 || request.method !== 'GET') return;
    const kind = KINDS.get(answer?.verdict ?? '');
    if (kind === undefined) return;
    const fresh = new Set(extractForms(tree).flatMap((form) => (this.isFresh(form, kind) ? [form.id] : [])));
    if (fresh.size === 0) return;
    this.read++;
    const reading = await this.readIn(tree);
    if (reading === undefined) return;
    const forms = reading.forms.filter(({ form, verdict }) => verdict.searchable && fresh.has(form.id));
    if (forms.length > 0)
      this.discovered = { url, kind, settlement, reading, forms: forms.slice(0, this.room) };
  }

  /** @returns undefined where it cannot be read: the answer stands all the same */
  private async readIn(tree: TreeDocument): Promise<TimedAnalysis | undefined> {
    try {
      return await this.parts.reader.read({ kind: 'tree', packed: packTree(tree), render: 'never' });
    } catch (error) {
      this.parts.emit({
        type: 'warning',
        message: `forms of the answer ${tree.url} could not be read: ${error}`,
      });
      return undefined;
    }
  }

  /** Writes what was read in the transaction in which the answer settles. */
  async keep(trx: Transaction): Promise<void> {
    const { discovered } = this;
    const { runId, log, statistics } = this.parts.recording;
    this.discovered = undefined;
    if (discovered === undefined) return;
    const id = await this.linkOf(trx, discovered);
    if (id === undefined) return;
    const row = pageRow(this.queried, runId, id, discovered);
    const stored = await storePage(trx, row, discovered.forms, new Set());
    await statistics.write(trx, row, stored, log.bytes);
    trx.afterCommit(() => {
      for (const { form } of stored) this.known.set(likenessOf(form), discovered.kind);
      this.tell(discovered.url, stored);
    });
  }

  private ownAddress(address: string): string | undefined {
    const url = canonicalUrl(address);
    const { site, page } = this.queried;
    return url === undefined || url === page || siteOf(url) !== site || hasSideEffects(url) ? undefined : url;
  }

  private isFresh(form: Form, kind: AnswerKind): boolean {
    const known = this.known.get(likenessOf(form));
    return known === undefined ? this.room > 0 : known === 'answer-without-hits' && kind === 'answer';
  }

  private get room(): number {
    let taken = 0;
    for (const kind of this.known.values()) if (kind === 'answer' || kind === 'answer-without-hits') taken++;
    return Math.max(0, MOST_TAKEN - taken);
  }

  /** @returns undefined where the run has read that address as a page */
  private async linkOf(trx: Transaction, { url, kind }: AnswerFound): Promise<number | undefined> {
    const { queried } = this;
    const { runId } = this.parts.recording;
    const [link] = await trx.links.known({ runId, urls: [url] });
    if (link?.state === 'done' || link?.state === 'leased') return undefined;
    // Where records are shown a form is nearer than where none are: that page is then the one it is known by.
    const depth = queried.depth + (kind === 'answer' ? 1 : 2);
    if (link !== undefined) {
      const { id, state } = link;
      await trx.links.update([{ id, kind, depth }]);
      await trx.links.move(runId, { ids: [id], states: [state] }, 'done', null);
      return id;
    }
    const place = { site: queried.site, host: hostOf(url), url, parent: 0, depth, hops: 0, score: 0 };
    const added = await trx.links.insert(runId, [{ ...place, kind, anchor: '', around: '', state: 'done' }]);
    return added.get(url);
  }

  private tell(page: string, stored: readonly PersistedForm[]): void {
    const { site, depth } = this.queried;
    for (const { form, formId, verdict, domain, isNew } of stored) {
      const { action, method } = form;
      const about = { formId, site, page, depth: depth + 1, action, method, domain, verdict };
      if (isNew) this.parts.emit({ type: 'form', ...about });
    }
  }
}

const KINDS: ReadonlyMap<string, AnswerKind> = new Map([
  ['hits', 'answer'],
  ['no-hits', 'answer-without-hits'],
]);

export const isDiscoveredOnAnswer = ({ metOn }: Pick<HarvestedForm, 'metOn'>): boolean =>
  metOn === 'answer' || metOn === 'answer-without-hits';

/** Identifies a form whose lists and boxes may offer other choices: those of an answer offer what its records have. */
function likenessOf(form: Omit<Form, 'formKey'>): string {
  const controls = new Map(
    form.controls.map((control) => [`${control.type} ${control.name}`, { ...control, options: [] }]),
  );
  return identityOf({ ...form, controls: [...controls.values()] });
}

/** The exchange is the submission's: a page has none of its own. */
function pageRow(queried: HarvestedForm, runId: number, id: number, discovered: AnswerFound): PageRow {
  const { url, settlement, reading } = discovered;
  return {
    ...blankRow(TABLES.page),
    id,
    run_id: runId,
    site: queried.site,
    url,
    status: settlement.status ?? 200,
    title: reading.title,
    language: reading.language.slice(0, 35),
    content_type: 'text/html',
    truncated: reading.truncated ? 1 : 0,
    rendered_by: settlement.sentBy === 'browser' ? 'browser' : 'http',
    render_code: 'form-answer',
    domain: reading.topic.domain,
    similarity: reading.topic.similarity,
    outlinks: '[]',
    fetched_at: Date.now(),
    read_ms: reading.ms,
  };
}
