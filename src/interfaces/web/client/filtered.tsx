/** A list whose filter stands in the address: text, facets, pages and downloads. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Column, number, Table, words } from '../../../reports/components/index.ts';
import { ProblemNote } from './problem-note.tsx';
import { go, useAddress } from './address.tsx';
import { ask, hasToken, problemOf, type Problem, useLoaded } from './api.ts';
import type { Facet, Kind, Kinds, Rows } from './rows.ts';

const PAGE = 50;
const PAUSE_MS = 250;

interface FilteredProps<K extends Kind> {
  readonly run: string;
  readonly kind: K;
  /** Made from the rows shown, where they depend on what these hold. */
  readonly columns:
    | readonly Column<Kinds[K]>[]
    | ((rows: readonly Kinds[K][]) => readonly Column<Kinds[K]>[]);
  readonly empty: string;
  readonly tools?: ComponentChildren;
}

export function Filtered<K extends Kind>({ run, kind, columns, empty, tools }: FilteredProps<K>) {
  const address = useAddress();
  const { searchParams } = address;
  const fold = searchParams.get('fold');
  const after = Number(searchParams.get('after') ?? 0);
  const filter = new URLSearchParams([...searchParams].filter(([name]) => name === 'q' || name === 'is'));
  const path = `/api/ui/runs/${run}/${kind}`;
  const { data, problem } = useLoaded<Rows<K>>(`${path}?${filter}&after=${after}&limit=${PAGE}`);
  const show = (next: URLSearchParams, from = 0) => {
    if (from > 0) next.set('after', String(from));
    if (fold !== null) next.set('fold', fold);
    go(`${address.pathname}?${next}`);
  };
  const chosen = filter.getAll('is');
  const toggle = (one: string) => {
    const next = new URLSearchParams(filter);
    if (chosen.includes(one)) next.delete('is', one);
    else next.append('is', one);
    show(next);
  };
  return (
    <>
      <div class="line tools">
        <TextFilter filter={filter} show={show} />
        {data && <span role="status">{number(data.total)} found</span>}
        {filter.size > 0 && (
          <button type="button" onClick={() => show(new URLSearchParams())}>
            Clear filter
          </button>
        )}
        {tools}
        <span class="downloads">
          <Download path={`${path}?${filter}&download=csv`} name={`run-${run}-${kind}.csv`}>
            Download CSV
          </Download>
          <Download path={`${path}?${filter}&download=jsonl`} name={`run-${run}-${kind}.jsonl`}>
            Download NDJSON
          </Download>
        </span>
      </div>
      <ProblemNote problem={problem} />
      {data && (
        <div class="beside">
          <Facets facets={data.facets} chosen={chosen} toggle={toggle} />
          <div>
            <Table
              label={kind}
              columns={typeof columns === 'function' ? columns(data.items) : columns}
              rows={data.items}
              empty={empty}
            />
            <Pager after={after} total={data.total} show={(from) => show(filter, from)} />
          </div>
        </div>
      )}
    </>
  );
}

interface TextFilterProps {
  readonly filter: URLSearchParams;
  readonly show: (next: URLSearchParams) => void;
}

function TextFilter({ filter, show }: TextFilterProps) {
  const shown = filter.get('q') ?? '';
  const [text, setText] = useState(shown);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(shown), [shown]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = new URLSearchParams(filter);
      if (value === '') next.delete('q');
      else next.set('q', value);
      show(next);
    }, PAUSE_MS);
  };
  return (
    <label>
      Filter <input type="search" value={text} onInput={({ currentTarget }) => type(currentTarget.value)} />
    </label>
  );
}

interface FacetsProps {
  readonly facets: readonly Facet[];
  readonly chosen: readonly string[];
  readonly toggle: (one: string) => void;
}

function Facets({ facets, chosen, toggle }: FacetsProps) {
  const useful = facets.filter(
    ({ column, values }) => values.length > 1 || chosen.some((one) => one.startsWith(`${column}:`)),
  );
  return (
    <details class="facets" open={matchMedia('(min-width: 48rem)').matches}>
      <summary>Narrow down</summary>
      {useful.map(({ column, values }) => (
        <fieldset key={column}>
          <legend>{NAMES[column] ?? words(column)}</legend>
          {values.map(({ value, count }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(`${column}:${value}`)}
                onChange={() => toggle(`${column}:${value}`)}
              />
              <span>
                {value === '' ? 'not set' : NAMED.has(column) ? value : (VALUES[value] ?? words(value))}
              </span>
              <small>{number(count)}</small>
            </label>
          ))}
        </fieldset>
      ))}
    </details>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  reasonCode: 'reason',
  renderedBy: 'read by',
  formId: 'form',
  rule: 'rejected by rule',
  mergedBy: 'merged by',
  'typed.year': 'year',
  'typed.category': 'category',
  'typed.language': 'language',
};
/** Columns whose values are names, not codes. */
const NAMED = new Set(['site', 'formId', 'domain', 'typed.category']);
const VALUES: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

interface PagerProps {
  readonly after: number;
  readonly total: number;
  readonly show: (from: number) => void;
}

function Pager({ after, total, show }: PagerProps) {
  if (total <= PAGE) return null;
  return (
    <nav class="line pager" aria-label="Pages of the list">
      <button type="button" disabled={after === 0} onClick={() => show(Math.max(0, after - PAGE))}>
        Previous
      </button>
      <span>
        {number(after + 1)} to {number(Math.min(after + PAGE, total))} of {number(total)}
      </span>
      <button type="button" disabled={after + PAGE >= total} onClick={() => show(after + PAGE)}>
        Next
      </button>
    </nav>
  );
}

interface DownloadProps {
  readonly path: string;
  readonly name: string;
  readonly children: ComponentChildren;
}

/** A link cannot carry the token; with one the file is fetched whole. */
function Download({ path, name, children }: DownloadProps) {
  const [problem, setProblem] = useState<Problem>();
  const save = (event: Event) => {
    if (!hasToken()) return;
    event.preventDefault();
    ask(path)
      .then((response) => response.blob())
      .then((blob) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(blob);
        link.download = name;
        link.click();
        URL.revokeObjectURL(link.href);
      })
      .catch((error: unknown) => setProblem(problemOf(error)));
  };
  return (
    <>
      <a class="button" href={path} download={name} onClick={save}>
        {children}
      </a>
      <ProblemNote problem={problem} />
    </>
  );
}
