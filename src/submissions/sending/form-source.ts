/** Where a form is sent from: its page over HTTP, as fresh as its hidden state asks for. */

import { extractForms, type Form, pageWithAnnounced } from '../../forms/index.ts';
import { isElement, type TreeDocument, type TreeElement } from '../../foundation/dom/index.ts';
import type { FilledControl } from '../types/submission.ts';
import type { FormPage } from './encode-request.ts';
import { FormChangedError } from './entry-list.ts';
import type { FormSession } from './form-session.ts';
import { PageTroubleError, troubleOfStatus } from './why-no-answer.ts';

export interface FormOnPage {
  /** The document that holds it: the page itself, or the frame. */
  readonly page: FormPage;
  /** What a visitor sees: the page with the frame in it. */
  readonly shown: TreeDocument;
  /** The form as this page has it: its hidden values are those of this page. */
  readonly form: Form;
}

export class FormSource {
  private readonly session: FormSession;
  private readonly url: string;
  private readonly wanted: Form;
  private kept: FormOnPage | undefined;
  private around: TreeDocument | undefined;

  /** @param wanted the form as it was found; on a fresh page it is known by its identity */
  constructor(session: FormSession, url: string, wanted: Form) {
    this.session = session;
    this.url = url;
    this.wanted = wanted;
  }

  /**
   * The form, ready to be sent.
   * @throws {FormChangedError} where its page no longer shows it; what `FormSession.formPage` throws
   */
  async fresh(): Promise<FormOnPage> {
    if (this.kept !== undefined && !carriesState(this.kept.form)) return this.kept;
    // A frame's document can be asked for by itself.
    const page = this.withAnnounced(await this.session.formPage(this.wanted.where.frameUrl ?? this.url));
    const form = likestForm(extractForms(page.tree), this.wanted);
    if (form === undefined) {
      const trouble = troubleOfStatus(page.status);
      if (trouble !== undefined)
        throw new PageTroubleError(`${page.tree.url} answers with status ${page.status}`, trouble);
      const said = page.status >= 400 ? `answers with status ${page.status}` : 'no longer shows the form';
      throw new FormChangedError(`${page.tree.url} ${said}`);
    }
    this.kept = { page, form, shown: await this.shownWith(page.tree) };
    return this.kept;
  }

  /** The next time the form is fetched afresh, whatever it carries. */
  forget(): void {
    this.kept = undefined;
    this.around = undefined;
  }

  /** The page as a visitor sees it, whether it shows the form or only a script or a press does. */
  async page(): Promise<TreeDocument> {
    try {
      return (await this.fresh()).shown;
    } catch (error) {
      if (!(error instanceof FormChangedError)) throw error;
      return (await this.session.formPage(this.url)).tree;
    }
  }

  /** What a visitor saw when the form was fetched last. */
  get seen(): TreeDocument | undefined {
    return this.kept?.shown;
  }

  /** A search that its page only announces is written into it, as the form it stands for. */
  private withAnnounced<P extends FormPage>(page: P): P {
    if (this.wanted.where.unseen !== true) return page;
    const isThere = likestForm(extractForms(page.tree), this.wanted) !== undefined;
    return isThere ? page : { ...page, tree: pageWithAnnounced(page.tree, this.wanted) };
  }

  private async shownWith(tree: TreeDocument): Promise<TreeDocument> {
    const { frameUrl } = this.wanted.where;
    if (frameUrl === undefined) return tree;
    this.around ??= (await this.session.formPage(this.url)).tree;
    return framed(this.around, frameUrl, tree);
  }
}

/** A page whose frame of this address has its document in it. */
function framed(page: TreeDocument, frameUrl: string, frame: TreeDocument): TreeDocument {
  const within = (element: TreeElement): TreeElement => {
    const { tag, attributes, children } = element;
    const own = tag === 'iframe' && URL.parse(attributes.src ?? '', page.baseUrl)?.href === frameUrl;
    if (own) return { ...element, frame };
    return { ...element, children: children.map((child) => (isElement(child) ? within(child) : child)) };
  };
  return { ...page, root: within(page.root) };
}

/** Hidden fields that may hold a token, or the state of a page, must be as fresh as in a browser. */
const carriesState = ({ controls }: Form): boolean =>
  controls.some(({ type, value }) => type === 'hidden' && value.length >= 8);

/**
 * The form on a page that a wanted one is: by identity, else by its controls, for options may have come or gone, else the
 * one that is most like it, for a form that is in use may have got more controls.
 */
export function likestForm(forms: readonly Form[], wanted: Form): Form | undefined {
  const alike = forms.filter(({ id }) => id === wanted.id);
  const same = alike.find(({ visible }) => visible === wanted.visible) ?? alike[0];
  if (same !== undefined) return same;
  const named = forms.filter((form) => namesOf(form) === namesOf(wanted));
  return bestOf(named, wanted, 0) ?? bestOf(forms, wanted, LEAST_LIKE);
}

/** Below this a form is another one. */
const LEAST_LIKE = 0.6;

function bestOf(forms: readonly Form[], wanted: Form, least: number): Form | undefined {
  const ranked = forms
    .map((form) => ({ form, likeness: likeness(form, wanted) }))
    .filter(({ likeness: own }) => own >= least)
    .sort((a, b) => b.likeness - a.likeness || distance(a.form, wanted) - distance(b.form, wanted));
  return ranked[0]?.form;
}

const distance = ({ index }: Form, wanted: Form): number => Math.abs(index - wanted.index);

/** 0–1: of the controls that the wanted form has, how many this one has, and where it says it is and goes. */
function likeness(form: Form, wanted: Form): number {
  if (form.where.hasFormTag !== wanted.where.hasFormTag || form.where.kind !== wanted.where.kind) return 0;
  const own = form.controls.map(calledOf);
  const theirs = wanted.controls.filter(({ type }) => type !== 'hidden').map(calledOf);
  if (theirs.length === 0) return 0;
  const kept = theirs.filter((one) => own.includes(one)).length / theirs.length;
  const places: readonly boolean[] = [
    form.method === wanted.method,
    pathOf(form.action) === pathOf(wanted.action),
    form.htmlId === wanted.htmlId && form.name === wanted.name,
    form.container === wanted.container || form.classes === wanted.classes,
  ];
  return kept * (0.6 + 0.1 * places.filter(Boolean).length);
}

const calledOf = ({ type, name, id, placeholder }: Form['controls'][number]): string =>
  `${type} ${name || id.replace(/\d+/g, '#') || placeholder}`;

const pathOf = (address: string): string => URL.parse(address)?.pathname ?? address;

const namesOf = ({ controls, method }: Form): string =>
  [
    method,
    ...controls.filter(({ type }) => type !== 'hidden').map(({ name, type }) => `${type} ${name}`),
  ].join('\n');

/**
 * The same values at the positions where another copy of the form has these controls: pages may bring one hidden field
 * more or less.
 * @throws {FormChangedError} where a control is gone
 */
export function transposed(
  controls: readonly FilledControl[],
  from: Form,
  to: Form,
): readonly FilledControl[] {
  const unmoved = controls.every(({ position, name }) => to.controls[position]?.name === name);
  if (from === to || (unmoved && from.controls.length === to.controls.length)) return controls;
  return controls.map((control) => {
    const called = ({ name, type }: Form['controls'][number]) =>
      name === control.name && type === from.controls[control.position]?.type;
    const nth = from.controls.slice(0, control.position).filter(called).length;
    const position = to.controls.flatMap((one, i) => (called(one) ? [i] : []))[nth];
    if (position === undefined)
      throw new FormChangedError(`the form has no control “${control.name}” any more`);
    return { ...control, position };
  });
}
