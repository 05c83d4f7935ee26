import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { Form, FormContext, FormControl, FormLocation, SubmitControl } from '../form.ts';
import { controlsOf, formMethod, submitOf, submitType } from './control.ts';
import { identityOf } from './identity.ts';
import { cleanLabel } from './label.ts';
import { type LooseForm, looseSearches } from './loose-search.ts';
import type { ControlSpot, FormSpot, PageFacts, PageText, PressSpot, TextPosition } from './page-facts.ts';
import { MAX_FORMS, walkPage } from './page-walk.ts';

const MAX_TEXT = 2_000;
const CONTAINER_LEVELS = 4;
/** Stands in for a document that has no http(s) address at all, such as a file on disk. */
const NOWHERE = 'http://localhost/';

/**
 * Every form of a page in document order: in the document, in open shadow roots and same-origin frames, and search
 * boxes that no `<form>` tag holds. Controls belong to a form by the form-owner pointer, never by ancestry.
 *
 * Linear in the size of the page; at most 2,000 forms, and 5,000 options a control.
 */
export function extractForms(document: TreeDocument): Form[] {
  if (document.formLike === false) return [];
  const facts = walkPage(document);
  const owned = byOwner(facts);
  const drafts: Draft[] = facts.forms.map((form) => taggedForm(form, owned, facts));
  for (const loose of looseSearches(owned.looseControls, owned.loosePresses))
    drafts.push(looseForm(loose, facts));
  drafts.sort((a, b) => a.order - b.order);
  return drafts.slice(0, MAX_FORMS).map(({ form }, index) => ({ ...form, index }));
}

/** The headings of a page that may precede its forms, in document order. */
export const headingsOf = (document: TreeDocument): string[] =>
  walkPage(document).headings.map(({ text }) => cleanLabel(text));

/** Context of the page for the classifiers. */
export const contextOf = (document: TreeDocument, forms: readonly Form[]): FormContext => ({
  url: document.url,
  title: document.title,
  forms: forms.length,
});

interface Draft {
  readonly order: number;
  readonly form: Omit<Form, 'index'>;
}

interface Owned {
  readonly controls: ReadonlyMap<number, ControlSpot[]>;
  readonly presses: ReadonlyMap<number, PressSpot[]>;
  readonly looseControls: readonly ControlSpot[];
  readonly loosePresses: readonly PressSpot[];
}

function byOwner(facts: PageFacts): Owned {
  const keys = new Set(facts.forms.map(({ formKey }) => formKey));
  const controls = new Map<number, ControlSpot[]>();
  const presses = new Map<number, PressSpot[]>();
  const looseControls: ControlSpot[] = [];
  const loosePresses: PressSpot[] = [];
  for (const control of facts.controls) {
    const { owner } = control.spot.element;
    if (owner !== undefined && keys.has(owner)) push(controls, owner, control);
    else if (owner === undefined) looseControls.push(control);
  }
  for (const press of facts.presses) {
    // Links have no form owner: they act on the form around them.
    const { owner } = press.spot.element;
    const key = owner ?? (submitType(press.spot.element) === 'link' ? press.spot.form?.formKey : undefined);
    if (key !== undefined && keys.has(key)) push(presses, key, press);
    else if (owner === undefined) loosePresses.push(press);
  }
  return { controls, presses, looseControls, loosePresses };
}

function push<T>(map: Map<number, T[]>, key: number, member: T): void {
  const members = map.get(key);
  if (members === undefined) map.set(key, [member]);
  else members.push(member);
}

function taggedForm(formSpot: FormSpot, owned: Owned, facts: PageFacts): Draft {
  const { spot, formKey } = formSpot;
  const a = spot.element.attributes;
  const controlSpots = owned.controls.get(formKey) ?? [];
  const pressSpots = owned.presses.get(formKey) ?? [];
  const controls = controlsOf(controlSpots, facts.datalists);
  const submits = pressSpots.map(submitOf);
  return finish(spot, {
    where: placeOf(spot, true),
    formKey,
    ...actionOf(a.action, spot),
    method: formMethod(a.method) ?? 'get',
    enctype: enctypeOf(a.enctype),
    name: a.name ?? '',
    htmlId: a.id ?? '',
    classes: a.class ?? '',
    role: a.role ?? '',
    ariaLabel: cleanLabel(a['aria-label'] ?? a.title ?? a.tooldescription ?? a.toolname),
    container: containerOf(spot),
    controls,
    submits,
    text: formText(formSpot, controlSpots, pressSpots, facts.pieces),
    heading: cleanLabel(formSpot.headingInside?.text) || cleanLabel(formSpot.headingBefore?.text),
    links: formSpot.links,
    images: formSpot.images,
    captcha: formSpot.captcha,
    visible: isVisible(spot, controls, submits),
  });
}

function looseForm({ around, controls: controlSpots, presses }: LooseForm, facts: PageFacts): Draft {
  // Of text areas only the box that searches is among them.
  const controls = controlsOf(controlSpots, facts.datalists).map((control) =>
    control.type === 'textarea' ? { ...control, type: 'search' } : control,
  );
  const submits = presses.map(submitOf);
  const a = around.element.attributes;
  const isBox = around === controlSpots[0]?.spot;
  return finish(around, {
    where: placeOf(around, false),
    ...actionOf(undefined, around),
    actionKind: 'script',
    method: 'get',
    enctype: enctypeOf(undefined),
    name: '',
    htmlId: isBox ? '' : (a.id ?? ''),
    classes: isBox ? '' : (a.class ?? ''),
    role: isBox ? '' : (a.role ?? ''),
    ariaLabel: isBox ? '' : cleanLabel(a['aria-label']),
    container: containerOf(around),
    controls,
    submits,
    text: textBetween(facts.pieces, around.order, around.end),
    heading: cleanLabel(around.heading?.text),
    links: 0,
    images: 0,
    captcha: false,
    visible: isVisible(around, controls, submits),
  });
}

function finish(spot: TextPosition, form: Omit<Form, 'index' | 'id'>): Draft {
  return { order: spot.order, form: { id: identityOf(form), ...form } };
}

function placeOf({ scope }: TextPosition, hasFormTag: boolean): FormLocation {
  return { kind: scope.kind, hasFormTag, ...(scope.frameUrl !== undefined && { frameUrl: scope.frameUrl }) };
}

function actionOf(
  attribute: string | undefined,
  { scope }: TextPosition,
): Pick<Form, 'action' | 'actionKind'> {
  // A frame written by its page (about:srcdoc) has no address of its own, but its page's base.
  const own = httpAddress(scope.url, undefined) ?? httpAddress(scope.baseUrl, undefined) ?? NOWHERE;
  const written = attribute?.trim() ?? '';
  if (written === '' || written === '#') return { action: own, actionKind: 'empty' };
  const resolved = httpAddress(written, scope.baseUrl);
  return resolved === undefined
    ? { action: own, actionKind: 'script' }
    : { action: resolved, actionKind: 'address' };
}

/** Without the fragment, which is never sent. */
function httpAddress(address: string, base: string | undefined): string | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

function enctypeOf(attribute: string | undefined): string {
  const type = attribute?.trim().toLowerCase();
  return type === 'multipart/form-data' || type === 'text/plain' ? type : 'application/x-www-form-urlencoded';
}

function containerOf(spot: TextPosition): string {
  const names: string[] = [];
  let at = spot.parent;
  for (let level = 0; at !== undefined && level < CONTAINER_LEVELS; level++, at = at.parent) {
    if (at.element.tag === 'body') break;
    const { id, class: classes, role } = at.element.attributes;
    names.push([id, classes, role].filter((part) => part !== undefined).join(' '));
  }
  return names
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 300);
}

/** Text inside; where mis-nested markup put the controls outside, the text between form tag and last control. */
function formText(
  form: FormSpot,
  controls: readonly ControlSpot[],
  presses: readonly PressSpot[],
  pieces: readonly PageText[],
): string {
  const last = Math.max(controls.at(-1)?.spot.order ?? 0, presses.at(-1)?.spot.order ?? 0);
  const outside = controls.some(
    ({ spot }) => spot.order > form.spot.end && spot.element.attributes.form === undefined,
  );
  return outside ? textBetween(pieces, form.spot.order, last) : form.text.text;
}

function textBetween(pieces: readonly PageText[], from: number, to: number): string {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.order ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const parts: string[] = [];
  let length = 0;
  for (let i = low; i < pieces.length && length < MAX_TEXT; i++) {
    const piece = pieces[i] as PageText;
    if (piece.order > to) break;
    parts.push(piece.text);
    length += piece.text.length + 1;
  }
  return parts.join(' ').slice(0, MAX_TEXT);
}

function isVisible(
  spot: TextPosition,
  controls: readonly FormControl[],
  submits: readonly SubmitControl[],
): boolean {
  if (spot.hidden !== undefined && spot.hidden !== 'size') return false;
  return controls.some(({ visible }) => visible) || submits.some(({ visible }) => visible);
}
