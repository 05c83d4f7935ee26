/** Explores the lists of a run, each form with its verdict, fields, queries and sample records. */

import { useEffect, useState } from 'preact/hooks';
import type { ExportedForm } from '../../library/index.ts';
import { FormFields, FormVerdict, Neighbours, QUERY_COLUMNS } from './form-parts.tsx';
import { List } from './list.tsx';
import { LeadsSomewhere, number, Outside, share, Table, type TableColumn, Tag, words } from './parts.tsx';
import { recordColumns } from './record-columns.tsx';
import type { FirstRows, RunLists } from './run-lists.ts';

const FORM_COLUMNS: readonly TableColumn<ExportedForm>[] = [
  {
    head: 'Form',
    kind: 'wide',
    cell: ({ formId, site, page }) => (
      <>
        <a href={`#form-${formId}`}>{site}</a>
        <small>
          <Outside href={page} />
        </small>
      </>
    ),
    by: ({ site }) => site,
  },
  { head: 'Fields', kind: 'wide', cell: fieldsInWords },
  { head: 'Domain', cell: ({ domain }) => domain ?? '–', by: ({ domain }) => domain },
  { head: 'Type', cell: ({ type }) => <Tag code={type} />, by: ({ type }) => type },
  { head: 'Score', kind: 'number', cell: ({ score }) => share(score), by: ({ score }) => score },
  { head: 'Rejected by', cell: ({ rule }) => (rule === null ? '–' : words(rule)), by: ({ rule }) => rule },
  { head: 'Outcome', cell: ({ outcome }) => <Tag code={outcome} />, by: ({ outcome }) => outcome },
  {
    head: 'Records',
    kind: 'number',
    cell: ({ coverage }) => number(coverage.seen),
    by: ({ coverage }) => coverage.seen,
  },
];

function fieldsInWords({ controls }: Pick<ExportedForm, 'controls'>): string {
  const shown = controls.filter(({ visible }) => visible);
  return [
    ...new Set(shown.map(({ label, name, meaning }) => label || name || words(meaning ?? 'other'))),
  ].join(', ');
}

const SITE_COLUMNS: readonly TableColumn<RunLists['sites']['items'][number]>[] = [
  { head: 'Site', kind: 'wide', cell: ({ site }) => site, by: ({ site }) => site },
  { head: 'Domain', cell: ({ domain }) => domain ?? '–', by: ({ domain }) => domain },
  {
    head: 'Similarity',
    kind: 'number',
    cell: ({ similarity }) => (similarity === null ? '–' : similarity.toFixed(2)),
    by: ({ similarity }) => similarity,
  },
  { head: 'Pages', kind: 'number', cell: ({ pages }) => number(pages), by: ({ pages }) => pages },
  { head: 'Forms', kind: 'number', cell: ({ forms }) => number(forms), by: ({ forms }) => forms },
  {
    head: 'Search forms',
    kind: 'number',
    cell: ({ searchable }) => number(searchable),
    by: ({ searchable }) => searchable,
  },
  { head: 'Status', cell: ({ status }) => <Tag code={status} />, by: ({ status }) => status },
];

const FORM_ADDRESS = /^#form-([0-9a-f]{16})$/;

/** Returns the id of the form that the address names. */
function useChosenForm(): string | undefined {
  const [id, setId] = useState<string>();
  useEffect(() => {
    const read = () => setId(FORM_ADDRESS.exec(location.hash)?.[1]);
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return id;
}

export function Explorer({ lists }: { readonly lists: RunLists }) {
  const id = useChosenForm();
  const form = lists.forms.items.find(({ formId }) => formId === id);
  useEffect(() => {
    if (id !== undefined) document.querySelector('#explorer')?.scrollIntoView();
  }, [id]);
  const { Provider } = LeadsSomewhere;
  if (form !== undefined)
    return (
      <Provider value={lists.isLive}>
        <FormDetails lists={lists} form={form} />
      </Provider>
    );
  return (
    <Provider value={lists.isLive}>
      <List
        title="Forms"
        columns={FORM_COLUMNS}
        rows={lists.forms}
        text={(row) => [row.formId, row.site, row.page, row.action, row.domain, fieldsInWords(row)].join(' ')}
        choices={[
          { name: 'Searches', of: ({ searchable }) => (searchable ? 'yes' : 'no') },
          { name: 'Type', of: ({ type }) => type },
          { name: 'Outcome', of: ({ outcome }) => outcome },
        ]}
        empty="No form was found."
        all={`what fieldfare export forms --run ${lists.run} writes`}
        file={lists.files.forms}
      />
      <List
        title="Sites"
        columns={SITE_COLUMNS}
        rows={lists.sites}
        text={(row) => [row.site, row.domain, row.status].join(' ')}
        choices={[{ name: 'Status', of: ({ status }) => status }]}
        empty="No site was reached."
        all={`what fieldfare export sites --run ${lists.run} writes`}
        file={lists.files.sites}
      />
      <Downloads files={lists.files} />
    </Provider>
  );
}

/** Links whole lists, as files beside the report. */
function Downloads({ files }: Pick<RunLists, 'files'>) {
  const names = Object.values(files);
  if (names.length === 0) return null;
  return (
    <p class="line">
      Whole lists:
      {names.map((name) => (
        <a key={name} class="button" href={name} download={name}>
          {name}
        </a>
      ))}
    </p>
  );
}

function FormDetails({ lists, form }: { readonly lists: RunLists; readonly form: ExportedForm }) {
  const answers = lists.answers[form.formId];
  return (
    <>
      <p class="line">
        <a href="#explorer">All forms</a>
        <Tag code={form.outcome} />
      </p>
      <h2>{form.site}</h2>
      <p class="note">
        Shown by <Outside href={form.page} />; sends {form.method.toUpperCase()} to{' '}
        <Outside href={form.action} />
      </p>
      <FormVerdict form={form} />
      <FormFields form={form} />
      <Neighbours form={form} />
      <section>
        <h2>Queries</h2>
        {answers === undefined ? (
          <p class="empty">
            {form.outcome === 'not-queried'
              ? 'This form was not queried.'
              : 'The report leaves out the queries of this form to stay small.'}
          </p>
        ) : (
          <>
            <Counted rows={answers.queries} unit="queries" />
            <Table
              label="Queries"
              rows={answers.queries.items}
              columns={QUERY_COLUMNS}
              empty="This form was not queried."
            />
            <h2>Sample records</h2>
            <Counted rows={answers.records} unit="records" />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
            <section class="scroll" tabIndex={0} aria-label="Sample records">
              <Table
                label="Sample records"
                rows={answers.records.items}
                columns={recordColumns(answers.records.items)}
                empty="No records were read."
              />
            </section>
          </>
        )}
      </section>
    </>
  );
}

const Counted = ({ rows, unit }: { readonly rows: FirstRows<unknown>; readonly unit: string }) =>
  rows.total > rows.items.length && (
    <p class="note">
      The first {number(rows.items.length)} of {number(rows.total)} {unit}.
    </p>
  );
