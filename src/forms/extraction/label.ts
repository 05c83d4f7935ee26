import { textOf } from '../../foundation/dom/index.ts';
import { tokensOf } from '../../foundation/text/index.ts';
import type { LabelSource } from '../form.ts';
import type { ControlSpot, TableCell } from './page-facts.ts';

const MAX_LABEL = 200;
const MAX_NEIGHBOUR = 100;
const NEIGHBOUR_LEVELS = 4;
/** A placeholder that shows how to write a value rather than what the value is. */
const EXAMPLE = /^(?:e\.?g\.?|ex\.|z\.?\s?b\.?|p\.\s?ex|bijv|np\.|http|[\d\W_]+$|[dmyjat/.\- ]{6,}$)/i;

interface Label {
  readonly label: string;
  readonly labelSource: LabelSource;
}

type Candidate = readonly [LabelSource, string | undefined];

/** What a reader would call the control, from the most to the least certain source. */
export function labelOf(control: ControlSpot): Label {
  const { attributes } = control.spot.element;
  const choice = /^(?:radio|checkbox)$/i.test(attributes.type ?? '');
  const placeholder = cleanLabel(attributes.placeholder);
  const example = EXAMPLE.test(placeholder);
  const candidates: readonly Candidate[] = [
    ['label', attributes.id === undefined ? '' : control.spot.scope.labels.get(attributes.id)?.text],
    ['wrapping', control.spot.label?.text],
    ['aria', ariaLabel(control)],
    ['tool', attributes.toolparamtitle ?? attributes.toolparamdescription],
    ['placeholder', example ? '' : placeholder],
    ['title', attributes.title],
    ['neighbour', choice ? control.after : besideInCell(control)],
    ['table', tableLabel(control.spot.cell)],
    ['neighbour', choice ? '' : neighbour(control)],
    ['placeholder', placeholder],
    ['value', startText(control)],
    ['visual', control.spot.element.visualLabel],
    ['name', nameWords(attributes.name ?? attributes.id)],
  ];
  for (const [labelSource, text] of candidates) {
    const label = cleanLabel(text);
    if (label !== '') return { label, labelSource };
  }
  return { label: '', labelSource: 'none' };
}

export const cleanLabel = (text: string | undefined): string =>
  (text ?? '')
    .slice(0, 4 * MAX_LABEL)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LABEL);

function ariaLabel({ spot }: ControlSpot): string | undefined {
  const named = spot.element.attributes['aria-labelledby'];
  if (named === undefined) return spot.element.attributes['aria-label'];
  const texts = named
    .split(/\s+/)
    .slice(0, 10)
    .map((id) => spot.scope.ids.get(id))
    .map((element) => (element === undefined ? '' : textOf(element, MAX_LABEL)));
  return texts.join(' ').trim() || spot.element.attributes['aria-label'];
}

function besideInCell({ before, spot }: ControlSpot): string {
  return before !== undefined && before.cell === spot.cell && spot.cell !== undefined
    ? short(before.text)
    : '';
}

/** Text before the control is its neighbour when both are in one container, a few elements deep. */
function neighbour({ before, spot }: ControlSpot): string {
  if (before === undefined) return '';
  let around = spot;
  for (let level = 0; level < NEIGHBOUR_LEVELS && around.parent !== undefined; level++)
    around = around.parent;
  return around.order < before.order ? short(before.text) : '';
}

/** The cell to the left, or the head of the column where that row holds no controls. */
function tableLabel(cell: TableCell | undefined): string {
  if (cell === undefined) return '';
  const left = cell.row.cells[cell.index - 1];
  if (left !== undefined && left.controls === 0 && left.text !== '') return short(left.text);
  const head = cell.row.table.head;
  if (head === undefined || head === cell.row || head.cells.length !== cell.row.cells.length) return '';
  const above = head.cells[cell.index];
  return above !== undefined && above.controls === 0 ? short(above.text) : '';
}

const short = (text: string): string => (text.length <= MAX_NEIGHBOUR ? text : '');

/** Old pages write the label into the box itself, and clear it by script. */
function startText({ spot }: ControlSpot): string {
  const { attributes, tag } = spot.element;
  const isText = tag === 'input' && /^(?:text|search|)$/i.test(attributes.type ?? '');
  return isText ? (attributes.value ?? '') : '';
}

const nameWords = (name: string | undefined): string => tokensOf((name ?? '').slice(0, 100)).join(' ');
