import { useState } from 'preact/hooks';
import {
  FormFields,
  FormVerdict,
  Neighbours,
  number,
  Outside,
  QUERY_COLUMNS,
  Table,
  Tag,
} from '../../views/index.ts';
import { Link } from './address.tsx';
import { useLoaded } from './api.ts';
import { FormPicture, StoredAnswer } from './archived.tsx';
import { FormActions } from './form-actions.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { Kinds, Rows } from './rows.ts';

const QUERIES = 20;
/** That the server gives at once. */
const MOST_QUERIES = 200;

export function FormView({ run, id }: { readonly run: string; readonly id: string }) {
  const path = (kind: string, limit: number) =>
    `/api/ui/runs/${run}/${kind}?is=${encodeURIComponent(`formId:${id}`)}&limit=${limit}`;
  const { data, problem } = useLoaded<Rows<'forms'>>(path('forms', 1));
  const [most, setMost] = useState(QUERIES);
  const queries = useLoaded<Rows<'submissions'>>(path('submissions', most));
  const form = data?.items[0];
  if (form === undefined)
    return data ? (
      <p class="empty">This run has no form with this address.</p>
    ) : (
      <ProblemNote problem={problem} />
    );
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
      <FormVerdict form={form} />
      <FormPicture run={run} id={id} />
      <FormActions run={run} form={form} />
      <FormFields form={form} />
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
        empty="This form was not queried."
        columns={[
          ...QUERY_COLUMNS,
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
      {rows.next !== null && (
        <p class="line">
          The first {number(rows.items.length)}
          {rows.total !== undefined && ` of ${number(rows.total)}`}.
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
