/** What the meaning of a control, or the text of an option, says of its use in the form element table. */

import type { FieldMeaning } from '../../forms/index.ts';
import { ANYTHING } from '../planning/field.ts';

/** Meanings that say by themselves what is asked for; of the others, the label tells the elements apart. */
export const KEY_MEANINGS: ReadonlySet<FieldMeaning> = new Set([
  'title',
  'person',
  'publisher',
  'subject',
  'identifier',
  'place',
  'city',
  'state',
  'country',
  'postal-code',
  'origin',
  'destination',
  'organization',
]);
/** Asked of every search, and telling nothing of the domain. */
export const NOT_KEPT: ReadonlySet<FieldMeaning> = new Set([
  'sort',
  'page-size',
  'page-number',
  'style',
  'hidden',
  'honeypot',
]);
/** What these are called by stands in records. */
export const NAMES: ReadonlySet<FieldMeaning> = new Set([
  'title',
  'person',
  'publisher',
  'subject',
  'query',
  'keyword',
  'text',
  'category',
  'place',
  'city',
  'country',
  'origin',
  'destination',
  'organization',
]);
/** Meanings of lists that arrange the answer, or say nothing of what their options name: none is found in a record. */
export const TELLING_NOTHING: ReadonlySet<FieldMeaning> = new Set([
  ...NOT_KEPT,
  ...ANYTHING,
  'category',
  'choice',
  'number',
  'language',
  'currency',
  'consent',
  'remember',
  'subscribe',
  'navigation',
  'timezone',
]);
/** Options that switch, leave out or arrange, in whatever list. */
export const SWITCHES =
  /^(?:yes|no|on|off|true|false|all|any|none|either|both|other|default|ja|nein|alle|oui|non|tous|toutes|s[ií]|todos|todas|sim|n[aã]o|tutti|tutte|asc|desc|ascending|descending|short|long|small|medium|large|html|json|xml|csv|rss|atom)$/i;
