import { useState } from 'preact/hooks';
import { Link, Outside } from './address.tsx';
import { useLoaded } from './api.ts';
import { FormActions } from './form-actions.tsx';
import { FormPicture, StoredAnswer } from './archived.tsx';
import { number, Pairs, ProblemNote, share, Table, Tag, Tiles, words } from './parts.tsx';
import type { Kinds, Rows } from './rows.ts';

const QUERIES = 20;
/** That the server gives at once. */
const MOST_QUERIES = 200;
const MOST_OPTIONS = 12;

type Form = Kinds['forms'];

export function FormView({ run, id }: { readonly run: string; readonly id: string }) {
  const path = (kind: string, limit: number) =>
    `/api/ui/runs/${run}/${kind}?is=${encodeURIComponent(`formId:${id}`)}&limit=${limit}`;
  const { data, problem } = useLoaded<Rows<'forms'>>(path('forms', 1));
  const [most, setMost] = useState(QUERIES);
  const queries = useLoaded<Rows<'submissions'>>(path('submissions', most));
  const form = data?.items[0];
  if (form === undefined)
    return data ? <p class="empty">This run has no such form.</p> : <ProblemNote problem={problem} />;
  return (
    <>
      <p class="line facts">
        <b>{form.site}</b>
        <Tag code={form.outcome} />
        <span>
          shown by <Outside href={form.page} />
        </span>
        <span>
          sends {form.method.toUpperCase()} to <Outside href={form.action} />
        </span>
      </p>
      <Judged form={form} />
      <FormPicture run={run} id={id} />
      <FormActions run={run} form={form} />
      <Fields form={form} />
      <Neighbours form={form} />
      <section>
        <h2>Queries</h2>
        <ProblemNote problem={queries.problem} />
        {queries.data && <Queries run={run} rows={queries.data} more={() => setMost(MOST_QUERIES)} />}
        {form.coverage.seen > 0 && (
          <p>
            <Link to={`/ui/runs/${run}/records?is=${encodeURIComponent(`formId:${id}`)}`}>
              Records of this form
            </Link>
          </p>
        )}
      </section>
    </>
  );
}

function Judged({ form }: { readonly form: Form }) {
  const { coverage } = form;
  const size = coverage.total === null ? 'unknown' : number(coverage.total);
  const interval =
    coverage.low === null || coverage.high === null || coverage.low === coverage.high
      ? ''
      : ` (${number(coverage.low)} to ${number(coverage.high)})`;
  return (
    <section>
      <h2>Verdict</h2>
      <Tiles
        tiles={[
          ['Searches', form.searchable ? 'yes' : 'no'],
          ['Type', words(form.type)],
          ['Domain', form.domain === null ? 'none' : `${form.domain} (${share(form.domainScore)})`],
          ['Support vector machine', share(form.svm)],
          ['Nearest neighbours', share(form.knn)],
          ['Records seen', number(coverage.seen)],
          ['Records behind it', `${size}${interval}`],
        ]}
      />
      <dl class="words">
        {form.rule !== null && (
          <>
            <dt>Rejected by</dt>
            <dd>{words(form.rule)}</dd>
          </>
        )}
        <dt>Evidence</dt>
        <dd>{form.evidence || 'none'}</dd>
        <dt>Its answers</dt>
        <dd>{form.postQueryReason || words(form.postQuery)}</dd>
        {form.stopCode !== null && (
          <>
            <dt>Asking ended</dt>
            <dd>
              {words(form.stopCode)}
              {form.stopDetail !== null && ` (${form.stopDetail})`}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Fields({ form }: { readonly form: Form }) {
  return (
    <section>
      <h2>Fields</h2>
      <Table
        label="Fields"
        rows={form.controls}
        empty="It has no fields."
        columns={[
          { head: 'Label', cell: ({ label, name }) => label || name || '–' },
          { head: 'Meaning', cell: ({ meaning }) => words(meaning ?? 'unknown') },
          {
            head: 'Control',
            cell: ({ type, visible }) => (visible || type === 'hidden' ? type : `${type}, hidden`),
          },
          { head: 'Name', cell: ({ name }) => <code>{name || '–'}</code> },
          {
            head: 'Values',
            kind: 'wide',
            cell: ({ options, type }) => (type === 'hidden' ? 'its own' : valuesInWords(options)),
          },
        ]}
      />
    </section>
  );
}

function valuesInWords(options: Form['controls'][number]['options']): string {
  if (options.length === 0) return 'any text';
  const shown = options.slice(0, MOST_OPTIONS).map(({ label, value }) => label || value || '(empty)');
  const more = options.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function Neighbours({ form }: { readonly form: Form }) {
  if (form.neighbours.length === 0) return null;
  return (
    <section>
      <h2>Nearest labelled forms</h2>
      <Table
        label="Nearest labelled forms"
        rows={form.neighbours}
        empty=""
        columns={[
          { head: 'Labelled as', cell: ({ type }) => <Tag code={type} /> },
          { head: 'Distance', kind: 'number', cell: ({ distance }) => share(distance) },
          {
            head: 'Where',
            kind: 'wide',
            cell: ({ row, url }) => (url === undefined ? row : <Outside href={url} />),
          },
        ]}
      />
    </section>
  );
}

interface QueriesProps {
  readonly run: string;
  readonly rows: Rows<'submissions'>;
  readonly more: () => void;
}

function Queries({ run, rows, more }: QueriesProps) {
  const [shown, setShown] = useState<Kinds['submissions']>();
  return (
    <>
      {shown && <StoredAnswer run={run} query={shown} close={() => setShown(undefined)} />}
      <Table
        label="Queries"
        rows={rows.items}
        empty="It was not queried."
        columns={[
          {
            head: 'Given',
            kind: 'wide',
            cell: ({ controls, why }) => (
              <>
                <Pairs
                  pairs={controls.map(({ name, label, values }) => [label || name, values.join(', ')])}
                />
                <small>{why}</small>
              </>
            ),
          },
          {
            head: 'Request',
            kind: 'wide',
            cell: ({ method, url }) => (
              <>
                {method} <Outside href={url} />
              </>
            ),
          },
          { head: 'Status', kind: 'number', cell: ({ status }) => status ?? '–' },
          { head: 'Verdict', cell: ({ verdict, state }) => <Tag code={verdict ?? state} /> },
          { head: 'Why', kind: 'wide', cell: ({ reason }) => reason ?? '–' },
          { head: 'Records', kind: 'number', cell: ({ records }) => number(records) },
          { head: 'New', kind: 'number', cell: ({ newRecords }) => number(newRecords) },
          {
            head: 'Answer',
            cell: (query) =>
              query.status !== null && (
                <button type="button" class="small" onClick={() => setShown(query)}>
                  Show
                </button>
              ),
          },
        ]}
      />
      {rows.total > rows.items.length && (
        <p class="line">
          The first {number(rows.items.length)} of {number(rows.total)}.
          {rows.items.length < MOST_QUERIES && (
            <button type="button" onClick={more}>
              Show more
            </button>
          )}
        </p>
      )}
    </>
  );
}
