import type {
  FormRange,
  FormRow,
  FormStore,
  FormVariant,
  PageForm,
  PageRow,
  SeenForm,
  SightingRow,
  UnseenForm,
} from '../../storage/index.ts';
import { insertRows } from './executor.ts';
import { Port } from './port.ts';

/** Ids in one statement at most. */
const IDS = 1_000;

export class SqlForms extends Port implements FormStore {
  list(
    runId: number,
    { site, formId, variant, outcome, after, limit }: FormRange,
  ): Promise<readonly FormRow[]> {
    let forms = this.db
      .selectFrom('form')
      .selectAll()
      .where('run_id', '=', runId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('site', 'form_id'), '>', tuple(after?.site ?? '', after?.form_id ?? '')),
      )
      .orderBy('site')
      .orderBy('form_id')
      .limit(limit);
    if (site !== undefined) forms = forms.where('site', '=', site);
    if (formId !== undefined) forms = forms.where('form_id', '=', formId);
    if (variant !== undefined)
      forms = forms.where(({ exists, selectFrom }) => {
        const { searchable, type, domain } = variant;
        let variants = selectFrom('form_variant')
          .select('variant')
          .whereRef('form_variant.run_id', '=', 'form.run_id')
          .whereRef('form_variant.form_id', '=', 'form.form_id');
        if (searchable !== undefined) variants = variants.where('searchable', '=', searchable);
        if (type !== undefined) variants = variants.where('type', '=', type);
        if (domain !== undefined)
          variants = variants.where((eb) =>
            eb.or([
              eb('domain', 'is not distinct from', domain),
              eb.and([eb('domain', 'is', null), eb('searchable', '=', 0)]),
            ]),
          );
        return exists(variants);
      });
    if (outcome !== undefined)
      forms = forms.where(({ exists, not, or, selectFrom }) => {
        const queried = selectFrom('asked_form')
          .select('outcome')
          .whereRef('asked_form.run_id', '=', 'form.run_id')
          .whereRef('asked_form.form_id', '=', 'form.form_id');
        const came = exists(queried.where('outcome', '=', outcome));
        return outcome === 'not-queried' ? or([came, not(exists(queried))]) : came;
      });
    return forms.execute();
  }

  sightings(runId: number, formIds: readonly string[]): Promise<readonly SeenForm[]> {
    return this.db
      .selectFrom('sighting')
      .innerJoin('page', 'page.id', 'sighting.page_id')
      .innerJoin('link', 'link.id', 'page.id')
      .select(['sighting.form_id', 'sighting.page_id', 'sighting.variant'])
      .select(['page.url', 'page.rendered_by', 'page.familiar', 'link.depth', 'link.kind'])
      .where('sighting.run_id', '=', runId)
      .where('sighting.form_id', 'in', formIds)
      .orderBy('link.depth')
      .orderBy('page.url')
      .orderBy('sighting.variant')
      .execute();
  }

  async variants(runId: number, variants: readonly string[]): Promise<readonly FormVariant[]> {
    const { db } = this;
    const controls = await db
      .selectFrom('control')
      .selectAll()
      .where('run_id', '=', runId)
      .where('variant', 'in', variants)
      .orderBy('variant')
      .orderBy('position')
      .execute();
    const byVariant = Map.groupBy(controls, ({ variant }) => variant);
    const rows = await db
      .selectFrom('form_variant')
      .selectAll()
      .where('run_id', '=', runId)
      .where('variant', 'in', variants)
      .execute();
    return rows.map((row) => ({ ...row, controls: byVariant.get(row.variant) ?? [] }));
  }

  async revisited(runId: number, formIds: readonly string[], otherRun: number): Promise<ReadonlySet<string>> {
    const revisited = new Set<string>();
    for (let from = 0; from < formIds.length; from += IDS) {
      const rows = await this.db
        .selectFrom('sighting')
        .innerJoin('page', 'page.id', 'sighting.page_id')
        .innerJoin('link', (join) => join.onRef('link.url', '=', 'page.url').on('link.run_id', '=', otherRun))
        .select('sighting.form_id')
        .distinct()
        .where('sighting.run_id', '=', runId)
        .where('sighting.form_id', 'in', formIds.slice(from, from + IDS))
        .where('link.state', '=', 'done')
        .execute();
      for (const { form_id } of rows) revisited.add(form_id);
    }
    return revisited;
  }

  async pagesWithSearchForms(runId: number): Promise<number> {
    const { pages } = await this.db
      .selectFrom('sighting')
      .innerJoin('form_variant', (join) =>
        join
          .onRef('form_variant.run_id', '=', 'sighting.run_id')
          .onRef('form_variant.variant', '=', 'sighting.variant'),
      )
      .select((eb) => eb.fn.count<number>('sighting.page_id').distinct().as('pages'))
      .where('sighting.run_id', '=', runId)
      .where('form_variant.searchable', '=', 1)
      .executeTakeFirstOrThrow();
    return pages;
  }

  async insert(forms: readonly FormRow[]): Promise<readonly boolean[]> {
    const isNew = 'on conflict do nothing returning run_id, form_id';
    const added = await insertRows<Pick<FormRow, 'run_id' | 'form_id'>>(this.executor, 'form', forms, isNew);
    const names = new Set(added.map(({ run_id, form_id }) => `${run_id} ${form_id}`));
    // Of two alike the first is new.
    return forms.map(({ run_id, form_id }) => names.delete(`${run_id} ${form_id}`));
  }

  async insertVariants(site: string, variants: readonly FormVariant[]): Promise<void> {
    const siteKey = this.executor.dialect.siteKey(site);
    const rows = variants.map(({ controls: _, ...variant }) => ({ ...variant, ...siteKey }));
    const isNew = 'on conflict do nothing returning run_id, variant';
    const added = await insertRows<Pick<FormVariant, 'run_id' | 'variant'>>(
      this.executor,
      'form_variant',
      rows,
      isNew,
    );
    const names = new Set(added.map(({ run_id, variant }) => `${run_id} ${variant}`));
    const fresh = variants.filter(({ run_id, variant }) => names.delete(`${run_id} ${variant}`));
    await insertRows(
      this.executor,
      'control',
      fresh.flatMap(({ controls }) => controls.map((control) => ({ ...control, ...siteKey }))),
    );
  }

  async insertSightings(site: string, sightings: readonly SightingRow[]): Promise<void> {
    const siteKey = this.executor.dialect.siteKey(site);
    const rows = sightings.map((sighting) => ({ ...sighting, ...siteKey }));
    await insertRows(this.executor, 'sighting', rows, 'on conflict do nothing');
  }

  async deleteSightings({
    id,
    run_id,
    site,
  }: Pick<PageRow, 'id' | 'run_id' | 'site'>): Promise<readonly SightingRow[]> {
    const onPage = `sighting where run_id = ? and page_id = ?
      and form_id in (select form_id from form where run_id = ? and site = ?)`;
    const key = [run_id, id, run_id, site];
    const before = await this.statement<SightingRow>(
      `select run_id, form_id, page_id, variant from ${onPage} order by form_id, variant`,
      key,
    );
    await this.statement(`delete from ${onPage}`, key);
    return before;
  }

  async deleteUnseen(seenBefore: readonly Omit<SightingRow, 'page_id'>[]): Promise<readonly UnseenForm[]> {
    const gone: UnseenForm[] = [];
    for (const { run_id, form_id, variant } of seenBefore) {
      const unseen = await this.statement<UnseenForm>(
        `delete from form_variant where run_id = ? and variant = ? and not exists
          (select 1 from sighting where run_id = form_variant.run_id and form_id = ? and variant = form_variant.variant)
          returning searchable, domain`,
        [run_id, variant, form_id],
      );
      if (unseen.length === 0) continue;
      await this.statement('delete from control where run_id = ? and variant = ?', [run_id, variant]);
      const form = await this.statement(
        `delete from form where run_id = ? and form_id = ? and not exists
          (select 1 from sighting where run_id = form.run_id and form_id = form.form_id) returning 1`,
        [run_id, form_id],
      );
      if (form.length > 0) gone.push(...unseen);
    }
    return gone;
  }

  async delete(runId: number, site?: string): Promise<number> {
    if (site !== undefined) return this.deleteSite(runId, site);
    for (const table of ['sighting', 'control', 'form_variant'] as const) await this.deleteOf(table, runId);
    return this.deleteOf('form', runId);
  }

  private async deleteSite(runId: number, site: string): Promise<number> {
    const { db } = this;
    const forms = db
      .selectFrom('form')
      .select('form_id')
      .where('run_id', '=', runId)
      .where('site', '=', site);
    const variants = db
      .selectFrom('form_variant')
      .select('variant')
      .where('run_id', '=', runId)
      .where('form_id', 'in', forms);
    await db.deleteFrom('control').where('run_id', '=', runId).where('variant', 'in', variants).execute();
    await db.deleteFrom('sighting').where('run_id', '=', runId).where('form_id', 'in', forms).execute();
    await db.deleteFrom('form_variant').where('run_id', '=', runId).where('form_id', 'in', forms).execute();
    return this.deleteOf('form', runId, site);
  }

  onPages(runId: number, pageIds: readonly number[]): Promise<readonly PageForm[]> {
    return this.db
      .selectFrom('sighting')
      .innerJoin('form_variant', (join) =>
        join
          .onRef('form_variant.run_id', '=', 'sighting.run_id')
          .onRef('form_variant.variant', '=', 'sighting.variant'),
      )
      .select(['sighting.page_id', 'sighting.form_id', 'form_variant.domain', 'form_variant.searchable'])
      .where('sighting.run_id', '=', runId)
      .where('sighting.page_id', 'in', pageIds)
      .execute();
  }
}
