import { InvalidArgumentError } from 'commander';

/** @throws {InvalidArgumentError} as the others, which commander tells the user */
export function whole(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number above 0');
  return number;
}

export function wholeOrZero(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || value.trim() === '')
    throw new InvalidArgumentError('expected a whole number, 0 or more');
  return number;
}

export function amount(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0 || value.trim() === '')
    throw new InvalidArgumentError('expected a number of at least 0');
  return number;
}

/** Numbers with commas between. */
export const amounts = (value: string): number[] => value.split(',').map((part) => amount(part.trim()));

const TIMES: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time such as 30m, 6h or 7d, in milliseconds. */
export function duration(value: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([smhd])$/.exec(value.trim()) ?? [];
  const ms = Number(number) * (TIMES[unit] ?? 0);
  if (!(ms >= 1_000) || ms > 366 * 86_400_000)
    throw new InvalidArgumentError('expected a time as 6h, 30m or 7d, at least 1s and at most 366d');
  return ms;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

export function size(value: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(value.trim());
  if (match === null) throw new InvalidArgumentError('expected a size such as 500MB');
  return Math.round(Number(match[1]) * (UNITS[(match[2] ?? '').toLowerCase()] ?? 1));
}
