/** What a site of the practice web is made of: plain descriptions, from which both the pages and the truth follow. */

import type { Answer, PracticeRequest } from './answer.ts';
import type { Catalog, Value } from './catalogs/catalog.ts';
import type { Random } from './seeded.ts';
import type { Appearance, DomainName, FormType, Outcome, SearchTruth } from './truth.ts';
import type { Language, Wording } from './wording.ts';

/** How a control's value narrows the database. */
type Match =
  | { readonly how: 'words'; readonly columns: readonly string[] }
  | { readonly how: 'equals' | 'at-least' | 'at-most'; readonly column: string };

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly selected?: boolean;
  /** What it stands for in the database, where that is not its label. */
  readonly means?: string | number;
  /** "Any", "please choose": does not narrow the search. */
  readonly any?: boolean;
}

export type ControlType =
  | 'text'
  | 'search'
  | 'email'
  | 'password'
  | 'tel'
  | 'url'
  | 'number'
  | 'date'
  | 'range'
  | 'hidden'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'textarea'
  | 'file';

export interface ControlSpec {
  readonly name: string;
  readonly type: ControlType;
  readonly label: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** The value is only a hint ("Search…") that goes when the field is entered, and asks for nothing when it is sent. */
  readonly prompt?: boolean;
  readonly choices?: readonly Choice[];
  /** A search with this control empty is refused; with `server` the markup does not say so. */
  readonly required?: boolean | 'server';
  /** A day before today is refused. */
  readonly future?: boolean;
  /** The markup gives it no name; the script that sends it does. */
  readonly unnamed?: boolean;
  /** A field that people do not see; who fills it is a robot. */
  readonly honeypot?: boolean;
  readonly match?: Match;
  /** Choices come only after this control has a value, by a round trip to the server. */
  readonly dependsOn?: string;
  /** Set where others depend on it: changing it fetches the page anew. */
  readonly reloads?: boolean;
  /** Set where others depend on it by XHR: where the choices of that other control come from. */
  readonly fetches?: { readonly from: string; readonly into: string };
  /** More than one choice of a select may be chosen. */
  readonly multiple?: boolean;
  /** Suggestions of a text box, in a datalist. */
  readonly suggestions?: readonly string[];
  /** Bounds of a number or a slider. */
  readonly bounds?: { readonly min: number; readonly max: number; readonly step: number };
  /** Asks for an order or a length of the result list and narrows nothing. */
  readonly role?: 'sort' | 'per-page';
  /** A token: the server refuses a submission without just this value. */
  readonly expected?: boolean;
}

export interface SubmitSpec {
  /** `anchor` is a link whose script sends the form. */
  readonly how: 'input' | 'button' | 'image' | 'icon' | 'anchor' | 'none';
  readonly label: string;
  readonly name?: string;
}

export interface FormSpec {
  readonly key: string;
  readonly kind: string;
  readonly type: FormType;
  readonly method: 'GET' | 'POST';
  readonly action: string;
  readonly multipart?: boolean;
  readonly title?: string;
  readonly controls: readonly ControlSpec[];
  readonly submit: SubmitSpec;
  readonly appears: Appearance;
  readonly results: 'page' | 'redirect' | 'xhr' | 'client' | 'none';
  /** Its script posts what is asked as JSON; left out, it asks by GET. */
  readonly posts?: 'json';
  /** The framework that builds it and shows its results; it `appears` by script then. */
  readonly app?: 'preact' | 'vue';
  /** How its result list goes on; by links when left out. */
  readonly paging?: 'links' | 'post' | 'more' | 'scroll';
  /** Where choices that depend on others come from; the whole page anew when left out. */
  readonly dependents?: 'xhr';
  /** Path of the page that follows on a submission, for forms in two steps. */
  readonly next?: string;
  /** Who searches is asked to log in, or to prove that he is human, and gets nothing. */
  readonly denies?: 'login' | 'challenge';
  /** The server fails on some choices of the first list, see `failsOn`. */
  readonly overloaded?: boolean;
  /** Index of the site's database that answers. */
  readonly database?: number;
  /** Where the real world writes no action attribute at all; the page's own path is the action then. */
  readonly omitAction?: boolean;
}

export interface LinkSpec {
  readonly href: string;
  readonly text: string;
  readonly rel?: string;
  /** One line of text beside the link. */
  readonly note?: string;
}

/** A record of a result list. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** A record as the database has it. */
export type Row = Readonly<Record<string, Value>> & { readonly id: number; readonly title: string };

/** Content before any design touched it. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'prose'; readonly paragraphs: readonly string[] }
  | { readonly kind: 'links'; readonly title?: string; readonly links: readonly LinkSpec[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'form'; readonly form: string }
  | { readonly kind: 'html'; readonly html: string };

export interface PageContent {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Extra markup for the head. */
  readonly head?: string;
}

/** A page with a fixed path. Its link is on the page it is linked from: that is what makes its depth. */
export interface PageSpec {
  readonly path: string;
  readonly title: string;
  /** `nav` and `footer` are on every page of the site; otherwise the path of one other page; null for the home page. */
  readonly linkedFrom: 'nav' | 'footer' | (string & {}) | null;
  /** Keys of the forms in its main part. */
  readonly forms?: readonly string[];
  readonly blocks?: () => readonly Block[];
  /** Shows this many records of the first database, sorted as a `sort` form on the page asks. */
  readonly listing?: number;
}

/** Pages that differ by a number or a name in the path. */
export interface PageFamily {
  readonly name: string;
  readonly pattern: RegExp;
  /** One member; it must exist. */
  readonly example: string;
  /** Fewest links from the home page to any member; null when only submissions lead there. */
  readonly depth: number | null;
  readonly forms?: readonly string[];
  /** @returns null where there is no such member */
  readonly page: (match: RegExpExecArray) => PageContent | null;
}

export interface DatabaseSpec {
  readonly catalog: Catalog;
  /** Domain it counts for; null for the search of an off-topic site. */
  readonly domain: DomainName | null;
  readonly records: number;
  /** Path of a record's page. */
  readonly detail: (record: { readonly id: number; readonly title: string }) => string;
  readonly detailPattern: RegExp;
  /** Shows no more than this many records of any search, whatever the count it gives. */
  readonly cap?: number;
  /** Column that result lists favour, highest first. */
  readonly rank?: string;
  /** The order of results depends on how the address of the search is written. */
  readonly unsteady?: boolean;
  /** Never finds words by their stems. */
  readonly wholeWords?: boolean;
  /** Finds words only where the signs above and below their letters are written too. */
  readonly accents?: boolean;
}

/** What a site that answers in a way of its own gets to work with. */
export interface SiteTools {
  readonly identity: SiteIdentity;
  readonly words: Wording;
  /** The first database. */
  readonly database: DatabaseSpec;
  form(key: string): FormSpec;
  /** A page in the design of the site, with the forms' values as given. */
  page(content: PageContent, status?: number, given?: URLSearchParams): Answer;
  /** A block in the markup of the design. */
  drawn(block: Block, given?: URLSearchParams): string;
  /** Asks the database what a submission of the form asks, ten records a page. */
  search(
    form: FormSpec,
    given: URLSearchParams,
  ): { readonly rows: readonly Row[]; readonly total: number; readonly outcome: Outcome };
  /** Outcome of a submission that the database is not asked for. */
  outcome(form: FormSpec, given: URLSearchParams, kind: Outcome['kind']): Outcome;
  entry(row: Row): Entry;
  /** Milliseconds since `key` was asked for the first time; 0 the first time. */
  sinceFirst(key: string): number;
  /** All records. */
  rows(): readonly Row[];
  row(id: number): Row | undefined;
  /** What is answered to a path where the site has no way of its own. */
  usual(path: string): Answer;
}

/** What a site kind describes. */
export interface Blueprint {
  readonly tagline: string;
  readonly databases: readonly DatabaseSpec[];
  readonly forms: readonly FormSpec[];
  /** Keys of forms that the template shows on every page. */
  readonly header?: readonly string[];
  readonly footer?: readonly string[];
  readonly pages: readonly PageSpec[];
  readonly families?: readonly PageFamily[];
  /** Names of the traps and faults that live here. */
  readonly traps?: readonly string[];
  /** Forms on each record's page. */
  readonly detailForms?: readonly string[];
  /** Forms above each result list. */
  readonly resultForms?: readonly string[];
  /** Answers that are not made as usual; null where they are. */
  readonly answer?: (request: PracticeRequest, tools: SiteTools) => Answer | null;
  /** Answers of a web socket to what is written into it; null closes it. */
  readonly converse?: (path: string, message: string, tools: SiteTools) => Answer | null;
  /** Forms, by key, that are not drawn as usual; `drawn` is the usual markup. */
  readonly markup?: Readonly<Record<string, (drawn: string, given: URLSearchParams) => string>>;
  /** What is true of search forms, by key, and does not follow from their description. */
  readonly truths?: (rows: () => readonly Row[]) => Readonly<Record<string, Partial<SearchTruth>>>;
}

export interface SiteIdentity {
  readonly host: string;
  readonly hosts: readonly string[];
  readonly key: string;
  readonly name: string;
  readonly language: Language;
  readonly design: string;
  /** A stream key of this site alone. */
  readonly seed: string;
  /** Day the world is set to. */
  readonly now: Date;
  /** Sites it shall link to, title and address. */
  readonly neighbours: readonly LinkSpec[];
  /** True where links go by number (`item.php?id=7`) instead of by words (`/book/7-title`). */
  readonly numericUrls: boolean;
  /** Links from the front page to the forms that its kind has there; more than 0 on large webs only. */
  readonly entrance: number;
  /** How many times larger than usual its databases of a domain may be. */
  readonly scale: number;
}

/** What a site kind gets to work with. */
export interface Drafting extends SiteIdentity {
  readonly random: Random;
  readonly words: Wording;
}

export interface SiteKind {
  readonly name: string;
  readonly summary: string;
  readonly domain: DomainName | null;
  /** Domain the text is about without a database of it. */
  readonly about?: DomainName;
  /** Hosts of other names that it answers on too, by what is added to its own: `amber-books` + `papers`. */
  readonly otherHosts?: readonly string[];
  /** Second parts of its host names: `amber` + `books`. */
  readonly nouns: readonly string[];
  readonly describe: (draft: Drafting) => Blueprint;
}
