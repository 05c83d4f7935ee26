import { createHash } from 'node:crypto';
import type { Form, FormVerdict } from '../forms/index.ts';
import { insertRow, type PageTable, type StoreTransaction, statement } from '../store/index.ts';

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
export const formIdOf = (site: string, form: Form): string => digest(`${site}\n${form.id}`);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Writes a page and the sightings of its forms; forms that look and are judged alike share one variant row.
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
