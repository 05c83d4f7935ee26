import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { Echo } from './echo.ts';
import { outlineOfPage, readPage } from './read-page.ts';
import type { RecordList } from './reading.ts';
import { inferTemplate, type ProbeAnswer } from './template.ts';

const MAX_LISTS = 1;

/**
 * Finds the lists of the form's page that nonsense does not get, the likeliest first. Their records in an
 * answer have the same shape.
 */
export function findFormPageLists(
  formPage: TreeDocument,
  nonsense: readonly ProbeAnswer[],
  echo: Echo,
): readonly RecordList[] {
  const outline = outlineOfPage(formPage);
  const template = inferTemplate({
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
