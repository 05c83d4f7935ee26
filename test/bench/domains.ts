/**
 * How well a harvest keeps to its domain among sites that are about something else: every site of a practice web, and
 * real sites beside them, are given as seeds, and the forms that would be asked are held against the truth:
 * `node test/bench/domains.ts [--domain book] [--seed 7] [--sites 36] [--real SEEDS.txt] [--about 127.0.7.10=book]
 * [--pages 60] [--strategy two-stage] [--json]`.
 * `--about` names hosts of the real sites that are about a domain; the others are about none of them. Exit code 1 where
 * fewer than nine in ten of the forms are about the domain, or one that is about it was found and would not be asked.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { harvest } from '../../src/app/index.ts';
import { openStore } from '../../src/drivers/sqlite/index.ts';
import { type HarvestedForm, harvestedForms } from '../../src/library/index.ts';
import { meant, spawnPracticeWeb, type Truth } from '../../src/practice-web/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Asked {
  readonly page: string;
  readonly names: string;
  /** What the harvest says it is about, and what it is about. */
  readonly said: string | null;
  readonly truth: string | null;
  readonly score: number;
}

const LEAST_PRECISION = 0.9;

const { values: flags } = parseArgs({
  options: {
    domain: { type: 'string', default: 'book' },
    seed: { type: 'string', default: '7' },
    sites: { type: 'string', default: '36' },
    real: { type: 'string' },
    about: { type: 'string', multiple: true, default: [] },
    pages: { type: 'string', default: '60' },
    strategy: { type: 'string', default: 'two-stage' },
    json: { type: 'boolean', default: false },
  },
});

const aboutHosts = new Map(flags.about.map((entry) => entry.split('=', 2) as [string, string]));

/** The domain of the database behind a form. */
function truthOf(truth: Truth, { form, page, controls, site, searchable }: HarvestedForm): string | null {
  const { action, method } = form;
  const claim = { site, page, action, method, controls: [...controls], searchable };
  return (
    meant(truth, { ...claim, site: new URL(page).host })?.domain ??
    aboutHosts.get(new URL(page).hostname) ??
    null
  );
}

async function judged(storage: string, truth: Truth): Promise<Asked[]> {
  const store = await openStore(storage, { mode: 'read' });
  try {
    const forms: Asked[] = [];
    for await (const form of harvestedForms(store, 1)) {
      if (!form.searchable) continue;
      forms.push({
        page: form.page,
        names: form.controls
          .filter(({ visible }) => visible)
          .map(({ name, label }) => name || label)
          .slice(0, 6)
          .join(' '),
        said: form.domain,
        truth: truthOf(truth, form),
        score: form.domainScore,
      });
    }
    return forms;
  } finally {
    await store.close();
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const storage = temporaryFolder('fieldfare-domains-');
const web = await spawnPracticeWeb({ seed: flags.seed, sites: Number(flags.sites), loopbackAddresses: true });
try {
  const own = web.truth.sites.flatMap(({ address }) => (address == null ? [] : [`http://${address}/`]));
  const real = flags.real === undefined ? [] : linesOf(await readFile(flags.real, 'utf8'));
  const seeds = join(storage, 'seeds.txt');
  await writeFile(seeds, `${[...own, ...real].join('\n')}\n`);
  const run = harvest({
    domains: [flags.domain],
    web: 'live',
    allowPrivate: true,
    seeds: [...own, ...real],
    strategy: flags.strategy as 'two-stage',
    maxPagesPerSite: Number(flags.pages),
    delayMs: 0,
    perHost: 4,
    submit: false,
    storage: join(storage, 'store'),
  });
  for await (const event of run) if (event.type === 'end') process.stderr.write(`${event.status}\n`);
  const forms = await judged(join(storage, 'store'), web.truth);
  const wanted = forms.filter(({ said }) => said === flags.domain);
  const right = wanted.filter(({ truth }) => truth === flags.domain);
  const missed = forms.filter(({ said, truth }) => truth === flags.domain && said !== flags.domain);
  const precision = wanted.length === 0 ? 0 : right.length / wanted.length;
  const wrong = forms.filter(({ said, truth }) => said !== truth);
  if (flags.json) console.log(JSON.stringify({ forms, precision, missed }));
  else {
    for (const { said, truth, score, names, page } of wrong)
      console.log(
        `  ${truth ?? 'none'} taken for ${said ?? 'none'} (${score.toFixed(2)}): ${names} at ${page}`,
      );
    console.log(
      `${forms.length} search forms, ${wrong.length} with another domain than theirs; ${wanted.length} would be asked for ${flags.domain}, ${right.length} of them about it (${precision.toFixed(3)}); ${missed.length} missed`,
    );
  }
  if (precision < LEAST_PRECISION || missed.length > 0) process.exitCode = 1;
} finally {
  await web.close();
}
