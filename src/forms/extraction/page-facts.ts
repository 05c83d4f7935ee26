import type { HiddenReason, TreeElement } from '../../foundation/dom/index.ts';
import type { FormPlace } from '../form.ts';

/** What one walk over a page notes down before forms are put together. All text is folded to single spaces. */

export interface Scope {
  readonly kind: FormPlace['kind'];
  readonly url: string;
  readonly baseUrl: string;
  readonly frameUrl?: string;
  readonly ids: Map<string, TreeElement>;
  readonly labels: Map<string, TextBox>;
}

/** Text that grows while the walk is inside an element. */
export interface TextBox {
  text: string;
}

export interface Cell extends TextBox {
  readonly row: Row;
  readonly index: number;
  controls: number;
}

export interface Row {
  readonly cells: Cell[];
  readonly table: { head?: Row };
}

/** An element with what it inherits from those around it. */
export interface Spot {
  readonly element: TreeElement;
  readonly order: number;
  /** Order of the last node inside; set when the walk leaves. */
  end: number;
  readonly parent: Spot | undefined;
  readonly scope: Scope;
  readonly hidden: HiddenReason | undefined;
  readonly silent: boolean;
  form: FormSpot | undefined;
  label: TextBox | undefined;
  fieldset: TextBox | undefined;
  heading: TextBox | undefined;
  cell: Cell | undefined;
  row: Row | undefined;
  table: Row['table'] | undefined;
  legend: TextBox | undefined;
}

export interface FormSpot {
  readonly spot: Spot;
  readonly formKey: number;
  readonly text: TextBox;
  readonly headingBefore: TextBox | undefined;
  headingInside: TextBox | undefined;
  links: number;
  images: number;
  captcha: boolean;
}

export interface ControlSpot {
  readonly spot: Spot;
  /** Text of the block directly before, since the last control. */
  readonly before:
    | { readonly text: string; readonly cell: Cell | undefined; readonly order: number }
    | undefined;
  after: string;
}

/** Something to press: a button, or a link or element that acts as one. */
export interface PressSpot {
  readonly spot: Spot;
}

export interface TextPiece {
  readonly order: number;
  readonly text: string;
}

export interface PageFacts {
  readonly forms: readonly FormSpot[];
  readonly controls: readonly ControlSpot[];
  readonly presses: readonly PressSpot[];
  readonly datalists: ReadonlyMap<string, TreeElement>;
  readonly pieces: readonly TextPiece[];
  /** Every heading, in document order. */
  readonly headings: readonly TextBox[];
  readonly truncated: boolean;
}
