/** How many submissions a second are sent, answered, read and written down: over HTTP to many hosts, and by the browser. */

import { harvest } from '../../src/app/index.ts';
import { practiceTransport } from '../../src/foundation/http/practice-transport.ts';
import type { FormTruth } from '../../src/practice-web/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SITES = 120;
const SEED = '7';
const DOMAINS = ['book', 'flight', 'hotel', 'music', 'premiere', 'product', 'property'];
const HARVEST = {
  strategy: 'breadth-first',
  maxDepth: 0,
  submitTo: 'all',
  audit: 0,
} as const;

/** Submissions a second, the pages of answers counted as submissions; between the first and the last one. */
export interface SubmissionSpeed {
  readonly http: number;
  readonly browser: number;
  readonly hosts: number;
  /** Time of this process's cores for one over HTTP, ms. */
  readonly httpCpuMs: number;
}

interface Measured {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly hosts: number;
}

async function measure(
  wanted: (form: FormTruth) => boolean,
  render: 'never' | 'auto',
  sentBy: 'http' | 'browser',
): Promise<Measured> {
  const folder = temporaryFolder('fieldfare-speed-');
  const web = await practiceTransport({ seed: SEED, sites: SITES });
  try {
    const { forms, sites } = web.server.truth;
    const hosts = new Map(sites.map((site) => [site.key, site.hosts[0] ?? '']));
    const own = forms.filter((form) => form.search !== undefined && !form.search.denies && wanted(form));
    const seeds = own.map(({ site, example }) => `http://${hosts.get(site)}${example}`);
    const at: number[] = [];
    const asked = new Set<string>();
    let cpu = process.cpuUsage();
    const domains = [...DOMAINS];
    for await (const event of harvest({ ...HARVEST, domains, web, storage: folder, seeds, render })) {
      if (event.type !== 'submission' || event.sentBy !== sentBy) continue;
      if (at.length === 0) cpu = process.cpuUsage();
      at.push(performance.now());
      asked.add(event.site);
    }
    const { user, system } = process.cpuUsage(cpu);
    const seconds = ((at.at(-1) ?? 0) - (at[0] ?? 0)) / 1_000;
    return { perSecond: at.length / seconds, cpuMs: (user + system) / 1_000 / at.length, hosts: asked.size };
  } finally {
    await web.close();
  }
}

export async function submissionSpeed(): Promise<SubmissionSpeed> {
  const http = await measure((form) => !form.needsBrowser && form.results !== 'xhr', 'never', 'http');
  const browser = await measure(({ appears }) => appears === 'shadow', 'auto', 'browser');
  return { http: http.perSecond, httpCpuMs: http.cpuMs, hosts: http.hosts, browser: browser.perSecond };
}
