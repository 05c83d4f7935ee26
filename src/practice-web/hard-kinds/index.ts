/** Hard kinds: one site for each way of showing a search and of answering it that real applications taught. */

import type { SiteKind } from '../site.ts';
import { ASKING } from './asking.ts';
import { DOCKETS, DRAWN_DOCKETS } from './dockets.ts';
import { DRAWN_CLIENTS } from './drawn-clients.ts';
import { ECHOES } from './echoes.ts';
import { OTHER_FORMS } from './other-forms.ts';
import { ROWS } from './rows.ts';
import { SCRIPTED } from './scripted.ts';
import { SESSIONS } from './sessions.ts';
import { TROUBLE } from './trouble.ts';
import { TURNING } from './turning.ts';

export const HARD_KINDS: readonly SiteKind[] = [
  ...ECHOES,
  ...TURNING,
  ...ROWS,
  ...ASKING,
  ...SESSIONS,
  ...SCRIPTED,
  ...OTHER_FORMS,
  ...TROUBLE,
  ...DOCKETS,
  ...DRAWN_CLIENTS,
  ...DRAWN_DOCKETS,
];

/** A directory and one site of each hard kind. */
export const HARD_WEB_SITES = Math.max(12, HARD_KINDS.length + 1);
