/** What an ended run won: its databases with their coverage, files to take away, what changed since the run before. */

import { useState } from 'preact/hooks';
import { number, Table, Tag, words } from '../../views/index.ts';
import { Link } from './address.tsx';
import { ask, type Problem, problemOf, useLoaded } from './api.ts';
import { DOWNLOADS, Download } from './filtered.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { Kinds, Rows } from './rows.ts';

/** Verified forms that are read for the table. */
const MOST_FORMS = 200;

export function RunOutcome({ run, before }: { readonly run: string; readonly before: number | null }) {
  const { data, problem } = useLoaded<Rows<'forms'>>(
    `/api/runs/${run}/forms?is=outcome:verified&limit=${MOST_FORMS}`,
  );
  const databases = (data?.items ?? []).toSorted((a, b) => b.coverage.seen - a.coverage.seen);
  return (
    <>
      <ProblemNote problem={problem} />
      <section>
        <h2>Databases</h2>
        {data !== undefined && (
          <Table
            label="Databases"
            rows={databases}
            empty="This run has no verified form."
            columns={[
              { head: 'Site', cell: ({ site }) => site },
              {
                head: 'Form',
                kind: 'wide',
                cell: ({ formId, controls }) => (
                  <Link to={`/ui/runs/${run}/forms/${formId}`}>{fieldsOf(controls)}</Link>
                ),
              },
              { head: 'Domain', cell: ({ domain }) => domain ?? '–' },
              {
                head: 'Records',
                kind: 'number',
                cell: ({ formId, coverage }) => (
                  <Link to={`/ui/runs/${run}/records?is=${encodeURIComponent(`formId:${formId}`)}`}>
                    {number(coverage.seen)}
                  </Link>
                ),
              },
              { head: 'Coverage', kind: 'wide', cell: ({ coverage }) => coverageOf(coverage) },
              { head: 'Stop reason', cell: ({ stopCode }) => (stopCode === null ? '–' : words(stopCode)) },
            ]}
          />
        )}
      </section>
      <p class="line">
        <Download path={`/api/runs/${run}/report.html`} name={`run-${run}-report.html`}>
          Report
        </Download>
        <span>Records as</span>
        {DOWNLOADS.map(([format, name]) => (
          <Download
            key={format}
            path={`/api/runs/${run}/records?format=${format}`}
            name={`run-${run}-records.${format}`}
            label={`Records as ${name}`}
          >
            {name}
          </Download>
        ))}
      </p>
      {before !== null && <Changes run={run} before={before} />}
    </>
  );
}

const MOST_FIELDS = 4;

function fieldsOf(controls: Kinds['forms']['controls']): string {
  const named = controls.filter(({ visible }) => visible).map(({ label, name }) => label || name);
  const shown = named.slice(0, MOST_FIELDS).join(', ');
  return named.length > MOST_FIELDS
    ? `${shown} and ${named.length - MOST_FIELDS} more`
    : shown || 'no visible field';
}

function coverageOf({ state, seen, total, low, high }: Kinds['forms']['coverage']): string {
  if (state === 'whole') return `all of ${number(seen)}`;
  if (total === null) return `${number(seen)}, total unknown`;
  return `${number(seen)} of about ${number(total)} (${number(low ?? seen)}–${number(high ?? total)})`;
}

interface Counted {
  readonly count: number;
  readonly examples: readonly string[];
}
interface ChangedRecord {
  readonly key: string;
  readonly title: string;
  readonly values: readonly { readonly field: string; readonly before: string; readonly now: string }[];
}
interface RunChanges {
  readonly since: number;
  readonly records: Readonly<Record<'new' | 'gone', Counted>> & {
    readonly changed: { readonly count: number; readonly examples: readonly ChangedRecord[] };
  };
}
const CHANGES = ['new', 'changed', 'gone'] as const;
const SHOWN = 5;

const examplesOf = ({ new: added, changed, gone }: RunChanges['records']) => ({
  new: added.examples,
  gone: gone.examples,
  changed: changed.examples.map(
    ({ key, title, values }) =>
      `${title || key}: ${values.map(({ field, before, now }) => `${field} ${before} → ${now}`).join('; ')}`,
  ),
});

function Changes({ run, before }: { readonly run: string; readonly before: number }) {
  const [changes, setChanges] = useState<RunChanges>();
  const [problem, setProblem] = useState<Problem>();
  const compare = () =>
    ask(`/api/runs/${run}/changes`)
      .then((response) => response.json())
      .then(setChanges)
      .catch((error: unknown) => setProblem(problemOf(error)));
  if (changes === undefined)
    return (
      <p class="line">
        <button type="button" onClick={compare}>
          Compare with run {before}
        </button>
        <ProblemNote problem={problem} />
      </p>
    );
  return (
    <section>
      <h2>Records since run {changes.since}</h2>
      <Table
        label="Changes"
        rows={CHANGES.map((kind) => [kind, changes.records[kind]] as const)}
        empty=""
        columns={[
          { head: 'Change', cell: ([kind]) => <Tag code={kind} /> },
          { head: 'Records', kind: 'number', cell: ([, { count }]) => number(count) },
          {
            head: 'Examples',
            kind: 'wide',
            cell: ([kind]) => {
              const examples = examplesOf(changes.records)[kind].slice(0, SHOWN);
              return examples.length === 0 ? '–' : examples.map((one) => <div key={one}>{one}</div>);
            },
          },
        ]}
      />
    </section>
  );
}
