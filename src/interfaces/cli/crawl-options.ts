/** Options that several commands share which read pages. */

import { z } from 'zod';
import { HARVEST_FIELDS } from '../../crawl/settings/index.ts';
import { inGroup, off } from '../../foundation/options/index.ts';
import { inStore, pick, text } from '../terminal/index.ts';

export const ARCHIVE = inGroup('Archive', inStore);

export const output = (json: string, quiet: string) =>
  inGroup('Output', { json: off.describe(json), quiet: off.describe(quiet) });

const JUDGES = pick(HARVEST_FIELDS, 'judge', 'judgeK', 'model', 'domainModel');

/** Options of the commands that look at one page. */
export const PAGE = {
  domains: HARVEST_FIELDS.domains.describe('tell which of these domains a form is about (default: all)'),
  web: HARVEST_FIELDS.web,
  ...inGroup('Scope', {
    base: text.describe('<url> the address of the page in the file'),
  }),
  ...JUDGES,
};

/** Options of the commands that look at one page without going on from it. */
export const ONE_PAGE = { ...PAGE, ...pick(HARVEST_FIELDS, 'timeoutMs', 'allowPrivate', 'proxy', 'render') };

/** Takes flags as the library does: without any domain all that are shipped. */
export const pageOptions = <Flags extends { readonly domains: readonly string[] }>({
  domains,
  ...flags
}: Flags) => ({ ...flags, ...(domains.length > 0 && { domains }) });

const SECOND = 1_000;
const DAY = 86_400_000;

/** Options of the commands that do their work again and again. */
export const schedule = (what: string, example: string) => ({
  every: z
    .number()
    .min(SECOND, 'expected a time of at least 1s')
    .max(366 * DAY, 'expected a time of at most 366d')
    .optional()
    .describe(`${what} on this schedule, such as ${example}`)
    .meta({ unit: 'duration' }),
  cron: z
    .string()
    .min(1)
    .optional()
    .describe(
      '<expression> the same at the times of a cron expression in local time, as "0 3 * * 1" (Mondays at three)',
    ),
});
