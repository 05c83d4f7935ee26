import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harvest } from '../../../app/index.ts';
import type { HarvestOptions } from '../../../crawl/settings/index.ts';
import {
  DEFAULT_RANKERS,
  loadRankers,
  type Rankers,
  RankersError,
  rankersText,
  UNTRAINED,
} from '../../../crawl/strategies/index.ts';
import { openStore } from '../../../drivers/sqlite/index.ts';
import { loadDomains } from '../../../foundation/domain/index.ts';
import { whileOpen } from '../../../foundation/errors/index.ts';
import { ownModelFile } from '../../../foundation/learning/index.ts';
import { stem, wordsOf } from '../../../foundation/text/index.ts';
import { listRuns } from '../../../library/index.ts';
import { seedRange } from '../models/practice-forms.ts';
import { writeModel } from '../models/write-model.ts';
import { rankerTrainingData, subjectOf } from './ranker-training-data.ts';
import { predictedYield, type RankerTrainingData, trainRankers } from './train-rankers.ts';

interface TrainRankersOptions {
  /** Storage folders of harvests to learn from. */
  readonly from: readonly string[];
  /** Practice webs to harvest and learn from besides, such as `101-102`; `none` for no such web. */
  readonly practice: string;
  /** Holds what practice webs are harvested for. */
  readonly domains: readonly string[];
  /** Pages to read of a practice web. */
  readonly pages: number;
  /** Sites of a practice web. */
  readonly sites: number;
  /** The model to write (default: kept under `models` of the storage folder); its card goes beside it as `.md`. */
  readonly out?: string;
  readonly storage: string;
  /** Writes the model even where it is worse than the one there. */
  readonly force: boolean;
  /** Day for the model card, `yyyy-mm-dd`. */
  readonly date: string;
  /** Called with the name of each step that takes long. */
  readonly onStep?: (step: string) => void;
}

interface TrainedRankers {
  readonly file: string;
  readonly card: string;
  /** False where the rankers in the file predict the same pages better and were kept. */
  readonly written: boolean;
  readonly runs: number;
  readonly scores: RankerScores;
  /** Score of the rankers that were in the file. */
  readonly before: number | undefined;
}

/**
 * Trains what the rankers of links and sites know before a harvest, scores it, and writes model and model card.
 * @throws {RankersError} where there is no page to learn from
 */
export async function trainRankersOn(options: TrainRankersOptions): Promise<TrainedRankers> {
  const { out, storage, force, date, onStep = () => undefined } = options;
  const inUse = out ?? ownModelFile(storage, 'rankers') ?? DEFAULT_RANKERS;
  const grown = await mkdtemp(join(tmpdir(), 'fieldfare-rankers-'));
  try {
    const folders = [...options.from, ...(await harvestPractice(options, grown))];
    const replay: Replay = (rankers, about) => lessonsOf(folders, rankers, about);
    const untrained = await replay(UNTRAINED);
    const { rankers, scores } = await train(untrained, replay, onStep);
    const there = existsSync(inUse) && !force ? loadRankers(inUse) : undefined;
    const before = there === undefined ? undefined : mean(await likelihoods(await replay(there)));
    const written = before === undefined || scores.trained >= before;
    const files = written
      ? await writeModel(options, {
          ...{ kind: 'rankers', text: rankersText(rankers), date, engine: 'poisson' },
          metrics: { runs: untrained.length, logLikelihood: scores.trained },
          card: () => cardText(date, untrained, rankers, scores),
        })
      : { file: inUse, card: inUse.replace(/\.json$/, '.md') };
    return { ...files, written, runs: untrained.length, scores, before };
  } finally {
    await rm(grown, { recursive: true, force: true });
  }
}

interface RankerScores {
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
  onStep: (step: string) => void,
): Promise<{ rankers: Rankers; scores: RankerScores }> {
  const subjectWords = await wordsOfSubjects();
  const rankers = trainRankers(untrained, subjectWords);
  const heldOut: number[] = [];
  for (const subject of new Set(untrained.map(({ about }) => about))) {
    const others = untrained.filter(({ about }) => about !== subject);
    if (others.length === 0) break;
    onStep(`without ${subject}`);
    heldOut.push(...(await likelihoods(await replay(trainRankers(others, subjectWords), subject))));
  }
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
  const terms = loadDomains().flatMap(({ name, terms }) => [name, ...Object.keys(terms)]);
  return new Set(terms.flatMap((term) => wordsOf(term).map(stem)));
}

async function likelihoods(runs: readonly RankerTrainingData[]): Promise<number[]> {
  return runs.map(({ samples }) => predictedYield(samples));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;

/** @returns the storage folders of the harvests */
async function harvestPractice(options: TrainRankersOptions, folder: string): Promise<string[]> {
  if (options.practice === 'none') return [];
  const folders: string[] = [];
  for (const seed of seedRange(options.practice)) {
    for (const domain of options.domains) {
      options.onStep?.(`practice web ${seed}, ${domain}`);
      const storage = join(folder, `${seed}-${domain}`);
      const harvestOptions = {
        domains: [domain],
        web: `practice:seed=${seed},sites=${options.sites}`,
        maxPages: options.pages,
        maxSites: 100_000,
        // One at a time, so that the same webs give the same model.
        concurrency: 1,
        learnAfter: 5,
        submit: false,
        render: 'never',
        rankers: 'none',
        storage,
      } satisfies HarvestOptions;
      for await (const _ of harvest(harvestOptions));
      folders.push(storage);
    }
  }
  return folders;
}

/** The finished runs of storage folders, as a strategy with these rankers would have learnt from them. */
async function lessonsOf(
  folders: readonly string[],
  rankers: Rankers,
  about: string | undefined,
): Promise<RankerTrainingData[]> {
  const lessons: RankerTrainingData[] = [];
  for (const folder of folders) {
    await whileOpen(openStore(folder, { mode: 'read' }), async (store) => {
      for (const { id, domains } of await listRuns(store)) {
        if (about === undefined || subjectOf(domains) === about)
          lessons.push(await rankerTrainingData(store, id, rankers));
      }
    });
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
  scores: RankerScores,
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
