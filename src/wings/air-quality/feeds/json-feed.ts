import { z } from 'zod';
import { FeedError } from '../observation.ts';
import type { RawFeed, RawRow } from './raw-row.ts';

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? '' : String(value)));

/** The JSON of data.gov.in: the rows of its CSV, under `records`; newer answers call the figures min_value and so on. */
const govRecord = z.object({
  state: text,
  city: text,
  station: text,
  last_update: text,
  latitude: text,
  longitude: text,
  pollutant_id: text,
  pollutant_min: text,
  pollutant_max: text,
  pollutant_avg: text,
  min_value: text,
  max_value: text,
  avg_value: text,
});
const govAnswer = z.object({ records: z.array(z.unknown()) });

/** OpenAQ v3, `/v3/sensors/ID/days` and `/hours`, with the location and parameter of the sensor put in by our client. */
const openAqResult = z.object({
  station: text,
  city: text,
  latitude: text,
  longitude: text,
  value: z.number().nullable(),
  parameter: z.object({ name: z.string(), units: z.string() }),
  period: z.object({ datetimeTo: z.object({ utc: z.string() }), interval: z.string().nullish() }),
  summary: z.object({ min: text, max: text }).nullish(),
});
const openAqAnswer = z.object({ results: z.array(z.unknown()) });

/** @throws {FeedError} where it is no JSON, or neither of the two */
export function parseJsonFeed(content: string, source: string): RawFeed {
  let data: unknown;
  try {
    data = JSON.parse(content);
  } catch (error) {
    throw new FeedError(`${source}: not JSON, or cut off: ${(error as Error).message.slice(0, 120)}`);
  }
  const gov = govAnswer.safeParse(data);
  if (gov.success) return recordsOf(gov.data.records, source);
  const openAq = openAqAnswer.safeParse(data);
  if (openAq.success) return resultsOf(openAq.data.results, source);
  throw new FeedError(`${source}: expected "records" (data.gov.in) or "results" (OpenAQ), found neither`);
}

function recordsOf(records: readonly unknown[], source: string): RawFeed {
  const problems: string[] = [];
  const rows = records.flatMap((record, i): RawRow[] => {
    const read = govRecord.safeParse(record);
    if (!read.success) {
      problems.push(`${source}: record ${i + 1} is no row of the feed`);
      return [];
    }
    const { data } = read;
    return [
      {
        state: data.state,
        city: data.city,
        station: data.station,
        time: data.last_update,
        latitude: data.latitude,
        longitude: data.longitude,
        pollutant: data.pollutant_id,
        mean: data.pollutant_avg || data.avg_value,
        min: data.pollutant_min || data.min_value,
        max: data.pollutant_max || data.max_value,
        line: i + 1,
      },
    ];
  });
  return { rows, problems };
}

function resultsOf(results: readonly unknown[], source: string): RawFeed {
  const problems: string[] = [];
  let hours = 24;
  const rows = results.flatMap((result, i): RawRow[] => {
    const read = openAqResult.safeParse(result);
    if (!read.success) {
      problems.push(`${source}: result ${i + 1} is no measurement`);
      return [];
    }
    const { data } = read;
    // 01:00:00 is an hour, 24:00:00 a day.
    hours = Number(/^(\d+):/.exec(data.period.interval ?? '')?.[1] ?? 24) || 24;
    return [
      {
        state: '',
        city: data.city,
        station: data.station,
        time: data.period.datetimeTo.utc,
        latitude: data.latitude,
        longitude: data.longitude,
        pollutant: data.parameter.name,
        mean: data.value === null ? '' : String(data.value),
        min: data.summary?.min ?? '',
        max: data.summary?.max ?? '',
        unit: data.parameter.units,
        line: i + 1,
      },
    ];
  });
  const evidence = ['OpenAQ publishes concentrations and names their unit'];
  return { rows, problems, hours, decided: { unit: 'µg/m³', grade: 'stated', evidence } };
}
