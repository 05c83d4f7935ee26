import { useState } from 'preact/hooks';
import { FormVerdict, Neighbours, number, Outside, QUERY_COLUMNS, Table, Tag } from '../../views/index.ts';
import { Link } from './address.tsx';
import { useLoaded } from './api.ts';
import { answerColumn, FormPicture, StoredAnswer } from './archived.tsx';
import { CorrectedFields, FormActions } from './form-actions.tsx';
import { Loading } from './problem-note.tsx';
import type { Kinds } from './rows.ts';

const QUERIES = 20;
/** The server gives so many of a form. */
const MOST_QUERIES = 200;

interface FormWithQueries {
  readonly form: Kinds['forms'];
  readonly queries: readonly Kinds['submissions'][];
}

export function FormView({ run, id }: { readonly run: string; readonly id: string }) {
  const { data, problem, reload } = useLoaded<FormWithQueries>(`/api/runs/${run}/forms/${id}`);
  if (data === undefined) return <Loading problem={problem} />;
  const { form, queries } = data;
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
      <CorrectedFields run={run} form={form} reload={reload} />
      <FormActions run={run} form={form} />
      <Neighbours form={form} />
      <section>
        <h2>Queries</h2>
        <Queries run={run} queries={queries} />
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
  readonly queries: readonly Kinds['submissions'][];
}

function Queries({ run, queries }: QueriesProps) {
  const [shown, setShown] = useState<Kinds['submissions']>();
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? queries : queries.slice(0, QUERIES);
  return (
    <>
      {shown && <StoredAnswer run={run} query={shown} close={() => setShown(undefined)} />}
      <Table
        label="Queries"
        rows={rows}
        empty="This form was not queried."
        columns={[...QUERY_COLUMNS, answerColumn(setShown)]}
      />
      {(rows.length < queries.length || rows.length === MOST_QUERIES) && (
        <p class="line">
          The first {number(rows.length)}.
          {!isWhole && (
            <button type="button" onClick={() => setWhole(true)}>
              Show more
            </button>
          )}
        </p>
      )}
    </>
  );
}
