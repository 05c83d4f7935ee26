import { z } from 'zod';
import { HARVEST_FIELDS } from '../../crawl/settings/index.ts';
import { STRATEGIES } from '../../crawl/strategies/index.ts';
import { JUDGES } from '../../forms/index.ts';
import { amount, count, countOrZero, inGroup, name, off, oneOf } from '../../foundation/options/index.ts';
import { command, defaulting, type FlagsOf, pick, printJson, progressLine, text } from '../terminal/index.ts';
import { output } from './crawl-options.ts';
import { seedLines } from './seed-file.ts';

const { web, keywords, maxPages, maxSites, concurrency, storage } = HARVEST_FIELDS;

/** A list whose values make an arm each, with every strategy. */
const arms = <Value extends z.ZodType>(value: Value, what: string, defaultText: string) =>
  z
    .array(value)
    .default([])
    .describe(`${what}; several make an arm each`)
    .meta({ commas: true, defaultText });

const options = z.object({
  web: defaulting(web, 'practice:sites=200'),
  ...inGroup('Scope', {
    seeds: text
      .describe(
        '<list-or-file> seeds of the practice web such as 1-5: each strategy runs on all of them; or a file of addresses to start from',
      )
      .meta({ defaultText: '1-5 on the practice web, unless --web names a seed' }),
    search: arms(name, '<list> search providers as in a harvest, none for no provider', 'none'),
    queries: arms(name, '<list> words to ask them for, none for no words', 'none').meta({
      flag: '--query <list>',
    }),
    centreLinks: arms(
      count,
      '<list> links of a page to known deep-web sites from which on it is a centre page',
      '3',
    ),
    locateFirst: arms(
      countOrZero,
      '<list> new sites to find before links within sites are followed',
      '80 with ichw, else 0',
    ),
    judge: arms(
      oneOf(JUDGES),
      `<list> classifiers of forms, of ${JUDGES.join(', ')} (ffc and ache have their own)`,
      'svm for all',
    ),
    knowledge: z
      .string()
      .min(1)
      .optional()
      .describe('<dir> storage folder whose knowledge semantic uses')
      .meta({
        defaultText: 'storage; where it has none, a practice web with another seed is harvested for it',
      }),
  }),
  spotlight: HARVEST_FIELDS.spotlight,
  ...inGroup('Strategies', {
    strategies: z
      .array(z.string())
      .default(['two-stage', 'two-stage-static', 'anchor-text', 'breadth-first'])
      .describe(`<list> strategies to run, of ${STRATEGIES.join(', ')}`)
      .meta({ commas: true }),
    ...pick(HARVEST_FIELDS, 'learnAfter', 'anchorWeights', 'anchorThreshold'),
    keywords: z
      .array(keywords.unwrap())
      .default([])
      .describe(
        '<words> keywords of anchor-text, with commas between: an anchor text, compared with the others',
      )
      .meta({ defaultText: 'the names of the domains', commas: true }),
    ...pick(HARVEST_FIELDS, 'rankingWeight', 'topTerms'),
    thresholds: z
      .array(amount)
      .default([0, 0.2, 0.5, 1, 1.5, 2.1, 3, 5, 10])
      .describe('<list> thresholds of anchor-text to compare')
      .meta({ commas: true }),
    withoutRules: off.describe(
      'run each strategy once more without the rejection rules of forms (ffc and ache have none)',
    ),
  }),
  maxPages: defaulting(maxPages, 1_000).describe('pages that each strategy may crawl'),
  maxSites: defaulting(maxSites, 10_000),
  ...pick(HARVEST_FIELDS, 'allowPrivate', 'contact'),
  concurrency: concurrency
    .unwrap()
    .optional()
    .meta({
      ...concurrency.meta(),
      defaultText: '16 live; else 1, so that the order depends less on timing',
    }),
  render: HARVEST_FIELDS.render,
  storage: defaulting(storage, 'storage/compare').describe(
    '<dir> where the report and a store for each strategy are kept',
  ),
  ...output('print one JSON object', 'print nothing but the table'),
});

export const compareCommand = command({
  options,
  help: `Examples:
  fieldfare compare book --web practice:seed=2,sites=200 --max-pages 500
  fieldfare compare book --strategies two-stage,ichw,smartcrawler,ache,ffc,fc,eefc --seeds 1-5
  fieldfare compare book --strategies two-stage,smartcrawler --search none,library --centre-links 2,3
  fieldfare compare hotel --strategies two-stage,ache,ffc,fc --without-rules`,
  run,
});

/** Seeds of one range at most. */
const MOST_SEEDS = 100;

async function run(
  { json, quiet, seeds: given, ...flags }: FlagsOf<typeof options>,
  domains: readonly string[],
): Promise<void> {
  const { comparisonJson, comparisonText, compareStrategies } = await import(
    '../../wings/laboratory/index.ts'
  );
  const { openTruth } = await import('./practice-score.ts');
  const seeds = given ?? (manyWebs(flags.web) ? '1-5' : '');
  const practiceSeeds = numbersOf(seeds);
  const line = progressLine(process.stderr, flags.maxPages);
  const isSilent = json || quiet;
  const { comparison, report, csv } = await compareStrategies(domains, {
    ...flags,
    openTruth,
    practiceSeeds,
    ...(seeds !== '' && practiceSeeds === undefined && { seeds: await seedLines(seeds) }),
    ...(!isSilent && { onArm: (name) => line.say(`${name} …`), onProgress: (now) => line.show(now) }),
  });
  line.end();
  if (json) printJson(comparisonJson(comparison, { report, csv }));
  else process.stdout.write(`${comparisonText(comparison)}\nReport: ${report}\nCurves: ${csv}\n`);
}

/** Tells whether a web is the practice web, and nothing says which of them. */
const manyWebs = (web: string | object): boolean =>
  typeof web === 'string' && /^practice(?::|$)/.test(web) && !/\bseed\s*=/.test(web);

/** Reads `1-5` or `1,3,7-9`; undefined where it is no such list. */
function numbersOf(list: string): number[] | undefined {
  if (!/^\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*$/.test(list)) return undefined;
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: Math.min(MOST_SEEDS, Math.max(0, to - from + 1)) }, (_, i) => from + i);
  });
}
