const ISO =
  /^\s*P(?:([\d.]*)Y)?(?:([\d.]*)M)?(?:([\d.]*)W)?(?:([\d.]*)D)?(?:T?(?:([\d.]*)H)?(?:([\d.]*)M)?(?:([\d.]*)S)?)\s*$/i;

/** Seconds of an ISO 8601 duration, also one with blank numbers (`PTH30MS`). Months and years have no fixed length. */
export function isoSeconds(text: string): number | undefined {
  const parts = text.length > 60 ? undefined : ISO.exec(text)?.slice(1).map(Number);
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = (parts ?? []).map(
    (part) => (Number.isFinite(part) ? part : 0),
  );
  if (parts === undefined || years > 0 || months > 0) return undefined;
  return ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds;
}

/** `1 h 30 min`, `3 min 25 s`, `2 d` where it is whole days. */
export function readableDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole >= 172_800 && whole % 86_400 === 0) return `${whole / 86_400} d`;
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const;
  return parts.flatMap(([amount, unit]) => (amount > 0 ? [`${amount} ${unit}`] : [])).join(' ');
}

const HOURS =
  'h(?:rs?|ours?|oras?|eures?|odiny?|odin)?|std|stunden?|uur|uren|u|ora|ore|timer?|timmar|tim|t|godz(?:in[ay]?)?|óra|saat|sa|tuntia?|час(?:а|ов)?|ч|год(?:ин[аи]?)?|小时|小時|時間|시간|ώρ(?:α|ες)';
const MINUTES = String.raw`m|min(?:s|\p{L}*)|perc|dk|dakika|мин(?:ут[аы]?)?|хв(?:илин[аи]?)?|分钟|分鐘|分|분|λεπτά`;
const SPOKEN = new RegExp(
  String.raw`^(?:(?:ca|circa|about|approx|etwa|env|environ)\.?\s)?(?:(\d{1,4}(?:[.,]\d+)?)\s?(?:${HOURS})\.?(?:\s(?:${HOURS})\.?)?)?(?:,|\s(?:and|und|et|y|e|en|og|och|i|и)\s)?\s?(?:(\d{1,5})\s?(?:(?:${MINUTES})\.?(?:\s(?:${MINUTES})\.?)?)?)?(?:\s?(\d{1,2})\s?s(?:ec\p{L}*)?\.?)?$`,
  'iu',
);

/** Reads a duration that stands alone, as minutes: ISO 8601, `1 h 30 min`, `1 Std. 5 Min.`; no range, no number without a unit. */
export function minutesIn(text: string): number | undefined {
  const said = text.trim().replace(/\s+/g, ' ');
  if (said.length > 60 || !/^(?:P|\D*\d+(?:[.,]\d+)?\s?\p{L})/u.test(said)) return undefined;
  const iso = isoSeconds(said);
  const days = /^(\d{1,3}) ?d(?:ays?)?$/i.exec(said)?.[1];
  const [, hours = '0', minutes = 0, seconds = 0] = SPOKEN.exec(said) ?? [];
  const spoken =
    days === undefined
      ? Number(hours.replace(',', '.')) * 60 + Number(minutes) + Number(seconds) / 60
      : Number(days) * 1440;
  const sum = iso === undefined ? spoken : iso / 60;
  return sum > 0 ? Math.round(sum * 100) / 100 : undefined;
}
