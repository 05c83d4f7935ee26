import { createHash } from 'node:crypto';
import { insertRow, type StoreTransaction, statement } from '../drivers/sqlite/index.ts';
import type { Form, FormVerdict } from '../forms/index.ts';
import type { PageRow } from '../storage/index.ts';

/** A form as a page shows it, with its verdict and domain. */
export interface JudgedForm {
  readonly form: Form;
  readonly verdict: FormVerdict;
  readonly domain: string | null;
  readonly domainScore: number;
}

export interface StoredForm extends JudgedForm {
  /** Identity in the store: the same for a form of a site in every run. */
  readonly formId: string;
  /** Digest of its content and verdict. */
  readonly variant: string;
  /** False when the run already had it. */
  readonly isNew: boolean;
}

/** Ids of forms and variants that are committed already, so that a form on every page of a site is written once. */
export type KnownFormIds = Set<string>;

/** Computes the identity of a site's form, 16 hex digits. */
const formIdOf = (site: string, form: Form): string => digest(`${site}\n${form.id}`);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Writes a page and the occurrences of its forms; forms that look and are judged alike share one variant row.
 * @param known what need not be written again; the caller adds what it was given once that has been committed
 */
export async function storePage(
  trx: StoreTransaction,
  page: PageRow,
  forms: readonly JudgedForm[],
  known: Readonly<Pick<KnownFormIds, 'has'>>,
): Promise<readonly StoredForm[]> {
  insertRow(trx, 'page', page);
  const stored: StoredForm[] = [];
  for (const judged of forms) {
    const formId = formIdOf(page.site, judged.form);
    const isNew = !known.has(formId) && storeForm(trx, page, formId);
    const variant = await storeVariant(trx, page.run_id, formId, judged, known);
    statement(
      trx,
      'insert into sighting (run_id, form_id, page_id, variant) values (?, ?, ?, ?) on conflict do nothing',
      [page.run_id, formId, page.id, variant],
    );
    stored.push({ ...judged, formId, variant, isNew });
  }
  return stored;
}

/** A form that no page of the run shows any longer. */
export interface RemovedForm {
  readonly searchable: boolean;
  readonly domain: string | null;
}

/** Replaces a stored page. @returns also the removed forms, which only the old page showed */
export async function replacePage(
  trx: StoreTransaction,
  page: PageRow,
  forms: readonly JudgedForm[],
): Promise<{ readonly kept: readonly StoredForm[]; readonly gone: readonly RemovedForm[] }> {
  const pageKey = [page.run_id, page.id, page.run_id, page.site];
  const occurrences = `sighting where run_id = ? and page_id = ?
    and form_id in (select form_id from form where run_id = ? and site = ?)`;
  const before = statement<{ form_id: string; variant: string }>(
    trx,
    `select form_id, variant from ${occurrences}`,
    pageKey,
  );
  statement(trx, `delete from ${occurrences}`, pageKey);
  statement(trx, 'delete from page where id = ?', [page.id]);
  const stored = await storePage(trx, page, forms, NO_KNOWN_FORMS);
  const removed: RemovedForm[] = [];
  for (const { form_id, variant } of before) {
    const judged = await removeVariant(trx, page.run_id, form_id, variant);
    if (judged !== undefined && (await removeForm(trx, page.run_id, form_id))) removed.push(judged);
  }
  return { kept: stored, gone: removed };
}

const NO_KNOWN_FORMS: KnownFormIds = new Set();

/** Removes a variant that no page shows. @returns its verdict where it was removed */
async function removeVariant(
  trx: StoreTransaction,
  runId: number,
  formId: string,
  variant: string,
): Promise<RemovedForm | undefined> {
  const [row] = statement<{ searchable: number; domain: string | null }>(
    trx,
    `delete from form_variant where run_id = ? and variant = ? and not exists
      (select 1 from sighting where run_id = form_variant.run_id and form_id = ? and variant = form_variant.variant)
      returning searchable, domain`,
    [runId, variant, formId],
  );
  if (row === undefined) return undefined;
  statement(trx, 'delete from control where run_id = ? and variant = ?', [runId, variant]);
  return { searchable: row.searchable === 1, domain: row.domain };
}

const removeForm = async (trx: StoreTransaction, runId: number, formId: string): Promise<boolean> =>
  statement(
    trx,
    `delete from form where run_id = ? and form_id = ? and not exists
      (select 1 from sighting where run_id = form.run_id and form_id = form.form_id) returning 1`,
    [runId, formId],
  ).length > 0;

const storeForm = (trx: StoreTransaction, page: PageRow, formId: string): boolean =>
  insertRow(trx, 'form', { run_id: page.run_id, form_id: formId, site: page.site }, true);

async function storeVariant(
  trx: StoreTransaction,
  runId: number,
  formId: string,
  { form, verdict, domain, domainScore }: JudgedForm,
  known: Readonly<Pick<KnownFormIds, 'has'>>,
): Promise<string> {
  const { controls, formKey: _, ...formData } = form;
  const text = {
    form: JSON.stringify(formData),
    verdict: JSON.stringify(verdict),
    controls: controls.map((c) => JSON.stringify(c)),
  };
  const variant = digest(
    [formId, text.form, text.verdict, ...text.controls, domain ?? '', domainScore].join('\n'),
  );
  if (known.has(variant)) return variant;
  const isNew = insertRow(
    trx,
    'form_variant',
    {
      run_id: runId,
      variant,
      form_id: formId,
      form: text.form,
      verdict: text.verdict,
      searchable: verdict.searchable ? 1 : 0,
      type: verdict.type,
      rule: verdict.kind === 'rejected' ? verdict.rule : null,
      score: verdict.kind === 'classified' ? verdict.score : null,
      domain,
      domain_score: domainScore,
    },
    true,
  );
  if (!isNew) return variant;
  for (const [position, control] of controls.entries()) {
    insertRow(trx, 'control', {
      run_id: runId,
      variant,
      position,
      name: control.name,
      type: control.type,
      label: control.label,
      value_domain: control.domain,
      options: control.options.length,
      control: text.controls[position] ?? '{}',
    });
  }
  return variant;
}
