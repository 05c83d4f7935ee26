/** A list whose filter stands in the address: text, facets, pages and downloads. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { headed, number, Table, type TableColumn, words } from '../../views/index.ts';
import { go, useAddress } from './address.tsx';
import { ask, type Problem, problemOf, readingNeedsToken, useLoaded } from './api.ts';
import { ProblemNote } from './problem-note.tsx';
import type { Facet, Kind, Kinds, Rows } from './rows.ts';

const PAGE = 50;
const PAUSE_MS = 250;

interface FilteredProps<K extends Kind> {
  readonly run: string;
  readonly kind: K;
  /** Made from the rows shown, where they depend on what these hold. */
  readonly columns:
    | readonly TableColumn<Kinds[K]>[]
    | ((rows: readonly Kinds[K][]) => readonly TableColumn<Kinds[K]>[]);
  readonly empty: string;
  readonly tools?: ComponentChildren;
}

export function Filtered<K extends Kind>({ run, kind, columns, empty, tools }: FilteredProps<K>) {
  const address = useAddress();
  const { searchParams } = address;
  const fold = searchParams.get('fold');
  const after = searchParams.get('after');
  const filter = new URLSearchParams([...searchParams].filter(([name]) => name === 'q' || name === 'is'));
  const path = `/api/ui/runs/${run}/${kind}`;
  const page = new URLSearchParams([
    ...filter,
    ...(after === null ? [] : [['after', after]]),
    ['limit', `${PAGE}`],
  ]);
  const { data, problem } = useLoaded<Rows<K>>(`${path}?${page}`);
  // A long list is counted apart, when its rows are there.
  const chosen = filter.getAll('is');
  const counts = data !== undefined && lacksCounts(data, chosen) ? countsOf(run, kind, filter) : null;
  const counted = useLoaded<Pick<Rows<K>, 'total' | 'facets'>>(counts);
  const apart = counts === null ? undefined : counted.data;
  const total = data?.total ?? apart?.total;
  const facets = [...(data?.facets ?? []), ...(apart?.facets ?? [])].filter(
    ({ column }, at, all) => all.findIndex((one) => one.column === column) === at,
  );
  const show = (next: URLSearchParams, from?: string) => {
    if (from !== undefined) next.set('after', from);
    if (fold !== null) next.set('fold', fold);
    go(`${address.pathname}?${next}`);
  };
  // Rare rows of a long list are looked for over several pages.
  const isLooking = data !== undefined && data.items.length === 0 && data.next !== null;
  useEffect(() => {
    if (!isLooking || data.next === null) return;
    page.set('after', data.next);
    page.delete('limit');
    if (fold !== null) page.set('fold', fold);
    go(`${address.pathname}?${page}`, 'replace');
  }, [isLooking, data]);
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
        <span role="status">
          {data !== undefined
            ? foundInWords(data, total, after)
            : problem === undefined && (kind === 'things' ? 'reading all records …' : 'looking …')}
        </span>
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
          <Facets facets={facets} chosen={chosen} toggle={toggle} note={notCounted(kind, data)} />
          <div>
            <Table
              label={kind}
              columns={typeof columns === 'function' ? columns(data.items) : columns}
              rows={data.items}
              empty={empty}
            />
            <Pager after={after} next={data.next} show={(from) => show(filter, from)} />
          </div>
        </div>
      )}
    </>
  );
}

/** Whether it is a long list that was not counted, or not by the columns that it is filtered by. */
const lacksCounts = ({ total, facets = [] }: Rows<Kind>, chosen: readonly string[]): boolean =>
  total === undefined || chosen.some((one) => !facets.some(({ column }) => one.startsWith(`${column}:`)));

/** What a long list is not counted by. */
const notCounted = (kind: Kind, { total }: Rows<Kind>): string | undefined =>
  total === undefined && kind === 'records'
    ? 'Form, year, category and language are counted once a filter leaves at most 2,000 records.'
    : undefined;

/** Counts of a long list: a text is not counted, nor are columns that only rows know. */
function countsOf(run: string, kind: Kind, filter: URLSearchParams): string | null {
  if (kind === 'things' || filter.has('q')) return null;
  const is = filter.getAll('is').filter((one) => !one.startsWith('formId:') && !one.startsWith('typed.'));
  if (is.length < filter.getAll('is').length) return null;
  return `/api/runs/${run}/${kind}/facets?${new URLSearchParams(is.map((one) => ['is', one]))}`;
}

function foundInWords({ items, next }: Rows<Kind>, total: number | undefined, after: string | null): string {
  if (total !== undefined) return `${number(total)} found`;
  if (items.length === 0 && next !== null) return 'looking …';
  if (after === null && next === null) return `${number(items.length)} found`;
  return next === null ? `the last ${number(items.length)}` : `${number(items.length)} shown, more follow`;
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
  readonly note: string | undefined;
}

function Facets({ facets, chosen, toggle, note }: FacetsProps) {
  const useful = facets.filter(
    ({ column, values }) => values.length > 1 || chosen.some((one) => one.startsWith(`${column}:`)),
  );
  return (
    <details class="facets" open={matchMedia('(min-width: 48rem)').matches}>
      <summary>Narrow down</summary>
      {useful.map(({ column, values }) => (
        <fieldset key={column}>
          <legend>{headed(NAMES[column] ?? words(column))}</legend>
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
      {note !== undefined && <small>{note}</small>}
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
  readonly after: string | null;
  readonly next: string | null;
  readonly show: (from?: string) => void;
}

function Pager({ after, next, show }: PagerProps) {
  if (after === null && next === null) return null;
  return (
    <nav class="line pager" aria-label="Pages of the list">
      <button type="button" disabled={after === null} onClick={() => show()}>
        First page
      </button>
      <button type="button" disabled={next === null} onClick={() => next !== null && show(next)}>
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

/** A link cannot carry the token; where reading needs it, the file is fetched whole. */
function Download({ path, name, children }: DownloadProps) {
  const [problem, setProblem] = useState<Problem>();
  const save = (event: Event) => {
    if (!readingNeedsToken()) return;
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
