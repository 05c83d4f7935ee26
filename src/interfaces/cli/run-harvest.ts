import type { Harvest } from '../../app/index.ts';
import type { HarvestEvent, RequestCounts } from '../../crawl/events/index.ts';
import type { HarvestOptions } from '../../crawl/settings/index.ts';
import { progressLine } from '../terminal/index.ts';
import { type CheckedOptions, checkOptions, type GivenOptions } from './add-options.ts';
import { HARVEST } from './command-options.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import type { OpenPractice } from './practice-score.ts';
import { denyLines, seedLines } from './seed-file.ts';

/** What was given on the command line. */
export type HarvestFlags = GivenOptions<typeof HARVEST>;
type Flags = CheckedOptions<typeof HARVEST>;

/** Runs `harvest` as its flags say: once, or again and again. */
export async function runHarvest(domains: string[], given: HarvestFlags): Promise<void> {
  const flags = checkOptions(HARVEST, given);
  if (flags.emit !== undefined && flags.json) {
    const { OptionsError } = await import('../../crawl/settings/index.ts');
    throw new OptionsError('--emit and --json both write to standard output; give one of them');
  }
  const { scheduleOf } = await import('./repeat-on-schedule.ts');
  const schedule = await scheduleOf(flags);
  const options = await optionsOf(domains, given, flags);
  const interruption = listenForInterruption(() => {
    if (schedule === undefined || !flags.quiet)
      process.stderr.write(
        'stopping: pages in progress are finished first (press Ctrl-C again to leave at once)\n',
      );
  });
  try {
    if (schedule === undefined) await runOnce(options, flags, interruption);
    else await runAgain(options, { ...flags, schedule }, interruption);
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
  const { repeatOnSchedule } = await import('./repeat-on-schedule.ts');
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
  const { openPractice } = await import('./practice-score.ts');
  const [harvest, practice] = await Promise.all([loadHarvest(), openPractice(options)]);
  try {
    const running = harvest(practice === undefined ? options : { ...options, web: practice.web });
    return await follow(running, flags, practice, interruption);
  } finally {
    await practice?.web.close();
  }
}

async function loadHarvest(): Promise<(options: HarvestOptions) => Harvest> {
  const { harvest } = await import('../../app/index.ts');
  return harvest;
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
  let end: End | undefined;
  try {
    for await (const event of running) {
      if (event.type === 'end') end = event;
      if (event.type === 'start' && !event.resumed && !flags.contact && flags.web === 'live' && !flags.quiet)
        line.say('hint: set --contact so that site owners can reach you');
      log?.write(event);
      if (flags.emit === 'records') {
        if (event.type === 'record') process.stdout.write(recordLine(event));
        if (!flags.quiet) tell(event, line, words);
      } else if (flags.json) process.stdout.write(`${JSON.stringify(event)}\n`);
      else if (!flags.quiet) tell(event, line, words);
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

function tell(
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
      line.tell(
        `querying ${counted(forms, 'form')}, ${formsLeft} remaining · ${counted(submissions, 'result page')}, ${rate.toFixed(1)}/s · ${counted(records, 'record')}, repeats included`,
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

/** What the harvest is given: what has a default it fills in itself, so that a resumed run keeps what it was begun with. */
async function optionsOf(domains: string[], given: HarvestFlags, flags: Flags): Promise<HarvestOptions> {
  const { web, storage, deny } = flags;
  const { seedsFile, denyFile, every: _e, cron: _c, json: _j, emit: _m, log: _l, quiet: _q, ...rest } = given;
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
