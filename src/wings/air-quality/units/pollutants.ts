export type MassUnit = 'µg/m³' | 'mg/m³';

/** Limit values in the unit of the pollutant; null where the body sets none. */
interface Limits {
  readonly year: number | null;
  /** Over the hours of `averaging`. */
  readonly day: number | null;
}

interface PollutantEntry {
  /** Name in columns and file names, and in the API of OpenAQ. */
  readonly column: string;
  readonly unit: MassUnit;
  /** Spellings in feeds and tables. */
  readonly spelling: RegExp;
  /** Upper ends of the first five classes of the national index (CPCB 2014), means over `averaging` hours. */
  readonly classes: readonly [number, number, number, number, number];
  /** A mean above it is no reading. */
  readonly most: number;
  readonly averaging: 8 | 24;
  /** Grams a mole of a gas, which feeds may give in ppm or ppb. */
  readonly molarMass?: number;
  /** National Ambient Air Quality Standards (India, 2009). */
  readonly naaqs: Limits;
  /** Global air quality guidelines (World Health Organization, 2021). */
  readonly who: Limits;
}

/** All that is known of each pollutant. Readers of feeds, values, columns, charts and reports derive from this table. */
export const POLLUTANTS = {
  'PM2.5': {
    column: 'pm25',
    unit: 'µg/m³',
    spelling: /^(?:pm|rspm\/?pm)[\s_]*2[.,_]?\s?5$|^fine particulate/i,
    classes: [30, 60, 90, 120, 250],
    most: 3_000,
    averaging: 24,
    naaqs: { year: 40, day: 60 },
    who: { year: 5, day: 15 },
  },
  PM10: {
    column: 'pm10',
    unit: 'µg/m³',
    spelling: /^(?:rspm\/?)?(?:pm)?[\s_]*10$|^rspm$/i,
    classes: [50, 100, 250, 350, 430],
    most: 3_000,
    averaging: 24,
    naaqs: { year: 60, day: 100 },
    who: { year: 15, day: 45 },
  },
  NO2: {
    column: 'no2',
    unit: 'µg/m³',
    spelling: /^no2$|^nitrogen dioxide$/i,
    classes: [40, 80, 180, 280, 400],
    most: 2_000,
    averaging: 24,
    molarMass: 46.006,
    naaqs: { year: 40, day: 80 },
    who: { year: 10, day: 25 },
  },
  SO2: {
    column: 'so2',
    unit: 'µg/m³',
    spelling: /^so2$|^sulph?f?ur dioxide$/i,
    classes: [40, 80, 380, 800, 1_600],
    most: 5_000,
    averaging: 24,
    molarMass: 64.064,
    naaqs: { year: 50, day: 80 },
    who: { year: null, day: 40 },
  },
  O3: {
    column: 'o3',
    unit: 'µg/m³',
    spelling: /^(?:o3|ozone)$/i,
    classes: [50, 100, 168, 208, 748],
    most: 1_500,
    averaging: 8,
    molarMass: 47.997,
    naaqs: { year: null, day: 100 },
    who: { year: null, day: 100 },
  },
  CO: {
    column: 'co',
    unit: 'mg/m³',
    spelling: /^co$|^carbon monoxide$/i,
    classes: [1, 2, 10, 17, 34],
    most: 100,
    averaging: 8,
    molarMass: 28.01,
    naaqs: { year: null, day: 2 },
    who: { year: null, day: null },
  },
  NH3: {
    column: 'nh3',
    unit: 'µg/m³',
    spelling: /^nh3$|^ammonia$/i,
    classes: [200, 400, 800, 1_200, 1_800],
    most: 5_000,
    averaging: 24,
    molarMass: 17.031,
    naaqs: { year: 100, day: 400 },
    who: { year: null, day: null },
  },
  Pb: {
    column: 'pb',
    unit: 'µg/m³',
    spelling: /^pb$|^lead$/i,
    classes: [0.5, 1, 2, 3, 3.5],
    most: 100,
    averaging: 24,
    naaqs: { year: 0.5, day: 1 },
    who: { year: null, day: null },
  },
} as const satisfies Record<string, PollutantEntry>;

export type Pollutant = keyof typeof POLLUTANTS;

/** `pm25`, `pm10` and so on. */
export type PollutantColumn = (typeof POLLUTANTS)[Pollutant]['column'];

export const POLLUTANT_NAMES = Object.keys(POLLUTANTS) as Pollutant[];

export const isPollutant = (name: string): name is Pollutant => Object.hasOwn(POLLUTANTS, name);

/** The entry of a pollutant, with the members that only some have. */
export const entryOf = (pollutant: Pollutant): PollutantEntry => POLLUTANTS[pollutant];

/** One name for a pollutant however it is written; the text itself where it is not known. */
export function pollutantName(text: string): string {
  const whole = text.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080)).trim();
  const plain = whole.endsWith(')') ? (whole.split('(', 1)[0] ?? '').trim() : whole;
  return POLLUTANT_NAMES.find((name) => POLLUTANTS[name].spelling.test(plain)) ?? plain;
}

/** Digits behind the point of its values: more where limits are small. */
export const digitsOf = (pollutant: Pollutant): number => (POLLUTANTS[pollutant].classes[0] < 10 ? 2 : 1);

/** A value for each pollutant of the table. */
export const forEachPollutant = <Value>(
  value: (pollutant: Pollutant) => Value,
): Readonly<Record<Pollutant, Value>> =>
  Object.fromEntries(POLLUTANT_NAMES.map((name) => [name, value(name)])) as Record<Pollutant, Value>;

/** Litres a mole of an ideal gas at 25 °C and 1013 hPa, the conditions of both standards. */
const MOLAR_VOLUME = 24.465;

/**
 * Factor from a unit as a feed writes it to the unit of the pollutant: 1 where none is written, null where it is no
 * unit of concentration.
 */
export function massFactor(pollutant: Pollutant, written: string): number | null {
  const { unit, molarMass } = entryOf(pollutant);
  const text = written.replace(/\s+/g, '').toLowerCase();
  if (text === '') return 1;
  const micrograms = unit === 'µg/m³' ? 1 : 0.001;
  // Where a file's encoding was mistaken, the micro sign has become another one.
  if (/^(?:â?[µμu\uFFFD]g|micrograms?)\/?/.test(text)) return micrograms;
  if (/^(?:mg|milligrams?)\/?/.test(text)) return micrograms * 1_000;
  if (molarMass === undefined) return null;
  if (text === 'ppb') return (micrograms * molarMass) / MOLAR_VOLUME;
  if (text === 'ppm') return (micrograms * 1_000 * molarMass) / MOLAR_VOLUME;
  return null;
}
