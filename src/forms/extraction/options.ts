import { foldSpaces, isElement, optionText, type TreeElement } from '../../foundation/dom/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import type { ControlOption } from '../form.ts';

export const MAX_OPTIONS = 5_000;
const MAX_LABEL = 200;

/** First word of options that stand for every other one. */
const ANY_WORD = new RegExp(String.raw`^[\s\p{P}\p{S}]*(?:${alternatives('option/any')})(?![\p{L}])`, 'u');
const NOTHING = /^[\s\p{P}\p{S}]*$/u;
const ANY_VALUE = /^(?:|0|-1|all|any|\*|%|none|null|undefined|xx?)$/i;

/** Whether an option leaves the control unused: an empty value, or a label and value that both say “any”. */
export function isAnyOption(value: string, label: string): boolean {
  const folded = foldText(label);
  if (NOTHING.test(folded)) return ANY_VALUE.test(value) || NOTHING.test(value);
  if (value === '') return true;
  return (
    ANY_WORD.test(folded) && (ANY_VALUE.test(value) || value === label || ANY_WORD.test(foldText(value)))
  );
}

/** Options of a select or datalist in order, at most 5,000. */
export function optionsOf(list: TreeElement): ControlOption[] {
  const options: ControlOption[] = [];
  collect(list, undefined, options, 0);
  return options;
}

function collect(
  list: TreeElement,
  group: string | undefined,
  options: ControlOption[],
  depth: number,
): void {
  for (const child of list.children) {
    if (options.length >= MAX_OPTIONS) return;
    if (!isElement(child)) continue;
    if (child.tag === 'option') options.push(optionOf(child, group));
    else if (depth < 20)
      collect(child, child.tag === 'optgroup' ? child.attributes.label : group, options, depth + 1);
  }
}

function optionOf(element: TreeElement, group: string | undefined): ControlOption {
  const { attributes } = element;
  const sent = optionText(element);
  const text = foldSpaces(sent).trim().slice(0, MAX_LABEL);
  const label = text === '' ? (attributes.label ?? '').slice(0, MAX_LABEL) : text;
  const value = attributes.value ?? sent;
  const selected = element.checked ?? attributes.selected !== undefined;
  return {
    value,
    label,
    ...(group !== undefined && { group }),
    ...(selected && { selected }),
    ...(isAnyOption(value, label) && { any: true }),
  };
}

/** The value a select sends by default. */
export function selectedValue(options: readonly ControlOption[], multiple: boolean): string {
  const chosen = options.findLast((option) => option.selected === true);
  return (chosen ?? (multiple ? undefined : options[0]))?.value ?? '';
}
