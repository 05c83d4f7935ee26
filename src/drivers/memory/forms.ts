import type {
  FormOnPage,
  FormRange,
  FormRow,
  FormStore,
  FormVariant,
  FormVariantRow,
  PageRow,
  SeenForm,
  SightingRow,
  UnseenForm,
} from '../../storage/index.ts';
import { orderBy } from './table.ts';
import type { MemoryTables } from './tables.ts';

export class MemoryForms implements FormStore {
  protected readonly tables: MemoryTables;

  constructor(tables: MemoryTables) {
    this.tables = tables;
  }

  async list(
    runId: number,
    { site, formId, variant, outcome, after, limit }: FormRange,
  ): Promise<readonly FormRow[]> {
    const cameTo = ({ form_id }: FormRow) =>
      this.tables.askedForm.get(runId, form_id)?.outcome ?? 'not-queried';
    const isAfter = (form: FormRow) =>
      after === undefined ||
      form.site > after.site ||
      (form.site === after.site && form.form_id > after.form_id);
    const forms = this.tables.form.where(
      (form) =>
        form.run_id === runId &&
        (site === undefined || form.site === site) &&
        (formId === undefined || form.form_id === formId) &&
        (variant === undefined || this.hasVariant(form, variant)) &&
        (outcome === undefined || cameTo(form) === outcome) &&
        isAfter(form),
    );
    return orderBy(
      forms,
      (form) => form.site,
      (form) => form.form_id,
    ).slice(0, limit);
  }

  private hasVariant(
    { run_id, form_id }: FormRow,
    { searchable, type, domain }: NonNullable<FormRange['variant']>,
  ): boolean {
    const variants = this.tables.formVariant.where(
      (row) =>
        row.run_id === run_id &&
        row.form_id === form_id &&
        (searchable === undefined || row.searchable === searchable) &&
        (type === undefined || row.type === type) &&
        (domain === undefined || row.domain === domain || (row.domain === null && row.searchable === 0)),
    );
    return variants.length > 0;
  }

  async sightings(runId: number, formIds: readonly string[]): Promise<readonly SeenForm[]> {
    const wanted = new Set(formIds);
    const seen = this.tables.sighting
      .where(({ run_id, form_id }) => run_id === runId && wanted.has(form_id))
      .flatMap(({ form_id, page_id, variant }) => {
        const page = this.tables.page.get(page_id);
        const link = this.tables.link.get(page_id);
        if (page === undefined || link === undefined) return [];
        const { url, rendered_by, familiar } = page;
        return { form_id, page_id, variant, url, rendered_by, familiar, depth: link.depth, kind: link.kind };
      });
    return orderBy(
      seen,
      ({ depth }) => depth,
      ({ url }) => url,
      ({ variant }) => variant,
    );
  }

  async variants(runId: number, variants: readonly string[]): Promise<readonly FormVariant[]> {
    const wanted = new Set(variants);
    const isWanted = (row: { readonly run_id: number; readonly variant: string }) =>
      row.run_id === runId && wanted.has(row.variant);
    const controls = Map.groupBy(
      orderBy(this.tables.control.where(isWanted), ({ position }) => position),
      ({ variant }) => variant,
    );
    return this.tables.formVariant
      .where(isWanted)
      .map((row) => ({ ...row, controls: controls.get(row.variant) ?? [] }));
  }

  async revisited(runId: number, formIds: readonly string[], otherRun: number): Promise<ReadonlySet<string>> {
    const fetched = new Set(
      this.tables.link
        .where(({ run_id, state }) => run_id === otherRun && state === 'done')
        .map(({ url }) => url),
    );
    const seen = await this.sightings(runId, formIds);
    return new Set(seen.filter(({ url }) => fetched.has(url)).map(({ form_id }) => form_id));
  }

  async insert(forms: readonly FormRow[]): Promise<readonly boolean[]> {
    return forms.map((form) => this.tables.form.insert(form));
  }

  async insertVariants(_site: string, variants: readonly FormVariant[]): Promise<void> {
    for (const { controls, ...variant } of variants)
      if (this.tables.formVariant.insert(variant))
        for (const control of controls) this.tables.control.insert(control);
  }

  async insertSightings(_site: string, sightings: readonly SightingRow[]): Promise<void> {
    for (const sighting of sightings) this.tables.sighting.insert(sighting);
  }

  async deleteSightings({
    id,
    run_id,
    site,
  }: Pick<PageRow, 'id' | 'run_id' | 'site'>): Promise<readonly SightingRow[]> {
    const before = this.tables.sighting.delete(
      (row) =>
        row.run_id === run_id &&
        row.page_id === id &&
        this.tables.form.get(run_id, row.form_id)?.site === site,
    );
    return orderBy(
      before,
      ({ form_id }) => form_id,
      ({ variant }) => variant,
    );
  }

  async deleteUnseen(seenBefore: readonly Omit<SightingRow, 'page_id'>[]): Promise<readonly UnseenForm[]> {
    return seenBefore.flatMap(({ run_id, form_id, variant }) => {
      const seen = this.tables.sighting.where((row) => row.run_id === run_id && row.form_id === form_id);
      if (seen.some((row) => row.variant === variant)) return [];
      const isOfVariant = (row: { readonly run_id: number; readonly variant: string }) =>
        row.run_id === run_id && row.variant === variant;
      const [unseen] = this.tables.formVariant.delete(isOfVariant);
      if (unseen === undefined) return [];
      this.tables.control.delete(isOfVariant);
      if (seen.length > 0) return [];
      const gone = this.tables.form.delete((row) => row.run_id === run_id && row.form_id === form_id);
      return gone.map(() => ({ searchable: unseen.searchable, domain: unseen.domain }));
    });
  }

  async delete(runId: number, site?: string): Promise<number> {
    const forms = this.tables.form.delete(
      (form) => form.run_id === runId && (site === undefined || form.site === site),
    );
    const formIds = new Set(forms.map(({ form_id }) => form_id));
    const isOfForms = (row: SightingRow | FormVariantRow) =>
      row.run_id === runId && (site === undefined || formIds.has(row.form_id));
    this.tables.sighting.delete(isOfForms);
    const variants = new Set(this.tables.formVariant.delete(isOfForms).map(({ variant }) => variant));
    this.tables.control.delete(
      (row) => row.run_id === runId && (site === undefined || variants.has(row.variant)),
    );
    return forms.length;
  }

  async onPages(runId: number, pageIds: readonly number[]): Promise<readonly FormOnPage[]> {
    const { sighting, formVariant } = this.tables;
    const asked = new Set(pageIds);
    return sighting
      .where(({ run_id, page_id }) => run_id === runId && asked.has(page_id))
      .flatMap(({ page_id, form_id, variant }) => {
        const judged = formVariant.get(runId, variant);
        if (judged === undefined) return [];
        return [{ page_id, form_id, domain: judged.domain, searchable: judged.searchable }];
      });
  }
}
