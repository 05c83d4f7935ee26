import type { Harvest } from '../../app/index.ts';
import type { HarvestEvent, RequestCounts } from '../../crawl/events/index.ts';
import type { HarvestOptions } from '../../crawl/settings/index.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import type { OpenPractice } from './practice-score.ts';
import { progressLine } from './progress-line.ts';
import { denyLines, seedLines } from './seed-file.ts';

export interface HarvestFlags {
  web: string;
  seeds?: string;
  search: string[];
  strategy: HarvestOptions['strategy'];
  topicFilter?: HarvestOptions['topicFilter'];
  knowledge?: string;
  learnAfter: number;
  rankers?: string;
  keywords?: string[];
  anchorWeights?: NonNullable<HarvestOptions['anchorWeights']>;
  anchorThreshold?: number;
  storage: string;
  resume?: true | number;
  maxDepth: number;
  maxSites?: number;
  maxPages?: number;
  maxPagesPerSite?: number;
  maxSeconds?: number;
  maxDisk?: number;
  concurrency: number;
  delay?: number;
  perHost?: number;
  render: HarvestOptions['render'];
  submit: boolean;
  text?: boolean;
  submitTo?: NonNullable<HarvestOptions['submitTo']>;
  maxSubmissionsPerSite?: number;
  values?: string;
  maxSubmissions?: number;
  maxAnswerPages?: number;
  detailPages?: number;
  robots: boolean;
  timeout: number;
  allowPrivate: boolean;
  proxy?: string;
  deny: string[];
  denyFile?: string;
  warcSize?: number;
  header: Record<string, string>;
  cookies?: string;
  contact?: string;
  novelty: HarvestOptions['novelty'];
  ontology: readonly string[];
  log?: string;
  json?: true;
  quiet?: true;
  every?: number;
  keepRuns?: number;
  keepDays?: number;
  keepDisk?: number;
}

/** Runs `harvest` as its flags say: once, or again and again. */
export async function runHarvest(domains: string[], flags: HarvestFlags): Promise<void> {
  const options = await optionsOf(domains, flags);
  const interruption = listenForInterruption(() => {
    if (flags.every === undefined || !flags.quiet)
      process.stderr.write(
        'stopping: pages under way are finished first (press Ctrl-C again to leave at once)\n',
      );
  });
  try {
    if (flags.every === undefined) await runOnce(options, flags, interruption);
    else await runAgain(options, { ...flags, every: flags.every }, interruption);
  } finally {
    interruption.end();
  }
}

/** Run after run; one that was cut off goes on. */
async function runAgain(
  options: HarvestOptions,
  flags: HarvestFlags & { every: number },
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
    await printChanges(flags.storage, end.runId, flags.json === true);
    return true;
  });
}

type End = Extract<HarvestEvent, { type: 'end' }>;

async function runOnce(
  options: HarvestOptions,
  flags: HarvestFlags,
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
  flags: HarvestFlags,
  practice: OpenPractice | undefined,
  interruption: Interruption,
): Promise<End | undefined> {
  const { signal } = interruption;
  const out = process.stderr;
  const line = progressLine(out, flags.maxPages ?? 10_000);
  if (!flags.contact && flags.web === 'live' && flags.resume === undefined && !flags.quiet) {
    line.say('hint: tell site owners how to reach you with --contact');
  }
  const stop = () => running.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const log = flags.log === undefined ? undefined : (await import('./event-log.ts')).openEventLog(flags.log);
  let end: End | undefined;
  try {
    for await (const event of running) {
      if (event.type === 'end') end = event;
      log?.write(event);
      if (flags.json) process.stdout.write(`${JSON.stringify(event)}\n`);
      else if (!flags.quiet) tell(event, line);
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
  await reportRun(flags.storage, end.runId, { json: flags.json === true, practice });
  if (end.status === 'interrupted') {
    const how = `fieldfare harvest --resume${flags.storage === 'storage' ? '' : ` --storage ${flags.storage}`}`;
    if (!flags.json) out.write(`\nInterrupted; everything found is kept. Go on with: ${how}\n`);
    process.exitCode = interruption.exitCode;
  }
  return end;
}

const errorEvent = (error: unknown) => ({
  type: 'error',
  message: error instanceof Error ? error.message : String(error),
});

function tell(event: HarvestEvent, line: ReturnType<typeof progressLine>): void {
  switch (event.type) {
    case 'start':
      line.say(
        event.resumed
          ? `run ${event.runId} goes on (${event.web})`
          : `run ${event.runId} begins from ${event.seeds} seeds (${event.web})`,
      );
      break;
    case 'progress':
      line.show(event.progress);
      break;
    case 'asking': {
      const { submissions, records, formsLeft, forms, ms } = event;
      const rate = ms > 0 ? (submissions * 1_000) / ms : 0;
      line.tell(
        `querying ${forms} forms, ${formsLeft} remaining · ${submissions} result pages, ${rate.toFixed(1)}/s · ${records} records`,
      );
      break;
    }
    case 'warning':
      line.say(`warning: ${event.message}`);
      break;
    case 'site':
      line.say(`site ${event.site}: ${event.state === 'exploring' ? 'exploring' : 'left'}, ${event.reason}`);
      break;
    case 'searched':
      line.say(searchedLine(event));
      break;
    case 'centre':
      line.say(
        `site ${event.site}: a centre page, it points to known sites with forms; what it links to is visited`,
      );
      break;
    case 'stopped':
      line.say(`site ${event.site}: left, ${event.reason} (${event.rule})`);
      break;
    case 'forgotten':
      line.say(`run ${event.runId} was deleted: ${event.reason}`);
      break;
    case 'end':
      if (event.requests !== undefined) line.say(requestsLine(event.requests));
      break;
    case 'novelty':
      line.say(
        `library: ${event.novel} of ${event.documents} documents say something new, ${event.known} are known, ${event.bare} say nothing of their own`,
      );
      break;
    default:
  }
}

const requestsLine = ({ sites, pages, forms, failed, perMinute, averageMs }: RequestCounts): string =>
  `requests: ${sites} front pages, ${pages} pages, ${forms} forms, ${failed} of them failed; ${perMinute} a minute, ${averageMs} ms each`;

function searchedLine({
  for: what,
  terms,
  near,
  found,
}: Extract<HarvestEvent, { type: 'searched' }>): string {
  if (what === 'links') return `reverse search: pages that link to ${terms.join(', ')}: ${found} found`;
  const also = near.length === 0 ? '' : `; near in meaning: ${near.join(', ')}`;
  return `search: ${terms.join(', ')}${also}: ${found} sites found`;
}

async function optionsOf(domains: string[], flags: HarvestFlags): Promise<HarvestOptions> {
  const {
    seeds,
    delay,
    timeout,
    header,
    json: _json,
    log: _log,
    quiet: _quiet,
    resume,
    ontology,
    deny,
    denyFile,
    every: _every,
    ...rest
  } = flags;
  return {
    ...rest,
    domains,
    headers: header,
    timeoutMs: timeout * 1_000,
    resume: resume ?? false,
    ontologies: [...ontology],
    deny: [...deny, ...(denyFile === undefined ? [] : await denyLines(denyFile))],
    ...(delay !== undefined && { delayMs: delay * 1_000 }),
    ...(seeds !== undefined && { seeds: await seedLines(seeds) }),
  };
}
