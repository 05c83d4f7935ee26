import {
  foldSpaces,
  isElement,
  type TreeDocument,
  type TreeElement,
  type TreeNode,
} from '../../foundation/dom/index.ts';
import type {
  ControlSpot,
  FormSpot,
  PageFacts,
  PageText,
  PressSpot,
  TableCell,
  TextBox,
  TextPosition,
  TextRow,
  TextScope,
} from './page-facts.ts';

export const MAX_FORMS = 2_000;
const MAX_CONTROLS = 50_000;
const MAX_BOX = 300;
const MAX_FORM_TEXT = 2_000;
const MAX_SCOPES = 1_000;

/** Elements whose text is no visible context of a control. */
const SILENT = new Set(
  'head script style noscript template iframe object svg math select option optgroup datalist textarea button title'.split(
    ' ',
  ),
);
const BLOCK = new Set(
  'address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul label legend'.split(
    ' ',
  ),
);
const HEADING = new Set('h1 h2 h3 h4 h5 h6 legend caption summary'.split(' '));
const CAPTCHA = /captcha/i;
const PRESS_INPUT = /^(?:submit|image|button)$/i;
const SCRIPTED_SUBMIT = /submit|dopostback|search|suche|recherch/i;

type Step = { readonly node: TreeNode; readonly parent: TextPosition } | { readonly leave: TextPosition };

/** One pass over the page in document order; linear in the number of nodes, without recursion. */
export const walkPage = (document: TreeDocument): PageFacts => new Walk().run(document);

class Walk implements PageFacts {
  readonly forms: FormSpot[] = [];
  readonly controls: ControlSpot[] = [];
  readonly presses: PressSpot[] = [];
  readonly datalists = new Map<string, TreeElement>();
  readonly pieces: PageText[] = [];
  readonly headings: TextBox[] = [];
  truncated = false;
  private order = 0;
  private scopes = 0;
  private lastHeading: TextBox | undefined;
  private recent = { text: '', cell: undefined as TableCell | undefined, order: -1, open: false };
  private lastControl = -1;
  private awaiting: ControlSpot | undefined;
  private readonly stack: Step[] = [];

  run(document: TreeDocument): PageFacts {
    this.enterDocument(document, undefined);
    for (let step = this.stack.pop(); step !== undefined; step = this.stack.pop()) {
      if ('leave' in step) this.leave(step.leave);
      else if (isElement(step.node)) this.enter(step.node, step.parent);
      else this.read(step.node, step.parent);
    }
    return this;
  }

  private enterDocument(document: TreeDocument, host: TextPosition | undefined): void {
    const scope: TextScope = {
      kind: host === undefined ? 'document' : 'frame',
      url: document.url,
      baseUrl: document.baseUrl,
      ...(host !== undefined && { frameUrl: document.url }),
      ids: new Map(),
      labels: new Map(),
    };
    this.truncated ||= document.truncated;
    this.descend(this.spotOf(document.root, host, scope), document.root.children);
  }

  private enter(element: TreeElement, parent: TextPosition): void {
    const spot = this.spotOf(element, parent, parent.scope);
    const { tag, attributes } = element;
    if (attributes.id !== undefined && !spot.scope.ids.has(attributes.id))
      spot.scope.ids.set(attributes.id, element);
    if (BLOCK.has(tag)) this.breakBlock();
    this.note(spot);
    if (tag === 'select') return;
    if (tag === 'datalist') {
      if (attributes.id !== undefined) this.datalists.set(attributes.id, element);
      return;
    }
    this.descend(spot, element.children);
    if (element.shadow !== undefined && ++this.scopes < MAX_SCOPES) {
      const scope: TextScope = { ...spot.scope, kind: 'shadow', ids: new Map(), labels: new Map() };
      this.descend({ ...spot, scope }, element.shadow);
    }
    if (element.frame !== undefined && ++this.scopes < MAX_SCOPES) this.enterDocument(element.frame, spot);
  }

  private descend(spot: TextPosition, children: readonly TreeNode[]): void {
    this.stack.push({ leave: spot });
    for (let i = children.length - 1; i >= 0; i--)
      this.stack.push({ node: children[i] as TreeNode, parent: spot });
  }

  private leave(spot: TextPosition): void {
    spot.end = this.order;
    if (BLOCK.has(spot.element.tag)) this.breakBlock();
  }

  private spotOf(element: TreeElement, parent: TextPosition | undefined, scope: TextScope): TextPosition {
    const crossing = parent !== undefined && parent.scope !== scope;
    return {
      element,
      order: ++this.order,
      end: this.order,
      parent,
      scope,
      hidden: element.hidden ?? (parent?.hidden !== undefined ? 'ancestor' : undefined),
      silent: (!crossing && parent?.silent === true) || SILENT.has(element.tag),
      form: crossing ? undefined : parent?.form,
      label: parent?.label,
      fieldset: parent?.fieldset,
      heading: parent?.heading,
      cell: parent?.cell,
      row: parent?.row,
      table: parent?.table,
      legend: parent?.legend,
    };
  }

  private note(spot: TextPosition): void {
    const { tag } = spot.element;
    if (tag === 'form') this.noteForm(spot);
    else if (tag === 'input') this.noteInput(spot);
    else if (tag === 'select' || tag === 'textarea') this.noteControl(spot);
    else if (tag === 'button') this.notePress(spot);
    else if (tag === 'label') this.noteLabel(spot);
    else if (tag === 'fieldset') spot.fieldset = { text: '' };
    else if (tag === 'table') Object.assign(spot, { table: {}, row: undefined, cell: undefined });
    else if (tag === 'tr') this.noteRow(spot);
    else if (tag === 'td' || tag === 'th') this.noteCell(spot);
    else this.noteOther(spot);
  }

  private noteInput(spot: TextPosition): void {
    const type = spot.element.attributes.type ?? '';
    if (PRESS_INPUT.test(type)) this.notePress(spot);
    else if (type.toLowerCase() !== 'reset') this.noteControl(spot);
  }

  private noteForm(spot: TextPosition): void {
    const formKey = spot.element.formKey;
    if (formKey === undefined) return;
    if (this.forms.length >= MAX_FORMS) {
      this.truncated = true;
      return;
    }
    spot.form = {
      spot,
      formKey,
      text: { text: '' },
      headingBefore: this.lastHeading,
      headingInside: undefined,
      links: 0,
      images: 0,
      captcha: false,
    };
    this.forms.push(spot.form);
    this.recent.order = -1;
  }

  private noteControl(spot: TextPosition): void {
    if (this.controls.length >= MAX_CONTROLS) {
      this.truncated = true;
      return;
    }
    const hiddenType =
      spot.element.attributes.type?.toLowerCase() === 'hidden' && spot.element.tag === 'input';
    const { text, cell, order } = this.recent;
    const before = !hiddenType && text !== '' && order > this.lastControl ? { text, cell, order } : undefined;
    const control: ControlSpot = { spot, before, after: '' };
    this.controls.push(control);
    if (hiddenType) return;
    this.markControl(spot);
    if (/^(?:radio|checkbox)$/i.test(spot.element.attributes.type ?? '')) this.awaiting = control;
  }

  private notePress(spot: TextPosition): void {
    this.presses.push({ spot });
    this.markControl(spot);
  }

  private markControl(spot: TextPosition): void {
    this.lastControl = spot.order;
    this.awaiting = undefined;
    if (spot.cell !== undefined) spot.cell.controls++;
  }

  private noteLabel(spot: TextPosition): void {
    const target = spot.element.attributes.for;
    const box: TextBox = { text: '' };
    spot.label = box;
    if (target && !spot.scope.labels.has(target)) spot.scope.labels.set(target, box);
  }

  private noteRow(spot: TextPosition): void {
    spot.table ??= {};
    const { table } = spot;
    const row: TextRow = { cells: [], table };
    table.head ??= row;
    spot.row = row;
    spot.cell = undefined;
  }

  private noteCell(spot: TextPosition): void {
    if (spot.row === undefined) return;
    spot.cell = { text: '', row: spot.row, index: spot.row.cells.length, controls: 0 };
    spot.row.cells.push(spot.cell);
  }

  private noteOther(spot: TextPosition): void {
    const { tag, attributes } = spot.element;
    if (HEADING.has(tag) || attributes.role === 'heading') {
      spot.heading = { text: '' };
      this.lastHeading = spot.heading;
      this.headings.push(spot.heading);
      if (spot.form !== undefined) spot.form.headingInside ??= spot.heading;
      if (tag === 'legend') spot.legend = spot.fieldset;
      return;
    }
    if (spot.form !== undefined) {
      if (tag === 'a' && attributes.href !== undefined) spot.form.links++;
      else if (tag === 'img') spot.form.images++;
      spot.form.captcha ||= namesCaptcha(attributes);
    }
    if (isPressable(spot)) this.presses.push({ spot });
  }

  private breakBlock(): void {
    this.recent.open = false;
    if (this.awaiting !== undefined && this.awaiting.after !== '') this.awaiting = undefined;
  }

  private read(raw: string, spot: TextPosition): void {
    this.order++;
    if (spot.silent) return;
    // Most texts between elements are nothing but an end of line.
    const trimmed = raw.trim();
    if (trimmed === '') return;
    const text = foldSpaces(trimmed);
    if (spot.label !== undefined) append(spot.label, text, MAX_BOX);
    if (spot.heading !== undefined) append(spot.heading, text, MAX_BOX);
    if (spot.legend !== undefined) append(spot.legend, text, MAX_BOX);
    if (spot.hidden !== undefined) return;
    if (spot.cell !== undefined) append(spot.cell, text, MAX_BOX);
    if (spot.form !== undefined) append(spot.form.text, text, MAX_FORM_TEXT);
    this.pieces.push({ order: this.order, text });
    this.readBeside(text, spot);
  }

  private readBeside(text: string, spot: TextPosition): void {
    if (this.awaiting !== undefined && this.awaiting.after.length < MAX_BOX) {
      this.awaiting.after = join(this.awaiting.after, text).slice(0, MAX_BOX);
    }
    const goesOn = this.recent.open && this.recent.order > this.lastControl;
    this.recent = {
      text: goesOn ? join(this.recent.text, text).slice(-MAX_BOX) : text,
      cell: spot.cell,
      order: this.order,
      open: true,
    };
  }
}

const namesCaptcha = ({ src, class: classes, id }: TreeElement['attributes']): boolean =>
  [src, classes, id].some((name) => name !== undefined && CAPTCHA.test(name));

const join = (left: string, right: string): string => (left === '' ? right : `${left} ${right}`);

function append(box: TextBox, text: string, limit: number): void {
  if (box.text.length < limit) box.text = join(box.text, text).slice(0, limit);
}

function isPressable(spot: TextPosition): boolean {
  const { tag, attributes } = spot.element;
  if (attributes.role === 'button') return true;
  if (tag === 'a') {
    const script =
      attributes.onclick ?? (/^(?:#|javascript:)/i.test(attributes.href ?? '') ? attributes.href : undefined);
    return (
      script !== undefined &&
      SCRIPTED_SUBMIT.test(`${script} ${attributes.class ?? ''} ${attributes.id ?? ''}`)
    );
  }
  return attributes.onclick !== undefined && SCRIPTED_SUBMIT.test(attributes.onclick);
}
