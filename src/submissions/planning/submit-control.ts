import {
  type Form,
  isNoSubmit,
  leadsAway,
  meaningOfSubmit,
  ownWords,
  saysSearch,
} from '../../forms/index.ts';
import { alternatives } from '../../foundation/language/index.ts';

/** An action that submits a form in a browser: click a button, press Enter in a text field, or only type. */
type Action =
  | { readonly by: 'typing' }
  | { readonly by: 'enter' }
  /** @property submit position in `form.submits` */
  | { readonly by: 'press'; readonly submit: number };

/** @property picks the form takes only a suggestion that was chosen */
export type Sending = Action & { readonly picks?: true };

const SEARCHING = new RegExp(alternatives('button/search'), 'i');
/** “+” and “–” add and remove a line of the form. */
const SIGN = /^[+\-–−×✕]$/;
/** The script of a link that submits a form. */
const SUBMITS = /\.(?:requestSubmit|submit)\(/;
const OTHER = /advanced|erweitert|avanc|log ?in|sign|subscribe/i;

/**
 * Finds the position in `form.submits` of the button to click: the visible one labelled as search, else the
 * first. Undefined if no button submits by itself, so that Enter does.
 */
export const submitPosition = (form: Form): number | undefined => sendingButtons(form)[0];

/** Ranks the buttons that submit a form by themselves, the likeliest search button first. */
function sendingButtons(form: Form): number[] {
  return form.submits
    .map((submit, i) => ({ submit, i }))
    .filter(({ submit }) => submit.type === 'submit' || submit.type === 'image')
    .filter(({ submit }) => meaningOfSubmit(submit) === 'submit' && !isNoSubmit(submit))
    .map(({ submit, i }) => {
      const said = ownWords(submit);
      return {
        i,
        rank:
          (SEARCHING.test(said) || saysSearch(submit) ? 2 : 0) +
          (submit.visible ? 1 : 0) -
          (OTHER.test(said) ? 3 : 0) -
          (leadsAway(submit) ? 4 : 0) -
          (SIGN.test(submit.label.trim()) ? 2 : 0),
      };
    })
    .sort((a, b) => b.rank - a.rank || a.i - b.i)
    .map(({ i }) => i);
}

const MOST_BUTTONS = 2;

/**
 * Orders the actions that may submit a form in a browser, the safest first: its submit button, Enter in its
 * text field, then scripted buttons and links labelled as search. Controls that clear, toggle or explain are
 * left out.
 */
export function sendingOrder(form: Form): readonly Sending[] {
  const press = (submit: number): Sending => ({ by: 'press', submit });
  const own = sendingButtons(form).slice(0, 1).map(press);
  const scripted = form.submits
    .flatMap((submit, i) =>
      (submit.type === 'button' || submit.type === 'link') &&
      submit.visible &&
      (saysSearch(submit) || (SUBMITS.test(submit.marker) && !isNoSubmit(submit)))
        ? [i]
        : [],
    )
    .slice(0, MOST_BUTTONS)
    .map(press);
  const typed = form.controls.some(({ domain, type }) => domain === 'open' && type !== 'textarea');
  const enter: readonly Sending[] = typed ? [{ by: 'enter' }] : [];
  // Without a form element, a button is as safe as Enter, and its label says what it does.
  return form.where.hasFormTag ? [...own, ...enter, ...scripted] : [...own, ...scripted, ...enter];
}
