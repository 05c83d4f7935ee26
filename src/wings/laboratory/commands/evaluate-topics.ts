import { z } from 'zod';
import { off } from '../../../foundation/options/index.ts';
import {
  command,
  type FlagsOf,
  inStore,
  printJson,
  progress,
  text,
  whole,
  withStore,
} from '../../../interfaces/terminal/index.ts';
import type { PaperTable } from '../forms/paper-tables.ts';
import type { DecidedPage } from '../topics/rating-sheets.ts';

const options = z.object({
  data: text.describe('<folder> archives with a pages.jsonl, a line {"warc", "url", "site", "topic"} a page'),
  topic: z
    .array(z.string())
    .optional()
    .describe('<name...> topics, or archives of the folder')
    .meta({ defaultText: 'domains with pages of ten sites' }),
  folds: whole(2, 100)
    .optional()
    .describe('folds by site')
    .meta({ defaultText: 'leave one site out at a time' }),
  keywords: z
    .array(z.string())
    .optional()
    .describe('<words> keywords of anchor text, with commas between')
    .meta({ defaultText: 'the name of the domain', commas: true }),
  choose: off.describe(
    'choose the constants of knowledge on half of the sites, and measure them on the others',
  ),
  seed: whole(0, 1e9).default(1).describe('seed of folds and samples'),
  run: z
    .union([z.string(), z.literal(true)])
    .optional()
    .describe('score what a run decided about its seeds and pages')
    .meta({ flag: '--run [n]', defaultText: 'the latest harvest' }),
  sheets: text.describe('<folder> write sheets for raters: a stratified sample of what was decided'),
  raters: whole(2, 50).default(4).describe('how many sheets'),
  ratings: text.describe('<folder> read the sheets that raters filled in: harvest ratio and agreement'),
  dump: text.describe('<file> pages of a category of this Wikipedia dump, by level'),
  category: text.describe('<name> the category'),
  ...inStore,
  storage: inStore.storage.describe('<dir> where runs and knowledge are kept'),
  json: off.describe('print one JSON object'),
});
type Flags = FlagsOf<typeof options>;

export const evaluateTopicsCommand = command({
  options,
  help: 'Tables have the shape of those of Hernandez and others 2020 (A Semantic Focused Web Crawler Based on a Knowledge\nRepresentation Schema, Applied Sciences 10(11), 3837).\n\nExamples:\n  fieldfare evaluate topics --data pages/ --json\n  fieldfare evaluate topics --run 3 --sheets rating/ --raters 4\n  fieldfare evaluate topics --ratings rating/',
  run: evaluateTopicsOf,
});

/** Holds what is printed: tables for people, facts for machines. */
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
  const { corpusFacts } = await import('../../../knowledge/index.ts');
  const { corpusTables, crawlTables } = await import('../topics/topic-tables.ts');
  const { runDecisions } = await import('../topics/run-decisions.ts');
  return withStore(storage, 'read', async (store) => {
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
  });
}
