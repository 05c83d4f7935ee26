import { type Form, meaningOfSubmit, type SubmitControl } from '../../forms/index.ts';

/** One way to send a form in a browser: a button of it, Enter in its box, or nothing but what was typed. */
export type Sending =
  | { readonly by: 'typing' }
  | { readonly by: 'enter' }
  /** @property submit position in `form.submits` */
  | { readonly by: 'press'; readonly submit: number };

const SEARCHING =
  /search|find|go\b|such|finden|recherch|cherch|busc|cerca|trova|zoek|sök|søg|szuk|hled|поиск|найти|ara\b|検索|搜|검색|بحث|🔍|🔎|⌕/iu;
const OTHER = /advanced|erweitert|avanc|log ?in|sign|subscribe/i;
/** What empties, closes, explains or opens: pressed, it sends nothing. */
const EMPTIES =
  /\b(?:reset|clear|cancel|delete|remove|erase|empty|zurück\w*|löschen|leeren|effacer|vider|limpiar|borrar|pulisci|wissen|rensa|ryd|сброс\w*|очистить)\b|[×✕✖⨯]|^\W*x\W*$/iu;
const OPENS =
  /\b(?:help|hilfe|aide|ayuda|settings?|options?|preferences?|einstellungen|toggle|menu|close|expand|collapse|dropdown|syntax|tips)\b|^\s*[?¿？⚙☰]\s*$/iu;
const TOGGLES = /(?:^|[\s_-])(?:toggle\w*|clear|reset|close|help|settings|menu|caret|chevron)(?:$|[\s_-])/i;

/** Whether a control that is no submit button of its own would search: it says or shows so, and nothing else. */
export function saysSearch(submit: SubmitControl): boolean {
  const { label, value, classes, id, marker } = submit;
  const said = `${label} ${value}`.trim();
  if (isNoSubmit(submit)) return false;
  if (SEARCHING.test(said)) return true;
  return (said === '' || !/[\p{L}\p{N}]{2}/u.test(said)) && SEARCHING.test(`${classes} ${id} ${marker}`);
}

function isNoSubmit(submit: SubmitControl): boolean {
  const said = `${submit.label} ${submit.value}`.trim();
  if (meaningOfSubmit(submit) !== 'submit' || EMPTIES.test(said) || OPENS.test(said)) return true;
  const sends = submit.type === 'submit' || submit.type === 'image';
  return !sends && TOGGLES.test(`${submit.classes} ${submit.id}`);
}

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
    .filter(({ submit }) => !isNoSubmit(submit))
    .filter(({ submit }) => form.where.hasFormTag || saysSearch(submit))
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
