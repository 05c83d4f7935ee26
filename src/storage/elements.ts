import { integer, numbered, type RowOf, table, text } from './table.ts';

export const ELEMENT_TABLES = {
  /** A row of the form element table (paper 004, tables 2 and 3): one kind of control of a domain. */
  element: table(['domain', 'key'], {
    id: numbered,
    domain: text,
    /** As it was first met. */
    label: text,
    /** Unique within the domain. */
    key: text,
    /** Semantic type of its controls; empty in rows of earlier versions. */
    meaning: text.or(''),
    /** JSON: all labels that it was met under. */
    aliases: text,
    /** Control element: select, radio, checkbox, text. */
    control: text,
    value_domain: text.as<'finite' | 'infinite'>(),
    source: text.as<'domain-file' | 'form' | 'user'>(),
    status: text.as<'active' | 'off'>(),
  }),
  /** A value of an element, and how it fared. */
  element_value: table(['element_id', 'value'], {
    element_id: integer,
    value: text,
    /** Label of the control that it was first met at; empty in rows of earlier versions: that of the element. */
    label: text.or(''),
    source: text.as<'domain-file' | 'form' | 'user'>(),
    /** Forms that offer it. */
    forms: integer,
    /** Times it was sent, and times that brought hits. */
    asked: integer,
    hits: integer,
  }),
  /** Runs whose forms and answers are in the form element table. */
  element_run: table(['run_id'], { run_id: integer }),
  /** The table that the forms of a run are filled from: published once, when asking begins. */
  element_version: table(['run_id'], {
    run_id: integer,
    /** JSON: rows of elements and values. */
    content: text,
  }),
};
export type ElementRow = RowOf<typeof ELEMENT_TABLES.element>;
export type ElementValueRow = RowOf<typeof ELEMENT_TABLES.element_value>;

/** Reads the form element table. */
export interface ElementReader {
  /** By number. */
  elements(): Promise<readonly ElementRow[]>;
  /** By number of the element and value. */
  values(): Promise<readonly ElementValueRow[]>;
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
