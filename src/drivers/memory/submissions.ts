import type {
  ArchivedAnswer,
  AskedFormRow,
  ExchangeRange,
  NewSubmission,
  SubmissionKey,
  SubmissionRange,
  SubmissionRow,
  SubmissionStore,
  SubmissionTally,
} from '../../storage/index.ts';
import { isBehind, orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

const UNANSWERED = {
  status: null,
  final_url: null,
  verdict: null,
  reason: null,
  trouble: null,
  stated_total: null,
  fingerprint: null,
  answer: null,
  next: null,
  way: null,
  exchange_offset: null,
  exchange_length: null,
  settled_at: null,
} satisfies Partial<SubmissionRow>;

export class MemorySubmissions implements SubmissionStore {
  private readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async ofSite(runId: number, site: string): Promise<readonly SubmissionRow[]> {
    return this.tables.submission.where((row) => row.run_id === runId && row.site === site);
  }

  async *each(runId: number, { site, formId, after }: SubmissionRange = {}): AsyncIterable<SubmissionRow> {
    yield* orderBy(
      this.tables.submission.where(
        (row) =>
          row.run_id === runId &&
          (site === undefined || row.site === site) &&
          (formId === undefined || row.form_id === formId) &&
          (after === undefined ||
            isBehind(
              [row.site, row.form_id, row.position, row.page],
              [after.site, after.form_id, after.position, after.page],
            )),
      ),
      (row) => row.site,
      ({ form_id }) => form_id,
      ({ position }) => position,
      ({ page }) => page,
    );
  }

  async tallies(runId: number, formIds?: readonly string[]): Promise<readonly SubmissionTally[]> {
    const domains = new Map<string, string>();
    for (const { form_id, domain } of this.tables.formVariant.where(({ run_id }) => run_id === runId))
      if (domain !== null && domain > (domains.get(form_id) ?? '')) domains.set(form_id, domain);
    const isWanted = ({ run_id, form_id }: SubmissionRow): boolean =>
      run_id === runId && (formIds === undefined || formIds.includes(form_id));
    const tallies = new Map<string, SubmissionTally>();
    for (const row of this.tables.submission.where(isWanted)) {
      const { form_id, method, purpose, state, status, verdict } = row;
      const domain = domains.get(form_id) ?? null;
      const alike = { form_id, method, purpose, state, status, verdict, domain };
      const kind = { ...alike, first_page: row.page === 1 ? 1 : 0 };
      const name = JSON.stringify(kind);
      const { count, records, new_records } = tallies.get(name) ?? { count: 0, records: 0, new_records: 0 };
      tallies.set(name, {
        ...kind,
        count: count + 1,
        records: records + row.records,
        new_records: new_records + row.new_records,
      });
    }
    return orderBy(
      [...tallies.values()],
      ({ form_id }) => form_id,
      ({ verdict }) => verdict ?? '',
    );
  }

  async archivedAnswers(
    runId: number,
    after: Pick<SubmissionRow, 'form_id' | 'key'>,
    limit: number,
  ): Promise<readonly ArchivedAnswer[]> {
    const rows = this.tables.submission.where(
      (row) =>
        row.run_id === runId &&
        row.verdict === 'hits' &&
        row.exchange_offset !== null &&
        isBehind([row.form_id, row.key], [after.form_id, after.key]),
    );
    const ordered = orderBy(
      rows,
      ({ form_id }) => form_id,
      ({ key }) => key,
    );
    return ordered.slice(0, limit).map((row) => {
      const { form_id, key, site, url, final_url, exchange_offset, exchange_length, sent_at } = row;
      const place = { exchange_offset, exchange_length };
      return {
        form_id,
        key,
        site,
        url,
        final_url,
        ...place,
        sent_at,
        domain: this.tables.site.get(runId, site)?.domain ?? null,
      };
    });
  }

  async askedForms(runId: number, formIds?: readonly string[]): Promise<readonly AskedFormRow[]> {
    return orderBy(
      this.tables.askedForm.where(
        ({ run_id, form_id }) => run_id === runId && (formIds === undefined || formIds.includes(form_id)),
      ),
      ({ site }) => site,
      ({ form_id }) => form_id,
    );
  }

  async begin(submission: NewSubmission): Promise<void> {
    const { run_id, form_id, key, sent_at } = submission;
    const before = this.tables.submission.get(run_id, form_id, key);
    this.tables.submission.put(
      before === undefined
        ? {
            ...UNANSWERED,
            ...submission,
            state: 'sent',
            attempts: 1,
            requests: 0,
            records: 0,
            new_records: 0,
          }
        : { ...before, state: 'sent', attempts: before.attempts + 1, sent_at },
    );
  }

  async replaceRequest(
    { run_id, form_id, key }: SubmissionKey,
    { method, url, digest, request }: Pick<SubmissionRow, 'method' | 'url' | 'digest' | 'request'>,
  ): Promise<void> {
    const before = this.tables.submission.get(run_id, form_id, key);
    if (before?.state === 'sent') this.tables.submission.put({ ...before, method, url, digest, request });
  }

  async update(
    { run_id, form_id, key }: SubmissionKey,
    change: Partial<Omit<SubmissionRow, keyof SubmissionKey>>,
  ): Promise<void> {
    const before = this.tables.submission.get(run_id, form_id, key);
    if (before !== undefined) this.tables.submission.put({ ...before, ...change });
  }

  async putAskedForm(form: AskedFormRow): Promise<void> {
    this.tables.askedForm.put(form);
  }

  async moveExchanges(runId: number, offsets: ReadonlyMap<number, number>): Promise<void> {
    const isKept = (row: { run_id: number; exchange_offset: number | null }): boolean =>
      row.run_id === runId && row.exchange_offset !== null;
    const moved = ({ exchange_offset: offset }: { exchange_offset: number | null }) => ({
      exchange_offset: offsets.get(offset ?? -1) ?? null,
    });
    this.tables.submission.update(isKept, moved);
    this.tables.recordDetail.update(isKept, moved);
  }

  async loseExchanges(runId: number, { start, end }: ExchangeRange): Promise<number> {
    const isLost = ({ run_id, exchange_offset: offset }: Pick<SubmissionRow, 'run_id' | 'exchange_offset'>) =>
      run_id === runId && offset !== null && start <= offset && offset < end;
    const lost = this.tables.submission.where(isLost).length + this.tables.recordDetail.where(isLost).length;
    this.tables.submission.update(isLost, () => ({ exchange_offset: null }));
    this.tables.recordDetail.update(isLost, () => ({ exchange_offset: null }));
    return lost;
  }

  async delete(runId: number, site?: string): Promise<void> {
    const isGone = (row: { run_id: number; site: string }): boolean =>
      row.run_id === runId && (site === undefined || row.site === site);
    this.tables.submission.delete(isGone);
    this.tables.askedForm.delete(isGone);
  }
}
