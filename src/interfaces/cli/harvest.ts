import { z } from 'zod';
import type { Harvest } from '../../app/index.ts';
import type { HarvestEvent, RequestCounts } from '../../crawl/events/index.ts';
import { HARVEST_FIELDS, type HarvestOptions } from '../../crawl/settings/index.ts';
import { inGroup, OptionsError } from '../../foundation/options/index.ts';
import { command, type FlagsOf, printJson, progressLine, text } from '../terminal/index.ts';
import { ARCHIVE, output, schedule } from './crawl-options.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import type { OpenPractice } from './practice-score.ts';
import { repeatOnSchedule, scheduleOf } from './repeat-on-schedule.ts';
import { denyLines, seedLines } from './seed-file.ts';

const { domains: _d, retryUnknown: _u, web, storage: _s, ...fields } = HARVEST_FIELDS;

/** Options of users; what they do not type is set where a harvest is called as a function. */
const options = z.object({
  web,
  ...inGroup('Scope', {
    seedsFile: text
      .describe(
        'addresses to start from: a file with one per line (- for standard input), an address, or corpus:N, for N pages of the knowledge corpus of each domain',
      )
      .meta({ flag: '--seeds <file>' }),
    denyFile: text.describe('<file> hosts and addresses as for --deny, one per line (# begins a comment)'),
  }),
  ...fields,
  ...ARCHIVE,
  ...inGroup('Retention', schedule('harvest again', '12h or 7d, and say what is new since the last run')),
  ...output('print events as JSON lines', 'print nothing but the summary'),
  ...inGroup('Output', {
    emit: z
      .enum(['records'])
      .optional()
      .describe(
        '<what> print on standard output only the records, as JSON lines, each as soon as it is found',
      ),
    log: text.describe('<file> append every event to this file, one JSON object per line'),
  }),
});
type GivenFlags = z.input<typeof options>;
type Flags = FlagsOf<typeof options>;

export const harvestCommand = command({
  options,
  help: `Examples:
  fieldfare harvest book --web practice
  fieldfare harvest hotel flight --contact me@example.org --max-sites 50
  fieldfare harvest book --search searxng:https://search.example.org/ --search brave
  fieldfare harvest product --web replay:crawl.warc.gz --strategy breadth-first
  fieldfare harvest --resume
  fieldfare harvest book --novelty sentence --every 7d --keep-runs 4

Exit codes: 0 done, 1 failed on the way, 2 wrong input, 130 interrupted, 143 terminated.`,
  run,
});

/** Runs a harvest as its flags say: once, or again and again. */
async function run(flags: Flags, domains: string[], given: GivenFlags): Promise<void> {
  if (flags.emit !== undefined && flags.json) {
    throw new OptionsError('--emit and --json both write to standard output; give one of them');
  }
  const again = await scheduleOf(flags);
  const harvested = await optionsOf(domains, given, flags);
  const interruption = listenForInterruption(() => {
    if (again === undefined || !flags.quiet)
      process.stderr.write(
        'stopping: pages in progress are finished first (press Ctrl-C again to leave at once)\n',
      );
  });
  try {
    if (again === undefined) await runOnce(harvested, flags, interruption);
    else await runAgain(harvested, { ...flags, schedule: again }, interruption);
  } finally {
    interruption.end();
  }
}

/** Run after run; one that was cut off goes on. */
async function runAgain(
  options: HarvestOptions,
  flags: Flags & { schedule: number | string },
  interruption: Interruption,
): Promise<void> {
  const { resumableRun, printChanges } = await import('./recurring-runs.ts');
  const name = `harvest ${options.domains?.join(' ')} on ${options.web}`;
  await repeatOnSchedule({ ...flags, name, signal: interruption.signal }, async (cutOff) => {
    const unfinished = cutOff ? await resumableRun(options) : undefined;
    const end = await runOnce(
      unfinished === undefined ? options : { ...options, resume: unfinished },
      flags,
      interruption,
    );
    if (end === undefined || end.status === 'interrupted') return false;
    await printChanges(flags.storage, end.runId, flags.json);
    return true;
  });
}

type End = Extract<HarvestEvent, { type: 'end' }>;

async function runOnce(
  options: HarvestOptions,
  flags: Flags,
  interruption: Interruption,
): Promise<End | undefined> {
  const { harvest } = await import('../../app/index.ts');
  const { openPractice } = await import('./practice-score.ts');
  const practice = await openPractice(options);
  try {
    const running = harvest(practice === undefined ? options : { ...options, web: practice.web });
    return await follow(running, flags, practice, interruption);
  } finally {
    await practice?.web.close();
  }
}

async function follow(
  running: Harvest,
  flags: Flags,
  practice: OpenPractice | undefined,
  interruption: Interruption,
): Promise<End | undefined> {
  const { signal } = interruption;
  const out = process.stderr;
  const line = progressLine(out, flags.maxPages);
  const stop = () => running.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const log = flags.log === undefined ? undefined : (await import('./event-log.ts')).openEventLog(flags.log);
  const { counted, linkText, siteText, wholeNumber } = await import('../../reports/index.ts');
  const words = { counted, linkText, siteText, wholeNumber };
  // Where nothing is read at all, the error names the seeds.
  const held: HarvestEvent[] = [];
  let isRead = false;
  const tell = (event: HarvestEvent) => {
    isRead ||= event.type === 'end' || (event.type === 'progress' && event.progress.pages > 0);
    if (event.type === 'skipped' && !isRead) held.push(event);
    else for (const one of [...(isRead ? held.splice(0) : []), event]) report(one, line, words);
  };
  let end: End | undefined;
  try {
    for await (const event of running) {
      if (event.type === 'end') end = event;
      if (event.type === 'start' && !event.resumed && !flags.contact && flags.web === 'live' && !flags.quiet)
        line.say('hint: set --contact so that site owners can reach you');
      log?.write(event);
      if (flags.emit === 'records') {
        if (event.type === 'record') process.stdout.write(recordLine(event));
        if (!flags.quiet) tell(event);
      } else if (flags.json) printJson(event);
      else if (!flags.quiet) tell(event);
    }
  } catch (error) {
    log?.write(errorEvent(error));
    throw error;
  } finally {
    log?.close();
    line.end();
    signal.removeEventListener('abort', stop);
  }
  if (end === undefined) return undefined;
  const { reportRun } = await import('./report-run.ts');
  await reportRun(flags.storage, end.runId, {
    json: flags.json,
    practice,
    out: flags.emit === undefined ? process.stdout : process.stderr,
  });
  if (end.status === 'interrupted') {
    const how = `fieldfare harvest --resume${flags.storage === 'storage' ? '' : ` --storage ${flags.storage}`}`;
    if (!flags.json) out.write(`\nInterrupted; everything found is kept. Continue with: ${how}\n`);
    process.exitCode = interruption.exitCode;
  }
  return end;
}

const recordLine = ({ type: _t, ...record }: Extract<HarvestEvent, { type: 'record' }>): string =>
  `${JSON.stringify(record)}\n`;

const errorEvent = (error: unknown) => ({
  type: 'error',
  message: error instanceof Error ? error.message : String(error),
});

type Words = Pick<
  typeof import('../../reports/index.ts'),
  'counted' | 'linkText' | 'siteText' | 'wholeNumber'
>;

function report(
  event: HarvestEvent,
  line: ReturnType<typeof progressLine>,
  { counted, linkText, siteText, wholeNumber }: Words,
): void {
  switch (event.type) {
    case 'start':
      line.say(
        event.resumed
          ? `run ${event.runId} resumed (${event.web})`
          : `run ${event.runId} started from ${counted(event.seeds, 'seed')} (${event.web})`,
      );
      break;
    case 'progress':
      line.show(event.progress);
      break;
    case 'asking': {
      const { submissions, records, formsLeft, forms, ms } = event;
      const rate = ms > 0 ? (submissions * 1_000) / ms : 0;
      line.report(
        `querying ${counted(forms, 'form')}, ${formsLeft} remaining · ${counted(submissions, 'result page')}, ${rate.toFixed(1)}/s · ${counted(records, 'record')}`,
      );
      break;
    }
    case 'warning':
      line.say(`warning: ${event.message}`);
      break;
    case 'skipped':
      if (event.seed) line.say(`warning: seed ${event.url} failed: ${linkText(event.reason)}`);
      break;
    case 'site':
      line.say(
        `${event.site}: ${event.state === 'exploring' ? 'crawling' : 'skipped'}, ${siteText(event.reason)}`,
      );
      break;
    case 'searched':
      line.say(searchedLine(event));
      break;
    case 'centre':
      line.say(
        event.page === undefined
          ? `${event.site}: hub site, links to known sites with forms; its links are crawled`
          : `${event.page}: hub page, has related forms or links to known sites with forms; its links are crawled`,
      );
      break;
    case 'stopped':
      line.say(`${event.site}: stopped, ${linkText(event.reason)} (${event.reason.code})`);
      break;
    case 'forgotten':
      line.say(`run ${event.runId} was deleted: ${event.reason}`);
      break;
    case 'notified':
      line.say(`the changes of run ${event.runId} were sent to ${event.host}`);
      break;
    case 'end':
      if (event.requests !== undefined) line.say(requestsLine(event.requests, counted));
      break;
    case 'scope':
      line.say(`addresses changed: ${counted(event.dropped, 'waiting link')} dropped`);
      break;
    case 'pause':
      line.say(`run ${event.runId} ${event.paused ? 'paused' : 'resumed'}`);
      break;
    case 'novelty':
      line.say(
        `library: ${wholeNumber(event.novel)} of ${counted(event.documents, 'document')} novel, ${wholeNumber(event.known)} duplicates, ${wholeNumber(event.bare)} without content`,
      );
      break;
    default:
  }
}

const requestsLine = (
  { sites, pages, forms, failed, perMinute, averageMs }: RequestCounts,
  counted: Words['counted'],
): string =>
  `processed ${counted(sites, 'home page')}, ${counted(pages, 'other page')} and ${counted(forms, 'form')}, skipped ones included${failed > 0 ? `, ${failed} with errors` : ''}; ${perMinute} per minute, ${averageMs} ms each`;

function searchedLine({
  for: what,
  terms,
  near,
  found,
}: Extract<HarvestEvent, { type: 'searched' }>): string {
  if (what === 'links') return `reverse search: pages that link to ${terms.join(', ')}: ${found} found`;
  const also = near.length === 0 ? '' : `; near in meaning: ${near.join(', ')}`;
  return `search: ${terms.join(', ')}${also}: ${found} ${found === 1 ? 'site' : 'sites'} found`;
}

/** Takes what was typed; the harvest fills in defaults itself, so that a resumed run keeps what it was begun with. */
async function optionsOf(domains: string[], given: GivenFlags, flags: Flags): Promise<HarvestOptions> {
  const { web, storage, deny } = flags;
  const {
    seedsFile,
    denyFile,
    store: _s,
    every: _e,
    cron: _c,
    json: _j,
    emit: _m,
    log: _l,
    quiet: _q,
    ...rest
  } = given;
  return {
    ...rest,
    web,
    storage,
    domains,
    deny: [...deny, ...(denyFile === undefined ? [] : await denyLines(denyFile))],
    ...(seedsFile !== undefined && { seeds: await seedsOf(seedsFile, domains, flags) }),
  };
}

/** Addresses of a file, or pages of what is known of the domains. */
async function seedsOf(spec: string, domains: string[], { knowledge, storage }: Flags): Promise<string[]> {
  const count = /^corpus:([1-9]\d*)$/.exec(spec)?.[1];
  if (count === undefined) return seedLines(spec);
  const { seedsFromCorpus } = await import('../../app/index.ts');
  return seedsFromCorpus(domains, Number(count), knowledge ?? storage);
}
