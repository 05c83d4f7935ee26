/** The designs of the practice web, by name. */

import { bare } from './bare.ts';
import { bilingual } from './bilingual.ts';
import { cards } from './cards.ts';
import { columns } from './columns.ts';
import { definitions } from './definitions.ts';
import type { Design } from './design.ts';
import { tables } from './tables.ts';
import { widgets } from './widgets.ts';

export const DESIGNS: Readonly<Record<string, Design>> = {
  tables,
  columns,
  definitions,
  cards,
  bilingual,
  widgets,
  bare,
};
