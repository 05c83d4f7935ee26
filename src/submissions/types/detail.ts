/** What the page of a single record says of it. Plain JSON but for the location. */

import type { ExchangeLocation } from '../../foundation/warc/index.ts';

/** Typed fields, as records of lists have them. */
export type Fields = Readonly<Record<string, string | number>>;

/** A short value; or what is said in lists and groups: ingredients, offers, a table of nutrients. */
export type DetailValue = string | number | readonly DetailValue[] | { readonly [name: string]: DetailValue };
export type DetailFields = Readonly<Record<string, DetailValue>>;

/** A record's own page held against what the list showed of it. */
export interface DetailReading {
  /** The page has the record's title on it. */
  readonly named: boolean;
  /** What the page labels, under the names of the domain. */
  readonly fields: DetailFields;
  /** Fields of the list that the page says, too. */
  readonly confirmed: readonly string[];
  /** Fields of the list of which the page says something else. */
  readonly differing: readonly string[];
  /** Fields with one short value that the list did not show. */
  readonly added: readonly string[];
}

/** `other`: a page that does not name the record. */
export type DetailState = 'read' | 'other' | 'gone' | 'refused' | 'failed';

export interface Detail {
  readonly key: string;
  readonly url: string;
  readonly state: DetailState;
  /** Why it was not read. */
  readonly reason?: string;
  readonly status?: number;
  readonly finalUrl?: string;
  readonly reading?: DetailReading;
  readonly location?: ExchangeLocation;
}
