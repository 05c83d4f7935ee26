import { COLOUR, draw, frame, type Markup, WIDTH } from '../../../reports/index.ts';
import type { MarkedValue } from '../divisions/marked-value.ts';
import { isYear } from '../divisions/month-gaps.ts';
import type { RegionResult } from '../result.ts';
import { entryOf, type Pollutant } from '../units/pollutants.ts';
import { markWords } from '../wording/index.ts';

/**
 * Okabe and Ito's colours, distinguishable by the colour-blind: blue is real, orange synthetic; dark is measured, light estimated, grey no better than the mean of the city.
 */
const MARK_COLOURS: Readonly<Record<string, string>> = {
  measured: '#0072b2',
  estimated: '#56b4e9',
  'measured, synthetic': '#d55e00',
  'estimated, no skill': '#c4c4c4',
  'estimated, synthetic': '#e69f00',
  'estimated, no skill, synthetic': '#d9c9b0',
};
export const CLUSTER_COLOURS = ['#009e73', '#0072b2', '#d55e00', '#cc79a7'] as const;
const ROW = 23;
const LABEL_HEIGHT = 10;

export const LEGEND = {
  orient: 'top' as const,
  direction: 'horizontal' as const,
  columns: 1,
  title: null,
  labelColor: COLOUR.text,
  labelFontSize: 12,
  labelLimit: 0,
  symbolOpacity: 1,
  offset: 6,
};

/** Marks that occur, in the order of the colours. */
const marksOf = (values: readonly MarkedValue[]): string[] => {
  const there = new Set(values.filter(({ value }) => value !== null).map(markWords));
  return Object.keys(MARK_COLOURS).filter((mark) => there.has(mark));
};

const markScale = (marks: readonly string[]) => ({
  domain: [...marks],
  range: marks.map((mark) => MARK_COLOURS[mark] ?? COLOUR.text),
});

interface ReferenceLine {
  readonly name: string;
  readonly limit: number;
}

/** Limits of the two bodies, for means over a year or over a day. */
export function referenceLines(pollutant: Pollutant, span: 'year' | 'day'): ReferenceLine[] {
  const { naaqs, who, averaging } = entryOf(pollutant);
  const over = span === 'year' ? '' : ` ${averaging} h:`;
  return [
    { name: `NAAQS${over}`, limit: naaqs[span] },
    { name: `WHO${over}`, limit: who[span] },
  ].filter((one): one is ReferenceLine => one.limit !== null);
}

/**
 * Lines across a chart at the limits, each with its name beside its end; one above the other where they stand upright.
 * @param most the largest figure of the axis: a name that would not fit before it stands on the other side of its line
 */
export const referenceLayers = (
  lines: readonly ReferenceLine[],
  { axis, end, most }: { readonly axis: 'x' | 'y'; readonly end: number; readonly most: number },
) =>
  lines.flatMap(({ name, limit }, i) => {
    const at = { datum: limit, type: 'quantitative' as const };
    const side =
      limit > 0.75 * most ? { align: 'right' as const, dx: -4 } : { align: 'left' as const, dx: 4 };
    const text =
      axis === 'x'
        ? { ...side, y: LABEL_HEIGHT * (i + 0.5) }
        : { align: 'right' as const, baseline: 'bottom' as const, dy: -2, x: end };
    return [
      {
        data: { values: [{}] },
        mark: { type: 'rule' as const, strokeDash: [4, 3], strokeWidth: 1, color: COLOUR.text },
        encoding: axis === 'x' ? { x: at, y: { value: 0 }, y2: { value: end } } : { y: at },
      },
      {
        data: { values: [{}] },
        mark: { type: 'text' as const, fontSize: 10, color: 'var(--ink-2)', ...text },
        encoding: { [axis]: at, text: { value: `${name} ${limit}` } },
      },
    ];
  });

/** Whether all that is shown of a pollutant are means of a year without a missing season: no others have annual limits. */
export const isWholeYear = ({ air, divisions }: RegionResult, pollutant: Pollutant): boolean =>
  isYear(air.period) &&
  divisions.every(({ values }) => !values[pollutant].skilled || values[pollutant].gaps.length === 0);

/** One pollutant over divisions and cities, with limits (figures 20 and 21 of paper 004). Undefined where nothing is known. */
export async function comparisonChart(
  result: RegionResult,
  pollutant: Pollutant,
): Promise<Markup | undefined> {
  const { unit } = entryOf(pollutant);
  const rows = result.cities.flatMap((city) => [
    { label: city.name.toUpperCase(), marked: city.values[pollutant] },
    ...result.divisions
      .filter((one) => one.city === city.name)
      .map((one) => ({ label: one.name, marked: one.values[pollutant] })),
  ]);
  const known = rows.flatMap(({ label, marked }) => {
    const { value, uncertainty } = marked;
    if (value === null) return [];
    const limits = uncertainty?.level === null ? null : uncertainty;
    const [low, high] = [limits?.low ?? value, limits?.high ?? value];
    return [{ label, value, low, high: Number.isFinite(high) ? high : value, mark: markWords(marked) }];
  });
  if (known.length === 0) return undefined;
  const marks = marksOf(rows.map(({ marked }) => marked));
  const lines = isWholeYear(result, pollutant) ? referenceLines(pollutant, 'year') : [];
  const most = Math.max(...known.map(({ high }) => high), ...lines.map(({ limit }) => limit));
  const y = {
    field: 'label',
    type: 'nominal' as const,
    sort: null,
    title: null,
    // The empty row on top is that of the names of the limits.
    scale: { domain: ['', ...rows.map(({ label }) => label)] },
    axis: { labelLimit: 0, labelPadding: 8 },
  };
  const data = { values: known };
  return draw({
    ...frame((rows.length + 1) * ROW + 56 + 17 * marks.length, {
      left: 108,
      right: 16,
      top: 12 + 17 * marks.length,
      bottom: 44,
    }),
    layer: [
      {
        data,
        mark: { type: 'bar', height: { band: 0.62 } },
        encoding: {
          y,
          x: { field: 'value', type: 'quantitative', title: `${pollutant}, ${unit}`, axis: { tickCount: 5 } },
          color: {
            field: 'mark',
            type: 'nominal',
            scale: markScale(marks),
            legend: LEGEND,
          },
        },
      },
      {
        data,
        mark: { type: 'rule', strokeWidth: 1.5, color: 'var(--ink)' },
        encoding: { y, x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' } },
      },
      ...(['low', 'high'] as const).map((field) => ({
        data,
        mark: { type: 'tick' as const, thickness: 1.5, size: 8, color: 'var(--ink)' },
        encoding: { y, x: { field, type: 'quantitative' as const } },
      })),
      ...referenceLayers(lines, { axis: 'x', end: (rows.length + 1) * ROW, most }),
    ],
  });
}

/** A gap of more days breaks the line of a city. */
const LONGEST_GAP_MS = 3 * 86_400_000;

/**
 * Draws daily means by city over the period that was asked for, real and synthetic stations separately. Days without
 * figures are gaps. Undefined for fewer than two days.
 */
export async function seriesChart(result: RegionResult, pollutant: Pollutant): Promise<Markup | undefined> {
  const days = result.air.stations.flatMap(({ city, synthetic, within, pollutant: own }) =>
    own === pollutant ? within.map((one) => ({ ...one, city, synthetic })) : [],
  );
  const groups = Map.groupBy(days, ({ city, synthetic }) => `${city}|${synthetic}`);
  const points = [...groups.values()].flatMap((group) => {
    const byDay = Map.groupBy(group, ({ day }) => day);
    let segment = 0;
    let before = '';
    return [...byDay.keys()].sort().map((day) => {
      const members = byDay.get(day) ?? [];
      if (Date.parse(day) - Date.parse(before) > LONGEST_GAP_MS) segment++;
      before = day;
      const [{ city = '', synthetic = false } = {}] = group;
      const kind = synthetic ? 'synthetic stations' : 'official stations';
      return {
        ...{ city, kind, day, segment: `${city} ${kind} ${segment}` },
        value: members.reduce((sum, { value }) => sum + value, 0) / members.length,
      };
    });
  });
  if (new Set(points.map(({ day }) => day)).size < 2) return undefined;
  const { from, to } = result.air.period;
  const cities = result.cities.map(({ name }) => name);
  const kinds = ['official stations', 'synthetic stations'].filter((kind) =>
    points.some((one) => one.kind === kind),
  );
  const lines = referenceLines(pollutant, 'day');
  const highest = Math.max(...points.map(({ value }) => value), ...lines.map(({ limit }) => limit));
  const data = { values: points };
  const x = {
    field: 'day',
    type: 'temporal' as const,
    title: null,
    scale: { domain: [from, to].map((day) => dateOf(day)), type: 'utc' as const },
    axis: { grid: false, tickCount: 5, labelFlush: true, format: '%-d %b %y' },
  };
  const y = {
    field: 'value',
    type: 'quantitative' as const,
    title: `${pollutant}, ${entryOf(pollutant).unit}`,
    scale: { domain: [0, 1.12 * highest] },
    axis: { tickCount: 5 },
  };
  const color = {
    field: 'city',
    type: 'nominal' as const,
    scale: { domain: cities, range: [...CLUSTER_COLOURS] },
    legend: { ...LEGEND, columns: 3 },
  };
  const padding = { left: 52, right: 30, top: 40, bottom: 40 };
  return draw({
    ...frame(420, padding),
    layer: [
      {
        data,
        mark: { type: 'line', strokeWidth: 1.75 },
        encoding: {
          ...{ x, y, color, detail: { field: 'segment' } },
          strokeDash: {
            field: 'kind',
            type: 'nominal',
            scale: {
              domain: kinds,
              range: kinds.map((kind) => (kind === 'official stations' ? [1, 0] : [4, 3])),
            },
            // The note under the title explains the styles.
            legend: null,
          },
        },
      },
      {
        data,
        mark: { type: 'point', filled: true, size: 28, opacity: 1 },
        encoding: {
          ...{ x, y, color },
          shape: {
            field: 'kind',
            type: 'nominal',
            scale: {
              domain: kinds,
              range: kinds.map((kind) => (kind === 'official stations' ? 'circle' : 'triangle-up')),
            },
            legend: null,
          },
        },
      },
      ...referenceLayers(lines, { axis: 'y', end: WIDTH - padding.left - padding.right, most: highest }),
    ],
  });
}

const dateOf = (day: string) => {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date, utc: true };
};
