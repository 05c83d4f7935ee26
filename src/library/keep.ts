import { createHash } from 'node:crypto';
import type { Form, FormVerdict } from '../forms/index.ts';
import type { FormVariant, PageRow, Transaction } from '../storage/index.ts';

/** A form as a page shows it, with its verdict and domain. */
export interface JudgedForm {
  readonly form: Form;
  readonly verdict: FormVerdict;
  readonly domain: string | null;
  readonly domainScore: number;
}

export interface PersistedForm extends JudgedForm {
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
export const formIdOf = (site: string, form: Form): string => digest(`${site}\n${form.id}`);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

type Keeping = Pick<Transaction, 'pages' | 'forms'>;

/**
 * Writes a page and the occurrences of its forms; forms that look and are judged alike share one variant row.
 * @param known what need not be written again; the caller adds what it was given once that has been committed
 */
export async function storePage(
  { pages, forms }: Keeping,
  page: PageRow,
  judged: readonly JudgedForm[],
  known: Readonly<Pick<KnownFormIds, 'has'>>,
): Promise<readonly PersistedForm[]> {
  const { id: page_id, run_id, site } = page;
  await pages.insert(page);
  if (judged.length === 0) return [];
  const shown = judged.map((one) => {
    const formId = formIdOf(site, one.form);
    return { one, formId, variant: variantOf(run_id, formId, one) };
  });
  const unknown = shown.filter(({ formId }) => !known.has(formId));
  const added = await forms.insert(unknown.map(({ formId }) => ({ run_id, form_id: formId, site })));
  const isNew = new Set(unknown.filter((_, i) => added[i]));
  const variants = shown.flatMap(({ variant }) => (known.has(variant.variant) ? [] : [variant]));
  await forms.insertVariants(site, variants);
  await forms.insertSightings(
    site,
    shown.map(({ formId, variant: { variant } }) => ({ run_id, form_id: formId, page_id, variant })),
  );
  return shown.map((form) => ({
    ...form.one,
    formId: form.formId,
    variant: form.variant.variant,
    isNew: isNew.has(form),
  }));
}

/** A form that no page of the run shows any longer. */
export interface RemovedForm {
  readonly searchable: boolean;
  readonly domain: string | null;
}

/** Replaces a stored page. @returns also the removed forms, which only the old page showed */
export async function replacePage(
  trx: Keeping,
  page: PageRow,
  forms: readonly JudgedForm[],
): Promise<{ readonly kept: readonly PersistedForm[]; readonly gone: readonly RemovedForm[] }> {
  const before = await trx.forms.deleteSightings(page);
  await trx.pages.deletePage(page.id);
  const kept = await storePage(trx, page, forms, NO_KNOWN_FORMS);
  const gone = await trx.forms.deleteUnseen(before);
  return { kept, gone: gone.map(({ searchable, domain }) => ({ searchable: searchable === 1, domain })) };
}

const NO_KNOWN_FORMS: KnownFormIds = new Set();

function variantOf(
  run_id: number,
  form_id: string,
  { form, verdict, domain, domainScore }: JudgedForm,
): FormVariant {
  const { controls, formKey: _, ...formData } = form;
  const text = {
    form: JSON.stringify(formData),
    verdict: JSON.stringify(verdict),
    controls: controls.map((c) => JSON.stringify(c)),
  };
  const variant = digest(
    [form_id, text.form, text.verdict, ...text.controls, domain ?? '', domainScore].join('\n'),
  );
  return {
    run_id,
    variant,
    form_id,
    form: text.form,
    verdict: text.verdict,
    searchable: verdict.searchable ? 1 : 0,
    type: verdict.type,
    rule: verdict.kind === 'rejected' ? verdict.rule : null,
    score: verdict.kind === 'classified' ? verdict.score : null,
    domain,
    domain_score: domainScore,
    controls: controls.map((control, position) => ({
      run_id,
      variant,
      position,
      name: control.name,
      type: control.type,
      label: control.label,
      value_domain: control.domain,
      options: control.options.length,
      control: text.controls[position] ?? '{}',
    })),
  };
}
