import { Command } from 'commander';
import type { AirQualityRun, CollectEvent } from '../../wings/air-quality/index.ts';
import type { CheckedOptions, GivenOptions } from './add-options.ts';
import type { AIR_QUALITY } from './command-options.ts';
import { listenForInterruption } from './interruption.ts';

type Flags = CheckedOptions<typeof AIR_QUALITY>;

export function airQualityCommand(): Command {
  return new Command('air-quality')
    .description(
      'collect air quality of a region for each division, with property prices; report, map and clusters',
    )
    .argument('<region>', 'punjab, or the path of a region file')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

const EXAMPLES = `
Examples:
  fieldfare air-quality punjab --boundaries districts.geojson
  fieldfare air-quality punjab --demo
  fieldfare air-quality punjab --sources ../shared/datasets/air-quality/snapshots --from 2025-08-01 --json
  OPENAQ_API_KEY=… fieldfare air-quality punjab --sources openaq --from 2026-01-01 --to 2026-01-31
  DATA_GOV_IN_API_KEY=… fieldfare air-quality punjab --sources data.gov.in --every 6h
  fieldfare air-quality ./my-region.yaml --web live --contact me@example.org --every 6h

Without --web and --sources, figures come from the service whose key is set (OPENAQ_API_KEY, DATA_GOV_IN_API_KEY), or else
from the shipped, dated snapshot of official stations. --demo collects synthetic stations.

Exit codes: 0 done, 1 failed on the way, 2 wrong input, 130 interrupted, 143 terminated.`;

async function run(name: string, given: GivenOptions<typeof AIR_QUALITY>): Promise<void> {
  const { AIR_QUALITY } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(AIR_QUALITY, given);
  const { loadRegion } = await import('../../foundation/domain/index.ts');
  const { FeedError } = await import('../../wings/air-quality/index.ts');
  const { airQuality } = await import('../../wings/air-quality/index.ts');
  const region = loadRegion(name);
  const { repeatOnSchedule, scheduleOf } = await import('./repeat-on-schedule.ts');
  const schedule = await scheduleOf(flags);
  const period = {
    ...(flags.from === undefined ? {} : { from: flags.from }),
    ...(flags.to === undefined ? {} : { to: flags.to }),
  };
  if (flags.from !== undefined && flags.to !== undefined && flags.from > flags.to)
    throw new FeedError(`--from ${flags.from} lies after --to ${flags.to}; expected the earlier day first`);
  const interruption = listenForInterruption(() =>
    process.stderr.write('stopping: what was collected is kept (press Ctrl-C again to leave at once)\n'),
  );
  const { signal } = interruption;
  try {
    const round = async (): Promise<boolean> => {
      const running = airQuality({
        region,
        web: webOf(flags, region.name),
        sources: flags.sources,
        period,
        delayMs: flags.delayMs,
        robots: flags.robots,
        render: flags.render,
        maxPages: flags.maxPages,
        contact: flags.contact,
        together: !flags.oneByOne,
        storage: flags.storage,
        pictures: flags.pictures,
        boundaries: flags.boundaries,
        signal,
        emit: (event) => tell(event, flags),
      });
      await show(await running, flags);
      return !signal.aborted;
    };
    if (schedule === undefined) await round();
    else await repeatOnSchedule({ ...flags, schedule, name: `air-quality ${region.name}`, signal }, round);
  } finally {
    interruption.end();
  }
  if (signal.aborted && schedule === undefined) {
    process.stderr.write('Interrupted; the same command goes on where it was.\n');
    process.exitCode = interruption.exitCode;
  }
}

/** The practice web is asked for its portals, and grown no larger than it must be beside them. */
function webOf({ web: named, demo }: Flags, region: string): string | undefined {
  const web = named ?? (demo ? 'practice' : undefined);
  if (web === undefined) return undefined;
  if (!/^practice(?::|$)/.test(web) || web.includes('portals=')) return web;
  const rest = web.slice('practice'.length).replace(/^:/, '');
  return `practice:portals=${region}${rest.includes('sites=') ? '' : ',sites=12'}${rest === '' ? '' : `,${rest}`}`;
}

function tell(event: CollectEvent, { json, quiet }: Flags): void {
  if (json) process.stdout.write(`${JSON.stringify(event)}\n`);
  else if (!quiet) {
    const line = wordsOf(event);
    if (line !== undefined) process.stderr.write(`${line}\n`);
  }
}

function wordsOf(event: CollectEvent): string | undefined {
  switch (event.type) {
    case 'start':
      return `${event.region}: run ${event.round} ${event.resumed ? 'resumed' : 'started'} (${event.web})`;
    case 'crawled':
      return `${event.city}: ${event.pages} ${event.pages === 1 ? 'page' : 'pages'} crawled, ${event.forms} search ${event.forms === 1 ? 'form' : 'forms'}`;
    case 'asked': {
      // One line for every tenth question: the rest is counted in the next one.
      if (event.done % 10 !== 0 && event.done !== event.of) return undefined;
      const what = event.listings > 0 ? 'listings' : 'observations';
      return `${event.city}: ${event.done} of ${event.of} queries sent for ${what} (${new URL(event.request.split(' ')[1] ?? '').host})`;
    }
    case 'source':
      return `${event.source}: ${event.figures} observations of the region (${event.evidence.join('; ')})`;
    case 'source-changed':
      return `changed: ${event.source}: ${event.message}`;
    case 'problem':
      return `warning: ${event.city === null ? '' : `${event.city}: `}${event.message}`;
    default:
      return undefined;
  }
}

async function show({ result, files }: AirQualityRun, { json, every, cron }: Flags): Promise<void> {
  const { resultJson, summaryText } = await import('../../wings/air-quality/index.ts');
  if (json) process.stdout.write(`${JSON.stringify({ ...resultJson(result), report: files[0] })}\n`);
  else
    process.stdout.write(
      `${every === undefined && cron === undefined ? '\n' : `\n${new Date().toISOString()}\n`}${summaryText(result)}\nReport: ${files[0]}\n`,
    );
}
