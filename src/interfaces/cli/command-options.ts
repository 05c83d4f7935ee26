/** The options of the commands that crawl, group by group: those of a harvest where they share them, and their own. */

import { z } from 'zod';
import { OPTION_GROUPS } from '../../crawl/settings/index.ts';
import { STRATEGIES, strategyOptions } from '../../crawl/strategies/index.ts';
import { amount, count } from '../../foundation/options/index.ts';

const { scope, budgets, politeness, rendering, submission, retention, archive } = OPTION_GROUPS;

/** The same field under another sentence. */
const reworded = <Field extends z.ZodType>(field: Field, description: string): Field =>
  field.meta({ ...field.meta(), description });

/** The same field with another default. */
const defaulting = <Field extends z.ZodType>(
  field: z.ZodDefault<Field>,
  value: z.util.NoUndefined<z.output<Field>>,
): z.ZodDefault<Field> =>
  field
    .unwrap()
    .default(value)
    .meta({ ...field.meta() });

const output = z.object({
  json: z.boolean().default(false).meta({ flag: '--json', description: 'print events as JSON lines' }),
  quiet: z.boolean().default(false).meta({ flag: '--quiet', description: 'print nothing but the summary' }),
});
const jsonObject = z.object({ json: reworded(output.shape.json, 'print one JSON object') });
const seedsFile = z.string().optional().meta({
  flag: '--seeds <file>',
  description: 'addresses to start from: a file with one per line (- for standard input), or an address',
});
const every = z
  .number()
  .min(1_000, 'expected a time of at least 1s')
  .max(366 * 86_400_000, 'expected a time of at most 366d')
  .optional();

const cron = z.string().min(1).optional().meta({
  flag: '--cron <expression>',
  description: 'the same at the times of a cron expression in local time, as "0 3 * * 1" (Mondays at three)',
});

/** Of `harvest`. What users do not type is set where a harvest is called as a function. */
export const HARVEST = {
  Scope: z.object({
    web: scope.shape.web,
    seedsFile: reworded(
      seedsFile,
      'addresses to start from, one per line (- for standard input); or corpus:N, for N pages of the knowledge corpus of each domain',
    ),
    ...scope.omit({ domains: true, web: true }).shape,
    denyFile: z.string().optional().meta({
      flag: '--deny-file <file>',
      description: 'hosts and addresses as for --deny, one per line (# begins a comment)',
    }),
  }),
  Strategies: strategyOptions,
  Budgets: budgets,
  Politeness: politeness,
  Rendering: rendering,
  Submissions: submission.omit({ retryUnknown: true }),
  Archive: archive,
  Retention: retention.extend({
    every: every.meta({
      flag: '--every <time>',
      unit: 'duration',
      description:
        'harvest again on this schedule, such as 12h or 7d, and say what is new since the last run',
    }),
    cron,
  }),
  Output: output.extend({
    emit: z.enum(['records']).optional().meta({
      flag: '--emit <what>',
      description: 'print on standard output only the records, as JSON lines, each as soon as it is found',
    }),
    log: z.string().optional().meta({
      flag: '--log <file>',
      description: 'append every event to this file, one JSON object per line',
    }),
  }),
} as const;

/** Of all commands that look at one page. */
export const PAGE = {
  Scope: z.object({
    domains: reworded(scope.shape.domains, 'tell which of these domains a form is about (default: all)'),
    web: scope.shape.web,
    base: z.string().optional().meta({
      flag: '--base <url>',
      description: 'the address of the page in the file',
    }),
    ...scope.pick({ judge: true, judgeK: true, model: true, domainModel: true }).shape,
  }),
  Politeness: politeness.pick({ timeoutMs: true, allowPrivate: true, proxy: true }),
  Rendering: rendering.pick({ render: true }),
} as const;

export const INSPECT = {
  ...PAGE,
  Archive: z.object({
    storage: reworded(archive.shape.storage, 'folder of your labels, which override rules and models'),
  }),
  Output: jsonObject.extend({
    picture: z.string().optional().meta({
      flag: '--picture <file.png>',
      description: 'a picture of the page with its forms outlined and named (needs the browser)',
    }),
    verbose: z.boolean().default(false).meta({
      flag: '-v, --verbose',
      description: 'the weights of the verdicts, names of controls and where their labels were found',
    }),
  }),
} as const;

export const PLAN = {
  ...PAGE,
  Submissions: submission.pick({ text: true, values: true, elements: true, maxSubmissions: true }),
  Archive: z.object({
    storage: reworded(archive.shape.storage, 'folder whose form element table and labels are used'),
  }),
  Output: jsonObject.extend({
    all: z.boolean().default(false).meta({
      flag: '--all',
      description: 'list every query, not only the first ten',
    }),
  }),
} as const;

export const SUBMIT = {
  Scope: PAGE.Scope.pick({
    domains: true,
    web: true,
    judge: true,
    judgeK: true,
    model: true,
    domainModel: true,
  }),
  Submissions: submission
    .pick({
      text: true,
      values: true,
      elements: true,
      maxSubmissions: true,
      maxAnswerPages: true,
      detailPages: true,
      retryUnknown: true,
    })
    .extend({
      run: count.optional().meta({
        flag: '--run <n>',
        description: 'the run to go on with, for --retry-unknown',
      }),
    }),
  Politeness: politeness.pick({
    delayMs: true,
    robots: true,
    allowPrivate: true,
    proxy: true,
    contact: true,
  }),
  Rendering: rendering.pick({ render: true }),
  Archive: archive.pick({ storage: true }),
  Output: output.pick({ json: true }),
} as const;

export const QUERY = {
  Scope: PAGE.Scope.pick({ web: true }),
  Budgets: z.object({
    maxSeconds: z.number().positive().default(45).meta({
      flag: '--max-seconds <n>',
      unit: 'seconds',
      description: 'longest time to find and verify the forms of a page that no run has visited',
    }),
  }),
  Politeness: politeness.pick({ delayMs: true, robots: true, allowPrivate: true, contact: true }),
  Rendering: rendering.pick({ render: true }),
  Archive: z.object({
    storage: archive.shape.storage,
    maxAge: z.number().min(0).default(3_600_000).meta({
      flag: '--max-age <time>',
      unit: 'duration',
      description: 'how old a kept answer may be, such as 10m or 1d (0s: ask again)',
      defaultText: '1h',
    }),
  }),
  Output: z.object({
    json: reworded(output.shape.json, 'print records as JSON lines, each with its source'),
    limit: count.default(20).meta({ flag: '--limit <n>', description: 'records wanted' }),
    out: z.string().optional().meta({
      flag: '--out <file>',
      description: 'harvest the whole database behind the form into a file: .jsonl, .csv or .parquet',
    }),
  }),
} as const;

export const COMPARE = {
  Scope: z.object({
    web: defaulting(scope.shape.web, 'practice:sites=200'),
    seeds: z.string().optional().meta({
      flag: '--seeds <list-or-file>',
      description:
        'seeds of the practice web such as 1-5: each strategy runs on all of them; or a file of addresses to start from',
    }),
    knowledge: z.string().min(1).optional().meta({
      flag: '--knowledge <dir>',
      description: 'storage folder whose knowledge semantic uses',
      defaultText: 'storage; where it has none, a practice web with another seed is harvested for it',
    }),
    spotlight: scope.shape.spotlight,
  }),
  Strategies: z.object({
    strategies: z
      .array(z.string())
      .default(['two-stage', 'two-stage-static', 'anchor-text', 'breadth-first'])
      .meta({
        flag: '--strategies <list>',
        description: `strategies to run, of ${STRATEGIES.join(', ')}`,
        commas: true,
      }),
    learnAfter: defaulting(strategyOptions.shape.learnAfter, 10),
    ...strategyOptions.pick({ anchorWeights: true, anchorThreshold: true }).shape,
    keywords: z.array(strategyOptions.shape.keywords.unwrap()).default([]).meta({
      flag: '--keywords <words>',
      description: 'keywords of anchor-text, with commas between: an anchor text, compared with the others',
      defaultText: 'the names of the domains',
      commas: true,
    }),
    ...strategyOptions.pick({ rankingWeight: true, topTerms: true }).shape,
    thresholds: z.array(amount).default([0, 0.2, 0.5, 1, 1.5, 2.1, 3, 5, 10]).meta({
      flag: '--thresholds <list>',
      description: 'thresholds of anchor-text to compare',
      commas: true,
    }),
    withoutRules: z.boolean().default(false).meta({
      flag: '--without-rules',
      description:
        'run each strategy once more without the rejection rules of forms (ffc and ache have none)',
    }),
  }),
  Budgets: z.object({
    maxPages: reworded(defaulting(budgets.shape.maxPages, 1_000), 'pages that each strategy may crawl'),
    maxSites: defaulting(budgets.shape.maxSites, 10_000),
  }),
  Politeness: politeness.pick({ allowPrivate: true, contact: true }).extend({
    concurrency: politeness.shape.concurrency
      .unwrap()
      .optional()
      .meta({
        ...politeness.shape.concurrency.meta(),
        defaultText: '16 live; else 1, so that the order depends less on timing',
      }),
  }),
  Rendering: rendering.pick({ render: true }),
  Archive: z.object({
    storage: reworded(
      defaulting(archive.shape.storage, 'storage/compare'),
      'where the report and a store for each strategy are kept',
    ),
  }),
  Output: jsonObject.extend({ quiet: reworded(output.shape.quiet, 'print nothing but the table') }),
} as const;

const day = z.iso.date('expected a day as 2026-01-31').optional();

export const AIR_QUALITY = {
  Scope: z.object({
    web: z.string().min(1).optional().meta({
      flag: '--web <web>',
      description: 'live, practice, practice:seed=2 or replay:FILE',
      defaultText: 'none',
    }),
    sources: z.array(z.string()).default([]).meta({
      flag: '--sources <list>',
      description: 'files or folders of feeds and listings, snapshot, openaq or data.gov.in',
      defaultText: 'the service whose key is set, else the shipped snapshot',
      commas: true,
    }),
    demo: z.boolean().default(false).meta({
      flag: '--demo',
      description: 'collect the portals of the practice web, whose dense network is synthetic',
    }),
    boundaries: z.string().min(1).optional().meta({
      flag: '--boundaries <file>',
      description: 'GeoJSON of divisions or cities, drawn as areas on the map',
    }),
    from: day.meta({ flag: '--from <day>', description: 'first day, such as 2026-01-31' }),
    to: day.meta({ flag: '--to <day>', description: 'last day' }),
    every: every.meta({
      flag: '--every <time>',
      unit: 'duration',
      description: 'collect again on this schedule, such as 6h, 30m or 1d',
    }),
    cron,
  }),
  Budgets: z.object({
    maxPages: reworded(defaulting(budgets.shape.maxPages, 200), 'pages to explore for each city'),
  }),
  Politeness: politeness.pick({ delayMs: true, robots: true, contact: true }).extend({
    oneByOne: z
      .boolean()
      .default(false)
      .meta({ flag: '--one-by-one', description: 'crawl one city after another' }),
  }),
  Rendering: rendering.pick({ render: true }),
  Archive: archive.pick({ storage: true }),
  Output: z.object({
    json: reworded(output.shape.json, 'print events as JSON lines, the result last'),
    quiet: reworded(output.shape.quiet, 'print nothing but the table'),
    pictures: z.boolean().default(true).meta({
      flag: '--no-pictures',
      description: 'write PNG files, too, for which a browser is started',
      help: 'write no PNG files, for which a browser is started',
    }),
  }),
} as const;

/** Of each command, by its name. */
export const COMMAND_OPTIONS = {
  harvest: HARVEST,
  inspect: INSPECT,
  plan: PLAN,
  submit: SUBMIT,
  query: QUERY,
  compare: COMPARE,
  'air-quality': AIR_QUALITY,
} as const;
