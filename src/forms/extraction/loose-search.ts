import { wordLine } from '../../foundation/text/index.ts';
import { lexiconTerm } from '../lexicon/index.ts';
import { inputType, submitOf } from './control.ts';
import type { ControlSpot, PressSpot, TextPosition } from './page-facts.ts';
import { isNoSubmit, namesSearch, searchPresses } from './press-words.ts';

/** Controls that search although no `<form>` holds them together. */
export interface LooseForm {
  /** The element taken for the form: a search landmark, the nearest one with a button, or the box itself. */
  readonly around: TextPosition;
  readonly controls: readonly ControlSpot[];
  readonly presses: readonly PressSpot[];
}

/** Elements that an element of its own is wrapped in, at most. */
const MAX_CLIMB = 60;
/** Up to here a box may meet its button among other boxes. */
const NEAR = 6;
const MAX_LOOSE_FORMS = 100;
const MAX_CONTROLS = 60;
/** Buttons looked at around a box. */
const MOST_BESIDE = 20;

/**
 * Search boxes outside any form: a search role or type says so by itself; a word of searching or filtering needs to stand
 * in the box's own label or name; a mere query name (`q`) needs a button beside it; any other box one that says that it searches.
 * @param controls controls without a form owner, in document order
 * @param presses buttons without a form owner, in document order
 */
export function looseSearches(controls: readonly ControlSpot[], presses: readonly PressSpot[]): LooseForm[] {
  const found: LooseForm[] = [];
  let taken = -1;
  for (const control of controls) {
    if (found.length >= MAX_LOOSE_FORMS) break;
    if (control.spot.order <= taken || !isTextBox(control.spot)) continue;
    const form = looseForm(control, controls, presses);
    if (form === undefined) continue;
    found.push(form);
    taken = form.around.end;
  }
  return found;
}

function looseForm(
  control: ControlSpot,
  controls: readonly ControlSpot[],
  presses: readonly PressSpot[],
): LooseForm | undefined {
  const landmark = searchLandmark(control.spot);
  const { says, hints } = searchEvidence(control.spot);
  const choose = says || (hints && !isOneLineArea(control.spot)) ? searching : namedSearching;
  const around = landmark ?? withButton(control, controls, presses, choose);
  // The box of a pager holds the number of its page.
  if (landmark === undefined && !says && /^\d+$/.test(shownIn(control.spot))) return undefined;
  const inside = around === undefined ? [] : within(controls, around, MAX_CONTROLS + 1);
  const isOther = inside.some((one) => one !== control && isPrivate(one));
  if (around === undefined || inside.length > MAX_CONTROLS || isOther) {
    return says || landmark !== undefined
      ? { around: control.spot, controls: [control], presses: [] }
      : undefined;
  }
  return { around, controls: inside, presses: searching(within(presses, around, MOST_BESIDE)) };
}

/** A box of one line, as some kits draw it; a comment is written in one of several, or says nothing of searching. */
const isOneLineArea = ({ element: { tag, attributes } }: TextPosition): boolean =>
  tag === 'textarea' && attributes.rows === '1';

const isTextBox = (spot: TextPosition): boolean =>
  spot.hidden === undefined &&
  (isOneLineArea(spot) ||
    (spot.element.tag === 'input' && /^(?:text|search)$/.test(inputType(spot.element.attributes.type))));

const shownIn = ({ element }: TextPosition): string => element.value ?? element.attributes.value ?? '';

const isPrivate = ({ spot: { element } }: ControlSpot): boolean =>
  element.tag === 'textarea' || /^(?:password|email|tel|file)$/.test(inputType(element.attributes.type));

function searchLandmark(spot: TextPosition): TextPosition | undefined {
  let at: TextPosition | undefined = spot.parent;
  for (let climbed = 0; at !== undefined && climbed < MAX_CLIMB; climbed++, at = at.parent) {
    if (at.element.attributes.role === 'search' || at.element.tag === 'search') return at;
  }
  return undefined;
}

function searchEvidence({ element, label, scope }: TextPosition): { says: boolean; hints: boolean } {
  const a = element.attributes;
  const named = scope.labels.get(a.id ?? '') ?? label;
  if (inputType(a.type) === 'search' || /^search(?:box)?$/.test(a.role ?? ''))
    return { says: true, hints: true };
  const own = wordLine(
    [a.placeholder, a['aria-label'], a.title, a.name, a.id, named?.text].join(' ').slice(0, 400),
  );
  const names = wordLine(`${a.name ?? ''} ${a.id ?? ''}`.slice(0, 200));
  const classes = wordLine((a.class ?? '').slice(0, 200));
  return {
    says: (['search', 'keyword', 'filter'] as const).some((list) => lexiconTerm(list, own) !== undefined),
    hints:
      lexiconTerm('queryCode', names) !== undefined ||
      lexiconTerm('keyword', names) !== undefined ||
      lexiconTerm('search', classes) !== undefined,
  };
}

type Choosing = (presses: readonly PressSpot[]) => readonly PressSpot[];
const searching: Choosing = (presses) => searchPresses(presses, submitOf);
/** Beside a box that does not say that it searches, a button must. */
const namedSearching: Choosing = (presses) => presses.filter((press) => namesSearch(submitOf(press)));

/** The nearest element around that also holds something to press, if that searches; further up it is the only box there. */
function withButton(
  control: ControlSpot,
  controls: readonly ControlSpot[],
  presses: readonly PressSpot[],
  choose: Choosing,
): TextPosition | undefined {
  const { spot } = control;
  const isNear = choose === searching || isOneLineArea(spot);
  let at: TextPosition | undefined = spot.parent;
  for (let climbed = 0; at?.parent !== undefined && climbed < MAX_CLIMB; climbed++, at = at.parent) {
    if (/^(?:body|html|main)$/.test(at.element.tag)) return undefined;
    const beside = within(presses, at, MOST_BESIDE);
    if (
      climbed >= NEAR &&
      within(controls, at, MAX_CONTROLS).some((one) => one !== control && isTextBox(one.spot))
    )
      return undefined;
    if ((climbed < NEAR ? choose : namedSearching)(beside).length > 0) return at;
    // A clear button is beside the field, a search button may be beside both.
    if (isNear && !beside.every((press) => isNoSubmit(submitOf(press)))) return undefined;
  }
  return undefined;
}

/** Finds the members inside an element by binary search; the list is in document order. */
function within<T extends { readonly spot: TextPosition }>(
  list: readonly T[],
  around: TextPosition,
  limit: number,
): T[] {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.spot.order ?? 0) < around.order) low = middle + 1;
    else high = middle;
  }
  const members: T[] = [];
  for (let i = low; i < list.length && members.length < limit; i++) {
    const member = list[i] as T;
    if (member.spot.order > around.end) break;
    members.push(member);
  }
  return members;
}
