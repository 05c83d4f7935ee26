/** Names the columns whose values are counted, by kind of rows, as exports do. */

import { trimOf } from '../foundation/text/index.ts';
export const FACET_COLUMNS = {
  forms: ['searchable', 'outcome', 'domain', 'type', 'rule', 'site'],
  pages: ['state', 'reasonCode', 'renderedBy', 'site'],
  sites: ['state', 'reasonCode', 'domain'],
  submissions: ['verdict', 'state', 'site'],
  records: ['site', 'year', 'price'],
  documents: ['kind', 'state', 'site'],
} as const;

export type FacetKind = keyof typeof FACET_COLUMNS;

/** Counts rows that hold the same value in each column: in the order of the columns, empty where there is none. */
export interface FacetGroup {
  readonly values: readonly string[];
  readonly count: number;
}

const PRICE_BANDS = [
  [10_000, '10000-'],
  [1_000, '1000-9999'],
  [100, '100-999'],
  [10, '10-99'],
  [0, '0-9'],
] as const;

/** Returns the band of a price as a page writes it, cents apart; undefined for what is no single price. */
export function priceBand(text: string): string | undefined {
  const whole = trimOf(text, /[€$£¥₹A-Za-z. ]/)
    .replace(/[.,]\d\d$/, '')
    .replace(/[,. ]/g, '');
  if (!/^\d+$/.test(whole)) return undefined;
  return PRICE_BANDS.find(([lowest]) => Number(whole) >= lowest)?.[1];
}

export const yearIn = (text: string): string | undefined => (/^[12]\d{3}$/.test(text) ? text : undefined);
