import { alternatives } from '../../foundation/language/index.ts';
import { type Form, isNoSubmit, meaningOfSubmit, saysSearch } from '../../forms/index.ts';

/** One way to send a form in a browser: a button of it, Enter in its box, or nothing but what was typed. */
export type Sending =
  | { readonly by: 'typing' }
  | { readonly by: 'enter' }
  /** @property submit position in `form.submits` */
  | { readonly by: 'press'; readonly submit: number };

const SEARCHING = new RegExp(alternatives('button/search'), 'i');
const OTHER = /advanced|erweitert|avanc|log ?in|sign|subscribe/i;

/**
 * Position in `form.submits` of the button to press: the visible one that speaks of searching, else the first. Absent
 * where there is none that sends by itself: Enter does then.
 */
export const submitPosition = (form: Form): number | undefined => sendingButtons(form)[0];

/** Buttons that send a form by themselves, the likeliest search first. */
function sendingButtons(form: Form): number[] {
  return form.submits
    .map((submit, i) => ({ submit, i }))
    .filter(({ submit }) => submit.type === 'submit' || submit.type === 'image')
    .filter(({ submit }) => meaningOfSubmit(submit) === 'submit' && !isNoSubmit(submit))
    .map(({ submit, i }) => {
      const said = `${submit.label} ${submit.value} ${submit.name} ${submit.marker}`;
      return {
        i,
        rank: (SEARCHING.test(said) ? 2 : 0) + (submit.visible ? 1 : 0) - (OTHER.test(said) ? 3 : 0),
      };
    })
    .sort((a, b) => b.rank - a.rank || a.i - b.i)
    .map(({ i }) => i);
}

const MOST_BUTTONS = 2;

/**
 * Ways to send a form in a browser, the safest first: its own button, Enter in its box, then what says or shows that it
 * searches although it acts by script alone. What empties, toggles or explains is in none of them.
 */
export function sendingOrder(form: Form): readonly Sending[] {
  const press = (submit: number): Sending => ({ by: 'press', submit });
  const own = sendingButtons(form).slice(0, 1).map(press);
  const scripted = form.submits
    .flatMap((submit, i) =>
      (submit.type === 'button' || submit.type === 'link') && submit.visible && saysSearch(submit) ? [i] : [],
    )
    .slice(0, MOST_BUTTONS)
    .map(press);
  const typed = form.controls.some(({ domain, type }) => domain === 'open' && type !== 'textarea');
  const enter: readonly Sending[] = typed ? [{ by: 'enter' }] : [];
  // Without a form element a button is no less sure than Enter, and says what it does.
  return form.where.hasFormTag ? [...own, ...enter, ...scripted] : [...own, ...scripted, ...enter];
}
