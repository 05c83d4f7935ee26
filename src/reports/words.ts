import { wilson } from '../crawl/rendering/index.ts';
import { ENOUGH_CASES, figureOf } from '../foundation/learning/index.ts';
import { printable } from '../foundation/text/index.ts';
import type { CrawlFacts, FamiliarFacts, ObeyedFacts } from './collect-crawl.ts';
import type { RunReport } from './run-report.ts';

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

/** `book, hotel and music` */
function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** Says what was found, in one sentence. */
export function headline({ run, totals }: RunReport): string {
  const domains = listed(run.domains.map((domain) => shown(domain, 40))) || 'any domain';
  if (totals.pages === 0) return `No page could be read, so no form was found for ${domains}.`;
  const { sites, crawledSites, searchableSites } = totals;
  const known = sites === searchableSites ? '' : ` (${reachedSites(totals)})`;
  if (totals.searchable === 0)
    return `No search form on ${counted(crawledSites, 'crawled site')}, after ${counted(totals.pages, 'page')}.`;
  const all = `${counted(totals.searchable, 'search form')} on ${counted(searchableSites, 'site')}${known}`;
  return run.domains.length === 0
    ? `${all}.`
    : `${all}, ${wholeNumber(totals.relevant)} of them about ${domains}.`;
}

/** `95 discovered, 20 reached`: of these, one page at least was read. */
export const reachedSites = ({ sites, crawledSites }: RunReport['totals']): string =>
  `${wholeNumber(sites)} discovered, ${wholeNumber(crawledSites)} reached`;

/** `book and hotel`, or `all domains`. */
export const domainsOf = ({ domains }: RunReport['run']): string =>
  listed(domains.map((domain) => shown(domain, 40))) || 'all domains';

const percent = (share: number): string => (100 * share).toFixed(0);

/** `86 % (78–92)`, with the 95 % interval; `n too small (3)` where it rests on too little. */
export function shareText(part: number, whole: number): string {
  const [low, high] = wilson(part, whole);
  return figureOf(`${percent(part / whole)} % (${percent(low)}–${percent(high)})`, whole);
}

/** Says how many of the pages with search forms were seen as such; undefined where nothing was audited. */
export function renderingRecall({ audited, estimate }: CrawlFacts['audit']): string | undefined {
  if (estimate === null) return undefined;
  if (audited < ENOUGH_CASES) return `n too small (${counted(audited, 'page')} audited)`;
  const { recall, low, high } = estimate;
  return `${percent(recall)} % (95 % interval ${percent(low)}–${percent(high)}), ${counted(audited, 'page')} audited`;
}

/** What a reader has to know first: `Most links could not be read of a.test (11 of 13).`; nothing where there is nothing of that kind. */
export function leftNotes(left: CrawlFacts['left'] = []): string[] {
  const named = left
    .slice(0, 3)
    .map(
      ({ site, links, left: some }) => `${shown(site, 40)} (${wholeNumber(some)} of ${wholeNumber(links)})`,
    );
  const more = left.length > named.length ? ` and ${wholeNumber(left.length - named.length)} more sites` : '';
  return named.length === 0 ? [] : [`Most links could not be read of ${named.join(', ')}${more}.`];
}

const ENDINGS = {
  complete: 'Complete',
  partial: 'Not complete',
  interrupted: 'Interrupted',
  budget: 'Stopped at a budget',
} as const;

/** Returns how the run ended. */
export function ending({ run }: RunReport): string {
  const reason = run.reason === undefined ? '' : `: ${shown(run.reason, 120)}`;
  return `${ENDINGS[run.status]}${reason}`;
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

/** Says what was left alone at the wish of the site's owner, in one line; undefined where nothing was. */
export function obeyedNote(obeyed: ObeyedFacts): string | undefined {
  const { robotsTxt, metaNofollow, headerNofollow, relNofollow } = obeyed;
  const pages = (count: number, where: string) =>
    count === 0
      ? []
      : [
          `${counted(count, 'page')} ${count === 1 ? 'says' : 'say'} nofollow (${where}): ${count === 1 ? 'its' : 'their'} links were not followed`,
        ];
  const notes = [
    ...pages(metaNofollow, 'meta robots'),
    ...pages(headerNofollow, 'X-Robots-Tag'),
    ...(relNofollow === 0 ? [] : [`${counted(relNofollow, 'link')} marked rel=nofollow`]),
    ...(robotsTxt === 0 ? [] : [`${counted(robotsTxt, 'address', 'addresses')} forbidden by robots.txt`]),
  ];
  return notes.length === 0 ? undefined : `${notes.join('; ')}; --no-robots lifts it, for hosts of your own`;
}

/** Returns what came of pages with familiar scripts; undefined where there were none. */
export function familiarNote(familiar: FamiliarFacts): string | undefined {
  const { unseen, audited, mismatches, reRendered, wronglySkipped } = familiar;
  if (unseen + audited + reRendered === 0) return undefined;
  return [
    `rendering skipped on ${counted(unseen, 'page')}`,
    `${wholeNumber(audited)} re-checked`,
    counted(mismatches, 'mismatch', 'mismatches'),
    ...(reRendered > 0 ? [`${wholeNumber(reRendered)} rendered later`] : []),
    ...(wronglySkipped > 0 ? [`${wholeNumber(wronglySkipped)} probably missed`] : []),
  ].join(', ');
}

/** Returns what is said of pages that are known in part only. */
export const cutPagesNote = (pages: number): string =>
  `${counted(pages, 'page')} too long to be read to the end; what stands behind the cut is unknown`;
