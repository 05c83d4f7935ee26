/** Fetches the page that a form is sent from, again for each query where hidden fields carry state. */

import { extractForms, type Form, type FormControl, gatePage, pageWithAnnounced } from '../../forms/index.ts';
import { isElement, type TreeDocument, type TreeElement } from '../../foundation/dom/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import type { FilledControl } from '../types/submission.ts';
import type { FormPage } from './encode-request.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import { PageTroubleError, troubleOfStatus } from './why-no-answer.ts';

export interface FormOnPage {
  /** Document that holds the form: the page itself, or a frame. */
  readonly page: FormPage;
  /** The page as a visitor sees it, with the frame's document in it. */
  readonly shown: TreeDocument;
  /** The form of this page, with the hidden values of this page. */
  readonly form: Form;
}

export class FormSource {
  private readonly session: FormSession;
  private readonly url: string;
  private readonly wanted: Form;
  private cached: FormOnPage | undefined;
  private outerPage: TreeDocument | undefined;

  /** @param wanted the form as it was found; on a new copy of the page it is recognised by its identity */
  constructor(session: FormSession, url: string, wanted: Form) {
    this.session = session;
    this.url = url;
    this.wanted = wanted;
  }

  /**
   * Returns the form ready to be sent, from the cached page unless the form carries state.
   * @throws {FormChangedError} if the page no longer shows the form; what `FormSession.formPage` throws
   */
  async fetchForm(): Promise<FormOnPage> {
    if (this.cached !== undefined && !this.isOfOnePage(this.cached.form)) return this.cached;
    // The document of a frame can be fetched by itself.
    const page = this.withAnnounced(await this.session.formPage(this.wanted.where.frameUrl ?? this.url));
    const form = findMatchingForm(extractForms(page.tree), this.wanted);
    if (form === undefined) {
      const trouble = troubleOfStatus(page.status);
      if (trouble !== undefined)
        throw new PageTroubleError(`${page.tree.url} answers with status ${page.status}`, trouble);
      if (gatePage(page.tree)?.kind === 'terms')
        throw new PageTroubleError(`${page.tree.url} asks to agree to its terms`, 'terms');
      const detail = page.status >= 400 ? `answers with status ${page.status}` : 'no longer shows the form';
      throw new FormChangedError(`${page.tree.url} ${detail}`);
    }
    this.cached = { page, form, shown: await this.shownWith(page.tree) };
    return this.cached;
  }

  /** Tells whether hidden fields may hold a token or page state, or names are made anew: they must be as fresh as in a browser. */
  private isOfOnePage(form: Form): boolean {
    return mayHoldState(form) || namesOf(form) !== namesOf(this.wanted);
  }

  /** Drops the cached page, so that the next query fetches it again. */
  clearCache(): void {
    this.cached = undefined;
    this.outerPage = undefined;
  }

  /** Returns the page as a visitor sees it, even if only a script or a click brings the form up. */
  async visiblePage(): Promise<TreeDocument> {
    try {
      return (await this.fetchForm()).shown;
    } catch (error) {
      if (!(error instanceof FormChangedError)) throw error;
      return (await this.session.formPage(this.url)).tree;
    }
  }

  /** The page as a visitor saw it when the form was fetched last. */
  get lastShown(): TreeDocument | undefined {
    return this.cached?.shown;
  }

  /** Inserts the form of a search that the page only announces (OpenSearch, for example). */
  private withAnnounced<P extends FormPage>(page: P): P {
    if (this.wanted.where.unseen !== true) return page;
    const isThere = findMatchingForm(extractForms(page.tree), this.wanted) !== undefined;
    return isThere ? page : { ...page, tree: pageWithAnnounced(page.tree, this.wanted) };
  }

  private async shownWith(tree: TreeDocument): Promise<TreeDocument> {
    const { frameUrl } = this.wanted.where;
    if (frameUrl === undefined) return tree;
    this.outerPage ??= (await this.session.formPage(this.url)).tree;
    return withFrame(this.outerPage, frameUrl, tree);
  }
}

/** Tells whether hidden fields may hold a token or page state. */
export const mayHoldState = ({ controls }: Form): boolean =>
  controls.some(({ type, value }) => type === 'hidden' && value.length >= 8);

/** Puts a frame's document into the page that holds the frame. */
function withFrame(page: TreeDocument, frameUrl: string, frame: TreeDocument): TreeDocument {
  const within = (element: TreeElement): TreeElement => {
    const { tag, attributes, children } = element;
    const own = tag === 'iframe' && URL.parse(attributes.src ?? '', page.baseUrl)?.href === frameUrl;
    if (own) return { ...element, frame };
    return { ...element, children: children.map((child) => (isElement(child) ? within(child) : child)) };
  };
  return { ...page, root: within(page.root) };
}

/**
 * Finds the form on a page that corresponds to a known one: by identity, else by the names of its controls
 * (options may have changed), else the most similar one (a form in use may have got more controls), else by what it says
 * (names may be made anew on each page).
 */
export const findMatchingForm = (forms: readonly Form[], wanted: Form): Form | undefined =>
  findSameForm(forms, wanted) ?? mostAlike(forms, wanted, MIN_LIKENESS) ?? renamed(forms, wanted);

/** Finds it by identity or by the names of its controls: the same form, as long as what opens it was pressed. */
export function findSameForm(forms: readonly Form[], wanted: Form): Form | undefined {
  const alike = forms.filter(({ id }) => id === wanted.id);
  const same = alike.find(({ visible }) => visible === wanted.visible) ?? alike[0];
  if (same !== undefined) return same;
  const named = forms.filter((form) => namesOf(form) === namesOf(wanted));
  return mostAlike(named, wanted, 0);
}

/** A form less similar than this is another form. */
const MIN_LIKENESS = 0.6;

function mostAlike(forms: readonly Form[], wanted: Form, least: number): Form | undefined {
  const ranked = forms
    .map((form) => ({ form, likeness: likeness(form, wanted) }))
    .filter(({ likeness: own }) => own >= least)
    .sort((a, b) => b.likeness - a.likeness || distance(a.form, wanted) - distance(b.form, wanted));
  return ranked[0]?.form;
}

const distance = ({ index }: Form, wanted: Form): number => Math.abs(index - wanted.index);

/** Computes a similarity of 0–1: share of the wanted controls that the form has, weighted by matching attributes. */
function likeness(form: Form, wanted: Form): number {
  if (form.where.hasFormTag !== wanted.where.hasFormTag || form.where.kind !== wanted.where.kind) return 0;
  const found = form.controls.map(controlIdentity);
  const expected = wanted.controls.filter(({ type }) => type !== 'hidden').map(controlIdentity);
  if (expected.length === 0) return 0;
  const kept = expected.filter((one) => found.includes(one)).length / expected.length;
  const attributes: readonly boolean[] = [
    form.method === wanted.method,
    pathOf(form.action) === pathOf(wanted.action),
    form.htmlId === wanted.htmlId && form.name === wanted.name,
    form.container === wanted.container || form.classes === wanted.classes,
  ];
  return kept * (0.6 + 0.1 * attributes.filter(Boolean).length);
}

const controlIdentity = ({ type, name, id, placeholder }: Form['controls'][number]): string =>
  `${type} ${name || id.replace(/\d+/g, '#') || placeholder}`;

const pathOf = (address: string): string => URL.parse(address)?.pathname ?? address;

/** Finds the form that says the same; of several, the one in its place. */
function renamed(forms: readonly Form[], wanted: Form): Form | undefined {
  const alike = forms.filter((form) => saysSame(form, wanted));
  return alike.length === 1 ? alike[0] : alike.find(({ index }) => index === wanted.index);
}

/** Tells whether two forms differ in names and ids alone. Where they have no labels, the place of the form decides, too. */
export function saysSame(one: Form, other: Form): boolean {
  const [own, others] = [one, other].map(({ where, method, action, controls, submits }) => [
    `${where.hasFormTag} ${where.kind} ${method} ${pathOf(action)}`,
    ...controls.filter(({ type }) => type !== 'hidden').map(saidBy),
    ...submits.map(({ type, label }) => `${type} ${label}`),
  ]);
  const isLabelled = one.controls.some((control) => control.type !== 'hidden' && labelIn(control) !== '');
  return own?.sort().join('\n') === others?.sort().join('\n') && (isLabelled || one.index === other.index);
}

/** What a page calls a control. */
const labelIn = ({ label, labelSource }: FormControl): string =>
  labelSource === 'name' ? '' : foldText(label);

const saidBy = (control: FormControl): string => `${control.type} ${labelIn(control)}`;

/** Tells whether a copy of a form takes the same values and leads to the same place. */
export const hasFieldsOf = (copy: Form, form: Form): boolean =>
  copy.id === form.id || (namesOf(copy) === namesOf(form) && pathOf(copy.action) === pathOf(form.action));

const namesOf = ({ controls, method }: Form): string =>
  [
    method,
    ...controls.filter(({ type }) => type !== 'hidden').map(({ name, type }) => `${type} ${name}`),
  ].join('\n');

/**
 * Maps filled controls to their positions and names in another copy of the form: pages may bring one hidden field more
 * or less, and other names.
 * @throws {FormChangedError} if a control is gone
 */
export function mapControls(
  controls: readonly FilledControl[],
  from: Form,
  to: Form,
): readonly FilledControl[] {
  const unmoved = controls.every(({ position, name }) => to.controls[position]?.name === name);
  if (from === to || (unmoved && from.controls.length === to.controls.length)) return controls;
  return controls.map((control) => {
    const position = positionIn(to, from, control.position);
    const name = to.controls[position ?? -1]?.name;
    if (position === undefined || name === undefined)
      throw new FormChangedError(`the form has no control “${control.name}” any more`);
    return { ...control, position, name };
  });
}

/** Finds a control by its name; if that is gone, by id, label and place among the controls of its kind with other names. */
function positionIn(to: Form, from: Form, at: number): number | undefined {
  const own = from.controls[at];
  if (own === undefined) return undefined;
  const isKin = ({ type, name }: FormControl) => type === own.type && name === own.name;
  const nth = from.controls.slice(0, at).filter(isKin).length;
  const named = to.controls.filter(isKin)[nth];
  const unnamed = (one: Form, other: Form) =>
    one.controls.filter(
      ({ type, name }) => type === own.type && other.controls.every((control) => control.name !== name),
    );
  const found = named ?? sameIn(unnamed(to, from), unnamed(from, to), own);
  return found === undefined ? undefined : to.controls.indexOf(found);
}

function sameIn(
  fresh: readonly FormControl[],
  gone: readonly FormControl[],
  own: FormControl,
): FormControl | undefined {
  const byId = own.id === '' ? undefined : fresh.find(({ id }) => id === own.id);
  const [said, before] = [fresh, gone].map((all) => all.filter((one) => labelIn(one) === labelIn(own)));
  return byId ?? (said?.length === before?.length ? said?.[before?.indexOf(own) ?? -1] : undefined);
}
