import { z } from 'zod';
import { off, texts } from '../../../foundation/options/index.ts';
import {
  command,
  type FlagsOf,
  inStore,
  printJson,
  progress,
  whole,
} from '../../../interfaces/terminal/index.ts';
import { modelOut, today } from './shared-options.ts';

const options = z.object({
  from: texts.describe('<dir...> storage folders of harvests to learn from'),
  practice: z
    .string()
    .default('101-102')
    .describe(
      '<seeds> practice webs to harvest and learn from besides, such as 101-102; none for no such web',
    ),
  domains: z
    .array(z.string())
    .default(['flight', 'hotel', 'music', 'premiere', 'product', 'property'])
    .describe('<list> what to harvest practice webs for (book is left out: benchmarks are about it)')
    .meta({ commas: true }),
  pages: whole(50, 100_000).default(700).describe('pages to read of a practice web'),
  sites: whole(12, 10_000).default(1_000).describe('sites of a practice web'),
  out: modelOut,
  ...inStore,
  storage: inStore.storage.describe('<dir> folder whose harvests begin with these rankers from now on'),
  force: off.describe('write the model even if it is worse than the one there'),
  date: today.describe('<yyyy-mm-dd> day for the model card'),
  json: off.describe('print one JSON object'),
});

/** Trains what the rankers of links and sites know before a harvest has taught them anything. */
export const trainRankersCommand = command({
  options,
  help: 'Examples:\n  fieldfare train rankers --practice 101-102\n  fieldfare train rankers --practice none --from storage --out my-rankers.json',
  run,
});

async function run({ json, ...flags }: FlagsOf<typeof options>): Promise<void> {
  const { trainRankersOn } = await import('../strategies/train-rankers-on.ts');
  const { file, card, written, runs, scores, before } = await trainRankersOn({
    ...flags,
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
