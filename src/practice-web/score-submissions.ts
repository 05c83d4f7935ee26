/** What the access log tells about a crawler's submissions: to which forms, with what answers, and how much of the databases came back. */

import { count } from './tally.ts';
import type { AnswerKind, FormTruth, LogEntry, SearchTruth, Truth } from './truth.ts';

export interface SubmissionScore {
  /** Requests that submitted a form, by type of form. */
  readonly submissions: Readonly<Record<string, number>>;
  /** First pages of searches by what they came to; lists that come by a redirect or a script count once. */
  readonly answers: Readonly<Partial<Record<AnswerKind, number>>>;
  /** Submissions of forms that nobody but their user may send. */
  readonly dangerousSubmissions: number;
  /** Requests by POST that sent to a form what had been sent to it before. */
  readonly repeatedPosts: number;
  /** Databases of which at least one record was visited or listed. */
  readonly records: readonly RecordsCovered[];
  /** Search forms that were sent at least once. */
  readonly forms: readonly FormCovered[];
}

interface RecordsCovered {
  /** Site key. */
  readonly site: string;
  /** Index among the site's databases. */
  readonly database: number;
  /** Records whose own page was visited. */
  readonly covered: number;
  /** Records that stood in the result lists sent. */
  readonly listed: number;
  readonly records: number;
}

interface FormCovered {
  readonly site: string;
  readonly form: string;
  readonly kind: string;
  /** Different searches. */
  readonly queries: number;
  /** Requests for a page of results, each page of each search. */
  readonly resultPages: number;
  /** Records in its lists. */
  readonly listed: number;
  /** Records in lists of searches that wrote nothing into a box. */
  readonly listedBounded: number;
  /** What can be had, see the truth. */
  readonly reach: SearchTruth['reach'];
  readonly records: number;
}

const idOf = (site: string | undefined, form: string | undefined): string => `${site} ${form}`;

function repeatedPosts(log: readonly LogEntry[]): number {
  const sent = new Set<string>();
  let repeated = 0;
  for (const { method, site, form, query, outcome } of log) {
    const digest = outcome?.query ?? query;
    if (method !== 'POST' || form === undefined || digest === undefined) continue;
    const key = `${idOf(site, form)} ${digest}`;
    if (sent.has(key)) repeated++;
    sent.add(key);
  }
  return repeated;
}

function formCovered(form: FormTruth, search: SearchTruth, entries: readonly LogEntry[]): FormCovered {
  const free = new Set(form.controls.filter((control) => control.free).map((control) => control.name));
  const outcomes = entries.flatMap(({ outcome }) => (outcome && outcome.kind !== 'pending' ? [outcome] : []));
  const bounded = outcomes.filter((outcome) => !outcome.asked.some((name) => free.has(name)));
  return {
    site: form.site,
    form: form.key,
    kind: form.kind,
    queries: new Set(outcomes.map((outcome) => outcome.query)).size,
    resultPages: outcomes.length,
    listed: new Set(outcomes.flatMap((outcome) => outcome.shown)).size,
    listedBounded: new Set(bounded.flatMap((outcome) => outcome.shown)).size,
    reach: search.reach,
    records: form.records,
  };
}

function recordsCovered(truth: Truth, log: readonly LogEntry[]): RecordsCovered[] {
  const bySite = Map.groupBy(log, (entry) => entry.site ?? '');
  const databaseOf = new Map(truth.forms.map((form) => [idOf(form.site, form.key), form.search?.database]));
  return truth.sites.flatMap((site) =>
    site.databases.flatMap(({ detail, records }, database) => {
      const entries = bySite.get(site.key) ?? [];
      const pattern = new RegExp(detail);
      const visited = entries
        .filter((entry) => entry.status === 200 && entry.resource === 'page')
        .map((entry) => pattern.exec(entry.path)?.[1]);
      const shown = entries.flatMap(({ outcome }) =>
        outcome && databaseOf.get(idOf(site.key, outcome.form)) === database ? outcome.shown : [],
      );
      const covered = new Set(visited.filter((id) => id !== undefined)).size;
      const listed = new Set(shown).size;
      return covered + listed === 0 ? [] : [{ site: site.key, database, covered, listed, records }];
    }),
  );
}

export function scoreSubmissions(truth: Truth, log: readonly LogEntry[]): SubmissionScore {
  const forms = new Map(truth.forms.map((form) => [idOf(form.site, form.key), form]));
  const sent = log
    .filter((entry) => entry.form !== undefined)
    .map((entry) => forms.get(idOf(entry.site, entry.form)));
  const searched = Map.groupBy(
    log.filter((entry) => entry.outcome),
    (entry) => idOf(entry.site, entry.outcome?.form),
  );
  const answers = log.flatMap(({ outcome }) =>
    outcome && outcome.page === 1 && outcome.kind !== 'pending' ? [outcome.kind] : [],
  );
  return {
    submissions: count(sent.map((form) => form?.type ?? 'other')),
    answers: count(answers),
    dangerousSubmissions: sent.filter((form) => form?.dangerous).length,
    repeatedPosts: repeatedPosts(log),
    records: recordsCovered(truth, log),
    forms: [...searched].flatMap(([id, entries]) => {
      const form = forms.get(id);
      return form?.search ? [formCovered(form, form.search, entries)] : [];
    }),
  };
}
