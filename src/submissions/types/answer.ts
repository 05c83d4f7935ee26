/**
 * The types of answers, shared by sending and reading. Everything but the trees is plain JSON: an answer is
 * stored in the ledger when it is settled, and read from there after a crash instead of sending again.
 */

import type { Form } from '../../forms/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { FilledControl, FilledForm, SentBy, SubmissionRequest } from './submission.ts';
import type { Trouble } from './trouble.ts';

/** Verdict on an answer, besides its HTTP status. */
export type AnswerVerdict =
  | 'hits'
  | 'no-hits'
  | 'error-message' // a validation or other message about what was sent
  | 'same-form' // the form again, and nothing else
  | 'login-wall'
  | 'blocked' // forbidden, captcha, too many requests
  | 'server-error'
  | 'not-a-result';

/** What a verdict says of the form that was queried. */
export type VerdictEvidence =
  | 'records'
  | 'told' // the database answered, without records
  | 'silent' // nothing answered the query
  | 'blocked' // the site keeps robots or strangers out
  | 'failed';

interface VerdictMeaning {
  readonly evidence: VerdictEvidence;
  /** The database was asked, whatever it holds. */
  readonly isAsked?: boolean;
  /** May come when a session is over: a message, the form, a log-in or a refusal. */
  readonly endsSession?: boolean;
  /** Why there is no answer. */
  readonly trouble?: Trouble;
  /** Says nothing of how many records there are. */
  readonly isFailure?: boolean;
}

/** One entry a verdict: a new one is a compile error until its meaning is said here. */
export const VERDICTS: Readonly<Record<AnswerVerdict, VerdictMeaning>> = {
  hits: { evidence: 'records', isAsked: true },
  'no-hits': { evidence: 'told', isAsked: true },
  'error-message': { evidence: 'told', endsSession: true },
  'same-form': { evidence: 'silent', endsSession: true },
  'not-a-result': { evidence: 'silent', endsSession: true },
  'login-wall': { evidence: 'blocked', endsSession: true, trouble: 'login-wall' },
  blocked: { evidence: 'blocked', endsSession: true, trouble: 'blocked', isFailure: true },
  'server-error': { evidence: 'failed', trouble: 'server-error', isFailure: true },
};

/** A page (or data) that came back. */
export interface AnswerPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  /** As the server says it, parameters included; empty where it says none. */
  readonly contentType: string;
  readonly sentBy: SentBy;
  /** Address of the next page, where a `Link` header names it; as written. */
  readonly nextLink?: string;
  /** The document: parsed, or as the browser shows it at rest. Absent for what is no HTML. */
  readonly tree?: TreeDocument;
  /** Text of what is no HTML (JSON, HTML fragments sent as text), at most 2,000,000 characters. */
  readonly text?: string;
}

/** One of the repeated entries of a result list. */
export interface ResultRecord {
  /** The same record has the same key on every page of the site; different ones have different keys. */
  readonly key: string;
  readonly title: string;
  /** Absolute address of its own page; absent where there is none. */
  readonly url?: string;
  /** Fields typed for the domain (author, price, date, rooms …) and what else was labelled. */
  readonly fields: Readonly<Record<string, string>>;
  /** All its text, white space folded, at most 1,000 characters: the source of further words. */
  readonly text: string;
}

/**
 * Where and how a list of records stands on a page, so that one record alone can be known again on another
 * page of the same form.
 */
export interface ListShape {
  /** Tags from the root to the element that holds the records. */
  readonly container: string;
  /** Tags from the root to the record anchor: the link of a record, or the repeated element itself. */
  readonly recordAnchor: string;
  /** Pattern of the addresses of the records' own pages; empty where they have none. */
  readonly pattern: string;
  /** Of a record that no list showed: it has one such link, and its container may hold several records elsewhere. */
  readonly sole?: true;
}

/**
 * Digests of a page with the query masked, which show what other answers of the form have in common with it.
 * Optional members are those of probes, and were not written by earlier versions.
 */
export interface PageSignature {
  /** Of an answer to nonsense over HTTP: its scripts hold no list of records. Where others hold one, it is their answer. */
  readonly dataless?: true;
  /** Visible lines outside lists of records, at most 300. */
  readonly lines: readonly string[];
  /** Lists of repeated entries, the likeliest results first. */
  readonly lists: readonly ListSignature[];
  /** All visible lines, those of lists included, at most 400. */
  readonly all?: readonly string[];
  /** How many these are, where more than are kept. */
  readonly count?: number;
  /** Links by the path of tags that they stand at, at most 500. */
  readonly links?: readonly LinkSignature[];
  /** Words of the page's title, at most 12. */
  readonly title?: readonly string[];
  /** The title contains the query. */
  readonly named?: boolean;
  /** Host and path that the answer came from. */
  readonly path?: string;
}

export interface ListSignature {
  readonly shape: string;
  /** Its records, at most 1,000. */
  readonly keys: readonly string[];
  /** Where they stand. */
  readonly place?: string;
  /** Digests of what they say, with digits masked where they have no links, in the same order; empty if nothing is left. */
  readonly words?: readonly string[];
}

export interface LinkSignature {
  readonly path: string;
  readonly links: readonly string[];
}

/** How the list continues. */
export type Paging =
  | { readonly kind: 'link'; readonly url: string }
  /** A form of the answer page is sent; `form` is the one `extractForms(tree)` gives. */
  | {
      readonly kind: 'form';
      readonly form: Form;
      readonly controls: readonly FilledControl[];
      readonly submit?: number;
      /** A script sends it: no button is among what is sent. */
      readonly withoutButton?: true;
      /** Fields that its script adds, and the address that it sends the form to. */
      readonly added?: readonly (readonly [name: string, value: string])[];
      readonly action?: string;
    }
  /** The script's own request, replayed. */
  | { readonly kind: 'data'; readonly request: SubmissionRequest }
  /** A control to press in the browser (“load more”), by its text or label; by its class where it has neither. */
  | { readonly kind: 'press'; readonly text: string; readonly classes?: string }
  /** More comes on scrolling down, in the browser. */
  | { readonly kind: 'scroll' };

/** Limits that a site states for a query. */
export interface StatedLimits {
  /** Days of a period at most, ends included. */
  readonly days?: number;
  /** Letters of a text at least. */
  readonly letters?: number;
  /** Words of a text at most. */
  readonly words?: number;
  /** First and last day of what there is (`2001-02-28`). */
  readonly first?: string;
  readonly last?: string;
}

/** Why a query was not answered, although the site took it. */
export interface QueryRefusal extends StatedLimits {
  readonly kind:
    | 'too-many' // it would find more than the site shows
    | 'too-fast' // queries follow each other too fast
    | 'limit' // it breaks a limit
    | 'demand'; // something else has to be filled or chosen
  /** The line that says so. */
  readonly says: string;
}

/** An answer as read. Plain JSON. */
export interface Answer {
  readonly verdict: AnswerVerdict;
  /** One sentence for people: on what evidence. */
  readonly reason: string;
  /** In the order of the page; those of a list that grew by a press or scrolling include the earlier ones. */
  readonly records: readonly ResultRecord[];
  /** Null on the last page, and where there is no list. */
  readonly paging: Paging | null;
  /** Total that the page states (“1–20 of 4,213”). */
  readonly statedTotal?: number;
  /** Equal for answers that show the same records, whatever stands around them. */
  readonly fingerprint: string;
  /** Of the list the records were read from. */
  readonly shape?: ListShape;
  /** An answer or page that shows the same as this one, echoes of the question aside. */
  readonly sameAs?: SameAs;
  /** Narrow the query, where its list may be cut: at most 30, those with most records first. */
  readonly filters?: readonly FilterLink[];
  /** In the place of an answer. */
  readonly refusal?: QueryRefusal;
  /** Of a probe: limits that the page of the form states. */
  readonly limits?: StatedLimits;
  /** Of a further form that the page shows in place of an answer, such as addresses of a postcode. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** The page says that the session, or the token of its form, is no longer good. */
  readonly expired?: true;
  /**
   * Of an answer to nonsense that is the form's page without its list: entries of that list, at most 40. They
   * were not found, but their words can be.
   */
  readonly onFormPage?: readonly ResultRecord[];
  readonly trace: PageSignature;
}

/** A link that narrows a query by one more value. */
export interface FilterLink {
  readonly url: string;
  readonly label: string;
  /** Records that it says to lead to. */
  readonly count: number;
}

/**
 * What an answer does not differ from, the most telling first. `nonsense` with any verdict but `no-hits`
 * means that the form ignored what was typed: words that are known to stand on the site got what nonsense
 * gets, and nothing says that there is none. `empty`: the same records as the unconstrained query.
 * `form-page`: the page that the form stands on.
 */
export type SameAs = 'nonsense' | 'empty' | 'form-page';

/** Answers that a further answer of the same form is compared with. Each is the first page of its question. */
export interface AnswerProbes {
  /** To the unconstrained query. */
  readonly empty?: Answer;
  /** To nonsense words, in the order they were asked; at most two. */
  readonly nonsense: readonly Answer[];
  /** To the last queries with different values, the latest last; at most six. */
  readonly earlier: readonly Answer[];
}

/** What is known when an answer is read. */
export interface AnswerContext {
  readonly form: Form;
  /** The page the form stands on, before anything was sent. */
  readonly formPage: TreeDocument;
  readonly filled: FilledForm;
  readonly request: SubmissionRequest;
  /** 1 for the answer itself, 2 … for what its paging leads to. */
  readonly page: number;
  /** Name of the domain the form is about, which types the fields of records; null where it is about none. */
  readonly domain: string | null;
  /** What other questions of the form got, as far as they were sent. */
  readonly probes: AnswerProbes;
  /** Shapes of the lists that earlier answers of the form had: one record alone has none of its own. */
  readonly shapes?: readonly ListShape[];
}

/** Pure: the same page in the same context gives the same answer. */
export type ReadAnswer = (page: AnswerPage, context: AnswerContext) => Answer;

/** What the coverage of a database is counted from: one answer page. */
export interface CoverageSample {
  /** The same for all pages of one query. */
  readonly query: string;
  readonly page: number;
  readonly purpose: FilledForm['purpose'];
  readonly answer: Pick<Answer, 'verdict' | 'records' | 'paging' | 'statedTotal' | 'refusal'>;
  /**
   * Positions of the controls that the query binds, and whether one of them is typed into: the values of one
   * list cut the database into parts, which tell nothing of what is in none of them.
   */
  readonly binding?: readonly number[];
  readonly typed?: boolean;
  /** Where what was typed comes from. */
  readonly typedFrom?: 'records' | 'elsewhere';
  /** The form has a field for words, which have to confirm that a list without a total is all. */
  readonly takesWords?: boolean;
  /** Of a query that binds the fields which must be chosen and no others: how many such queries there are. */
  readonly parts?: number;
  /** A control had to be given a value that narrows the answer, though nothing was to be asked. */
  readonly narrowed?: boolean;
  /** The choice that every query is limited to, such as “Last 30 days”. */
  readonly limit?: string;
}

export interface SizeEstimate {
  readonly kind: 'exact' | 'estimated' | 'cannot-tell';
  /** Distinct records seen. */
  readonly seen: number;
  readonly size?: number;
  /** 95 % interval. */
  readonly low?: number;
  readonly high?: number;
  /** How it was found, for people. */
  readonly reason: string;
}

/** Records of one form's database, told apart by key, over all its answers in the order they were asked for. */
export interface Coverage {
  /** @returns records not seen before */
  add(sample: CoverageSample): readonly ResultRecord[];
  readonly seen: number;
  /** Counts records under other keys: those that get the same are one. */
  rename(keyOf: (key: string) => string): void;
  /**
   * Whether all records that a query has were shown: false where a list was cut (`top k`), where more is
   * stated than was shown, or where its paging was not followed to the end.
   */
  complete(query: string): boolean;
  /** Most records that any query shows, where the site cuts its lists; absent while nothing speaks for that. */
  readonly cap: number | undefined;
  estimate(): SizeEstimate;
  /** New records by submission: the growth curve. */
  readonly growth: readonly { readonly submissions: number; readonly seen: number }[];
}
