import type { HiddenReason, TreeElement } from '../../foundation/dom/index.ts';
import type { FormLocation } from '../form.ts';

/** What one walk over a page notes down before forms are put together. All text is folded to single spaces. */

export interface TextScope {
  readonly kind: FormLocation['kind'];
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

export interface TableCell extends TextBox {
  readonly row: TextRow;
  readonly index: number;
  controls: number;
}

export interface TextRow {
  readonly cells: TableCell[];
  readonly table: { head?: TextRow };
}

/** An element with the properties it inherits from its ancestors. */
export interface TextPosition {
  readonly element: TreeElement;
  readonly order: number;
  /** Order of the last node inside; set when the walk leaves. */
  end: number;
  readonly parent: TextPosition | undefined;
  readonly scope: TextScope;
  readonly hidden: HiddenReason | undefined;
  readonly silent: boolean;
  form: FormSpot | undefined;
  label: TextBox | undefined;
  fieldset: TextBox | undefined;
  heading: TextBox | undefined;
  cell: TableCell | undefined;
  row: TextRow | undefined;
  table: TextRow['table'] | undefined;
  legend: TextBox | undefined;
}

export interface FormSpot {
  readonly spot: TextPosition;
  readonly formKey: number;
  readonly text: TextBox;
  readonly headingBefore: TextBox | undefined;
  headingInside: TextBox | undefined;
  links: number;
  images: number;
  captcha: boolean;
}

export interface ControlSpot {
  readonly spot: TextPosition;
  /** Text of the block directly before, since the last control. */
  readonly before:
    | { readonly text: string; readonly cell: TableCell | undefined; readonly order: number }
    | undefined;
  after: string;
}

/** Something to press: a button, or a link or element that acts as one. */
export interface PressSpot {
  readonly spot: TextPosition;
}

export interface PageText {
  readonly order: number;
  readonly text: string;
}

export interface PageFacts {
  readonly forms: readonly FormSpot[];
  readonly controls: readonly ControlSpot[];
  readonly presses: readonly PressSpot[];
  readonly datalists: ReadonlyMap<string, TreeElement>;
  readonly pieces: readonly PageText[];
  /** Every heading, in document order. */
  readonly headings: readonly TextBox[];
  readonly truncated: boolean;
}
