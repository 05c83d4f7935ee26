import { z } from 'zod';
import { HARVEST_FIELDS } from '../../crawl/settings/index.ts';
import { inGroup, off, on, texts } from '../../foundation/options/index.ts';
import type { AirQualityRun, CollectEvent } from '../../wings/air-quality/index.ts';
import { command, defaulting, type FlagsOf, pick, printJson } from '../terminal/index.ts';
import { ARCHIVE, output, schedule } from './crawl-options.ts';
import { listenForInterruption } from './interruption.ts';
import { repeatOnSchedule, scheduleOf } from './repeat-on-schedule.ts';

const text = z.string().min(1).optional();
const day = z.iso.date('expected a day as 2026-01-31').optional();
const options = z.object({
  ...inGroup('Scope', {
    web: text.describe('<web> live, practice, practice:seed=2 or replay:FILE').meta({ defaultText: 'none' }),
    sources: texts
      .describe('<list> files or folders of feeds and listings, snapshot, openaq or data.gov.in')
      .meta({ defaultText: 'the service whose key is set, else the shipped snapshot', commas: true }),
    demo: off.describe('collect the portals of the practice web, whose dense network is synthetic'),
    boundaries: text.describe('<file> GeoJSON of divisions or cities, drawn as areas on the map'),
    from: day.describe('<day> first day, such as 2026-01-31'),
    to: day.describe('<day> last day'),
    ...schedule('collect again', '6h, 30m or 1d'),
  }),
  maxPages: defaulting(HARVEST_FIELDS.maxPages, 200).describe('pages to explore for each city'),
  ...pick(HARVEST_FIELDS, 'delayMs', 'robots', 'contact'),
  ...inGroup('Politeness', {
    oneByOne: off.describe('crawl one city after another'),
  }),
  render: HARVEST_FIELDS.render,
  ...ARCHIVE,
  ...output('print events as JSON lines, the result last', 'print nothing but the table'),
  ...inGroup('Output', {
    pictures: on
      .describe('write PNG files, too, for which a browser is started')
      .meta({ help: 'write no PNG files, for which a browser is started' }),
  }),
});
type Flags = FlagsOf<typeof options>;

const EXAMPLES = `Examples:
  fieldfare air-quality punjab --boundaries districts.geojson
  fieldfare air-quality punjab --demo
  fieldfare air-quality punjab --sources my-files/ --from 2025-08-01 --json
  OPENAQ_API_KEY=… fieldfare air-quality punjab --sources openaq --from 2026-01-01 --to 2026-01-31
  DATA_GOV_IN_API_KEY=… fieldfare air-quality punjab --sources data.gov.in --every 6h
  fieldfare air-quality ./my-region.yaml --web live --contact me@example.org --every 6h

Without --web and --sources, figures come from the service whose key is set (OPENAQ_API_KEY, DATA_GOV_IN_API_KEY), or else
from the shipped, dated snapshot of official stations. --demo collects synthetic stations.

Exit codes: 0 done, 1 failed on the way, 2 wrong input, 130 interrupted, 143 terminated.`;

export const airQualityCommand = command({ options, help: EXAMPLES, run });

async function run(flags: Flags, name: string): Promise<void> {
  const { loadRegion } = await import('../../foundation/domain/index.ts');
  const { airQuality, FeedError } = await import('../../wings/air-quality/index.ts');
  const region = loadRegion(name);
  const again = await scheduleOf(flags);
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
        emit: (event) => report(event, flags),
      });
      await show(await running, flags);
      return !signal.aborted;
    };
    if (again === undefined) await round();
    else
      await repeatOnSchedule(
        { ...flags, schedule: again, name: `air-quality ${region.name}`, signal },
        round,
      );
  } finally {
    interruption.end();
  }
  if (signal.aborted && again === undefined) {
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

function report(event: CollectEvent, { json, quiet }: Flags): void {
  if (json) printJson(event);
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
  if (json) printJson({ ...resultJson(result), report: files[0] });
  else
    process.stdout.write(
      `${every === undefined && cron === undefined ? '\n' : `\n${new Date().toISOString()}\n`}${summaryText(result)}\nReport: ${files[0]}\n`,
    );
}
