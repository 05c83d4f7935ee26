import type { CDPSession } from 'playwright';
import { evaluateIsolated } from './isolated-world.ts';

/** A button or link that opens something on its page, or an option that adds to it, with the features to find it again. */
export interface FormTrigger {
  /** An `option` has the `id` and the `classes` of its list. */
  readonly tag: string;
  /** Its text, or else its label or title. */
  readonly says: string;
  readonly id: string;
  readonly classes: string;
  /** The page has it only once this was pressed. */
  readonly after?: FormTrigger;
}

export interface FoundTrigger extends FormTrigger {
  /** Its markup marks it as a control that opens something. */
  readonly opens: boolean;
  readonly marks: string;
}

export interface FormTriggers {
  readonly triggers: readonly FoundTrigger[];
  readonly fields: number;
  /** Of the fields, those that words are typed into. */
  readonly boxes: number;
  /** It links to another page of its host. */
  readonly leadsOn: boolean;
  /** Without fragment. */
  readonly url: string;
}

/** DOM types for the functions below, which run in the browser. */
interface LiveElement {
  readonly localName: string;
  readonly id: string;
  readonly textContent: string | null;
  readonly form?: LiveElement | null;
  readonly labels?: Iterable<LiveElement> | null;
  readonly value?: string;
  readonly parentElement: LiveElement | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
  contains(other: LiveElement): boolean;
  querySelectorAll(selector: string): Iterable<LiveElement>;
  click(): void;
  dispatchEvent(event: object): boolean;
}
interface LiveView {
  readonly Event: new (type: string, init: { readonly bubbles: boolean }) => object;
  readonly document: Pick<LiveElement, 'querySelectorAll'>;
  readonly location: { readonly href: string; readonly host: string };
  getComputedStyle(element: LiveElement): { readonly visibility: string };
}

/** Finds visible buttons of few words that may open something; none that sends a form, leads elsewhere or stands beside a box. */
export async function findFormTriggers(session: CDPSession): Promise<FormTriggers> {
  return (await inPage(session, null)) as FormTriggers;
}

/** Returns an expression for an isolated world with the value of {@link findFormTriggers}. */
export const findFormTriggersExpression = (): string => inPageExpression(null);

/** Clicks a trigger again, or chooses the option. @returns false where the page has no such trigger */
export async function clickTrigger(
  session: CDPSession,
  { tag, says, id, classes }: FormTrigger,
): Promise<boolean> {
  return (await inPage(session, { tag, says, id, classes })) === true;
}

async function inPage(session: CDPSession, wanted: FormTrigger | null): Promise<unknown> {
  return (await evaluateIsolated(session, inPageExpression(wanted), { userGesture: true })).value;
}

const inPageExpression = (wanted: FormTrigger | null): string =>
  `(${triggersInPage.toString()})(${JSON.stringify(wanted)})`;

/** Self-contained: its source is sent to the browser, so it can use nothing from outside itself. */
function triggersInPage(wanted: FormTrigger | null): FormTriggers | boolean {
  const { document, location, getComputedStyle, Event } = globalThis as unknown as LiveView;
  const MOST = 5_000;
  const MOST_SAID = 60;
  const MOST_TRIGGERS = 200;
  const FIELDS =
    'input:not([type=hidden], [type=submit], [type=button], [type=image], [type=reset]), select, textarea';
  const OPENING = /open|toggle|modal|panel|expand|popup|popover|offcanvas|collapse|target/i;
  const ADDING = /(?:^|[^a-z])add[\W_]?(?:filter|condition|criteri|clause|rule|field|column)/i;
  const all = (root: Pick<LiveElement, 'querySelectorAll'>, selector: string) =>
    [...root.querySelectorAll(selector)].slice(0, MOST);
  const isShown = (element: LiveElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const attribute = (element: LiveElement, name: string) => element.getAttribute(name) ?? '';
  /** A button folds it away, which leaves it its size. */
  const isFolded = ({ id }: LiveElement) =>
    id !== '' && collapsed.some((button) => attribute(button, 'aria-controls') === id);
  const collapsed = all(document, '[aria-controls][aria-expanded=false]');
  const fields = all(document, FIELDS).filter((field) => isShown(field) && !isFolded(field));
  const says = (element: LiveElement) =>
    (element.textContent ?? '').slice(0, 300).replace(/\s+/g, ' ').trim() ||
    attribute(element, 'aria-label') ||
    attribute(element, 'title');
  const marks = (element: LiveElement) =>
    [...element.attributes]
      .filter(({ name }) => /^(?:id|class|aria-label|aria-controls|title|data-.+)$/.test(name))
      .map(({ name, value }) => `${name.replace(/^data-/, '')} ${value.slice(0, 80)}`)
      .join(' ')
      .slice(0, 500);
  const opens = (element: LiveElement) =>
    /^(?:true|menu|dialog|listbox)$/.test(attribute(element, 'aria-haspopup')) ||
    attribute(element, 'aria-expanded') === 'false' ||
    ['aria-controls', 'popovertarget', 'commandfor'].some((name) => element.hasAttribute(name)) ||
    [...element.attributes].some(({ name }) => name.startsWith('data-') && OPENING.test(name)) ||
    OPENING.test(`${element.id} ${attribute(element, 'class')}`) ||
    /[▾▼▿⌄˅+]\s*$/u.test(says(element));
  /** True where a field stands beside it, which it would send. */
  const isBesideField = ({ parentElement }: LiveElement) =>
    parentElement !== null && fields.some((field) => parentElement.contains(field));
  const isHarmless = (element: LiveElement) => {
    if (element.hasAttribute('disabled') || attribute(element, 'aria-expanded') === 'true') return false;
    if (element.localName === 'a')
      return /^(?:#[\w-]*|javascript:.*)?$/i.test(attribute(element, 'href').trim());
    const type = attribute(element, 'type').toLowerCase();
    return type === 'button' || element.form === null || element.form === undefined;
  };
  const isUsable = (element: LiveElement) =>
    isHarmless(element) && says(element).length <= MOST_SAID && isShown(element);
  /** A list that adds what is chosen to the form, which is why the choice itself is not sent. */
  const adding = all(document, 'select:not([multiple])').filter(
    (list) => isShown(list) && ADDING.test(`${list.id} ${attribute(list, 'name')}`),
  );
  const optionsOf = (list: LiveElement) =>
    all(list, 'option:not([disabled])').filter((option) => option.value !== '' && says(option) !== '');
  const buttons = all(document, 'button, [role=button], a, input[type=button]');
  if (wanted?.tag === 'option') {
    const lists = adding.filter(
      (list) => list.id === wanted.id && attribute(list, 'class') === wanted.classes,
    );
    for (const list of lists) {
      const option = optionsOf(list).find((one) => says(one) === wanted.says);
      if (option === undefined) continue;
      Object.assign(list, { value: option.value });
      for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
      return true;
    }
    return false;
  }
  if (wanted !== null) {
    const match = buttons.find(
      (element) =>
        element.localName === wanted.tag &&
        element.id === wanted.id &&
        attribute(element, 'class') === wanted.classes &&
        says(element) === wanted.says &&
        isUsable(element),
    );
    match?.click();
    return match !== undefined;
  }
  const triggers: FoundTrigger[] = [];
  for (const element of buttons) {
    if (triggers.length === MOST_TRIGGERS) break;
    if (!isUsable(element) || isBesideField(element)) continue;
    triggers.push({
      tag: element.localName,
      says: says(element),
      id: element.id,
      classes: attribute(element, 'class'),
      opens: opens(element),
      marks: marks(element),
    });
  }
  for (const list of adding) {
    const labels = [...(list.labels ?? [])].map(says).join(' ');
    for (const option of optionsOf(list).slice(0, MOST_TRIGGERS - triggers.length))
      triggers.push({
        tag: 'option',
        says: says(option),
        id: list.id,
        classes: attribute(list, 'class'),
        opens: true,
        marks: `${marks(list)} name ${attribute(list, 'name')} ${labels}`.slice(0, 500),
      });
  }
  const page = (address: string) => address.replace(/#.*/s, '');
  const url = page(location.href);
  const leadsOn = (element: LiveElement) => {
    const to = URL.parse(attribute(element, 'href'), url);
    return to !== null && to.host === location.host && page(to.href) !== url;
  };
  return {
    triggers,
    fields: fields.length,
    boxes: fields.filter(
      (field) => field.localName === 'input' && /^(?:text|search)?$/i.test(attribute(field, 'type')),
    ).length,
    leadsOn: all(document, 'a[href]').some(leadsOn),
    url,
  };
}
