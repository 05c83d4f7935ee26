import type { StopCode, StopReason } from '../submissions/index.ts';

const TEXTS: Readonly<Record<StopCode, (detail: string) => string>> = {
  acts: (detail) => detail || 'it does something to somebody',
  'nothing-to-fill': () => 'nothing in it can be chosen or typed',
  'only-arranges': () => 'it only orders what its page shows',
  'typing-off': () => 'it has open text fields only, and --no-text leaves them empty',
  'typing-needed': (detail) => `“${detail}” must be typed, and --no-text leaves it empty`,
  'max-submissions': (detail) => `--max-submissions ${detail} reached`,
  'max-submissions-per-site': (detail) => `--max-submissions-per-site ${detail} reached`,
  'all-seen': (detail) => `all ${detail} records were seen`,
  'list-whole': () => 'the whole list was shown',
  'list-confirmed': () => 'the whole list was shown; other queries show no more',
  dry: (detail) => `the last ${detail} queries brought no new record`,
  'templates-asked': () => 'every template worth asking was asked',
  'nothing-left': () => 'nothing more to ask',
  'ignores-input': () => 'it shows the same whatever is typed',
  'no-hits': (detail) => `none of ${detail} words that the site itself uses brought records`,
  'not-permitted': (detail) => detail || 'it may not be asked',
  refusals: (detail) => `queries were refused, ${detail}`,
  unreachable: (detail) => `the site cannot be reached, ${detail}`,
  'too-slow': (detail) => `no answer comes in time, ${detail}`,
  'broken-off': (detail) => `answers are broken off, ${detail}`,
  redirects: (detail) => `queries are sent on without end, ${detail}`,
  'rate-limited': (detail) => `the site asks for fewer queries, ${detail}`,
  blocked: (detail) => `the site shuts us out, ${detail}`,
  'login-wall': (detail) => `the site asks for a log-in, ${detail}`,
  'server-errors': (detail) => `the site’s server fails, ${detail}`,
  'session-lost': (detail) => `the site’s session does not last, ${detail}`,
  'browser-failed': (detail) => `the browser could not ask it, ${detail}`,
  'form-gone': (detail) => detail || 'the form cannot be asked any more',
  'options-gone': (detail) => detail || 'some of its choices are gone',
  'earlier-version': (detail) => detail,
};

/** Why a form was not asked, or why asking it ended, for people. */
export const stopText = ({ code, detail = '' }: StopReason): string => TEXTS[code](detail);
