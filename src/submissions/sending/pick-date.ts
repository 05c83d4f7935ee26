/** Chooses a date in the calendar that a page draws for a box that takes no keys. */

import type { CDPSession } from 'playwright';
import { evaluateIsolated } from '../../foundation/browser/index.ts';
import { alternatives } from '../../foundation/language/index.ts';
import { MARK_ATTRIBUTE } from './mark-elements.ts';

/** A calendar is given up after this, ms. */
const MOST_MS = 8_000;
/** The whole text of a button that takes the chosen day. */
const TAKES = JSON.stringify(`^(?:${alternatives('button/take')})$`);

/**
 * Opens the calendar of a marked box, turns it to the month, and clicks the day.
 * @returns false if the page draws no calendar, or it cannot be turned to that month
 */
export async function pickDate(session: CDPSession, ordinal: number, date: Date): Promise<boolean> {
  const wanted = { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() };
  const box = JSON.stringify(`[${MARK_ATTRIBUTE}="${ordinal}"]`);
  const call = `(${pickInDocument.toString()})(${box}, ${JSON.stringify(wanted)}, ${MOST_MS}, ${TAKES})`;
  const { value } = await evaluateIsolated(session, call, { userGesture: true, awaitPromise: true });
  return value === true;
}

/** What the script below uses of the DOM, whose types this project does not load. */
interface Part {
  readonly tagName: string;
  readonly children: ArrayLike<Part>;
  readonly parentElement: Part | null;
  readonly textContent: string | null;
  readonly selectedOptions?: ArrayLike<Part>;
  value?: string;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<Part>;
  contains(other: Part): boolean;
  closest(selector: string): Part | null;
  getClientRects(): ArrayLike<object>;
  dispatchEvent(event: object): boolean;
  focus(): void;
  click(): void;
}

/** Runs in the browser: its source is sent there, so it uses nothing from outside itself. */
async function pickInDocument(
  selector: string,
  wanted: { readonly year: number; readonly month: number; readonly day: number },
  mostMs: number,
  takes: string,
): Promise<boolean> {
  const view = globalThis as unknown as {
    readonly document: {
      readonly documentElement: { readonly lang: string };
      querySelector(selector: string): Part | null;
      querySelectorAll(selector: string): Iterable<Part>;
    };
    readonly MouseEvent: new (type: string, options: object) => object;
    readonly Event: new (type: string, options: object) => object;
  };
  const { document } = view;
  const deadline = performance.now() + mostMs;
  const pause = () => new Promise((done) => setTimeout(done, 40));
  const isShown = (part: Part) => part.getClientRects().length > 0;
  const textOf = (part: Part) => (part.textContent ?? '').trim();
  const press = async (part: Part) => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
      part.dispatchEvent(new view.MouseEvent(type, { bubbles: true, cancelable: true, composed: true }));
    part.click();
    await pause();
  };
  const names = Array.from({ length: 12 }, (_, month) => {
    const day = new Date(Date.UTC(2001, month, 15));
    const ways = [document.documentElement.lang || 'en', 'en'].flatMap((language) =>
      (['long', 'short'] as const).map((length) => {
        try {
          return day.toLocaleDateString(language, { month: length, timeZone: 'UTC' }).toLowerCase();
        } catch {
          return '';
        }
      }),
    );
    return ways.filter((name) => name.length > 1);
  });
  /** The month that a head names, counted from the year 0. */
  const monthIn = (head: string): number | undefined => {
    const text = head.toLowerCase().slice(0, 300);
    const year = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text)?.[0];
    // The first one, of two months side by side; of names that begin alike the longest.
    let [first, length, month] = [Number.POSITIVE_INFINITY, 0, -1];
    names.forEach((ways, at) => {
      for (const name of ways) {
        const i = text.indexOf(name);
        if (i >= 0 && (i < first || (i === first && name.length > length)))
          [first, length, month] = [i, name.length, at];
      }
    });
    const [, before, after] =
      /(?<!\d)(\d{1,2})\s?[./-]\s?\d{4}|\d{4}\s?[./-]\s?(\d{1,2})(?!\d)/.exec(text) ?? [];
    if (month < 0) month = Number(before ?? after ?? 0) - 1;
    return year === undefined || month < 0 || month > 11 ? undefined : Number(year) * 12 + month;
  };
  /** Cells of the first whole month in view, by their numbers. */
  const daysIn = (): Part[] | undefined => {
    let run: Part[] = [];
    for (const part of [...document.querySelectorAll('td,button,a,span,div,li')].slice(0, 20_000)) {
      const text = textOf(part);
      if (text.length > 2 || !/^\d{1,2}$/.test(text) || !isShown(part)) continue;
      // The innermost element of a number stands for it.
      if (run.length > 0 && run.at(-1)?.contains(part) && Number(text) === run.length)
        run[run.length - 1] = part;
      else if (Number(text) === run.length + 1) run.push(part);
      else if (Number(text) !== 1) continue;
      else if (run.length >= 28) break;
      else run = [part];
    }
    return run.length >= 28 && run.length <= 31 ? run : undefined;
  };
  interface Calendar {
    readonly days: readonly Part[];
    readonly around: Part;
    readonly month: number;
  }
  /** Words around the days: texts of leaves, chosen options, values of boxes. */
  const headOf = (around: Part, days: readonly Part[]): string =>
    [...around.querySelectorAll('*')]
      .slice(0, 600)
      .filter((part) => part.tagName !== 'OPTION' && isShown(part) && !days.some((day) => part.contains(day)))
      .map((part) =>
        part.selectedOptions !== undefined
          ? textOf(part.selectedOptions[0] ?? part)
          : part.tagName === 'INPUT'
            ? (part.value ?? '')
            : part.children.length === 0
              ? textOf(part)
              : '',
      )
      .filter((text) => !/^\d{1,2}$/.test(text))
      .join(' ');
  const calendar = (): Calendar | undefined => {
    const days = daysIn();
    const last = days?.at(-1);
    let around: Part | null | undefined = days?.[0];
    while (around && last && !around.contains(last)) around = around.parentElement;
    for (let climbed = 0; days && around && climbed < 5; climbed++, around = around.parentElement) {
      const month = monthIn(headOf(around, days));
      if (month !== undefined) return { days, around, month };
    }
    return undefined;
  };
  /** A press on what stands within a link or a button presses that. */
  const leaves = (part: Part) => part.closest('a[href]:not([href^="#"]):not([href^="javascript:"])') !== null;
  const sends = (part: Part) =>
    part.closest(
      'form button:not([type=button]):not([type=reset]),button[form]:not([type=button]),input[type=submit],input[type=image]',
    ) !== null;
  /** What may turn a calendar: small, without a word that does something, no link and no button that sends a form. */
  const turns = ({ around, days }: Calendar): Part[] =>
    [...around.querySelectorAll('button,a,[role=button],th,span,div,i')]
      .filter((part) => {
        const said = `${part.getAttribute('aria-label') ?? ''} ${part.getAttribute('title') ?? ''} ${part.getAttribute('class') ?? ''}`;
        const way =
          /prev|next|(?<!feed)back(?!ground)|forward|arrow|chevron|left|right|earlier|later|‹|›|«|»|[<>←→◀▶]/i;
        return (
          isShown(part) &&
          textOf(part).length <= 12 &&
          !/\d/.test(textOf(part)) &&
          way.test(`${said} ${textOf(part)}`) &&
          !/close|clear|today|cancel|apply|delete/i.test(said) &&
          !leaves(part) &&
          !sends(part) &&
          !days.some((day) => part.contains(day))
        );
      })
      .slice(0, 8);
  const box = document.querySelector(selector);
  if (box === null) return false;
  const before = calendar();
  box.focus();
  await press(box);
  let open = calendar();
  for (let looks = 0; open === undefined && looks < 8; looks++) {
    await pause();
    open = calendar();
  }
  // An archive by days is no calendar of the box.
  if (
    open === undefined ||
    (before !== undefined && before.around === open.around && !open.around.contains(box))
  )
    return false;
  if (open.days.some((day) => leaves(day) || sends(day))) return false;
  const goal = wanted.year * 12 + wanted.month;
  const left = () => goal - (open?.month ?? goal);
  for (const list of open.around.querySelectorAll('select')) {
    const options = [...list.querySelectorAll('option')];
    const option =
      options.find((one) => textOf(one) === String(wanted.year)) ??
      (options.length === 12 ? options[wanted.month] : undefined);
    if (option === undefined) continue;
    list.value = option.value ?? '';
    for (const event of ['input', 'change']) list.dispatchEvent(new view.Event(event, { bubbles: true }));
    await pause();
    open = calendar() ?? open;
  }
  const steps: { readonly at: number; readonly months: number }[] = [];
  for (let at = 0; left() !== 0 && open !== undefined && at < turns(open).length; at++) {
    const from = open.month;
    await press(turns(open)[at] as Part);
    open = calendar();
    if (open === undefined) {
      await press(box);
      open = calendar();
    } else if (open.month !== from) steps.push({ at, months: open.month - from });
  }
  steps.sort((a, b) => Math.abs(b.months) - Math.abs(a.months));
  while (open !== undefined && left() !== 0 && performance.now() < deadline) {
    const step = steps.find(({ months }) => months * left() > 0 && Math.abs(months) <= Math.abs(left()));
    const control = step === undefined ? undefined : turns(open)[step.at];
    const from = open.month;
    if (control === undefined) return false;
    await press(control);
    open = calendar();
    if (open?.month === from) return false;
  }
  const day = left() === 0 ? open?.days[wanted.day - 1] : undefined;
  if (day === undefined) return false;
  const had = box.value;
  await press(day);
  let after = calendar();
  // Some take the day only by a button of their own: what stands around the field as well is none.
  let own = after === undefined || box.value !== had ? null : open?.around;
  for (let climbed = 0; own && climbed < 5 && own.tagName !== 'BODY' && !own.contains(box); climbed++) {
    const taking = [...own.querySelectorAll('button,[role=button],a,input[type=button]')].find(
      (part) =>
        isShown(part) &&
        !leaves(part) &&
        !sends(part) &&
        new RegExp(takes, 'iu').test(textOf(part) || (part.value ?? '')),
    );
    if (taking !== undefined) await press(taking);
    own = taking === undefined ? own.parentElement : null;
    after = calendar();
  }
  const value = box.value ?? '';
  if (value === had) return after === undefined || after.around !== open?.around;
  return !/\d/.test(value) || new RegExp(`(?<!\\d)0?${wanted.day}(?!\\d)`).test(value);
}
