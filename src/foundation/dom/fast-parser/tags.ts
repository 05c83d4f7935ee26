import { html as names } from 'parse5';
import { LISTED_CONTROLS } from '../mutable-tree.ts';

/** Flags of `Tag.is`: they hold for an element wherever its name stands. */
export const IS = {
  special: 1,
  scope: 2,
  button: 4,
  list: 8,
  root: 16,
  table: 32,
  section: 64,
  row: 128,
  cell: 256,
  implied: 512,
  /** Form-associated and listed. */
  listed: 1024,
  heading: 2048,
  /** Stands in a table and nowhere else. */
  tablePart: 4096,
  /** Belongs into the head. */
  metadata: 8192,
  foreign: 16384,
} as const;

export interface Tag {
  readonly name: string;
  readonly is: number;
}

const MEMBERS: readonly (readonly [is: number, names: string])[] = [
  [IS.scope, 'applet caption html marquee object table td template th'],
  [IS.button, 'button'],
  [IS.list, 'ol ul'],
  [IS.root, 'html'],
  [IS.table, 'table'],
  [IS.section, 'tbody tfoot thead'],
  [IS.row, 'tr'],
  [IS.cell, 'td th'],
  [IS.implied, 'dd dt li optgroup option p rb rp rt rtc'],
  [IS.listed, [...LISTED_CONTROLS].join(' ')],
  [IS.heading, 'h1 h2 h3 h4 h5 h6'],
  [IS.tablePart, 'caption col colgroup tbody td tfoot th thead tr'],
  [IS.metadata, 'base basefont bgsound link meta noframes script style template title'],
];

const flags = new Map<string, number>();
for (const [is, members] of MEMBERS)
  for (const name of members.split(' ')) flags.set(name, (flags.get(name) ?? 0) | is);
for (const name of Object.values(names.TAG_NAMES))
  if (names.SPECIAL_ELEMENTS[names.NS.HTML].has(names.getTagID(name)))
    flags.set(name, (flags.get(name) ?? 0) | IS.special);

/** Only letters of ASCII have another case in HTML. */
export function lowerCase(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}

/** Names as mostly written, so that each need not be looked at letter by letter. */
const TAGS: ReadonlyMap<string, Tag> = new Map(
  Object.values(names.TAG_NAMES).flatMap((name) => {
    const tag = { name: lowerCase(name), is: flags.get(name) ?? 0 };
    return [[name, tag] as const, [name.toUpperCase(), tag] as const];
  }),
);

export function tagOf(written: string): Tag {
  const known = TAGS.get(written);
  if (known !== undefined) return known;
  const name = lowerCase(written);
  return TAGS.get(name) ?? { name, is: 0 };
}
