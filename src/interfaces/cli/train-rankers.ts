import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { HarvestOptions } from '../../crawl/settings/index.ts';
import type { Rankers, RankerTrainingData } from '../../crawl/strategies/index.ts';
import { printJson, progress, wholeNumber } from './labelled-data.ts';

interface Flags {
  from: readonly string[];
  practice: string;
  domains: string;
  pages: number;
  sites: number;
  out?: string;
  force?: true;
  date: string;
  json?: true;
}

/** `train rankers`: what the rankers of links and sites know before a harvest has taught them anything. */
export function trainRankersCommand(): Command {
  return new Command('rankers')
    .description('train what rankers of links and sites know from the start, and write model and model card')
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
      'the model to write; its card goes beside it as .md (default: models/rankers.json)',
    )
    .option('--force', 'write the model even if it is worse than the one there')
    .option('--date <yyyy-mm-dd>', 'day for the model card', new Date().toISOString().slice(0, 10))
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare train rankers --practice 101-102\n  fieldfare train rankers --practice none --from storage --out my-rankers.json',
    )
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const { DEFAULT_RANKERS, loadRankers, rankersText, UNTRAINED } = await import(
    '../../crawl/strategies/index.ts'
  );
  const grown = await mkdtemp(join(tmpdir(), 'fieldfare-rankers-'));
  try {
    const folders = [...flags.from, ...(await harvestPractice(flags, grown))];
    const replay: Replay = (rankers, about) => lessonsOf(folders, rankers, about);
    const untrained = await replay(UNTRAINED);
    const { rankers, scores } = await train(untrained, replay);
    const file = flags.out ?? DEFAULT_RANKERS;
    const there = existsSync(file) && flags.force !== true ? loadRankers(file) : undefined;
    const before = there === undefined ? undefined : mean(await likelihoods(await replay(there)));
    const written = before === undefined || scores.trained >= before;
    const card = file.replace(/\.json$/, '').concat('.md');
    if (written) {
      await writeFile(file, rankersText(rankers));
      await writeFile(card, cardText(flags.date, untrained, rankers, scores));
    }
    const says = written
      ? `wrote ${file}, its card to ${card}`
      : `kept ${file}, the new one predicts these pages worse: ${scores.trained.toFixed(4)} against ${before?.toFixed(4)}. --force writes it all the same`;
    if (flags.json) printJson({ file, written, runs: untrained.length, ...scores, before });
    else
      process.stdout.write(
        `mean log-likelihood a page: untrained ${scores.untrained.toFixed(4)}, trained on other subjects ${scores.heldOut?.toFixed(4) ?? '–'}, trained ${scores.trained.toFixed(4)}\n${says}\n`,
      );
  } finally {
    await rm(grown, { recursive: true, force: true });
  }
}

interface Scores {
  readonly untrained: number;
  /** Predicts each run by what the runs about other subjects taught. */
  readonly heldOut: number | null;
  readonly trained: number;
}

/** @param about the subject whose runs are gone through; all without */
type Replay = (rankers: Rankers, about?: string) => Promise<RankerTrainingData[]>;

/** Trains on all runs, and for the score once more without each subject. */
async function train(
  untrained: readonly RankerTrainingData[],
  replay: Replay,
): Promise<{ rankers: Rankers; scores: Scores }> {
  const { trainRankers } = await import('../../crawl/strategies/index.ts');
  const subjectWords = await wordsOfSubjects();
  const rankers = trainRankers(untrained, subjectWords);
  const heldOut: number[] = [];
  for (const subject of new Set(untrained.map(({ about }) => about))) {
    const others = untrained.filter(({ about }) => about !== subject);
    if (others.length === 0) break;
    progress(`without ${subject}`);
    heldOut.push(...(await likelihoods(await replay(trainRankers(others, subjectWords), subject))));
  }
  progress('');
  const trained = mean(await likelihoods(await replay(rankers)));
  return {
    rankers,
    scores: {
      untrained: mean(await likelihoods(untrained)),
      heldOut: heldOut.length === 0 ? null : mean(heldOut),
      trained,
    },
  };
}

/** Stems of what the shipped domains are about. */
async function wordsOfSubjects(): Promise<ReadonlySet<string>> {
  const { loadDomains } = await import('../../foundation/domain/index.ts');
  const { stem, wordsOf } = await import('../../foundation/text/index.ts');
  const terms = loadDomains().flatMap(({ name, terms }) => [name, ...Object.keys(terms)]);
  return new Set(terms.flatMap((term) => wordsOf(term).map(stem)));
}

async function likelihoods(runs: readonly RankerTrainingData[]): Promise<number[]> {
  const { predictedYield } = await import('../../crawl/strategies/index.ts');
  return runs.map(({ samples }) => predictedYield(samples));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns the storage folders of the harvests */
async function harvestPractice(flags: Flags, folder: string): Promise<string[]> {
  if (flags.practice === 'none') return [];
  const { harvest, seedRange } = await import('../../app/index.ts');
  const folders: string[] = [];
  for (const seed of seedRange(flags.practice)) {
    for (const name of flags.domains.split(',')) {
      const domain = name.trim();
      progress(`practice web ${seed}, ${domain}`);
      const storage = join(folder, `${seed}-${domain}`);
      const options = {
        domains: [domain],
        web: `practice:seed=${seed},sites=${flags.sites}`,
        maxPages: flags.pages,
        maxSites: 100_000,
        // One at a time, so that the same webs give the same model.
        concurrency: 1,
        learnAfter: 5,
        submit: false,
        render: 'never',
        rankers: 'none',
        storage,
      } satisfies HarvestOptions;
      for await (const _ of harvest(options));
      folders.push(storage);
    }
  }
  progress('');
  return folders;
}

/** The finished runs of storage folders, as a strategy with these rankers would have learnt from them. */
async function lessonsOf(
  folders: readonly string[],
  rankers: Rankers,
  about: string | undefined,
): Promise<RankerTrainingData[]> {
  const { rankerTrainingData, subjectOf } = await import('../../crawl/in-site-exploring/index.ts');
  const { RankersError } = await import('../../crawl/strategies/index.ts');
  const { openStore } = await import('../../drivers/sqlite/index.ts');
  const { listRuns } = await import('../../library/index.ts');
  const lessons: RankerTrainingData[] = [];
  for (const folder of folders) {
    const store = await openStore(folder, { mode: 'read' });
    try {
      for (const { id, domains } of await listRuns(store)) {
        if (about === undefined || subjectOf(domains) === about)
          lessons.push(await rankerTrainingData(store, id, rankers));
      }
    } finally {
      await store.close();
    }
  }
  if (lessons.every(({ samples }) => samples.length === 0))
    throw new RankersError(
      'there is no page to learn from; name storage folders with --from, or --practice webs',
    );
  return lessons;
}

function cardText(
  date: string,
  runs: readonly RankerTrainingData[],
  rankers: Rankers,
  scores: Scores,
): string {
  const pages = runs.reduce((sum, { samples }) => sum + samples.length, 0);
  const different = (values: readonly string[]) => [...new Set(values)].join(', ');
  const webs = different(runs.map(({ web }) => web));
  const subjects = different(runs.map(({ about }) => about));
  const top = (order: 1 | -1) =>
    [...rankers.words.now]
      .sort(([, [a]], [, [b]]) => order * (a - b))
      .slice(0, 15)
      .map(([word, [ratio]]) => `${word} ${ratio.toFixed(2)}`)
      .join(', ');
  return `# Model card: rankers.json

What the rankers of \`two-stage\` know before a run has taught them anything: by what each bin of a factor multiplies the expected yield
of a page, and how much more than others links with a word yield. Written by \`fieldfare train rankers\`: do not edit.

Trained ${date} on ${pages} pages of ${runs.length} harvests of ${webs}, about ${subjects}. Stems are kept that harvests about four
subjects at least met (or all, where there are fewer) and that belong to none: ${rankers.words.now.size}. The run's own learning overrides it.

| mean log-likelihood of what a page gave, predicted when it was met | |
| --- | ---: |
| untrained | ${scores.untrained.toFixed(4)} |
| trained on the other subjects | ${scores.heldOut?.toFixed(4) ?? '–'} |
| trained | ${scores.trained.toFixed(4)} |

Words that lead to forms at once: ${top(-1)}.

Words that lead nowhere: ${top(1)}.

## Limits

Practice webs say little about how real sites name things: words that they do not use are judged by the form lexicon and by what a run learns.
`;
}
