import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { Echo } from './echo.ts';
import { outlineOfPage, readPage } from './read-page.ts';
import type { RecordList } from './reading.ts';
import { type ProbeAnswer, templateOf } from './template.ts';

const MAX_LISTS = 1;

/**
 * The lists that stand on the form's page and that nonsense does not get, the likeliest first: what is left of them in an
 * answer stands as they do.
 */
export function landingLists(
  formPage: TreeDocument,
  nonsense: readonly ProbeAnswer[],
  echo: Echo,
): readonly RecordList[] {
  const outline = outlineOfPage(formPage);
  const template = templateOf({
    nonsense,
    earlier: [],
    formReading: readPage(formPage),
    formEcho: echo,
    formOutline: outline,
    outline,
    echo,
  });
  return readPage(formPage, { shapes: [], template, echo }).lists.slice(0, MAX_LISTS);
}
