import { Command } from 'commander';
import { printJson, progress, wholeNumber } from '../../../interfaces/terminal/index.ts';

interface Flags {
  from: readonly string[];
  practice: string;
  domains: string;
  pages: number;
  sites: number;
  out?: string;
  storage: string;
  force?: true;
  date: string;
  json?: true;
}

/** `train rankers`: what the rankers of links and sites know before a harvest has taught them anything. */
export function trainRankersCommand(): Command {
  return new Command('rankers')
    .description('train the rankers of links and sites on earlier harvests, and write model and model card')
    .option('--from <dir...>', 'storage folders of harvests to learn from', [])
    .option(
      '--practice <seeds>',
      'practice webs to harvest and learn from besides, such as 101-102; none for no such web',
      '101-102',
    )
    .option(
      '--domains <list>',
      'what to harvest practice webs for (book is left out: benchmarks are about it)',
      'flight,hotel,music,premiere,product,property',
    )
    .option('--pages <n>', 'pages to read of a practice web', wholeNumber(50, 100_000), 700)
    .option('--sites <n>', 'sites of a practice web', wholeNumber(12, 10_000), 1_000)
    .option(
      '--out <file>',
      'the model to write; its model card is written beside it as .md (default: kept under models in --storage)',
    )
    .option('--storage <dir>', 'folder whose harvests begin with these rankers from now on', 'storage')
    .option('--force', 'write the model even if it is worse than the one there')
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train rankers --practice 101-102\n  fieldfare train rankers --practice none --from storage --out my-rankers.json',
    )
    .action(run);
}

async function run({ json, force, domains, ...flags }: Flags): Promise<void> {
  const { trainRankersOn } = await import('../strategies/train-rankers-on.ts');
  const { file, card, written, runs, scores, before } = await trainRankersOn({
    ...flags,
    domains: domains.split(',').map((domain) => domain.trim()),
    force: force === true,
    onStep: progress,
  });
  progress('');
  const says = written
    ? `wrote ${file}, its card to ${card}`
    : `kept ${file}, the new one predicts these pages worse: ${scores.trained.toFixed(4)} against ${before?.toFixed(4)}. --force writes it all the same`;
  if (json) printJson({ file, written, runs, ...scores, before });
  else
    process.stdout.write(
      `mean log-likelihood a page: untrained ${scores.untrained.toFixed(4)}, trained on other subjects ${scores.heldOut?.toFixed(4) ?? '–'}, trained ${scores.trained.toFixed(4)}\n${says}\n`,
    );
}
