/** Values as they are typed on the command line; undefined for what is none. */

/** Plain decimal numbers; what is blank is none. */
export const numberOf = (text: string): number | undefined =>
  text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);

const TIMES: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time such as 30m, 6h or 7d, in milliseconds. */
export function duration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([smhd])$/.exec(text.trim());
  return match === null ? undefined : Number(match[1]) * (TIMES[match[2] ?? ''] ?? 0);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** A size such as 500MB, in bytes. */
export function size(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text.trim());
  if (match === null) return undefined;
  return Math.round(Number(match[1]) * (UNITS[(match[2] ?? '').toLowerCase()] ?? 1));
}

/** The other way round: 5000000000 is 5GB. */
export function sizeText(bytes: number): string {
  const [unit, factor] = Object.entries(UNITS).findLast(([, one]) => bytes % one === 0) ?? ['', 1];
  return unit === '' ? String(bytes) : `${bytes / factor}${unit.toUpperCase()}B`;
}

/** A header of a request, "Name: value". */
export function header(text: string): readonly [name: string, value: string] | undefined {
  const match = /^([!#$%&'*+.^_`|~0-9a-z-]+):(.*)$/i.exec(text);
  return match === null || /[\r\n]/.test(text) ? undefined : [match[1] ?? '', (match[2] ?? '').trim()];
}
