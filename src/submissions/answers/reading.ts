/** The content of an answer as read before judging; used inside this folder only. */

import type { ListShape } from '../types/answer.ts';

export type FieldKind =
  | 'text'
  | 'price'
  | 'date'
  | 'year'
  | 'time'
  | 'measure'
  | 'number'
  | 'identifier'
  | 'rating';

export interface RecordField {
  /** Label before it, head of its column, or JSON key; empty if it has none. */
  readonly label: string;
  readonly value: string;
  readonly kind: FieldKind;
}

export interface FoundRecord {
  /** Identifies the record: the canonical address of its detail page, else its folded text. */
  readonly key: string;
  readonly title: string;
  /** Canonical address of the detail page. */
  readonly link?: string;
  readonly fields: readonly RecordField[];
}

export interface RecordList {
  readonly shape: ListShape;
  readonly records: readonly FoundRecord[];
  /** Higher for lists that look more like results. */
  readonly score: number;
  /** Positions of its records in the outline, in order. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** A number of records that the page states. */
export interface StatedTotal {
  readonly total: number;
  /** “about”, “more than”, “10,000+”. */
  readonly approximate: boolean;
  /** First and last record of this page, if stated. */
  readonly from?: number;
  readonly to?: number;
  /** The line it was read from. */
  readonly text: string;
}

export interface Line {
  readonly text: string;
  readonly at: number;
  /** The line is inside a form. */
  readonly inForm: boolean;
  /** A caption of a control, a menu or a link, which is never a message. */
  readonly boilerplate: boolean;
  /** Marked up as a message: `role=alert`, a class of errors. */
  readonly alert: boolean;
}

export type CueKind =
  | 'no-results'
  | 'invalid'
  | 'too-many'
  | 'too-fast'
  | 'login'
  | 'blocked'
  | 'failure'
  | 'not-found'
  | 'expired';

/** A line that indicates a verdict. */
export interface Cue {
  readonly kind: CueKind;
  readonly words: string;
  readonly line: Line;
}

/** Content of a page that verdicts are based on. */
export interface PageReading {
  readonly url: string;
  readonly title: string;
  /** The best first. */
  readonly lists: readonly RecordList[];
  /** Links that no other one is similar to, with their surroundings: one may be the only record of an answer. */
  readonly soleRecords: readonly RecordList[];
  /** Visible text outside menus' links, in order. */
  readonly lines: readonly Line[];
  readonly cues: readonly Cue[];
  readonly captcha: boolean;
  /** A form that asks for a password. */
  readonly password: boolean;
  /** Canonical addresses of its links. */
  readonly links: ReadonlySet<string>;
  /** Canonical addresses of its frames. */
  readonly frames: ReadonlySet<string>;
  /** Identities of its forms. */
  readonly formIds: readonly string[];
}
