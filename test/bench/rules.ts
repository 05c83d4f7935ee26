/**
 * What rejection rules save: forms that the classifier need not judge, and forms that act (log in, register, order, …) that it
 * alone takes for searches. On the labelled forms, folds by site, and on practice webs, where queries are sent.
 *
 *     npm run bench -- rules [--json] [--seeds 1,2,3] [--sites 40] [--queries 4]
 */

import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { harvest } from '../../src/app/index.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import { harvestedForms } from '../../src/library/index.ts';
import { scoreSubmissions } from '../../src/practice-web/score-submissions.ts';
import { DOMAINS } from '../../src/practice-web/truth.ts';
import { crossValidate, rejectedBySafe } from '../../src/wings/laboratory/forms/cross-validation.ts';
import { readRows } from '../../src/wings/laboratory/forms/rows.ts';
import { SEARCH_SETTINGS, workbench } from '../../src/wings/laboratory/forms/training.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const FOLDS = { folds: 5, seeds: 5, seed: 1 };
const isActing = (type: string): boolean => type !== 'search' && type !== 'other';

/** On labelled forms: those that rules reject, and those let through that act, that do not, and that are searches. */
async function labelled() {
  const rows = await readRows();
  const judged = crossValidate(workbench(rows, SEARCH_SETTINGS, []), FOLDS);
  const rejected = rows.map(rejectedBySafe);
  const through = (withRules: boolean, is: (type: string) => boolean): number => {
    const all = judged.flatMap(({ scores }) =>
      rows.filter(({ type }, i) => is(type) && (scores[i] ?? 0) >= 0.5 && !(withRules && rejected[i])),
    );
    return all.length / judged.length;
  };
  const arm = (withRules: boolean) => ({
    acting: through(withRules, isActing),
    other: through(withRules, (type) => type === 'other'),
    searches: through(withRules, (type) => type === 'search'),
  });
  const acting = rows.filter(({ type }) => isActing(type)).length;
  const byRule = rejected.filter(Boolean).length;
  return { forms: rows.length, acting, byRule, with: arm(true), without: arm(false) };
}

async function onPracticeWeb(seed: string, sites: number, queries: number, rules: boolean) {
  const storage = temporaryFolder('fieldfare-rules-');
  const web = await practiceTransport({ seed, sites });
  try {
    const options = {
      ...{ domains: [...DOMAINS], web, storage, rules, submitTo: 'all', maxSubmissions: queries },
      ...{ strategy: 'breadth-first', render: 'never', robots: false, delayMs: 0, concurrency: 1 },
      ...{ detailPages: 0, maxAnswerPages: 1, maxPagesPerSite: 30, maxRetries: 0, timeoutMs: 5_000 },
    } as HarvestOptions;
    let runId = 0;
    for await (const event of harvest(options)) if (event.type === 'end') runId = event.runId;
    const store = await openStore(storage, { mode: 'read' });
    const forms = await Array.fromAsync(harvestedForms(store, runId));
    await store.close();
    const { submissions, dangerousSubmissions } = scoreSubmissions(web.server.truth, await web.server.log());
    const sent = Object.entries(submissions).filter(([type]) => isActing(type));
    return {
      forms: forms.length,
      byRule: forms.filter(({ verdict }) => verdict.kind !== 'classified').length,
      searchable: forms.filter(({ searchable }) => searchable).length,
      requests: Object.values(submissions).reduce((all, one) => all + one, 0),
      acting: sent.reduce((all, [, one]) => all + one, 0),
      dangerous: dangerousSubmissions,
    };
  } finally {
    await web.close();
    await rm(storage, { recursive: true, force: true });
  }
}

export async function rulesBench(json: boolean, settings: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: settings.filter((one) => one !== '--json'),
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      sites: { type: 'string', default: '40' },
      queries: { type: 'string', default: '4' },
    },
  });
  const rows = await labelled();
  const webs = [];
  for (const seed of values.seeds.split(','))
    for (const rules of [true, false])
      webs.push({
        ...{ seed, rules },
        ...(await onPracticeWeb(seed, Number(values.sites), Number(values.queries), rules)),
      });
  if (json) return void process.stdout.write(`${JSON.stringify({ labelled: rows, webs })}\n`);
  const shown = ({ acting, other, searches }: typeof rows.with) =>
    `${acting.toFixed(1)} that act, ${other.toFixed(1)} others, ${searches.toFixed(1)} searches`;
  process.stdout.write(
    `labelled: rules reject ${rows.byRule} of ${rows.forms} forms; of ${rows.acting} that act let through, mean of ${FOLDS.seeds} deals:\n  with rules ${shown(rows.with)}\n  without    ${shown(rows.without)}\n`,
  );
  for (const { seed, rules, forms, byRule, searchable, requests, acting, dangerous } of webs)
    process.stdout.write(
      `practice web ${seed}, ${rules ? 'with' : 'without'} rules: ${forms} forms, ${byRule} rejected by a rule, ${searchable} searchable; ${requests} requests sent forms, ${acting} those that act, ${dangerous} dangerous ones\n`,
    );
}
