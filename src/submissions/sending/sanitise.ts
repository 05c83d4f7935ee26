/** Sanitises values as browsers do for each control type (HTML standard, “value sanitization algorithm”). */

import type { TreeElement } from '../../foundation/dom/index.ts';

const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;
const VALID: Readonly<Record<string, RegExp>> = {
  date: /^\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  month: /^\d{4,}-(?:0[1-9]|1[0-2])$/,
  week: /^\d{4,}-W(?:0[1-9]|[1-4]\d|5[0-3])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/,
  'datetime-local': /^\d{4,}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d/,
};

/** @param value of an `<input>` that is neither hidden, a file, nor something to tick */
export function sanitiseValue({ attributes }: TreeElement, value: string): string {
  const type = attributes.type?.trim().toLowerCase() ?? 'text';
  const line = value.replace(/[\r\n]+/g, '');
  switch (type) {
    case 'email':
      return attributes.multiple === undefined
        ? line.trim()
        : line
            .split(',')
            .map((part) => part.trim())
            .join(',');
    case 'url':
      return line.trim();
    case 'number':
      return NUMBER.test(value) ? value : '';
    case 'range':
      return inRange(attributes, value);
    case 'color':
      return /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000';
    case 'date':
    case 'month':
    case 'week':
    case 'time':
    case 'datetime-local':
      return isDate(type, value) ? value : '';
    default:
      return line;
  }
}

function isDate(type: string, value: string): boolean {
  if (VALID[type]?.test(value) !== true) return false;
  if (type !== 'date') return true;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Moves the value of a slider to a step within its bounds; the middle is the default. */
function inRange(attributes: TreeElement['attributes'], value: string): string {
  const bound = (text: string | undefined, otherwise: number) =>
    text !== undefined && NUMBER.test(text) ? Number(text) : otherwise;
  const min = bound(attributes.min, 0);
  const max = Math.max(bound(attributes.max, 100), min);
  const step = attributes.step === 'any' ? 0 : bound(attributes.step, 1);
  const start = NUMBER.test(value) ? Number(value) : min + (max - min) / 2;
  const kept = Math.min(max, Math.max(min, start));
  if (step <= 0) return String(kept);
  const base = bound(attributes.min, bound(attributes.value, 0));
  const steps = Math.floor((kept - base) / step + 0.5);
  const on = base + steps * step;
  const last = base + Math.floor((max - base) / step) * step;
  return String(Number(Math.min(on, last).toPrecision(12)));
}
