/** How a site shows what its searches find: rows, links to records, the way to the next page, and what comes before the list. */

import { hash32 } from './seeded.ts';
import type { Blueprint, FormSpec, SiteIdentity } from './site.ts';

/**
 * `design`: as the design of the site draws entries; `grouped`: a table with heads in plain cells, a row over all columns
 * above each group, a sum and a note; `shared`: a table whose first cell reaches over several rows; `terms`: a definition
 * list; `lines`: lines that breaks part; `headed`: lists under headings; `split`: prices in pieces; `data`: a script draws
 * them from data in the page.
 */
export const ROW_STYLES = [
  'design',
  'grouped',
  'shared',
  'terms',
  'lines',
  'headed',
  'split',
  'data',
] as const;
export type RowStyle = (typeof ROW_STYLES)[number];

/** What the link to a record carries beside its number: its place in the list, the number of the search, or a token. */
export const LINK_STYLES = ['plain', 'position', 'search', 'token'] as const;
/** How the next page is reached: by links, by links that post the page back, from a select, or by a `Link` header alone. */
export const PAGER_STYLES = ['links', 'postback', 'select', 'header'] as const;
/** A page that asks to wait stands before the list, and is left by `<meta>`, a script or a `Refresh` header. */
export const WAIT_STYLES = ['none', 'meta', 'script', 'header'] as const;
export const ENCODINGS = ['utf-8', 'windows-1252'] as const;

export interface ListHabits {
  readonly rows: RowStyle;
  readonly links: (typeof LINK_STYLES)[number];
  readonly pager: (typeof PAGER_STYLES)[number];
  readonly waits: (typeof WAIT_STYLES)[number];
  readonly encoding: (typeof ENCODINGS)[number];
}

/** Of so many sites, one has each unusual way. */
const IN = { rows: 10, links: 6, pager: 8, waits: 10, encoding: 4 } as const;

const PLAIN: ListHabits = {
  rows: 'design',
  links: 'plain',
  pager: 'links',
  waits: 'none',
  encoding: 'utf-8',
};

/** Sites with answers of their own have none of these habits. */
export function listHabits({ seed, language }: SiteIdentity, { answer }: Blueprint): ListHabits {
  if (answer !== undefined) return PLAIN;
  const turn = <T>(what: keyof typeof IN, styles: readonly [T, ...T[]]): T =>
    styles[hash32(`${what} of lists:${seed}`) % IN[what]] ?? styles[0];
  return {
    rows: turn('rows', ROW_STYLES),
    links: turn('links', LINK_STYLES),
    pager: turn('pager', PAGER_STYLES),
    waits: turn('waits', WAIT_STYLES),
    // Its letters are those of western Europe.
    encoding: /^(?:en|de|fr|es)$/.test(language) ? turn('encoding', ENCODINGS) : 'utf-8',
  };
}

/** How one form's list goes on, where its kind does not say so. */
export const pagerOf = (
  identity: SiteIdentity,
  { paging, results }: FormSpec,
  blueprint: Blueprint,
): ListHabits['pager'] =>
  paging === undefined && results !== 'xhr' ? listHabits(identity, blueprint).pager : 'links';
