import type { LinkRow } from './links.ts';
import type { PageRow } from './pages.ts';
import { integer, type RowOf, real, table, text } from './table.ts';

export const FORM_TABLES = {
  form: table(['run_id', 'form_id'], { run_id: integer, form_id: text, site: text }),
  /** A form as it looks and was judged; pages that show the same share one row. */
  form_variant: table(['run_id', 'variant'], {
    run_id: integer,
    variant: text,
    form_id: text,
    /** JSON: the form without its controls. */
    form: text,
    /** JSON: the verdict. */
    verdict: text,
    searchable: integer,
    type: text,
    rule: text.orNull(),
    score: real.orNull(),
    domain: text.orNull(),
    domain_score: real.orNull(),
  }),
  control: table(['run_id', 'variant', 'position'], {
    run_id: integer,
    variant: text,
    position: integer,
    name: text,
    type: text,
    label: text,
    value_domain: text,
    options: integer,
    /** JSON: the whole control. */
    control: text,
  }),
  sighting: table(['run_id', 'form_id', 'page_id', 'variant'], {
    run_id: integer,
    form_id: text,
    page_id: integer,
    variant: text,
  }),
};
export type FormRow = RowOf<typeof FORM_TABLES.form>;
export type FormVariantRow = RowOf<typeof FORM_TABLES.form_variant>;
type ControlRow = RowOf<typeof FORM_TABLES.control>;
export type SightingRow = RowOf<typeof FORM_TABLES.sighting>;

/** A sighting, and the page that shows the form. */
export type SeenForm = Omit<SightingRow, 'run_id'> &
  Pick<PageRow, 'url' | 'rendered_by' | 'familiar'> &
  Pick<LinkRow, 'depth' | 'kind'>;

/** Controls are ordered by position. */
export type FormVariant = FormVariantRow & { readonly controls: readonly ControlRow[] };

/** Selects forms of a run by all that is given, behind the form `after`. */
export interface FormRange {
  readonly site?: string | undefined;
  readonly formId?: string | undefined;
  /** What one of its variants is; a form without a domain of its own that does not search fits every domain. */
  readonly variant?: Partial<Pick<FormVariantRow, 'searchable' | 'type' | 'domain'>> | undefined;
  /** Forms without one are `not-queried`. */
  readonly outcome?: string | undefined;
  readonly after?: Pick<FormRow, 'site' | 'form_id'> | undefined;
  readonly limit: number;
}

/** The verdict on a form that no page shows any longer. */
export type UnseenForm = Pick<FormVariantRow, 'searchable' | 'domain'>;

/** A form on a page, as it was judged there. */
export type PageForm = Pick<SightingRow, 'page_id' | 'form_id'> &
  Pick<FormVariantRow, 'domain' | 'searchable'>;

/** Reads the forms of runs. */
export interface FormReader {
  /** Forms by site and id. */
  list(runId: number, range: FormRange): Promise<readonly FormRow[]>;
  /** Ordered by depth of the page, its address, and variant. */
  sightings(runId: number, formIds: readonly string[]): Promise<readonly SeenForm[]>;
  /** The variants that are there, in any order. */
  variants(runId: number, variants: readonly string[]): Promise<readonly FormVariant[]>;
  /** Finds the forms of one run on pages whose address another run has fetched. */
  revisited(runId: number, formIds: readonly string[], otherRun: number): Promise<ReadonlySet<string>>;
  /** The forms that pages of a run show, in any order. */
  onPages(runId: number, pageIds: readonly number[]): Promise<readonly PageForm[]>;
  pagesWithSearchForms(runId: number): Promise<number>;
}

export interface FormStore extends FormReader {
  /** Adds forms, unless the run has them. @returns of each whether it is new, in their order */
  insert(forms: readonly FormRow[]): Promise<readonly boolean[]>;
  /** Adds variants of forms of a site, with their controls, unless the run has them. */
  insertVariants(site: string, variants: readonly FormVariant[]): Promise<void>;
  /** Adds sightings of forms of a site, unless the run has them. */
  insertSightings(site: string, sightings: readonly SightingRow[]): Promise<void>;
  /** Deletes what a page shows of the forms of its site; the forms stay. @returns the sightings by form and variant */
  deleteSightings({
    id,
    run_id,
    site,
  }: Pick<PageRow, 'id' | 'run_id' | 'site'>): Promise<readonly SightingRow[]>;
  /**
   * Deletes those of the variants that no page shows, and then those of their forms that no page shows.
   * @returns of each deleted form the verdict of the variant that went with it
   */
  deleteUnseen(seenBefore: readonly Omit<SightingRow, 'page_id'>[]): Promise<readonly UnseenForm[]>;
  /** Deletes the forms of a run, or of one of its sites, with variants, controls and sightings. @returns how many forms */
  delete(runId: number, site?: string): Promise<number>;
}
