/** A row of the form element table (paper 004, tables 2 and 3): one kind of control of a domain. */
export interface ElementRow {
  readonly id: number;
  readonly domain: string;
  /** As it was first met. */
  readonly label: string;
  /** Unique within the domain. */
  readonly key: string;
  /** What its controls ask for; empty in rows of earlier versions. */
  readonly meaning: string;
  /** JSON: all labels that it was met under. */
  readonly aliases: string;
  /** Control element: select, radio, checkbox, text. */
  readonly control: string;
  readonly value_domain: 'finite' | 'infinite';
  /** Its source. */
  readonly source: 'domain-file' | 'form' | 'user';
  readonly status: 'active' | 'off';
}

/** A value of an element, and how it fared. */
export interface ElementValueRow {
  readonly element_id: number;
  readonly value: string;
  /** Label of the control that it was first met at; empty in rows of earlier versions: that of the element. */
  readonly label: string;
  readonly source: 'domain-file' | 'form' | 'user';
  /** Forms that offer it. */
  readonly forms: number;
  /** Times it was sent, and times that brought hits. */
  readonly asked: number;
  readonly hits: number;
}

/** Runs whose forms and answers are in the form element table. */
export interface ElementRunRow {
  readonly run_id: number;
}

/** The table that the forms of a run are filled from: published once, when asking begins. */
export interface ElementVersionRow {
  readonly run_id: number;
  /** JSON: rows of elements and values. */
  readonly content: string;
}

/** Reads the form element table. */
export interface ElementReader {
  /** By number. */
  elements(): Promise<readonly ElementRow[]>;
  /** By number of the element and value. */
  values(): Promise<readonly ElementValueRow[]>;
  /** Whether what a run's forms offer is in the table. */
  hasRun(runId: number): Promise<boolean>;
  /** The version that a run reads; undefined until its asking begins. */
  version(runId: number): Promise<string | undefined>;
}

export interface ElementStore extends ElementReader {
  /** Writes the whole table anew. */
  replace(elements: readonly ElementRow[], values: readonly ElementValueRow[]): Promise<void>;
  /** Notes that what a run's forms offer is in the table; noted before, nothing changes. */
  addRun(runId: number): Promise<void>;
  /** Publishes the version that a run reads, once. */
  publish(runId: number, content: string): Promise<void>;
  /** Forgets both of a run; what the table learned of it stays. */
  deleteRun(runId: number): Promise<void>;
}
