import { alternatives } from '../language/index.ts';

/** Recognises a banner and its harmless buttons by sources of case-insensitive regular expressions. */
interface BannerWords {
  readonly subject: string;
  readonly refusing: string;
  readonly closing: string;
  readonly accepting: string;
}

const words = (): BannerWords => ({
  subject: alternatives('banner/subject'),
  refusing: `^(?:(?:${alternatives('banner/refuse')})(?: (?:${alternatives('banner/refused')}))*)$`,
  closing: `^(?:${alternatives('banner/close')}|[×✕✖⨯x])(?: (?:banner|dialog|notice|this|cookies?))*$`,
  accepting: alternatives('banner/accept'),
});

/** DOM types for the function below, which runs in the browser. */
interface LiveElement {
  readonly localName: string;
  readonly id: string;
  readonly textContent: string | null;
  readonly parentElement: LiveElement | null;
  readonly form?: LiveElement | null;
  readonly type?: string;
  readonly value?: string;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
  contains(other: LiveElement): boolean;
  closest(selector: string): LiveElement | null;
  querySelectorAll(selector: string): Iterable<LiveElement>;
  click(): void;
}
interface LiveView {
  readonly document: Pick<LiveElement, 'querySelectorAll'>;
  getComputedStyle(element: LiveElement): { readonly visibility: string; readonly position: string };
}

/**
 * Returns an expression for an isolated world. It closes a cookie banner that stands between a reader and the forms of a page: where a
 * banner is shown and no box to type in is seen beside it. Its refusing button is clicked, else the one that only closes it; nothing that
 * accepts, no link that leads elsewhere and no button that sends a form is ever touched. Its value is the text of what it clicked, or
 * undefined.
 */
export const closeBannerExpression = (): string =>
  `(${closeBannerInPage.toString()})(${JSON.stringify(words())})`;

/** Self-contained: its source is sent to the browser, so it can use nothing from outside itself. */
function closeBannerInPage(words: BannerWords): string | undefined {
  const { document, getComputedStyle } = globalThis as unknown as LiveView;
  const MOST_ELEMENTS = 20_000;
  const MOST_TEXT = 3_000;
  const MOST_BANNERS = 5;
  const MOST_AROUND = 500;
  const [subject, refusing, closing, accepting] = [
    words.subject,
    words.refusing,
    words.closing,
    words.accepting,
  ].map((source) => new RegExp(source, 'iu')) as [RegExp, RegExp, RegExp, RegExp];

  const textOf = (element: LiveElement) =>
    (element.textContent ?? '').slice(0, MOST_TEXT).replace(/\s+/g, ' ').trim();
  const nameOf = (element: LiveElement) =>
    (textOf(element) || element.getAttribute('aria-label') || element.getAttribute('title') || '').trim();
  const isShown = (element: LiveElement) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const all = (root: Pick<LiveElement, 'querySelectorAll'>, selector: string) =>
    [...root.querySelectorAll(selector)].slice(0, MOST_ELEMENTS);

  const isBanner = (element: LiveElement) => {
    const named = /cookie|consent|gdpr|cmp\b/i.test(`${element.id} ${element.getAttribute('class') ?? ''}`);
    const dialog =
      /^(?:alert)?dialog$/.test(element.getAttribute('role') ?? '') || element.localName === 'dialog';
    if (!named && !dialog && !/^(?:fixed|sticky)$/.test(getComputedStyle(element).position)) return false;
    return subject.test(textOf(element)) && isShown(element);
  };
  /** Accepts elements that neither send a form nor lead elsewhere. */
  const isHarmless = (element: LiveElement) => {
    if (element.localName === 'a') return /^(?:#|javascript:|$)/i.test(element.getAttribute('href') ?? '');
    return element.form === null || element.form === undefined || element.type === 'button';
  };

  const PLACES = 'dialog, div, section, aside, form, footer';
  const isInBanner = (field: LiveElement): boolean => {
    let around = field.closest(PLACES);
    for (let up = 0; around !== null && up < MOST_AROUND; up++) {
      if (isBanner(around)) return true;
      around = around.parentElement?.closest(PLACES) ?? null;
    }
    return false;
  };
  const fields =
    'input:not([type=hidden], [type=checkbox], [type=radio], [type=submit], [type=button]), select, textarea';
  // Most pages show a field: to look around it is faster than to look for banners everywhere.
  if (all(document, fields).some((field) => isShown(field) && !isInBanner(field))) return undefined;
  const banners: LiveElement[] = [];
  for (const element of all(document, PLACES)) {
    if (banners.length === MOST_BANNERS) break;
    if (!banners.some((banner) => banner.contains(element)) && isBanner(element)) banners.push(element);
  }
  if (banners.length === 0) return undefined;
  const buttons = banners
    .flatMap((banner) => all(banner, 'button, [role=button], a, input[type=button]'))
    .map((element) => ({ element, name: nameOf(element) || element.value || '' }))
    .filter(({ element, name }) => isShown(element) && isHarmless(element) && name.length <= 60);
  const chosen =
    buttons.find(({ name }) => refusing.test(name)) ??
    buttons.find(({ name }) => closing.test(name) && !accepting.test(name));
  if (chosen === undefined) return undefined;
  chosen.element.click();
  return chosen.name;
}
