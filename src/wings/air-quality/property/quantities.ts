const LAKH = 100_000;
const CRORE = 10_000_000;

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:crores?|crore\(s\)|cr)$/i, CRORE],
  [/^(?:lakhs?|lacs?|lac\(s\)|lakh\(s\)|l)$/i, LAKH],
  [/^(?:thousand|k)$/i, 1_000],
];

const AMOUNT = String.raw`(\d[\d,]*(?:\.\d+)?)\s*(crore\(s\)|crores?|cr|lakh\(s\)|lac\(s\)|lakhs?|lacs?|l|thousand|k)?(?![\w.])`;
/** After a word that announces a price, or beside a sign of money, or with a scale. */
const PRICE = new RegExp(
  String.raw`(?:(?:₹|\brs\.?|\binr\b|\brupees|\bprice:?|\brent:?|\bfor)\s*:?\s*(?:rs\.?|₹|inr)?\s*)${AMOUNT}`,
  'gi',
);
const SCALED = new RegExp(AMOUNT, 'gi');

/**
 * Rupees of a text such as `1.50 Lac(s)`, `7.5 Crore`, `₹ 25,000/month`, `for 95,000`: the last price that is named, as
 * listings say it at their end.
 * @returns null where there is none
 */
export function rupeesOf(text: string): number | null {
  const announced = [...text.matchAll(PRICE)].map(([, digits = '', scale = '']) => amount(digits, scale));
  // "for 25,000" is a price, "for 2 families" none.
  const prices = announced.filter((value) => value >= 500);
  if (prices.length > 0) return prices.at(-1) ?? null;
  const scaled = [...text.matchAll(SCALED)].filter(
    ([, , scale]) => scale !== undefined && !/^[lk]$/i.test(scale),
  );
  const last = scaled.at(-1);
  if (last) return amount(last[1] ?? '', last[2] ?? '');
  return /^\s*[\d,]+(?:\.\d+)?\s*$/.test(text) ? amount(text.trim(), '') : null;
}

function amount(digits: string, scale: string): number {
  const factor = SCALES.find(([pattern]) => pattern.test(scale))?.[1] ?? 1;
  return Math.round(Number(digits.replaceAll(',', '')) * factor);
}

/** Square feet. A marla is 272.25 of them in Punjab's revenue records, a kanal twenty marlas, an acre eight kanals. */
const AREAS: readonly (readonly [pattern: RegExp, squareFeet: number])[] = [
  [/^(?:sq\.?[\s-]*(?:ft|feet|foot)\.?|square\s+feet|sqft|sqfeet)$/i, 1],
  [/^(?:sq\.?[\s-]*(?:yrd|yd|yard|yards|yrds|yds)\.?|square\s+yards?|gaj)$/i, 9],
  [/^(?:sq\.?[\s-]*(?:mtrs?|meters?|metres?|m)\.?|square\s+met(?:re|er)s?|m²)$/i, 10.7639],
  [/^marlas?$/i, 272.25],
  [/^kanals?$/i, 5_445],
  [/^(?:acres?|killas?)$/i, 43_560],
];

const AREA =
  /(\d[\d,]{0,15}(?:\.\d{1,9})?)\s{0,9}-?\s{0,9}(sq\.?[\s-]{0,9}(?:feet|foot|ft|yards|yard|yrds|yrd|yds|yd|metres|meters|metre|meter|mtrs|mtr|m)\.?|square\s{1,9}(?:feet|yards?|met(?:re|er)s?)|sqft|sqfeet|gaj|m²|marlas?|kanals?|acres?|killas?)(?![\w])/gi;

/** Parses the square feet of a text such as `1200 Sq-ft`, `10 Marla`, `150 gaj`: the last area named; null where there is none. */
export function squareFeetOf(text: string): number | null {
  const found = [...text.matchAll(AREA)].at(-1);
  if (found === undefined) return null;
  const [, digits = '', unit = ''] = found;
  const factor = AREAS.find(([pattern]) => pattern.test(unit.trim()))?.[1];
  return factor === undefined ? null : Number(digits.replaceAll(',', '')) * factor;
}
