export interface FormRow {
  readonly run_id: number;
  readonly form_id: string;
  readonly site: string;
}

/** What a form looks like and how it was judged; pages that show the same share one row. */
export interface FormVariantRow {
  readonly run_id: number;
  readonly variant: string;
  readonly form_id: string;
  /** JSON: the form without its controls. */
  readonly form: string;
  /** JSON: the verdict. */
  readonly verdict: string;
  readonly searchable: number;
  readonly type: string;
  readonly rule: string | null;
  readonly score: number | null;
  readonly domain: string | null;
  readonly domain_score: number | null;
}

export interface ControlRow {
  readonly run_id: number;
  readonly variant: string;
  readonly position: number;
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly value_domain: string;
  readonly options: number;
  /** JSON: the whole control. */
  readonly control: string;
}

export interface SightingRow {
  readonly run_id: number;
  readonly form_id: string;
  readonly page_id: number;
  readonly variant: string;
}

/** A form on a page, as it was judged there. */
export type FormOnPage = Pick<SightingRow, 'page_id' | 'form_id'> &
  Pick<FormVariantRow, 'domain' | 'searchable'>;

export interface FormReader {
  /** The forms that pages of a run show, in any order. */
  onPages(runId: number, pageIds: readonly number[]): Promise<readonly FormOnPage[]>;
}

export interface FormStore extends FormReader {}
