import type { Making } from '../sql/index.ts';

/** Columns that had another name. */
const RENAMED = {
  'link.reason': 'reason_detail',
  'site.reason': 'reason_detail',
  'run.status_reason': 'status_detail',
  'page.render_reason': 'render_detail',
  'element.normalised': 'key',
} as const;

const INDEXES_OF_OTHER_COLUMNS = { '0002-frontier': 'link_site', '0024-list-order': 'submission_site' };

const noted = (table: string, column: string) =>
  `update ${table} set ${column}_code = 'earlier-version' where ${column}_code is null and ${column}_detail is not null`;

/** Brings rows of a store that lacks a step to what they are today. Reasons that were sentences stay as they are. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  '0002-frontier': [`update link set kind = 'front' where depth = 0 and hops = 0`],
  // What earlier versions took for having seen a database whole was no proof.
  '0014-asking-codes': [
    `update asked_form set outcome = case state when 'asked' then 'inconclusive' else 'not-queried' end,
      coverage = case when size is null then 'unknown' else 'estimated' end`,
  ],
  '0017-reason-codes': [
    noted('link', 'reason'),
    noted('site', 'reason'),
    noted('run', 'status'),
    noted('page', 'render'),
  ],
  '0018-leases': [`update link set lease_until = 0 where state = 'leased'`],
  '0019-record-occurrences': [
    `insert into record_occurrence (run_id, site, key, form_id, submission)
      select run_id, site, key, form_id, submission from answer_record`,
    `insert or ignore into record_occurrence (run_id, site, key, form_id, submission)
      select r.run_id, r.site, r.key, s.form_id, s.key
      from submission s, json_each(s.answer, '$.records') shown
      join answer_record r on r.run_id = s.run_id and r.site = s.site and r.key = shown.value ->> '$.key'
      where json_valid(s.answer) order by s.position`,
  ],
  '0020-render-states': [
    `update page set familiar = case familiar when 'spared' then 'skipped' when 'surprise' then 'mismatch'
      when 'after-all' then 're-rendered' else familiar end where familiar is not null`,
    `update familiar_scripts set state = case state when 'unsteady' then 'unstable' when 'deceived' then 'invalidated'
      else state end`,
    // A quote within a text of the answer is escaped, so that this is the name of a member and nothing else.
    `update submission set answer = replace(answer, '"standing":', '"onFormPage":')
      where instr(answer, '"standing":') > 0`,
  ],
};

const lackedBy = <T>(steps: ReadonlySet<string>, byStep: Readonly<Record<string, T>>): T[] =>
  Object.entries(byStep).flatMap(([step, value]) => (steps.has(step) ? [] : [value]));

/** Converts stores of versions that made them step by step. */
export const convert: Making['convert'] = (steps, there) => ({
  before: [
    ...lackedBy(steps, INDEXES_OF_OTHER_COLUMNS).map((name) => `drop index if exists ${name}`),
    ...Object.entries(RENAMED)
      .filter(([name]) => there.has(name))
      .map(([name, to]) => `alter table ${name.replace('.', ' rename column ')} to ${to}`),
  ],
  after: [
    ...lackedBy(steps, ROWS).flat(),
    ...(there.has('asked_form.reason')
      ? ['update asked_form set detail = reason', 'alter table asked_form drop column reason']
      : []),
  ],
});
