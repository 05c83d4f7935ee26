/** Counts what this process did, in the text format of Prometheus. */

import type { HarvestEvent } from '../../crawl/events/index.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Labels = Readonly<Record<string, string>>;

/** Counters of events, and times of them; each by its name without the prefix. */
const COUNTERS = {
  pages_total: 'Pages read',
  links_skipped_total: 'Links not read, by why',
  sites_total: 'Sites that came into a state',
  queries_total: 'Queries sent to forms, by verdict',
  records_total: 'Records found behind forms',
  http_answers_total: 'Answers of this server',
} as const;
const TIMES = {
  page_seconds: 'Time of a page',
  http_answer_seconds: 'Time until this server answered',
} as const;

export class Metrics {
  private readonly values = new Map<string, Map<string, number>>();
  private waiting = 0;

  /** What has no labels of its own is told before the first event, for rates need a beginning. */
  constructor() {
    this.add('records_total', {}, 0);
    for (const name of Object.keys(TIMES) as (keyof typeof TIMES)[]) this.took(name);
  }

  harvested(event: HarvestEvent): void {
    if (event.type === 'page') {
      this.add('pages_total', { rendered_by: event.renderedBy });
      this.took('page_seconds', event.ms / 1_000);
    }
    if (event.type === 'skipped')
      this.add('links_skipped_total', { state: event.state, reason: event.reason.code });
    if (event.type === 'site') this.add('sites_total', { state: event.state });
    if (event.type === 'submission') this.add('queries_total', { verdict: event.verdict ?? 'none' });
    if (event.type === 'record') this.add('records_total');
    if (event.type === 'progress') this.waiting = event.progress.waiting;
    if (event.type === 'end') this.waiting = 0;
  }

  answered(status: number, seconds: number): void {
    this.add('http_answers_total', { status: String(status) });
    this.took('http_answer_seconds', seconds);
  }

  /** @param gauges of the moment, by name without the prefix, each with labels or none */
  text(gauges: readonly (readonly [name: string, help: string, labels: Labels, value: number])[]): string {
    const { rss, heapUsed } = process.memoryUsage();
    const memory = ['memory_bytes', 'Memory of this process'] as const;
    const all = [
      ['queue_links', 'Links that wait in the harvest under way', {}, this.waiting] as const,
      [...memory, { kind: 'resident' }, rss] as const,
      [...memory, { kind: 'heap' }, heapUsed] as const,
      ...gauges,
    ];
    const lines = [COUNTERS, TIMES].flatMap((families) =>
      Object.entries(families).flatMap(([name, help]) =>
        linesOf(name, help, families === TIMES ? 'histogram' : 'counter', this.values.get(name) ?? []),
      ),
    );
    for (const [name, family] of Map.groupBy(all, ([each]) => each)) {
      const samples = family.map(([, , labels, value]) => [name + textOf(labels), value] as const);
      lines.push(...linesOf(name, family[0]?.[1] ?? '', 'gauge', samples));
    }
    return `${lines.join('\n')}\n`;
  }

  private add(name: string, labels: Labels = {}, amount = 1, part = ''): void {
    const values = this.values.get(name) ?? new Map<string, number>();
    const series = name + part + textOf(labels);
    this.values.set(name, values.set(series, (values.get(series) ?? 0) + amount));
  }

  private took(name: keyof typeof TIMES, seconds?: number): void {
    const isTold = seconds !== undefined;
    for (const bound of BUCKETS)
      this.add(name, { le: String(bound) }, Number(isTold && seconds <= bound), '_bucket');
    this.add(name, { le: '+Inf' }, Number(isTold), '_bucket');
    this.add(name, {}, seconds ?? 0, '_sum');
    this.add(name, {}, Number(isTold), '_count');
  }
}

const linesOf = (
  name: string,
  help: string,
  type: string,
  samples: Iterable<readonly [series: string, value: number]>,
): string[] => [
  `# HELP fieldfare_${name} ${help}`,
  `# TYPE fieldfare_${name} ${type}`,
  ...Array.from(samples, ([series, value]) => `fieldfare_${series} ${value}`),
];

function textOf(labels: Labels): string {
  const escaped = (value: string) =>
    value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}
