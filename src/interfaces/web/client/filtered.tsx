/** Shows a list whose filter stands in the address: text, facets, pages and downloads. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { headed, number, type ServerOrder, Table, type TableColumn, words } from '../../views/index.ts';
import { go, useAddress } from './address.tsx';
import { ask, readingNeedsToken, useAttempt, useLoaded } from './api.ts';
import { ProblemNote } from './problem-note.tsx';
import type { Kind, Kinds, Rows } from './rows.ts';

const PAGE = 50;
const PAUSE_MS = 250;
/** Pause between questions for rows that are being sorted. */
const SORTING_MS = 3_000;
/** Parts of the address that say how a list is shown; the others filter it. */
const SHOWN = ['fold', 'sort', 'hide'] as const;

interface FilteredProps<K extends Kind> {
  readonly run: string;
  readonly kind: K;
  /** Made from the rows shown, where they depend on what these hold. */
  readonly columns:
    | readonly TableColumn<Kinds[K]>[]
    | ((rows: readonly Kinds[K][]) => readonly TableColumn<Kinds[K]>[]);
  readonly tools?: ComponentChildren;
}

export function Filtered<K extends Kind>({ run, kind, columns, tools }: FilteredProps<K>) {
  const address = useAddress();
  const { searchParams } = address;
  const sort = searchParams.get('sort') ?? '';
  const hidden = searchParams.get('hide')?.split(',') ?? [];
  const [isSorting, setSorting] = useState(false);
  const after = searchParams.get('after');
  const filter = new URLSearchParams([...searchParams].filter(([name]) => name === 'q' || name === 'is'));
  const chosen = filter.getAll('is');
  const path = (more: Readonly<Record<string, string>>) => {
    const wanted = [...filter].map(([name, value]) => [name === 'q' ? 'text' : name, value]);
    return `/api/runs/${run}/${kind}?${new URLSearchParams([...wanted, ...Object.entries(more)])}`;
  };
  const { data, problem, isNew } = useLoaded<Rows<K>>(
    path({ limit: `${PAGE}`, ...(sort !== '' && { sort }), ...(after !== null && { after }) }),
    isSorting ? SORTING_MS : undefined,
  );
  const waits = problem?.code === 'list-not-kept';
  useEffect(() => setSorting(waits), [waits]);
  // A long list takes longer to be counted than to be read.
  const counts = useLoaded<Rows<K>>(path({ limit: '1', facets: 'true' }));
  const total = counts.isNew ? counts.data?.total : undefined;
  const show = (filtered: URLSearchParams, change: Readonly<Record<string, string>> = {}) => {
    const next = new URLSearchParams(filtered);
    for (const name of SHOWN) next.set(name, change[name] ?? searchParams.get(name) ?? '');
    if (change.after !== undefined) next.set('after', change.after);
    const set = [...next].filter(([, value]) => value !== '');
    go(`${address.pathname}${set.length > 0 ? `?${new URLSearchParams(set)}` : ''}`);
  };
  const order: ServerOrder = { sort, show: (next) => show(filter, { sort: next }) };
  const all = data === undefined ? [] : typeof columns === 'function' ? columns(data.items) : columns;
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
          {waits
            ? 'sorting all rows for the first time …'
            : sort !== '' && !isNew && problem === undefined
              ? 'sorting …'
              : data !== undefined
                ? foundInWords(data, total, after)
                : problem === undefined && (kind === 'things' ? 'reading all records …' : 'looking …')}
        </span>
        {filter.size > 0 && (
          <button type="button" onClick={() => show(new URLSearchParams())}>
            Clear filter
          </button>
        )}
        <Columns
          columns={all}
          hidden={hidden}
          hide={(names) => show(filter, { hide: names.join(), ...(after !== null && { after }) })}
          order={order}
        />
        {tools}
        <span class="downloads">
          Download
          {DOWNLOADS.map(([format, name]) => (
            <Download
              key={format}
              path={path({ format })}
              name={`run-${run}-${kind}.${format}`}
              label={`Download ${name}`}
            >
              {name}
            </Download>
          ))}
        </span>
      </div>
      {!waits && <ProblemNote problem={problem} />}
      {data && (
        <div class="beside">
          <Facets kind={kind} facets={counts.data?.facets ?? []} chosen={chosen} toggle={toggle} />
          <div>
            <Table
              label={kind}
              columns={all.filter(({ head }) => !hidden.includes(nameOf(head)))}
              rows={data.items}
              server={order}
              empty={`No ${NAMES_OF[kind] ?? kind}${filter.size > 0 ? ' match this filter' : ''}.`}
            />
            <Pager
              after={after}
              next={data.next}
              show={(from) => show(filter, from === undefined ? {} : { after: from })}
            />
          </div>
        </div>
      )}
    </>
  );
}

const NAMES_OF: Readonly<Partial<Record<Kind, string>>> = { things: 'records', submissions: 'queries' };

/** Names a column in the address. */
const nameOf = (head: string): string => head.toLowerCase().replaceAll(' ', '-');

interface ColumnsProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly hidden: readonly string[];
  readonly hide: (names: readonly string[]) => void;
  readonly order: ServerOrder;
}

/** Chooses columns and order: on a phone, where rows are cards, the table has no heads. */
function Columns<Row>({ columns, hidden, hide, order }: ColumnsProps<Row>) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isOutside = event.target instanceof Node && !menu.current?.contains(event.target);
      if (menu.current !== null && (isOutside || (event instanceof KeyboardEvent && event.key === 'Escape')))
        menu.current.open = false;
    };
    addEventListener('click', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('click', close);
      removeEventListener('keydown', close);
    };
  }, []);
  const shown = columns.filter(({ head }) => !hidden.includes(nameOf(head)));
  const sorts = columns.flatMap(({ head, sort }) =>
    sort === undefined
      ? []
      : [
          [sort, `${head}, ascending`],
          [`-${sort}`, `${head}, descending`],
        ],
  );
  return (
    <details class="columns" ref={menu}>
      <summary class="button">Columns</summary>
      <div>
        <label class="field">
          Sort by
          <select value={order.sort} onChange={({ currentTarget }) => order.show(currentTarget.value)}>
            <option value="">Default order</option>
            {sorts.map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <fieldset>
          <legend>Show</legend>
          {columns.map(({ head }) => {
            const name = nameOf(head);
            const isShown = !hidden.includes(name);
            return (
              <label key={head}>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => hide(isShown ? [...hidden, name] : hidden.filter((one) => one !== name))}
                />{' '}
                {head}
              </label>
            );
          })}
        </fieldset>
      </div>
    </details>
  );
}

function foundInWords({ items, next }: Rows<Kind>, total: number | undefined, after: string | null): string {
  if (total !== undefined) return `${number(total)} found`;
  if (items.length === 0 && next === null) return 'none found';
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
      Find <input type="search" value={text} onInput={({ currentTarget }) => type(currentTarget.value)} />
    </label>
  );
}

/** Formats of lists, with their names. */
export const DOWNLOADS = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['parquet', 'Parquet'],
  ['wacz', 'WACZ'],
  ['jsonl', 'NDJSON'],
] as const;

interface FacetsProps {
  readonly kind: Kind;
  readonly facets: NonNullable<Rows<Kind>['facets']>;
  readonly chosen: readonly string[];
  readonly toggle: (one: string) => void;
}

function Facets({ kind, facets, chosen, toggle }: FacetsProps) {
  const isChosen = (column: string) => chosen.some((one) => one.startsWith(`${column}:`));
  const isCounted = (column: string) => facets.some((facet) => facet.column === column);
  const useful = facets.filter(
    ({ column, values }) => isChosen(column) || (values.length > 1 && !isCounted(`typed.${column}`)),
  );
  return (
    <details class="facets" open={matchMedia('(min-width: 48rem)').matches}>
      <summary>Filter</summary>
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
      {kind === 'records' && facets.length > 0 && !isCounted('typed.category') && (
        <small>More filters come once one leaves at most 2,000 records.</small>
      )}
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
/** Names the columns whose values are names, not codes. */
const NAMED = new Set(['site', 'formId', 'domain', 'price', 'typed.category']);
export const VALUES: Readonly<Record<string, string>> = {
  ...{ true: 'yes', false: 'no' },
  // States of sites, as the report says them.
  ...{ exploring: 'crawled', left: 'skipped', candidate: 'discovered' },
};

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
  /** What it is called where its text alone does not say it. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** Downloads a file by a link, or fetches it whole where reading needs the token, which a link cannot carry. */
export function Download({ path, name, label, children }: DownloadProps) {
  const [attempt, problem] = useAttempt();
  const save = (event: Event) => {
    if (!readingNeedsToken()) return;
    event.preventDefault();
    attempt(async () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await (await ask(path)).blob());
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    });
  };
  return (
    <>
      <a class="button" aria-label={label} href={path} download={name} onClick={save}>
        {children}
      </a>
      <ProblemNote problem={problem} />
    </>
  );
}
