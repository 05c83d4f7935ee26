import { isElement, type TreeElement, textOf } from '../../foundation/dom/index.ts';
import type { ControlOption, FormControl, FormMethod, SubmitControl, ValueDomain } from '../form.ts';
import { cleanLabel, labelOf } from './label.ts';
import { isAnyOption, MAX_OPTIONS, optionsOf, selectedValue } from './options.ts';
import type { ControlSpot, PressSpot } from './page-facts.ts';

const INPUT_TYPES = new Set(
  'hidden text search tel url email password date month week time datetime-local number range color checkbox radio file submit image reset button'.split(
    ' ',
  ),
);
const SENDS = /submit|location|href|navigate|dopostback|jump/i;
const NOTHING_TO_FILL = new Set(['hidden', 'file']);

/** Input type as browsers resolve it. */
export function inputType(attribute: string | undefined): string {
  const type = attribute?.trim().toLowerCase() ?? 'text';
  return INPUT_TYPES.has(type) ? type : 'text';
}

function typeOf(element: TreeElement): string {
  if (element.tag === 'input') return inputType(element.attributes.type);
  if (element.tag === 'textarea') return 'textarea';
  return element.attributes.multiple === undefined ? 'select-one' : 'select-multiple';
}

/** Controls of one form in document order; radio buttons of one name are one control. */
export function controlsOf(
  spots: readonly ControlSpot[],
  datalists: ReadonlyMap<string, TreeElement>,
): FormControl[] {
  const groups = new Map<string, ControlSpot[]>();
  const entries: ControlSpot[][] = [];
  for (const spot of spots) {
    const { attributes } = spot.spot.element;
    const isRadio = typeOf(spot.spot.element) === 'radio' && (attributes.name ?? '') !== '';
    const group = isRadio ? groups.get(attributes.name ?? '') : undefined;
    if (group !== undefined) {
      group.push(spot);
      continue;
    }
    const entry = [spot];
    if (isRadio) groups.set(attributes.name ?? '', entry);
    entries.push(entry);
  }
  return entries.map((entry) => controlOf(entry, datalists));
}

function controlOf(entry: readonly ControlSpot[], datalists: ReadonlyMap<string, TreeElement>): FormControl {
  const first = entry[0] as ControlSpot;
  const { element } = first.spot;
  const { attributes: a } = element;
  const type = typeOf(element);
  const options = optionsFor(type, entry, datalists);
  const maxLength = /^\d{1,9}$/.test(a.maxlength ?? '') ? Number(a.maxlength) : undefined;
  const shown = entry.find(({ spot }) => spot.hidden === undefined);
  const hidden = shown === undefined ? first.spot.hidden : undefined;
  const label = type === 'hidden' ? ({ label: '', labelSource: 'none' } as const) : groupLabel(type, entry);
  return {
    name: a.name ?? '',
    id: a.id ?? '',
    tag: element.tag as FormControl['tag'],
    type,
    ...label,
    options,
    domain: domainOf(type),
    value: startValue(type, element, options),
    checked: entry.some(({ spot }) => isChecked(spot.element)),
    required: entry.some(({ spot }) => isRequired(spot.element)),
    disabled: a.disabled !== undefined,
    readOnly: a.readonly !== undefined && !/^(?:checkbox|radio)$/.test(type),
    multiple: a.multiple !== undefined,
    pattern: a.pattern ?? '',
    min: a.min ?? '',
    max: a.max ?? '',
    step: a.step ?? '',
    ...(maxLength !== undefined && { maxLength }),
    placeholder: cleanLabel(a.placeholder),
    autocomplete: a.autocomplete ?? '',
    classes: a.class ?? '',
    submitsOnChange: SENDS.test(a.onchange ?? '') || SENDS.test(a.onclick ?? ''),
    visible: hidden === undefined,
    ...(hidden !== undefined && { hiddenBecause: hidden }),
  };
}

const isChecked = (element: TreeElement): boolean =>
  element.checked ?? element.attributes.checked !== undefined;
const isRequired = ({ attributes }: TreeElement): boolean =>
  attributes.required !== undefined || attributes['aria-required'] === 'true';

function domainOf(type: string): ValueDomain {
  if (/^(?:select-one|select-multiple|radio|checkbox)$/.test(type)) return 'finite';
  return NOTHING_TO_FILL.has(type) ? 'none' : 'open';
}

function optionsFor(
  type: string,
  entry: readonly ControlSpot[],
  datalists: ReadonlyMap<string, TreeElement>,
): ControlOption[] {
  const element = (entry[0] as ControlSpot).spot.element;
  if (element.tag === 'select') return optionsOf(element);
  if (type === 'radio' || type === 'checkbox') return entry.slice(0, MAX_OPTIONS).map(choiceOf);
  const list = element.attributes.list === undefined ? undefined : datalists.get(element.attributes.list);
  return list === undefined ? [] : optionsOf(list);
}

function choiceOf(control: ControlSpot): ControlOption {
  const { element } = control.spot;
  const value = element.attributes.value ?? 'on';
  const { label } = labelOf(control);
  return {
    value,
    label,
    ...(isChecked(element) && { selected: true }),
    ...(element.attributes.type?.toLowerCase() === 'radio' && isAnyOption(value, label) && { any: true }),
  };
}

/** A radio group is called by its fieldset's legend; its buttons have labels of their own. */
function groupLabel(type: string, entry: readonly ControlSpot[]): Pick<FormControl, 'label' | 'labelSource'> {
  const first = entry[0] as ControlSpot;
  if (type !== 'radio') return labelOf(first);
  const legend = cleanLabel(first.spot.fieldset?.text);
  if (legend !== '' && entry.length > 1) return { label: legend, labelSource: 'legend' };
  const before = cleanLabel(first.before?.text);
  if (before !== '' && before.length <= 60) return { label: before, labelSource: 'neighbour' };
  return labelOf({ ...first, spot: { ...first.spot, label: undefined } });
}

function startValue(type: string, element: TreeElement, options: readonly ControlOption[]): string {
  const { attributes } = element;
  switch (type) {
    case 'select-one':
    case 'select-multiple':
      return element.value ?? selectedValue(options, type === 'select-multiple');
    case 'radio':
      return options.find((option) => option.selected === true)?.value ?? '';
    case 'checkbox':
      return attributes.value ?? 'on';
    case 'textarea':
      return element.value ?? element.children.filter((child) => !isElement(child)).join('');
    default:
      return element.value ?? attributes.value ?? '';
  }
}

/** A button, or a link that acts as one. */
export function submitOf({ spot }: PressSpot): SubmitControl {
  const { element } = spot;
  const { attributes: a } = element;
  const type = submitType(element);
  const inner = element.tag === 'input' ? '' : textOf(element, 200);
  const own =
    type === 'image'
      ? a.alt
      : element.tag === 'input'
        ? (a.value ?? (type === 'submit' ? 'Submit' : ''))
        : inner;
  const method = formMethod(a.formmethod);
  return {
    type,
    label:
      cleanLabel(own) || cleanLabel(a['aria-label']) || cleanLabel(a.title) || cleanLabel(innerAlt(element)),
    name: a.name ?? '',
    value: a.value ?? '',
    id: a.id ?? '',
    classes: a.class ?? '',
    marker: markerOf(element),
    visible: spot.hidden === undefined,
    ...(a.formaction !== undefined &&
      URL.canParse(a.formaction, spot.scope.baseUrl) && {
        action: new URL(a.formaction, spot.scope.baseUrl).href,
      }),
    ...(method !== undefined && { method }),
  };
}

export function submitType({ tag, attributes }: TreeElement): SubmitControl['type'] {
  const type = attributes.type?.trim().toLowerCase();
  if (tag === 'input') return type === 'image' ? 'image' : type === 'submit' ? 'submit' : 'button';
  if (tag === 'button') return type === 'button' || type === 'reset' || type === 'menu' ? 'button' : 'submit';
  return 'link';
}

export function formMethod(attribute: string | undefined): FormMethod | undefined {
  const method = attribute?.trim().toLowerCase();
  return method === 'get' || method === 'post' || method === 'dialog' ? method : undefined;
}

function innerAlt(element: TreeElement): string | undefined {
  const picture = element.children.find(
    (child): child is TreeElement => isElement(child) && child.tag === 'img',
  );
  return picture?.attributes.alt ?? picture?.attributes.title;
}

/** Words only the markup shows: a picture's file name, the class of an icon, the script of a link. */
function markerOf(element: TreeElement): string {
  const parts = [fileName(element.attributes.src), element.attributes.onclick ?? ''];
  if (element.tag === 'a')
    parts.push(/^javascript:/i.test(element.attributes.href ?? '') ? (element.attributes.href ?? '') : '');
  for (const child of element.children.slice(0, 8)) {
    if (isElement(child)) parts.push(child.attributes.class ?? '', fileName(child.attributes.src));
  }
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 300);
}

const fileName = (address: string | undefined): string =>
  (address ?? '')
    .slice(0, 2_000)
    .replace(/[?#].*/s, '')
    .replace(/^.*\//, '')
    .slice(0, 100);
