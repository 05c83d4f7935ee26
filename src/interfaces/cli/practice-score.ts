import type { HarvestOptions } from '../../crawl/settings/index.ts';
import type { Transport } from '../../foundation/http/index.ts';
import type { HarvestedForm } from '../../library/index.ts';
import type { LogEntry, Score, Truth } from '../../practice-web/index.ts';
import type { Store } from '../../storage/index.ts';
import type { TruthOf } from '../../wings/laboratory/index.ts';
import { withStore } from '../terminal/index.ts';

/** The practice web of this run, kept open until it has been asked how well the run did. */
export interface OpenPractice {
  readonly web: Transport;
  readonly truth: Truth;
  log(): Promise<readonly LogEntry[]>;
}

/** Opens the practice web when the harvest, or the run it resumes, is about it. */
export async function openPractice(options: HarvestOptions): Promise<OpenPractice | undefined> {
  const spec = options.resume ? await specOfRun(options) : options.web;
  if (typeof spec !== 'string' || !/^practice(?:$|:)/.test(spec)) return undefined;
  const { openTransport } = await import('../../foundation/http/index.ts');
  const web = await openTransport(spec);
  const { server } = web as typeof web & { server: { truth: Truth; log(): Promise<readonly LogEntry[]> } };
  return { web: { ...web, spec }, truth: server.truth, log: () => server.log() };
}

/** Opens a practice web with what its forms are in truth; undefined for another web. */
export async function openTruth(
  spec: string,
): Promise<{ readonly web: Transport; readonly truthOf: TruthOf } | undefined> {
  const practice = await openPractice({ web: spec });
  if (practice === undefined) return undefined;
  const { meant } = await import('../../practice-web/index.ts');
  const truthOf: TruthOf = (form) => {
    const known = meant(practice.truth, claimOf(form));
    return known?.searchable ? { key: `${known.site} ${known.key}`, domain: known.domain } : undefined;
  };
  return { web: practice.web, truthOf };
}

const claimOf = ({ site, page, searchable, domain, form, controls }: HarvestedForm) => ({
  site,
  page,
  searchable,
  domain,
  action: form.actionKind === 'address' ? form.action : page,
  method: form.method,
  controls: controls.map(({ name, type }) => ({ name, type })),
});

async function specOfRun({ storage = 'storage', resume }: HarvestOptions): Promise<string | undefined> {
  const { listRuns, unfinishedRun } = await import('../../library/index.ts');
  return withStore(storage, 'read', async (store) => {
    const wanted =
      typeof resume === 'number'
        ? (await listRuns(store)).find((run) => run.id === resume)
        : await unfinishedRun(store);
    return wanted?.web;
  });
}

/** Scores what a run found on the practice web against its truth. */
export async function scorePractice(
  store: Pick<Store, 'folder' | 'storage' | 'forms' | 'pages'>,
  runId: number,
  practice: OpenPractice,
  domains: readonly string[],
): Promise<Score> {
  const { harvestedForms } = await import('../../library/index.ts');
  const { scoreForms } = await import('../../practice-web/index.ts');
  const claims = [];
  for await (const form of harvestedForms(store, runId)) claims.push(claimOf(form));
  const known = Object.keys(practice.truth.seeds);
  return scoreForms(practice.truth, claims, await practice.log(), {
    domains: domains.filter((domain) => known.includes(domain)) as never,
  });
}
