import { textColumns } from '../../foundation/text/index.ts';
import { counted, shareText } from '../../reports/index.ts';
import { CLUSTERED } from './division-clusters.ts';
import type { MarkedValue } from './divisions/marked-value.ts';
import type { CityValues, DivisionValues } from './divisions/values.ts';
import { isUsable } from './flags.ts';
import type { RegionResult } from './result.ts';
import { digitsOf, POLLUTANTS, type Pollutant } from './units/pollutants.ts';
import { aqiWords, dayWords, markWords, meanWords, valueWords } from './wording/index.ts';

export const SYNTHETIC_NOTE =
  'Figures marked synthetic come from made-up stations of the practice web. They measure no air.';

export const GAP_NOTE =
  'Where two months in a row or more have no day, there is no interval, no error and no AQI: a mean without a season is not that of the period.';

export const NO_SKILL_NOTE =
  'No skill: the estimate predicts a left-out station no better than the mean of its city does, or there are too few stations to tell. Use the mean of the city instead.';

/** One line for each pollutant: how estimates were made, and what left-out stations say of them. */
export const interpolationWords = ({ air }: RegionResult): string[] =>
  air.pollutants.map((pollutant) => {
    const one = air.interpolations[pollutant];
    if (one === null) return `${pollutant}: too few stations to estimate from.`;
    const { unit } = POLLUTANTS[pollutant];
    const digits = digitsOf(pollutant);
    const { stations, error, errorOfMean, covered } = one.leaveOneOut;
    const held = shareText(Math.round(covered * stations), stations);
    return `${pollutant}: ${one.method} from ${stations} stations; leave-one-out error ${error.toFixed(digits)} ${unit} (mean of the city: ${errorOfMean.toFixed(digits)}); within the 95 % interval: ${held}.`;
  });

/** One line for each cluster of station-days. */
export function clusterWords({ clusters, divisions }: RegionResult): string[] {
  if (clusters === null) return ['No clusters: fewer than three station-days have both PM2.5 and PM10'];
  const { clustering, stationDays } = clusters;
  return clustering.clusters.map(({ name, size, mean }) => {
    const members = counted(divisions.filter(({ cluster }) => cluster === name).length, 'division');
    const means = clustering.axes.map((axis, i) => `${axis} ${mean[i]?.toFixed(1)}`).join(' and ');
    return `Cluster “${name}”: ${size} of ${stationDays.length} station-days, ${members}, ${means} µg/m³`;
  });
}

/** "PM2.5 24, PM10 49 (96 %, stable 88 %)": the shares of its station-days, and of the samples that agree. */
export const membershipWords = ({ cluster, membership }: RegionResult['divisions'][number]): string =>
  membership === null
    ? '–'
    : cluster === null
      ? `none (stable ${percent(membership.stability)})`
      : `${cluster} (${percent(membership.shares[membership.cluster] ?? 0)}, stable ${percent(membership.stability)})`;

/** Says of how many divisions the means of a city are. */
export const meanOf = ({ values }: CityValues, pollutants: readonly Pollutant[]): string =>
  meanWords(pollutants.flatMap((pollutant) => values[pollutant].divisions ?? []));

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** "Flagged: 143 values (frozen 143); 12 of them in no mean". */
function flagWords({ observations }: RegionResult): string[] {
  const flags = observations.flatMap((one) => one.flags.filter((flag) => flag !== 'missing'));
  if (flags.length === 0) return [];
  const counts = [...Map.groupBy(flags, (flag) => flag)].map(
    ([flag, of]) => `${flag.replaceAll('-', ' ')} ${of.length}`,
  );
  const barred = observations.filter((one) => one.value !== null && !isUsable(one)).length;
  const all = observations.filter((one) => one.flags.some((flag) => flag !== 'missing')).length;
  return [
    `Flagged: ${all} of ${observations.length} values (${counts.join(', ')}); ${barred} of them are in no mean.`,
  ];
}

/** Formats the tables for a terminal, with notes for the reader. */
export function summaryText(result: RegionResult): string {
  const { air, divisions, cities } = result;
  const { pollutants, daysOfPeriod, period } = air;
  const marked = (values: DivisionValues['values'], pollutant: Pollutant) => {
    const one = values[pollutant];
    return one.skilled
      ? [
          valueWords(one, digitsOf(pollutant)),
          markWords(one),
          dayWords(one, daysOfPeriod, digitsOf(pollutant)),
        ]
      : ['–', markWords(one), ''];
  };
  const line = (city: string, name: string, one: DivisionValues | CityValues, last: readonly string[]) => [
    city,
    name,
    ...CLUSTERED.flatMap((pollutant) => marked(one.values, pollutant)),
    aqiWords(one.aqi),
    ...last,
  ];
  const main = [
    [
      ...['city', 'division'],
      ...CLUSTERED.flatMap((pollutant) => [`${pollutant} ${POLLUTANTS[pollutant].unit}`, '', 'data']),
      ...['AQI', '₹/sq ft', 'cluster'],
    ],
    ...divisions.map((one) =>
      line(one.city, one.name, one, [
        one.price === null ? '–' : `${Math.round(one.price.rate)}`,
        membershipWords(one),
      ]),
    ),
    ...cities.map((one) => line(one.name, meanOf(one, CLUSTERED), one, ['', ''])),
  ];
  const others = pollutants.filter((pollutant) => !CLUSTERED.includes(pollutant));
  const other = [
    ['city', ...others.map((pollutant) => `${pollutant} ${POLLUTANTS[pollutant].unit}`)],
    ...cities.map(({ name, values }) => [
      name,
      ...others.map((pollutant) => valueWords(values[pollutant], digitsOf(pollutant))),
    ]),
  ];
  const some = (is: (value: MarkedValue) => boolean) =>
    divisions.some(({ values }) => pollutants.some((name) => is(values[name])));
  const notes = [
    `Means of the days with data, ${period.from} to ${period.to}. In brackets: 95 % interval. ±: standard error between days.`,
    'AQI: largest sub-index of the means (CPCB 2014), in brackets the days of its pollutant. The official index is for one day, and needs three pollutants.',
    ...interpolationWords(result),
    ...(some(({ gaps, skilled }) => skilled && gaps.length > 0) ? [GAP_NOTE] : []),
    ...(some(({ skilled }) => !skilled) ? [NO_SKILL_NOTE] : []),
    ...flagWords(result),
    ...clusterWords(result),
    ...(result.synthetic ? [SYNTHETIC_NOTE] : []),
  ];
  const tables = others.length === 0 ? [main] : [main, other];
  const texts = tables.map(([heads = [], ...rows]) => textColumns(heads, rows).join('\n'));
  return `${texts.join('\n\n')}\n\n${notes.join('\n')}\n`;
}
