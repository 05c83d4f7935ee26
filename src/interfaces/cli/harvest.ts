import { Command } from 'commander';
import type { HarvestFlags } from './run-harvest.ts';

export function harvestCommand(): Command {
  return new Command('harvest')
    .description('find the search forms of one or more domains, fill them, and keep the records')
    .argument(
      '[domains...]',
      'book, flight, hotel, music, premiere, product, property, or the path of a domain file',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (domains: string[], flags: HarvestFlags) => {
      const { runHarvest } = await import('./run-harvest.ts');
      await runHarvest(domains, flags);
    });
}

const EXAMPLES = `
Examples:
  fieldfare harvest book --web practice
  fieldfare harvest hotel flight --contact me@example.org --max-sites 50
  fieldfare harvest book --search searxng:https://search.example.org/ --search brave
  fieldfare harvest product --web replay:crawl.warc.gz --strategy breadth-first
  fieldfare harvest --resume
  fieldfare harvest book --novelty sentence --every 7d --keep-runs 4

Exit codes: 0 done, 1 failed on the way, 2 wrong input, 130 interrupted, 143 terminated.`;
