import { wilson } from '../crawl/rendering/index.ts';
import { figureOf } from '../foundation/learning/index.ts';
import { printable } from '../foundation/text/index.ts';

let grouped: Intl.NumberFormat | undefined;

/** Text of a hostile page made fit to be shown: one line, no control characters, at most `limit` characters. */
export function shown(text: string, limit = 200): string {
  return cutText(printable(text.slice(0, limit * 4)), limit);
}

/** Cuts to `limit` characters, behind a word where one ends in the second half. */
export function cutText(text: string, limit: number): string {
  const letters = [...text];
  if (letters.length <= limit) return text;
  const kept = letters.slice(0, limit - 1).join('');
  // A word that ends right at the cut is whole.
  const end = letters[limit - 1] === ' ' ? kept.length : kept.lastIndexOf(' ');
  return `${end > limit / 2 ? kept.slice(0, end) : kept}…`;
}

/** `12,345` */
export function wholeNumber(value: number): string {
  // To make the format takes longer than a short command.
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  grouped ??= new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  return grouped.format(value);
}

/** `1 form`, `12 forms` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${wholeNumber(count)} ${count === 1 ? one : many}`;
}

/** `640 B`, `12.3 kB`, `1.2 GB`: powers of a thousand. */
export function byteSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 99.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** `8.4 s`, `3 min 5 s`, `2 h 10 min` */
export function duration(seconds: number): string {
  if (seconds < 59.95) return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

export const percent = (share: number): string => (100 * share).toFixed(0);

/** `86 % (78–92)`, with the 95 % interval; `n too small (3)` where it rests on too little. */
export function shareText(part: number, whole: number): string {
  const [low, high] = wilson(part, whole);
  return figureOf(`${percent(part / whole)} % (${percent(low)}–${percent(high)})`, whole);
}

/** An address as short as it can be said beside the name of its site: `/search`, `other.example/search`. */
export function shortAddress(address: string, site: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return address;
  const host = url.host === site || url.host === `www.${site}` ? '' : url.host;
  return `${host}${url.pathname}${url.search}`;
}

/** `20 Nov 2026, 20:13 to 20:15 UTC`; what is the same is said once. */
export function period(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return shown(`${from} to ${to}`, 80);
  const [startDay, endDay] = [DAY.format(start), DAY.format(end)];
  if (startDay === endDay && TIME.format(start) === TIME.format(end))
    return `${startDay}, ${TIME.format(start)} UTC`;
  const until = startDay === endDay ? TIME.format(end) : `${endDay}, ${TIME.format(end)}`;
  return `${startDay}, ${TIME.format(start)} to ${until} UTC`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
