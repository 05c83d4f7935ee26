import { Command } from 'commander';
import { printJson, progress, wholeNumber } from '../../../interfaces/terminal/index.ts';
import type { PaperTable } from '../forms/paper-tables.ts';
import type { DecidedPage } from '../topics/rating-sheets.ts';

interface Flags {
  data?: string;
  topic?: readonly string[];
  folds?: number;
  keywords?: readonly string[];
  choose?: true;
  seed: number;
  run?: string | true;
  dump?: string;
  category?: string;
  sheets?: string;
  raters: number;
  ratings?: string;
  storage: string;
  json?: true;
}

export function evaluateTopicsCommand(): Command {
  return new Command('topics')
    .description(
      'score how well on-topic pages are recognised: knowledge, seed pages, three steps, anchor text, raters',
    )
    .option('--data <folder>', 'archives with a pages.jsonl, a line {"warc", "url", "site", "topic"} a page')
    .option(
      '--topic <name...>',
      'topics, or archives of the folder (default: domains with pages of ten sites)',
    )
    .option('--folds <n>', 'folds by site (default: leave one site out at a time)', wholeNumber(2, 100))
    .option(
      '--keywords <words>',
      'keywords of anchor text, with commas between (default: the name of the domain)',
      (words: string) => words.split(',').map((word) => word.trim()),
    )
    .option(
      '--choose',
      'choose the constants of knowledge on half of the sites, and measure them on the others',
    )
    .option('--seed <n>', 'seed of folds and samples', wholeNumber(0, 1e9), 1)
    .option('--run [n]', 'score what a run decided about its seeds and pages (default: the latest harvest)')
    .option('--sheets <folder>', 'write sheets for raters: a stratified sample of what was decided')
    .option('--raters <n>', 'how many sheets', wholeNumber(2, 50), 4)
    .option('--ratings <folder>', 'read the sheets that raters filled in: harvest ratio and agreement')
    .option('--dump <file>', 'pages of a category of this Wikipedia dump, by level')
    .option('--category <name>', 'the category')
    .option('--storage <dir>', 'where runs and knowledge are kept', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nTables have the shape of those of Hernandez and others 2020 (A Semantic Focused Web Crawler Based on a Knowledge\nRepresentation Schema, Applied Sciences 10(11), 3837).\n\nExamples:\n  fieldfare evaluate topics --data ../shared/datasets/web/pages-by-domain --json\n  fieldfare evaluate topics --run 3 --sheets rating/ --raters 4\n  fieldfare evaluate topics --ratings rating/',
    )
    .action(evaluateTopicsOf);
}

/** What is printed: tables for people, facts for machines. */
interface Outcome {
  readonly tables: readonly PaperTable[];
  readonly facts: object;
  readonly decisions: readonly DecidedPage[];
}

async function evaluateTopicsOf(flags: Flags): Promise<void> {
  const { drawSample, writeSheets } = await import('../topics/rating-sheets.ts');
  const { KnowledgeError } = await import('../../../knowledge/index.ts');
  const { sampleTable } = await import('../topics/topic-tables.ts');
  const { tablesText } = await import('../forms/paper-tables.ts');
  const outcome = await outcomeOf(flags);
  if (outcome === undefined)
    throw new KnowledgeError(
      'nothing to evaluate; give --data FOLDER, --run N, --ratings FOLDER or --dump FILE',
    );
  const tables = [...outcome.tables];
  if (outcome.decisions.length > 0) tables.push(sampleTable(outcome.decisions));
  if (flags.sheets !== undefined) {
    const sample = [...Map.groupBy(outcome.decisions, ({ topic }) => topic).values()].flatMap((pages) =>
      drawSample(pages, flags.seed),
    );
    await writeSheets(flags.sheets, sample, flags.raters);
    process.stderr.write(`${sample.length} pages on ${flags.raters} sheets in ${flags.sheets}\n`);
  }
  if (flags.json) printJson({ tables, ...outcome.facts });
  else process.stdout.write(tablesText(tables));
}

async function outcomeOf(flags: Flags): Promise<Outcome | undefined> {
  if (flags.ratings !== undefined) return ratingsOf(flags.ratings);
  if (flags.data !== undefined) return dataOf(flags.data, flags);
  if (flags.dump !== undefined) return levelsOf(flags.dump, flags.category);
  if (flags.run !== undefined) return runOf(flags);
  return undefined;
}

async function dataOf(folder: string, { topic, folds, seed, keywords, choose }: Flags): Promise<Outcome> {
  const { chooseConstants } = await import('../topics/choose-constants.ts');
  const { combinedScores, evaluateTopics } = await import('../topics/evaluate-topics.ts');
  const { constantsTables, corpusTables, evaluationTables } = await import('../topics/topic-tables.ts');
  const { labelledPages } = await import('../topics/labelled-pages.ts');
  const data = await labelledPages(folder, (done, all) => progress(`${done} of ${all} pages read`));
  progress('');
  if (choose) {
    const choice = chooseConstants(data, topic);
    return { tables: constantsTables(choice), facts: choice, decisions: [] };
  }
  const evaluations = evaluateTopics(data, {
    seed,
    keywords,
    ...(folds && { folds }),
    ...(topic && { topics: topic }),
  });
  const times = data.pages.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    tables: [
      ...corpusTables(evaluations.map((one) => ({ topic: one.topic, ...one.corpus }))),
      ...evaluationTables(evaluations),
    ],
    facts: {
      msPerPage: { median: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] },
      topics: evaluations.map(({ decisions: _, ...evaluation }) => evaluation),
      ...combinedScores(evaluations),
    },
    decisions: evaluations.flatMap(({ decisions }) => decisions),
  };
}

async function ratingsOf(folder: string): Promise<Outcome> {
  const { rateTopics } = await import('../topics/ratings.ts');
  const { ratingTables } = await import('../topics/topic-tables.ts');
  const { readSheets } = await import('../topics/rating-sheets.ts');
  const rated = rateTopics(await readSheets(folder));
  return { tables: ratingTables(rated), facts: { rated }, decisions: [] };
}

async function levelsOf(file: string, category: string | undefined): Promise<Outcome> {
  const { KnowledgeError, levelCounts } = await import('../../../knowledge/index.ts');
  const { levelTable } = await import('../topics/topic-tables.ts');
  if (category === undefined) throw new KnowledgeError(`say which category of ${file} with --category NAME`);
  const levels = await levelCounts(file, category);
  return { tables: [levelTable(category, levels)], facts: { category, levels }, decisions: [] };
}

async function runOf({ run, storage }: Flags): Promise<Outcome> {
  const { openStore } = await import('../../../drivers/open/index.ts');
  const { corpusFacts } = await import('../../../knowledge/index.ts');
  const { corpusTables, crawlTables } = await import('../topics/topic-tables.ts');
  const { runDecisions } = await import('../topics/run-decisions.ts');
  const store = await openStore(storage, { mode: 'read' });
  try {
    const runs = await runDecisions(store, run === true ? undefined : run);
    const known = new Set(await store.knowledge.topics());
    const corpora = [];
    for (const { topic } of runs)
      if (known.has(topic)) corpora.push(await corpusFacts(store.knowledge, topic));
    return {
      tables: [...(corpora.length > 0 ? corpusTables(corpora) : []), ...crawlTables(runs)],
      facts: { runs: runs.map(({ decisions: _, ...rest }) => rest) },
      decisions: runs.flatMap(({ decisions }) => decisions),
    };
  } finally {
    await store.close();
  }
}
