/** Shows a record and where it comes from: its form, page, query, answer and place in the archive. */

import { useState } from 'preact/hooks';
import type { RecordOrigin } from '../../../library/index.ts';
import { number, Outside, Pairs, QUERY_COLUMNS, Table, titleOf } from '../../views/index.ts';
import { Link, useAddress } from './address.tsx';
import { useLoaded } from './api.ts';
import { StoredAnswer } from './archived.tsx';
import { Loading } from './problem-note.tsx';

export const recordAddress = (run: string, { site, key }: { readonly site: string; readonly key: string }) =>
  `/ui/runs/${run}/record?${new URLSearchParams({ site, key })}`;

export function RecordView({ run }: { readonly run: string }) {
  const { search } = useAddress();
  const { data, problem } = useLoaded<RecordOrigin>(`/api/ui/runs/${run}/records/origin${search}`);
  const [isShown, setShown] = useState(false);
  if (data === undefined) return <Loading problem={problem} />;
  const { record, page, query, archive } = data;
  const { detail } = record;
  const others = record.forms.filter((form) => form !== record.formId);
  return (
    <>
      {isShown && query && <StoredAnswer run={run} query={query} close={() => setShown(false)} />}
      <h2>{titleOf(record)}</h2>
      <Pairs pairs={Object.entries(record.fields)} />
      <p>{record.text}</p>
      <section>
        <h2>Where it comes from</h2>
        <dl class="words">
          <dt>Site</dt>
          <dd>{record.site}</dd>
          <dt>Form</dt>
          <dd>
            <Link to={`/ui/runs/${run}/forms/${record.formId}`}>form {record.formId.slice(0, 6)}</Link>
            {page !== null && (
              <>
                {' '}
                on <Outside href={page} />
              </>
            )}
          </dd>
          <dt>Answer</dt>
          <dd>
            {archive === null || query === null ? (
              'not in the archive'
            ) : (
              <button type="button" class="small" onClick={() => setShown(true)}>
                Show the stored answer
              </button>
            )}
          </dd>
          {archive !== null && (
            <>
              <dt>Archive</dt>
              <dd>
                <code>{archive.address}</code>, {number(archive.length)} bytes from byte{' '}
                {number(archive.offset)} on
              </dd>
            </>
          )}
          <dt>Duplicates</dt>
          <dd>
            {others.length === 0
              ? 'none'
              : others.map((form) => (
                  <span key={form}>
                    also shown by <Link to={`/ui/runs/${run}/forms/${form}`}>
                      form {form.slice(0, 6)}
                    </Link>{' '}
                  </span>
                ))}
          </dd>
          {detail !== null && (
            <>
              <dt>Detail page</dt>
              <dd>
                <Outside href={detail.url} />: {detail.confirmed.length} fields confirmed,{' '}
                {detail.differing.length} differ, {detail.added.length} added
              </dd>
            </>
          )}
        </dl>
      </section>
      <section>
        <h2>Query</h2>
        <Table
          label="Query"
          rows={query === null ? [] : [query]}
          columns={QUERY_COLUMNS}
          empty="Another form had already sent an equal request."
        />
      </section>
    </>
  );
}
