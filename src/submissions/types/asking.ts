/** What asking a form came to, as codes from closed lists: words for people are made in reports and in the CLI. */

/** Why a form was not asked, or why asking it ended. */
export const STOP_CODES = [
  // Not asked
  'acts', // it does something to somebody; detail: what says so
  'nothing-to-fill',
  'same-request', // another form of the site sends it; detail: id of that form
  'only-arranges', // it orders what its page shows
  'typing-off', // only open text fields, and they are not to be filled
  'typing-needed', // a text must be typed, and none is to be; detail: the field
  // Budgets
  'max-submissions', // detail: the budget
  'max-submissions-per-site', // detail: the budget
  'repeats-form', // other forms of the site have shown the records of such a form
  'max-seconds', // of the run; detail: the budget
  // Nothing left that promises more
  'all-seen', // detail: distinct records
  'list-whole', // the unconstrained query states a total and showed all of it
  'list-confirmed', // other queries brought nothing beside the unconstrained one
  'no-new-records', // detail: queries in a row without a new record
  'templates-asked', // every template worth asking
  'windows-read', // every date or number of a range was asked for; detail: what was read whole, and what was not
  'nothing-left',
  'ignores-input', // known words bring what nonsense brings
  'capped', // queries were refused since they would find too much, or cut; detail: how many
  'needs', // it objects to every query; detail: what it says
  'no-hits', // detail: well-chosen words typed, none of which brought records
  // The site
  'not-permitted', // robots.txt or a deny-list; detail: its message
  'refusals', // of several kinds; detail: how many in a row, and what the last one said
  'unreachable', // as for `refusals`, here and in the next ones
  'too-slow', // no answer in time
  'broken-off',
  'redirects', // without end
  'rate-limited', // too many requests
  'slowed', // it asks for fewer queries, with a status of success
  'blocked',
  'login-wall',
  'waits-for-person', // detail: what for
  'server-errors',
  'session-lost',
  'browser-failed',
  'form-gone', // detail: the message
  'options-gone', // choices that the form no longer has; detail: which
  // Kept from a version that wrote sentences; detail: the sentence
  'earlier-version',
] as const;
export type StopCode = (typeof STOP_CODES)[number];

export interface StopReason {
  readonly code: StopCode;
  readonly detail?: string;
}

/** Asking may go on where one of these ended it and a budget was raised. */
export const BUDGET_CODES: readonly StopCode[] = [
  'max-submissions',
  'max-submissions-per-site',
  'max-seconds',
];

/** Aborts asking where a budget of the run is used up: what has been answered by then is judged. */
export class BudgetSpentError extends Error {
  readonly stop: StopReason;

  constructor(stop: StopReason) {
    super(stop.code);
    this.stop = stop;
  }
}

/** What is known of a form's behaviour when it has been asked. */
export type FormOutcome =
  | 'verified' // nonsense brings no hits; two different words (or, where nothing is typed, two choices) bring different ones
  | 'ignores-input' // it shows the same whatever is asked
  | 'non-searchable' // no answer is one of a search
  | 'results-unreadable' // it answers words it should know otherwise than nonsense, but no records can be read
  | 'inconclusive'
  | 'not-queried';

/** How much of the database behind a form is known to have been seen. */
export type CoverageState = 'whole' | 'estimated' | 'unknown';

/** Dates or numbers that a form was asked for one after the other. */
export interface WindowSpan {
  /** First and last date (`2001-02-28`) or number. */
  readonly from: string;
  readonly to: string;
  /** Every record of it was shown. */
  readonly whole: boolean;
  readonly records: number;
  /** Day of the earlier run that read it (`2001-02-28`); absent if this run did. */
  readonly since?: string;
}

/** A part of a range that was read whole: its first and last date or number. */
export interface WindowRead {
  readonly from: string;
  readonly to: string;
  /** Day of the run that read it (`2001-02-28`). */
  readonly day: string;
  /** Keys of its records. */
  readonly keys: readonly string[];
}

/** Parts of a form's range that were read whole, which a later run does not ask for again. */
export interface WindowMemory {
  /** Name of the first control of the range. */
  readonly field: string;
  /** The notation of its dates that the site took. */
  readonly notation: number;
  readonly read: readonly WindowRead[];
}
