import { type Form, meaningOfSubmit } from '../../forms/index.ts';

const SEARCHING =
  /search|find|go\b|such|finden|recherch|cherch|busc|cerca|trova|zoek|sök|søg|szuk|hled|поиск|найти|ara\b|検索|搜/i;
const OTHER = /reset|clear|cancel|delete|remove|zurück|advanced|erweitert|avanc|log ?in|sign|subscribe/i;

/**
 * Position in `form.submits` of the button to press: the visible one that speaks of searching, else the first. Absent
 * where there is none that sends by itself: Enter does then.
 */
export function submitPosition(form: Form): number | undefined {
  const ranked = form.submits
    .map((submit, i) => ({ submit, i }))
    .filter(({ submit }) => submit.type === 'submit' || submit.type === 'image')
    .filter(({ submit }) => meaningOfSubmit(submit) === 'submit')
    .map(({ submit, i }) => {
      const said = `${submit.label} ${submit.value} ${submit.name} ${submit.marker}`;
      return {
        i,
        rank: (SEARCHING.test(said) ? 2 : 0) + (submit.visible ? 1 : 0) - (OTHER.test(said) ? 3 : 0),
      };
    })
    .sort((a, b) => b.rank - a.rank || a.i - b.i);
  return ranked[0]?.i;
}
