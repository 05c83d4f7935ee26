/** Lists of recent times (“Today”, “Last 30 days”), told in any language by how it writes units of time. */

import type { ControlOption, FormControl } from '../../forms/index.ts';
import { PACKS } from '../../foundation/language/index.ts';
import { foldText } from '../../foundation/text/index.ts';

const DAYS = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;
const UNITS = Object.entries(DAYS) as readonly (readonly [keyof typeof DAYS, number])[];
/** Numbers for which languages have forms of their own. */
const COUNTS = [1, 2, 5, 20];

interface TimeWords {
  /** Days of each unit, by its word. */
  readonly units: ReadonlyMap<string, number>;
  /** Days back to the beginning of “today”, “last week” … */
  readonly spans: ReadonlyMap<string, number>;
}

let made: TimeWords | undefined;

function timeWords(): TimeWords {
  if (made !== undefined) return made;
  const units = new Map<string, number>();
  const spans = new Map<string, number>();
  for (const code of Intl.NumberFormat.supportedLocalesOf([...PACKS.keys()].filter((key) => key !== 'und'))) {
    const relative = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
    for (const [unit, days] of UNITS) {
      const written = new Intl.NumberFormat(code, { style: 'unit', unit, unitDisplay: 'long' });
      for (const part of COUNTS.flatMap((count) => written.formatToParts(count)))
        if (part.type === 'unit') units.set(foldTime(part.value), days);
      if (unit !== 'hour')
        for (const back of [0, 1]) spans.set(foldTime(relative.format(-back, unit)), days * (back + 1));
    }
  }
  made = { units, spans };
  return made;
}

const foldTime = (text: string): string => foldText(text).replaceAll('’', "'");

/** Returns how many days back an option reaches; undefined if it names no time. */
function daysBack(label: string): number | undefined {
  const { units, spans } = timeWords();
  const folded = foldTime(label.slice(0, 100));
  const [, count, rest = ''] = /^\P{Nd}*(\p{Nd}{1,4})(.*)$/su.exec(folded) ?? [];
  if (count === undefined) return spans.get(folded);
  // “7 derniers jours”: the unit is one of the next words, perhaps with an ending.
  const words = rest.match(/[\p{L}\p{M}]{1,20}/gu)?.slice(0, 2) ?? [];
  const stems = words.flatMap((word) => [word, word.slice(0, -1), word.slice(0, -2)]);
  const unit = stems.find((one) => units.has(one));
  return unit === undefined ? undefined : Number(count) * (units.get(unit) ?? 0);
}

/**
 * Finds the option that reaches back furthest in a list of recent times; undefined for other lists. “3 days” with nothing
 * before it may be how long something takes.
 */
export function longestBack({ type, options }: FormControl): ControlOption | undefined {
  if ((type !== 'select-one' && type !== 'radio') || options.length < 2) return undefined;
  const times = options.map((option) => ({ option, days: daysBack(option.label) ?? 0 }));
  const isTold =
    options.some(({ label }) => timeWords().spans.has(foldTime(label))) ||
    options.every(({ label }) => /^\P{L}*\p{L}\P{Nd}*\p{Nd}/u.test(label));
  if (!isTold || times.some(({ days }) => days === 0)) return undefined;
  return times.reduce((best, one) => (one.days > best.days ? one : best)).option;
}
