/** Why a submission has no answer: faults of the site, of the way there, and our own. */

import { WebError } from '../../web/index.ts';
import { RedirectError } from './form-session.ts';
import { RefusedError } from './outbound.ts';

/** The way there or the site: the run goes on. */
export const isAnswerless = (error: unknown): boolean =>
  error instanceof WebError || error instanceof RefusedError || error instanceof RedirectError;

/** Our own disk: nothing more is sent that could not be written down. */
export const isStoreFault = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'WarcError' ||
    /^(?:ERR_SQLITE|ENOSPC|EIO|EROFS|EDQUOT)/.test(String((error as NodeJS.ErrnoException).code)));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
