import { type Form, type FormControl, meaningsOf } from '../../../forms/index.ts';
import type { Region } from '../../../foundation/domain/index.ts';
import { foldText } from '../../../foundation/text/index.ts';
import type { FilledControl } from '../../../submissions/index.ts';
import type { Period } from '../divisions/month-gaps.ts';
import { dayOf, instantOf } from '../feeds/local-time.ts';
import type { Gazetteer } from '../property/index.ts';
import type { QueryContext } from './air-page.ts';

/** One way to fill a form from a region's values. */
export interface RegionAsk {
  /** Identifies the query within its form; the same in every run. */
  readonly key: string;
  readonly controls: readonly FilledControl[];
  readonly about: QueryContext;
}

export type PortalSubject = 'air' | 'property';

/** A control's role, and the values that the region has for it. */
interface PlannedControl {
  readonly position: number;
  readonly role: 'state' | 'city' | 'station' | 'place' | 'date';
  readonly values: readonly { readonly value: string; readonly text: string }[];
}

const MAX_VALUES = 200;
const MAX_ASKS = 1_000;
const DAY_MS = 86_400_000;
/** Default period: days before the newest date that the form offers. */
const USUAL_DAYS = 89;

/**
 * Plans the queries of a form for one city: state and city by name, every offered station or locality, and the dates of
 * the period, newest first. Other controls keep their defaults.
 * @returns an empty list where the form has no control for a place of the region
 */
export function regionAsks(
  form: Form,
  subject: PortalSubject,
  region: Region,
  city: string,
  gazetteer: Gazetteer,
  period: Partial<Period>,
): RegionAsk[] {
  const planned = form.controls.flatMap((control, position) => {
    const one = planControl(control, position, subject, region, city, gazetteer, period);
    return one === null ? [] : [one];
  });
  // A form without any name of the region is for another region.
  const placed = planned.some(({ role }) => role === 'city' || role === 'place');
  if (!placed) return [];
  const meanings = meaningsOf(form);
  let combinations: { readonly asked: PlannedControl; readonly value: string; readonly text: string }[][] = [
    [],
  ];
  for (const one of inOrder(planned)) {
    combinations = combinations.flatMap((before) =>
      one.values.map(({ value, text }) => [...before, { asked: one, value, text }]),
    );
    if (combinations.length > MAX_ASKS) combinations = combinations.slice(0, MAX_ASKS);
  }
  return combinations.map((chosen) => {
    const text = (role: PlannedControl['role']) => chosen.find((one) => one.asked.role === role)?.text;
    const [station, date] = [text('station') ?? text('place'), text('date')];
    return {
      key: chosen.map((one) => `${form.controls[one.asked.position]?.name}=${one.value}`).join('&'),
      controls: chosen.map((one): FilledControl => {
        const { name = '', label = '' } = form.controls[one.asked.position] ?? {};
        const meaning = meanings[one.asked.position] ?? 'other';
        return {
          position: one.asked.position,
          name,
          label,
          meaning,
          values: [one.value],
          source: 'given',
        } as FilledControl;
      }),
      about: {
        state: region.state.name,
        city,
        ...(station === undefined ? {} : { station }),
        ...(date === undefined ? {} : { date }),
      },
    };
  });
}

/** Orders dates first, so that they vary slowest and the newest day is complete first. */
const inOrder = (planned: readonly PlannedControl[]): PlannedControl[] => [
  ...planned.filter(({ role }) => role === 'date'),
  ...planned.filter(({ role }) => role !== 'date'),
];

function planControl(
  control: FormControl,
  position: number,
  subject: PortalSubject,
  region: Region,
  city: string,
  gazetteer: Gazetteer,
  period: Partial<Period>,
): PlannedControl | null {
  if (!control.visible || control.disabled || control.readOnly) return null;
  const words = foldText(`${control.label} ${control.name}`);
  if (control.domain === 'open') return openControl(control, position, words, region, city, period);
  if (control.domain !== 'finite' || control.type === 'checkbox') return null;
  const options = control.options.filter(({ any, label }) => !any && label.trim() !== '');
  const pick = (
    role: PlannedControl['role'],
    chosen: readonly { value: string; label: string }[],
  ): PlannedControl => ({
    position,
    role,
    values: chosen.slice(0, MAX_VALUES).map(({ value, label }) => ({ value, text: label })),
  });
  const is = (names: readonly string[]) =>
    options.filter(({ label }) => names.some((name) => foldText(name) === foldText(label.trim())));
  const dated = options.filter(({ label }) => instantOf(label, region.timeZone) !== null);
  if (dated.length > 0 && dated.length >= options.length / 2)
    return pick('date', withinPeriod(dated, region.timeZone, period));
  const states = is([region.state.name, ...region.state.names]);
  if (states.length > 0) return pick('state', states.slice(0, 1));
  const wanted = region.cities.find(({ name }) => name === city);
  const cities = is([city, ...(wanted?.names ?? [])]);
  if (cities.length > 0 && !/station|site|localit/.test(words)) return pick('city', cities.slice(0, 1));
  if (subject === 'air' && /station|site|monitor|location/.test(words)) return pick('station', options);
  const places = options.filter(({ label }) => gazetteer.find(label, undefined, city)?.division != null);
  if (places.length > 0 && places.length >= options.length / 2) return pick('place', places);
  return null;
}

function openControl(
  control: FormControl,
  position: number,
  words: string,
  region: Region,
  city: string,
  period: Partial<Period>,
): PlannedControl | null {
  if (control.type === 'date') {
    const days = daysOf(period);
    return days.length === 0
      ? null
      : { position, role: 'date', values: days.map((day) => ({ value: day, text: day })) };
  }
  if (/\bstate\b/.test(words))
    return { position, role: 'state', values: [{ value: region.state.name, text: region.state.name }] };
  if (/\bcity|town\b/.test(words)) return { position, role: 'city', values: [{ value: city, text: city }] };
  return null;
}

function withinPeriod<T extends { readonly label: string }>(
  options: readonly T[],
  timeZone: string,
  { from, to }: Partial<Period>,
): T[] {
  const dated = options
    .flatMap((option) => {
      const at = instantOf(option.label, timeZone);
      return at === null ? [] : [{ option, day: dayOf(at, timeZone) }];
    })
    .sort((a, b) => (a.day < b.day ? 1 : -1));
  const last = to ?? dated[0]?.day ?? '';
  const newest = Date.parse(dated.find(({ day }) => day <= last)?.day ?? last);
  const first = from ?? new Date(newest - USUAL_DAYS * DAY_MS).toISOString().slice(0, 10);
  return dated.filter(({ day }) => day >= first && day <= last).map(({ option }) => option);
}

function daysOf({ from, to }: Partial<Period>): string[] {
  if (from === undefined || to === undefined) return [];
  const days: string[] = [];
  for (let at = Date.parse(to); at >= Date.parse(from) && days.length < MAX_VALUES; at -= DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
