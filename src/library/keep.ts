import { createHash } from 'node:crypto';
import { insertRow, type PageTable, type StoreTransaction, statement } from '../drivers/sqlite/index.ts';
import type { Form, FormVerdict } from '../forms/index.ts';

/** A form as a page showed it, judged, with the domain it is about. */
export interface JudgedForm {
  readonly form: Form;
  readonly verdict: FormVerdict;
  readonly domain: string | null;
  readonly domainScore: number;
}

export interface KeptForm extends JudgedForm {
  /** Identity within the store: the same form of the same site, in every run. */
  readonly formId: string;
  /** What it looks like and how it was judged. */
  readonly variant: string;
  /** False when the run had it already. */
  readonly isNew: boolean;
}

/** Forms and variants that are in the store for certain: what stands on every page of a site is written once. */
export type KeptBefore = Set<string>;

/** Identity of a site's form, 16 hex digits. */
const formIdOf = (site: string, form: Form): string => digest(`${site}\n${form.id}`);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Writes a page and the occurrences of its forms; forms that look and are judged alike share one variant row.
 * @param before what need not be written again; the caller adds what it was given once that has been committed
 */
export async function keepPage(
  trx: StoreTransaction,
  page: PageTable,
  forms: readonly JudgedForm[],
  before: Readonly<Pick<KeptBefore, 'has'>>,
): Promise<readonly KeptForm[]> {
  await insertRow(trx, 'page', page);
  const kept: KeptForm[] = [];
  for (const judged of forms) {
    const formId = formIdOf(page.site, judged.form);
    const isNew = !before.has(formId) && (await keepForm(trx, page, formId));
    const variant = await keepVariant(trx, page.run_id, formId, judged, before);
    await statement(
      trx,
      'insert into sighting (run_id, form_id, page_id, variant) values (?, ?, ?, ?) on conflict do nothing',
      [page.run_id, formId, page.id, variant],
    );
    kept.push({ ...judged, formId, variant, isNew });
  }
  return kept;
}

/** A form that no page of the run shows any more. */
export interface GoneForm {
  readonly searchable: boolean;
  readonly domain: string | null;
}

/** Writes a page in the place of what was written of it before. @returns also the forms that were seen there alone, and are gone */
export async function keepPageAgain(
  trx: StoreTransaction,
  page: PageTable,
  forms: readonly JudgedForm[],
): Promise<{ readonly kept: readonly KeptForm[]; readonly gone: readonly GoneForm[] }> {
  const of = [page.run_id, page.id, page.run_id, page.site];
  const seen = `sighting where run_id = ? and page_id = ?
    and form_id in (select form_id from form where run_id = ? and site = ?)`;
  const before = await statement<{ form_id: string; variant: string }>(
    trx,
    `select form_id, variant from ${seen}`,
    of,
  );
  await statement(trx, `delete from ${seen}`, of);
  await statement(trx, 'delete from page where id = ?', [page.id]);
  const kept = await keepPage(trx, page, forms, NOTHING_KEPT);
  const gone: GoneForm[] = [];
  for (const { form_id, variant } of before) {
    const judged = await dropVariant(trx, page.run_id, form_id, variant);
    if (judged !== undefined && (await dropForm(trx, page.run_id, form_id))) gone.push(judged);
  }
  return { kept, gone };
}

const NOTHING_KEPT: KeptBefore = new Set();

/** @returns how it was judged, where no page shows it so and it was dropped */
async function dropVariant(
  trx: StoreTransaction,
  runId: number,
  formId: string,
  variant: string,
): Promise<GoneForm | undefined> {
  const [row] = await statement<{ searchable: number; domain: string | null }>(
    trx,
    `delete from form_variant where run_id = ? and variant = ? and not exists
      (select 1 from sighting where run_id = form_variant.run_id and form_id = ? and variant = form_variant.variant)
      returning searchable, domain`,
    [runId, variant, formId],
  );
  if (row === undefined) return undefined;
  await statement(trx, 'delete from control where run_id = ? and variant = ?', [runId, variant]);
  return { searchable: row.searchable === 1, domain: row.domain };
}

const dropForm = async (trx: StoreTransaction, runId: number, formId: string): Promise<boolean> =>
  (
    await statement(
      trx,
      `delete from form where run_id = ? and form_id = ? and not exists
        (select 1 from sighting where run_id = form.run_id and form_id = form.form_id) returning 1`,
      [runId, formId],
    )
  ).length > 0;

const keepForm = (trx: StoreTransaction, page: PageTable, formId: string): Promise<boolean> =>
  insertRow(trx, 'form', { run_id: page.run_id, form_id: formId, site: page.site }, true);

async function keepVariant(
  trx: StoreTransaction,
  runId: number,
  formId: string,
  { form, verdict, domain, domainScore }: JudgedForm,
  before: Readonly<Pick<KeptBefore, 'has'>>,
): Promise<string> {
  const { controls, formKey: _, ...rest } = form;
  const text = {
    form: JSON.stringify(rest),
    verdict: JSON.stringify(verdict),
    controls: controls.map((c) => JSON.stringify(c)),
  };
  const variant = digest(
    [formId, text.form, text.verdict, ...text.controls, domain ?? '', domainScore].join('\n'),
  );
  if (before.has(variant)) return variant;
  const isNew = await insertRow(
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
    await insertRow(trx, 'control', {
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
