import {
  type FacetGroup,
  type FacetKind,
  type FormVariantRow,
  priceBand,
  yearIn,
} from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

type Values = readonly (string | null | undefined)[];

/** Counts the rows of a run that are alike in the columns of their kind. */
export function facetGroups(tables: MemoryTables, runId: number, kind: FacetKind): readonly FacetGroup[] {
  const groups = new Map<string, { readonly values: readonly string[]; count: number }>();
  for (const row of VALUES[kind](tables, runId)) {
    const values = row.map((value) => value ?? '');
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  const width = [...groups.values()][0]?.values.length ?? 0;
  const columns = Array.from(
    { length: width },
    (_, i) =>
      ({ values }: FacetGroup) =>
        values[i] ?? '',
  );
  return orderBy([...groups.values()], ...columns);
}

const VALUES: Readonly<Record<FacetKind, (tables: MemoryTables, runId: number) => readonly Values[]>> = {
  forms: (tables, runId) =>
    tables.form
      .where(({ run_id }) => run_id === runId)
      .flatMap(({ form_id, site }) => {
        const variant = canonicalVariant(tables, runId, form_id);
        if (variant === undefined) return [];
        const { searchable, type, rule, domain } = variant;
        const outcome = tables.askedForm.get(runId, form_id)?.outcome ?? 'not-queried';
        const about = domain ?? (searchable === 1 ? null : domainOfSite(tables, runId, site));
        return [[searchable === 1 ? 'true' : 'false', outcome, about, type, rule, site]];
      }),
  pages: (tables, runId) =>
    tables.link
      .where(({ run_id }) => run_id === runId)
      .map(({ id, state, reason_code, site }) => [
        state,
        reason_code,
        tables.page.get(id)?.rendered_by,
        site,
      ]),
  sites: (tables, runId) =>
    tables.site
      .where(({ run_id }) => run_id === runId)
      .map(({ state, reason_code, domain }) => [state, reason_code, domain]),
  submissions: (tables, runId) =>
    tables.submission
      .where(({ run_id }) => run_id === runId)
      .map(({ verdict, state, site }) => [verdict, state, site]),
  records: (tables, runId) =>
    tables.answerRecord
      .where(({ run_id }) => run_id === runId)
      .map(({ site, fields }) => {
        const { year, price } = JSON.parse(fields) as Readonly<Record<string, string | number>>;
        return [site, yearIn(String(year ?? '')), priceBand(String(price ?? ''))];
      }),
  documents: (tables, runId) =>
    tables.document
      .where(({ run_id, state }) => run_id === runId && state !== 'waiting')
      .map(({ kind, state, site }) => [kind, state, site]),
};

function canonicalVariant(
  { sighting, link, formVariant }: MemoryTables,
  runId: number,
  formId: string,
): FormVariantRow | undefined {
  const seen = sighting
    .where(({ run_id, form_id }) => run_id === runId && form_id === formId)
    .flatMap(({ page_id, variant }) => {
      const page = link.get(page_id);
      return page === undefined ? [] : [{ variant, page }];
    });
  const [first] = orderBy(
    seen,
    ({ page }) => Number(page.kind.startsWith('answer')),
    ({ page }) => page.depth,
    ({ page }) => page.url,
    ({ variant }) => variant,
  );
  return first && formVariant.get(runId, first.variant);
}

function domainOfSite({ page, link }: MemoryTables, runId: number, wanted: string): string | null {
  const fronts = page.where(
    ({ id, run_id, site, domain }) =>
      run_id === runId && site === wanted && domain !== null && link.get(id)?.depth === 0,
  );
  const [best] = orderBy(
    fronts,
    ({ similarity }) => -(similarity ?? Number.NEGATIVE_INFINITY),
    ({ url }) => url,
  );
  return best?.domain ?? null;
}
