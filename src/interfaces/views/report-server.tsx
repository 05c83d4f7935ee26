/** Writes the explorer of a report as markup, for readers without scripts and until they run. */

import { renderToString } from 'preact-render-to-string';
import { Explorer } from './explorer.tsx';
import type { RunLists } from './run-lists.ts';

export const explorerMarkup = (lists: RunLists): string => renderToString(<Explorer lists={lists} />);
