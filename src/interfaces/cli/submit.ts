import { z } from 'zod';
import type { Harvest } from '../../app/index.ts';
import type { HarvestEvent } from '../../crawl/events/index.ts';
import { HARVEST_FIELDS } from '../../crawl/settings/index.ts';
import { count, inGroup, OptionsError, off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { LinkReason } from '../../storage/index.ts';
import type { StopReason } from '../../submissions/index.ts';
import { command, pick } from '../terminal/index.ts';
import { ARCHIVE, PAGE } from './crawl-options.ts';
import { listenForInterruption } from './interruption.ts';

const { base: _, ...page } = PAGE;

export const submitCommand = command({
  options: z.object({
    ...page,
    ...pick(
      HARVEST_FIELDS,
      'text',
      'values',
      'elements',
      'maxSubmissions',
      'from',
      'refresh',
      'to',
      'maxAnswerPages',
      'detailPages',
      'retryUnknown',
    ),
    ...inGroup('Submissions', {
      run: count.optional().describe('the run to go on with, for --retry-unknown'),
    }),
    ...pick(HARVEST_FIELDS, 'delayMs', 'robots', 'acceptTerms', 'allowPrivate', 'proxy', 'contact', 'render'),
    ...ARCHIVE,
    ...inGroup('Output', { json: off.describe('print events as JSON lines') }),
  }),
  help: 'fieldfare plan shows the queries without sending them.\n\nExamples:\n  fieldfare submit https://books.example.org/search --contact me@example.org\n  fieldfare submit --retry-unknown --run 3',
  async run({ json, run, retryUnknown, ...options }, page: string | undefined) {
    const { submitPage } = await import('../../app/index.ts');
    if (page === undefined && !retryUnknown)
      throw new OptionsError('no page given; name the address of one, or --retry-unknown');
    const words = await import('../../reports/index.ts');
    const running = page === undefined ? await sendAgain(options.storage, run) : submitPage(page, options);
    const interruption = listenForInterruption();
    interruption.signal.addEventListener('abort', () => running.stop(), { once: true });
    let end: Extract<HarvestEvent, { type: 'end' }> | undefined;
    let forms = 0;
    try {
      for await (const event of running) {
        if (event.type === 'end') end = event;
        if (event.type === 'asked') forms++;
        if (json) process.stdout.write(`${JSON.stringify(event)}\n`);
        else reportEvent(event, words);
      }
    } finally {
      interruption.end();
    }
    if (forms === 0 && page !== undefined && end !== undefined)
      process.stderr.write(`no search form to query on ${printable(page)}; fieldfare inspect says why\n`);
    if (end?.status === 'interrupted') process.exitCode = interruption.exitCode;
    if (end !== undefined && !json)
      process.stdout.write(
        `Run ${end.runId}: fieldfare export records --run ${end.runId} writes the records\n`,
      );
  },
});

/** Goes on with a run that has submissions of unknown fate. */
async function sendAgain(storage: string, run: number | undefined): Promise<Harvest> {
  const { retryUnknown } = await import('../../app/index.ts');
  const { runId, addresses, harvest } = await retryUnknown(storage, run);
  for (const url of addresses) process.stderr.write(`sent again: POST ${url}\n`);
  if (addresses.length === 0) process.stderr.write(`run ${runId} has no POST whose arrival is unknown\n`);
  return harvest;
}

interface Words {
  readonly counted: (count: number, one: string, many?: string) => string;
  readonly wholeNumber: (value: number) => string;
  readonly verdictText: (verdict: string) => string;
  readonly stopText: (reason: StopReason) => string;
  readonly linkText: (reason: LinkReason) => string;
  readonly blockedText: (by: string, page: string | null) => string;
}

/** Records seen, and of how many. */
function recordsText(
  { records, coverage, size }: Extract<HarvestEvent, { type: 'asked' }>,
  { counted, wholeNumber }: Words,
): string {
  if (records === 0) return 'no records';
  if (coverage === 'whole') return `all ${counted(records, 'record')}`;
  if (size === null || coverage === 'unknown') return `${counted(records, 'record')}, total unknown`;
  return `${counted(records, 'record')} of about ${wholeNumber(size)}`;
}

/** Says what happened, a form or a query at a time. @param out where to; standard output by default */
export function reportEvent(
  event: HarvestEvent,
  words: Words,
  out: Pick<NodeJS.WriteStream, 'write'> = process.stdout,
): void {
  const { counted, stopText, linkText, verdictText } = words;
  if (event.type === 'submission') {
    const { method, url, status, verdict, records, newRecords, why, page } = event;
    out.write(
      `${method} ${printable(url).slice(0, 120)}\n  ${page === 1 ? printable(why) : `page ${page}`} → ${status ?? 'no response'}, ${verdictText(verdict)}: ${counted(records, 'record')}, ${newRecords} new\n`,
    );
  } else if (event.type === 'asked') {
    const { state, action, reason, submissions } = event;
    const brought = `${counted(submissions, 'query', 'queries')}, ${recordsText(event, words)}`;
    out.write(
      `${printable(action)}: ${state === 'skipped' ? 'not queried' : brought} (${printable(stopText(reason))})\n`,
    );
  } else if (event.type === 'detail') {
    const { title, url, state, reason, confirmed, differing, added } = event;
    const fields = `fields: ${confirmed.length} confirmed, ${differing.length} conflicting, ${added.length} additional${added.length > 0 ? `: ${added.join(', ')}` : ''}`;
    out.write(
      `${printable(title || url).slice(0, 120)}\n  detail page → ${state === 'read' ? printable(fields) : `${state}: ${printable(reason)}`}\n`,
    );
  } else if (event.type === 'page' && event.blockedBy != null)
    process.stderr.write(`warning: ${printable(words.blockedText(event.blockedBy, event.url))}\n`);
  else if (event.type === 'warning' || (event.type === 'skipped' && !event.seed)) {
    const said = event.type === 'warning' ? event.message : `${event.url} ${linkText(event.reason)}`;
    process.stderr.write(`warning: ${printable(said)}\n`);
  }
}
