import { InvalidArgumentError } from 'commander';

/** @throws {InvalidArgumentError} as the others, which commander tells the user */
export function whole(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('expected a whole number above 0');
  return number;
}

export function wholeOrZero(value: string): number {
  return value.trim() === '0' ? 0 : whole(value);
}

export function amount(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0 || value.trim() === '')
    throw new InvalidArgumentError('expected a number');
  return number;
}

/** Numbers with commas between. */
export const amounts = (value: string): number[] => value.split(',').map((part) => amount(part.trim()));

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

export function size(value: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(value.trim());
  if (match === null) throw new InvalidArgumentError('expected a size such as 500MB');
  return Math.round(Number(match[1]) * (UNITS[(match[2] ?? '').toLowerCase()] ?? 1));
}
