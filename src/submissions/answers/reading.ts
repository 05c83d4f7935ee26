/** What is read off an answer before anything is decided; stays inside this folder. */

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
  /** As the page names it: a label before it, the head of its column, a JSON key; empty where it has none. */
  readonly label: string;
  readonly value: string;
  readonly kind: FieldKind;
}

export interface FoundRecord {
  /** Tells records apart: the canonical address of the detail page, else the folded text. */
  readonly key: string;
  readonly title: string;
  /** Canonical address of the detail page. */
  readonly link?: string;
  readonly fields: readonly RecordField[];
}

export interface RecordList {
  readonly shape: ListShape;
  readonly records: readonly FoundRecord[];
  /** The higher, the more it looks like a list of results. */
  readonly score: number;
  /** Where its records begin and end in the outline, in order. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** A number of records that the page states. */
export interface StatedTotal {
  readonly total: number;
  /** “about”, “more than”, “10,000+”. */
  readonly approximate: boolean;
  /** The records that this page says it shows, where it does. */
  readonly from?: number;
  readonly to?: number;
  /** The words it was read from. */
  readonly text: string;
}

export interface Line {
  readonly text: string;
  readonly at: number;
  /** Inside a form: its own words, or a message set into it. */
  readonly inForm: boolean;
  /** A control's caption, a menu, a link: what a message never is. */
  readonly furniture: boolean;
  /** Marked up as a message: `role=alert`, a class of errors. */
  readonly alert: boolean;
}

export type CueKind = 'no-results' | 'invalid' | 'login' | 'blocked' | 'failure' | 'not-found' | 'expired';

/** A line that says something about the answer. */
export interface Cue {
  readonly kind: CueKind;
  readonly words: string;
  readonly line: Line;
}

/** A page as its judge sees it. */
export interface PageReading {
  readonly url: string;
  readonly title: string;
  /** The best first. */
  readonly lists: readonly RecordList[];
  /** What stands round links that no other is like: one may be the only record of an answer. */
  readonly sole: readonly RecordList[];
  /** Visible text outside menus' links, in order. */
  readonly lines: readonly Line[];
  readonly signs: readonly Cue[];
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
