/** Counts what this process did, in the text format of Prometheus. */

import type { HarvestEvent } from '../../crawl/events/index.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Labels = Readonly<Record<string, string>>;

class Counter {
  readonly values: Map<string, number>;

  /** @param known labels that are told before the first event, for rates need a beginning */
  constructor(known: readonly Labels[] = []) {
    this.values = new Map(known.map((labels) => [textOf(labels), 0]));
  }

  add(labels: Labels = {}): void {
    const name = textOf(labels);
    this.values.set(name, (this.values.get(name) ?? 0) + 1);
  }
}

class Histogram {
  readonly counts = BUCKETS.map(() => 0);
  sum = 0;
  count = 0;

  add(seconds: number): void {
    for (const [i, bound] of BUCKETS.entries())
      if (seconds <= bound) this.counts[i] = (this.counts[i] ?? 0) + 1;
    this.sum += seconds;
    this.count++;
  }
}

export class Metrics {
  private readonly pages = new Counter();
  private readonly links = new Counter();
  private readonly queries = new Counter();
  private readonly records = new Counter([{}]);
  private readonly sites = new Counter();
  private readonly answers = new Counter();
  private readonly pageSeconds = new Histogram();
  private readonly answerSeconds = new Histogram();
  private waiting = 0;

  harvested(event: HarvestEvent): void {
    if (event.type === 'page') {
      this.pages.add({ rendered_by: event.renderedBy });
      this.pageSeconds.add(event.ms / 1_000);
    }
    if (event.type === 'skipped') this.links.add({ state: event.state, reason: event.reason.code });
    if (event.type === 'site') this.sites.add({ state: event.state });
    if (event.type === 'submission') this.queries.add({ verdict: event.verdict ?? 'none' });
    if (event.type === 'record') this.records.add();
    if (event.type === 'progress') this.waiting = event.progress.waiting;
    if (event.type === 'end') this.waiting = 0;
  }

  answered(status: number, seconds: number): void {
    this.answers.add({ status: String(status) });
    this.answerSeconds.add(seconds);
  }

  /** @param gauges of the moment, by name without the prefix, each with labels or none */
  text(gauges: readonly (readonly [name: string, help: string, labels: Labels, value: number])[]): string {
    const memory = process.memoryUsage();
    const lines = [
      ...counterLines('pages_total', 'Pages read', this.pages),
      ...counterLines('links_skipped_total', 'Links not read, by why', this.links),
      ...counterLines('sites_total', 'Sites that came into a state', this.sites),
      ...counterLines('queries_total', 'Queries sent to forms, by verdict', this.queries),
      ...counterLines('records_total', 'Records found behind forms', this.records),
      ...counterLines('http_answers_total', 'Answers of this server', this.answers),
      ...histogramLines('page_seconds', 'Time of a page', this.pageSeconds),
      ...histogramLines('http_answer_seconds', 'Time until this server answered', this.answerSeconds),
      ...gaugeLines('queue_links', 'Links that wait in the harvest under way', [[{}, this.waiting]]),
      ...gaugeLines('memory_bytes', 'Memory of this process', [
        [{ kind: 'resident' }, memory.rss],
        [{ kind: 'heap' }, memory.heapUsed],
      ]),
    ];
    for (const [name, ofName] of Map.groupBy(gauges, ([each]) => each))
      lines.push(
        ...gaugeLines(
          name,
          ofName[0]?.[1] ?? '',
          ofName.map(([, , labels, value]) => [labels, value]),
        ),
      );
    return `${lines.join('\n')}\n`;
  }
}

const head = (name: string, help: string, type: string): string[] => [
  `# HELP fieldfare_${name} ${help}`,
  `# TYPE fieldfare_${name} ${type}`,
];

function counterLines(name: string, help: string, { values }: Counter): string[] {
  return [
    ...head(name, help, 'counter'),
    ...[...values].map(([labels, value]) => `fieldfare_${name}${labels} ${value}`),
  ];
}

const gaugeLines = (name: string, help: string, values: readonly (readonly [Labels, number])[]): string[] => [
  ...head(name, help, 'gauge'),
  ...values.map(([labels, value]) => `fieldfare_${name}${textOf(labels)} ${value}`),
];

function histogramLines(name: string, help: string, { counts, sum, count }: Histogram): string[] {
  return [
    ...head(name, help, 'histogram'),
    ...BUCKETS.map((bound, i) => `fieldfare_${name}_bucket{le="${bound}"} ${counts[i]}`),
    `fieldfare_${name}_bucket{le="+Inf"} ${count}`,
    `fieldfare_${name}_sum ${sum}`,
    `fieldfare_${name}_count ${count}`,
  ];
}

function textOf(labels: Labels): string {
  const escaped = (value: string) =>
    value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}
