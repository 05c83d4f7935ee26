import { Command } from 'commander';
import { progressLine } from '../terminal/index.ts';
import type { GivenOptions } from './add-options.ts';
import type { COMPARE } from './command-options.ts';
import { seedLines } from './seed-file.ts';

export function compareCommand(): Command {
  return new Command('compare')
    .description('run several strategies on the same web with the same budget, and compare them in a report')
    .argument('<domains...>', 'book, flight, hotel, …, or the path of a domain file')
    .addHelpText(
      'after',
      `
Examples:
  fieldfare compare book --web practice:seed=2,sites=200 --max-pages 500
  fieldfare compare book --strategies two-stage,ichw,smartcrawler,ache,ffc,fc,eefc --seeds 1-5
  fieldfare compare hotel --strategies two-stage,ache,ffc,fc --without-rules`,
    )
    .action(run);
}

/** Seeds of one range at most. */
const MOST_SEEDS = 100;

async function run(domains: string[], given: GivenOptions<typeof COMPARE>): Promise<void> {
  const { COMPARE } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(COMPARE, given);
  const { compareStrategies } = await import('../../wings/laboratory/index.ts');
  const { openTruth } = await import('./practice-score.ts');
  const { json, quiet, seeds = '', ...options } = flags;
  const practiceSeeds = numbersOf(seeds);
  const line = progressLine(process.stderr, flags.maxPages);
  const isSilent = json || quiet;
  const { comparison, report, csv } = await compareStrategies(domains, {
    ...options,
    openTruth,
    practiceSeeds,
    ...(seeds !== '' && practiceSeeds === undefined && { seeds: await seedLines(seeds) }),
    ...(!isSilent && { onArm: (name) => line.say(`${name} …`), onProgress: (now) => line.show(now) }),
  });
  line.end();
  const { comparisonJson, comparisonText } = await import('../../wings/laboratory/index.ts');
  if (json) process.stdout.write(`${JSON.stringify(comparisonJson(comparison, { report, csv }))}\n`);
  else process.stdout.write(`${comparisonText(comparison)}\nReport: ${report}\nCurves: ${csv}\n`);
}

/** Reads `1-5` or `1,3,7-9`; undefined where it is no such list. */
function numbersOf(list: string): number[] | undefined {
  if (!/^\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*$/.test(list)) return undefined;
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: Math.min(MOST_SEEDS, Math.max(0, to - from + 1)) }, (_, i) => from + i);
  });
}
