import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { plainText } from '../../foundation/text/index.ts';

const PROGRESS_EVERY_MS = 5_000;

interface Flags {
  storage: string;
  run?: string;
  mode: 'page' | 'sentence';
  threshold?: number;
  ontology: readonly string[];
  again?: true;
  keepKnown?: true;
  summary?: number;
  reindex?: true;
  compare?: true;
  query: readonly string[];
  report?: string;
  json?: true;
}

export function noveltyCommand(): Command {
  return new Command('novelty')
    .description('find the novel pages of a run, and take them into the library')
    .option('--run <n>', 'which run (default: the latest harvest)')
    .addOption(
      new Option('--mode <mode>', 'judge whole pages, or sentence by sentence')
        .choices(['page', 'sentence'])
        .default('sentence'),
    )
    .option(
      '--threshold <similarity>',
      'similarity above which a text is a duplicate (default: 0.65, or that of the domain file)',
      similarity,
    )
    .option(
      '--ontology <file>',
      'is-a relations, a YAML file of your own; may be given more than once',
      (file: string, before: readonly string[]) => [...before, file],
      [],
    )
    .option('--again', 'judge the run again')
    .option('--keep-known', 'keep the texts of duplicates, too, instead of a pointer to the original')
    .option(
      '--summary <n>',
      'sentences in the summary that whole pages are compared by: a share, or a number (default: 0.75)',
      summaryLength,
    )
    .option('--reindex', 'only rebuild the full-text index and the sentence index from the store')
    .option(
      '--compare',
      'compare a generic crawl with a novelty crawl: duplicates removed, memory overhead, pages identified',
    )
    .option(
      '--query <words>',
      'a query to compare by; may be given more than once (default: the commonest terms of each category)',
      (query: string, before: readonly string[]) => [...before, query],
      [],
    )
    .option('--report <file>', 'write the comparison as an HTML page with charts')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare novelty\n  fieldfare novelty --run 3 --mode page --threshold 0.8 --again\n  fieldfare novelty --compare --query sports --query ball --report novelty.html',
    )
    .action(run);
}

function similarity(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('expected a similarity from 0 to 1');
  return number;
}

function summaryLength(value: string): number {
  const number = Number(value);
  if (!(number > 0 && (number < 1 || Number.isInteger(number))))
    throw new InvalidArgumentError('expected a whole number, or a share below 1');
  return number;
}

async function run(flags: Flags): Promise<void> {
  const { openStore } = await import('../../drivers/open/index.ts');
  const { compareNovelty, judgeLibrary, rebuildIndexes } = await import('../../library/index.ts');
  const store = await openStore(flags.storage, { mode: 'write' });
  const say = (line: string) => process.stderr.write(`${plainText(line)}\n`);
  let said = Date.now();
  try {
    if (flags.reindex) {
      const documents = await rebuildIndexes(store);
      return void process.stdout.write(
        flags.json ? `${JSON.stringify({ documents })}\n` : `indexed anew: ${documents} documents\n`,
      );
    }
    const { chooseRun } = await import('../terminal/index.ts');
    const outcome = await judgeLibrary(store, {
      run: String((await chooseRun(store, flags.run)).id),
      mode: flags.mode,
      ontologies: flags.ontology,
      again: flags.again === true,
      keepKnown: flags.keepKnown === true,
      ...(flags.summary !== undefined && { summary: flags.summary }),
      ...(flags.threshold !== undefined && { threshold: flags.threshold }),
      onWarning: (message) => say(`warning: ${message}`),
      onProgress: (done, all) => {
        if (Date.now() - said < PROGRESS_EVERY_MS) return;
        said = Date.now();
        say(`${done} of ${all} documents judged`);
      },
    });
    const comparison =
      flags.compare || flags.report !== undefined
        ? await compareNovelty(store, outcome.runId, flags.query)
        : undefined;
    if (flags.report !== undefined && comparison !== undefined) {
      const { noveltyReportHtml } = await import('../../reports/index.ts');
      await writeFile(flags.report, await noveltyReportHtml(comparison));
    }
    if (flags.json)
      process.stdout.write(`${JSON.stringify({ ...outcome, ...(comparison && { comparison }) })}\n`);
    else {
      process.stdout.write(`${summary(outcome)}\n`);
      if (comparison !== undefined) {
        const { noveltyTable } = await import('../../reports/index.ts');
        process.stdout.write(`\n${noveltyTable(comparison)}\n`);
      }
    }
  } finally {
    await store.close();
  }
}

function summary({
  runId,
  documents,
  novel,
  known,
  bare,
}: {
  readonly runId: number;
  readonly documents: number;
  readonly novel: number;
  readonly known: number;
  readonly bare: number;
}): string {
  return `Run ${runId}: ${documents} ${documents === 1 ? 'document' : 'documents'}, ${novel} novel, ${known} ${known === 1 ? 'duplicate' : 'duplicates'}, ${bare} without content`;
}
