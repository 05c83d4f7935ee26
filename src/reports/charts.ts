import { COLOUR, draw, frame, LINE_COLOURS } from './drawing.ts';
import type { Markup } from './html.ts';
import type { RunReport } from './run-report.ts';
import type { SubmissionReport } from './submission-report.ts';
import { shown, wholeNumber } from './words.ts';

const HEIGHT = 230;
/** Leads from one bar to the next: as much as fills the height, within reason. */
const BAR_STEP = { least: 22, most: 29 };
/** Takes the width of a letter of the labels, on average and a little more: nothing measures text where nothing is on a screen. */
const LETTER = 6.6;
const MAX_BARS = 14;

/** Forms and searchable forms over pages read. Undefined where there is no curve yet. */
export async function growthChart(report: RunReport): Promise<Markup | undefined> {
  const points = report.growth;
  const last = points.at(-1);
  if (points.length < 2 || last === undefined || last.forms === 0) return undefined;
  const series = (key: 'forms' | 'searchable', name: string) =>
    points.map((point) => ({ pages: point.pages, count: point[key], series: name }));
  const data = [...series('forms', 'all forms'), ...series('searchable', 'search forms')];
  const ends = data
    .filter((_, i) => i === points.length - 1 || i === data.length - 1)
    .map((end) => ({ ...end, label: `${wholeNumber(end.count)} ${end.series}` }));
  return draw({
    ...frame(HEIGHT, { left: 60, right: 132, top: 12, bottom: 44 }),
    encoding: {
      x: amountAxis('pages', 'pages crawled', last.pages),
      y: amountAxis('count', 'forms'),
      color: { field: 'series', type: 'nominal', scale: SERIES, legend: null },
    },
    layer: [
      { data: { values: data }, mark: { type: 'line', strokeWidth: 2.25 } },
      { data: { values: ends }, mark: { type: 'point', filled: true, size: 36, opacity: 1 } },
      {
        data: { values: ends },
        mark: { type: 'text', align: 'left', dx: 8, fontSize: 12.5, fontWeight: 600 },
        encoding: {
          text: { field: 'label' },
          color: { field: 'series', type: 'nominal', scale: LABELS, legend: null },
        },
      },
    ],
    resolve: { scale: { color: 'independent' } },
  });
}

const COUNTED = { tickCount: 5, tickMinStep: 1, format: ',d' };

/** @param most where the axis ends, for one without a grid */
const amountAxis = (field: string, title: string, most?: number) => ({
  ...{ field, type: 'quantitative' as const, title },
  ...(most === undefined
    ? { axis: COUNTED }
    : { axis: { grid: false, ...COUNTED }, scale: { nice: false, domainMax: most } }),
});

const SERIES = { domain: ['all forms', 'search forms'], range: [COLOUR.plain, COLOUR.searchable] };
/** The pale colour of a line is too pale for letters. */
const LABELS = { domain: SERIES.domain, range: [COLOUR.text, COLOUR.searchable] };

/** Records new to their form over the answers read of each. Undefined where there is no curve yet. */
export async function recordsChart({ growth }: SubmissionReport): Promise<Markup | undefined> {
  const last = growth.at(-1);
  if (growth.length < 2 || last === undefined || last.records === 0) return undefined;
  const color = { value: COLOUR.searchable };
  const end = [{ ...last, label: `${wholeNumber(last.records)} records` }];
  return draw({
    ...frame(HEIGHT, { left: 84, right: 124, top: 12, bottom: 44 }),
    encoding: {
      x: amountAxis('answers', 'result pages read, each form', last.answers),
      y: amountAxis('records', 'records, all forms'),
      color,
    },
    layer: [
      { data: { values: growth }, mark: { type: 'line', strokeWidth: 2.25 } },
      { data: { values: end }, mark: { type: 'point', filled: true, size: 36, opacity: 1 } },
      {
        data: { values: end },
        mark: { type: 'text', align: 'left', dx: 8, fontSize: 12.5, fontWeight: 600 },
        encoding: { text: { field: 'label' } },
      },
    ],
  });
}

/** Returns what became of the forms, by rule. */
export function verdictChart({ verdicts }: RunReport): Promise<Markup | undefined> {
  return barChart(
    verdicts.map(({ rule, outcome, count }) => ({ label: rule, count, marked: outcome === 'searchable' })),
  );
}

/** Forms by what they are for. */
export function typeChart({ formTypes }: RunReport): Promise<Markup | undefined> {
  return barChart(formTypes.map(({ type, count }) => ({ label: type, count, marked: type === 'search' })));
}

export interface ChartLine {
  readonly name: string;
  /** Another line of the same name and colour; what its dashes mean is for the text to say. */
  readonly dashed?: true;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    /** Ends of an interval around `y`, drawn as a band. */
    readonly low?: number;
    readonly high?: number;
  }[];
}

/** So many values of x have each a tick of its own. */
const FEW_VALUES = 6;
const LEGEND_COLUMNS = 3;
/** Characters above which three names no longer fit side by side. */
const LONG_NAME = 13;

/** Stands at the foot of an axis that does not begin at 0. */
const AXIS_BREAK = {
  data: { values: [{}] },
  mark: { type: 'text', text: '≈', fontSize: 18, angle: 90 },
  encoding: { x: { value: 0 }, y: { value: 'height' }, color: { value: COLOUR.text } },
} as const;

/** Share of the largest value that the axis shows at least: on less, noise would look like an effect. */
const LEAST_SPREAD = 0.05;

/** First and last value of the axis: from 0, or from a round number where more than half of the axis would be empty. */
function rangeOf(values: readonly number[]): [number, number] {
  const most = Math.max(...values);
  if (most <= 0) return [Math.min(0, ...values), Math.max(1, most)];
  const least = Math.min(...values, most * (1 - LEAST_SPREAD));
  const power = 10 ** Math.floor(Math.log10(most - least));
  const step = power * ([5, 2].find((times) => times * power <= most - least) ?? 1);
  const round = (steps: number): number => Number((steps * step).toPrecision(6));
  const first = round(Math.floor(least / step));
  return [first > most / 2 ? first : Math.min(0, least), round(Math.ceil(most / step))];
}

/** A few named lines over the same numbers, such as scores over the size of a training set. */
export function lineChart(
  lines: readonly ChartLine[],
  titles: { readonly x: string; readonly y: string },
): Promise<Markup | undefined> {
  const values = lines.flatMap(({ name, dashed, points }) =>
    points.map((point) => ({ ...point, series: name, drawn: dashed ? 'dashed' : 'whole' })),
  );
  if (values.length === 0) return Promise.resolve(undefined);
  const columns = lines.some(({ name }) => name.length > LONG_NAME) ? LEGEND_COLUMNS - 1 : LEGEND_COLUMNS;
  const names = [...new Set(lines.map(({ name }) => name))];
  const legend = 24 + 18 * Math.ceil(names.length / columns);
  const across = [...new Set(values.map(({ x }) => x))].sort((a, b) => a - b);
  // No half pages, half depths or half neighbours; where there are few values, no others.
  const whole = across.every(Number.isInteger) ? { tickMinStep: 1, format: ',d' } : {};
  const step = across.length <= FEW_VALUES ? { ...whole, values: across } : whole;
  const range = rangeOf(values.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]));
  const cut = range[0] > 0;
  const y = {
    type: 'quantitative' as const,
    title: cut ? `${titles.y} (axis from ${range[0]})` : titles.y,
    scale: { domain: range, nice: false, zero: false },
    axis: { tickCount: 5 },
  };
  return draw({
    ...frame(HEIGHT + legend, { left: 78, right: 12, top: legend, bottom: 44 }),
    data: { values },
    layer: [
      ...(values.some(({ low }) => low !== undefined)
        ? [
            {
              mark: { type: 'area' as const, opacity: 0.12 },
              encoding: { y: { ...y, field: 'low' }, y2: { field: 'high' } },
            },
          ]
        : []),
      {
        mark: { type: 'line', point: { size: 28 }, strokeWidth: 2 },
        encoding: {
          y: { ...y, field: 'y' },
          strokeDash: {
            field: 'drawn',
            type: 'nominal',
            scale: {
              domain: ['whole', 'dashed'],
              range: [
                [1, 0],
                [4, 3],
              ],
            },
            legend: null,
          },
        },
      },
      ...(cut ? [AXIS_BREAK] : []),
    ],
    encoding: {
      x: {
        field: 'x',
        type: 'quantitative',
        title: titles.x,
        axis: { grid: false, ...step },
        scale: { zero: Math.min(...values.map(({ x }) => x)) <= Math.max(...values.map(({ x }) => x)) / 4 },
      },
      color: {
        field: 'series',
        type: 'nominal',
        // In the order in which they were asked for.
        sort: null,
        scale: { domain: names, range: LINE_COLOURS },
        legend: {
          title: null,
          orient: 'top',
          columns,
          labelColor: COLOUR.text,
          labelLimit: 0,
          symbolOpacity: 1,
        },
      },
    },
  });
}

/** Forms by depth, the searchable ones told apart. */
export async function depthChart({ formDepths }: RunReport): Promise<Markup | undefined> {
  if (formDepths.every(({ forms }) => forms === 0)) return undefined;
  const data = formDepths.flatMap(({ depth, forms, searchable }) => [
    { depth, count: searchable, series: 'search forms' },
    { depth, count: Math.max(0, forms - searchable), series: 'all forms' },
  ]);
  const totals = formDepths.map(({ depth, forms, searchable }) => ({
    depth,
    forms,
    label: `${wholeNumber(searchable)} of ${wholeNumber(forms)}`,
  }));
  return draw({
    ...frame(HEIGHT, { left: 60, right: 12, top: 24, bottom: 44 }),
    encoding: {
      x: {
        field: 'depth',
        type: 'ordinal',
        title: 'links from a seed',
        axis: { labelAngle: 0, grid: false },
      },
    },
    layer: [
      {
        data: { values: data },
        mark: { type: 'bar', width: { band: 0.62 } },
        encoding: {
          y: {
            field: 'count',
            type: 'quantitative',
            title: 'forms',
            stack: 'zero',
            axis: { tickCount: 5, tickMinStep: 1, format: ',d' },
          },
          color: { field: 'series', type: 'nominal', scale: SERIES, legend: null },
          order: { field: 'series', sort: 'descending' },
        },
      },
      {
        data: { values: totals },
        mark: { type: 'text', dy: -8, fontSize: 12.5, fontWeight: 600, color: 'var(--ink)' },
        encoding: { y: { field: 'forms', type: 'quantitative' }, text: { field: 'label' } },
      },
    ],
  });
}

interface Bar {
  readonly label: string;
  readonly count: number;
  readonly marked: boolean;
}

async function barChart(all: readonly Bar[]): Promise<Markup | undefined> {
  const bars = foldRest(all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count));
  if (bars.length === 0) return undefined;
  const values = distinctly(bars).map(({ label, count, marked }) => ({
    label,
    count,
    text: wholeNumber(count),
    series: marked ? 'search forms' : 'all forms',
  }));
  const step = Math.min(BAR_STEP.most, Math.max(BAR_STEP.least, (HEIGHT - 8) / values.length));
  const right = 14 + 1.15 * LETTER * Math.max(...values.map(({ text }) => text.length));
  const left = 16 + LETTER * Math.max(...values.map(({ label }) => label.length));
  return draw({
    ...frame(values.length * step + 8, { left, right, top: 4, bottom: 4 }),
    data: { values },
    encoding: {
      y: {
        field: 'label',
        type: 'nominal',
        sort: null,
        title: null,
        axis: { labelLimit: 0, labelPadding: 8 },
      },
      x: { field: 'count', type: 'quantitative', axis: null },
    },
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.66 } },
        encoding: { color: { field: 'series', type: 'nominal', scale: SERIES, legend: null } },
      },
      {
        mark: { type: 'text', align: 'left', dx: 5, fontSize: 12.5, fontWeight: 600, color: 'var(--ink)' },
        encoding: { text: { field: 'text' } },
      },
    ],
  });
}

/** Labels cut to what there is room for; two that look alike then are numbered. */
function distinctly(bars: readonly Bar[]): Bar[] {
  const seen = new Map<string, number>();
  return bars.map((bar) => {
    const label = shown(bar.label, 26) || 'without a name';
    const times = (seen.get(label) ?? 0) + 1;
    seen.set(label, times);
    return { ...bar, label: times === 1 ? label : `${label} (${times})` };
  });
}

function foldRest(bars: readonly Bar[]): Bar[] {
  if (bars.length <= MAX_BARS) return [...bars];
  const rest = bars.slice(MAX_BARS - 1);
  const count = rest.reduce((sum, bar) => sum + bar.count, 0);
  return [...bars.slice(0, MAX_BARS - 1), { label: `${rest.length} others`, count, marked: false }];
}
