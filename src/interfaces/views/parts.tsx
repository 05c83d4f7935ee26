/** Draws the parts that the web UI and the report of a run share. */

import { type ComponentChildren, createContext, type HTMLAttributes } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { AnswerVerdict } from '../../submissions/index.ts';

export const number = (value: number): string => value.toLocaleString('en');
export const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
export const share = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
export const words = (code: string): string => code.replaceAll('-', ' ');
/** Writes the head of a column or a group. */
export const headed = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const time = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

type Tone = 'good' | 'bad' | 'active' | 'plain';
const TONES_OF_VERDICTS: Readonly<Record<AnswerVerdict, Tone>> = {
  hits: 'good',
  'no-hits': 'plain',
  'error-message': 'bad',
  'same-form': 'plain',
  'login-wall': 'bad',
  blocked: 'bad',
  'server-error': 'bad',
  'not-a-result': 'plain',
};
const toned = (tone: Tone, codes: readonly string[]) => codes.map((code) => [code, tone] as const);
const TONES: ReadonlyMap<string, Tone> = new Map([
  ...toned('good', ['complete', 'verified', 'done', 'true', 'search', 'confirmed']),
  ...toned('bad', ['failed', 'parked']),
  ...toned('active', ['running', 'paused', 'stopping', 'waiting']),
  ...(Object.entries(TONES_OF_VERDICTS) as [string, Tone][]),
]);

/** Shows a code in the colour of its meaning; the word alone says it, too. */
export function Tag({ code }: { readonly code: string }) {
  return <span class={`tag ${TONES.get(code) ?? 'plain'}`}>{words(code)}</span>;
}

export interface TableColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly kind?: 'number' | 'wide';
  /** Returns what rows are sorted by; without it the column does not sort. */
  readonly by?: (row: Row) => string | number | null;
  /** Names the column that the server sorts by; without it the column does not sort there. */
  readonly sort?: string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly empty: string;
  readonly row?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** Sorts the rows of which these are some; without it these are all, and the table sorts them. */
  readonly server?: ServerOrder;
}

export interface ServerOrder {
  /** Is `column` or `-column`, or empty. */
  readonly sort: string;
  readonly show: (sort: string) => void;
}

interface Order {
  readonly head: string;
  readonly descends: boolean;
}

/** Shows rows; on a phone each is a card whose cells name their columns. */
export function Table<Row>({
  label,
  columns,
  rows: unsorted,
  empty,
  row: attributes,
  server,
}: TableProps<Row>) {
  const [own, setOwn] = useState<Order>();
  const order = server === undefined ? own : orderOf(columns, server.sort);
  const rows = server === undefined ? sorted(unsorted, columns, own) : unsorted;
  const turn = (head: string, sort: string | undefined) => {
    if (server === undefined) setOwn(turned(head, order));
    else if (sort !== undefined) server.show(nextSort(sort, server.sort));
  };
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: where CSS makes cards of rows, browsers forget that it is a table
    <table class="rows" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, kind, by, sort }) => (
            <th key={head} role="columnheader" scope="col" class={kind} aria-sort={directionOf(head, order)}>
              {(server === undefined ? by : sort) === undefined ? (
                head
              ) : (
                <button type="button" class="plain" onClick={() => turn(head, sort)}>
                  {head}
                  <span aria-hidden="true">{order?.head !== head ? ' ↕' : order.descends ? ' ↓' : ' ↑'}</span>
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, at) => (
          <tr key={at} role="row" {...attributes?.(row)}>
            {columns.map(({ head, cell, kind }) => (
              <td key={head} role="cell" class={kind} data-head={head}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}

/** Shows a table below its label as a heading; one without rows and without words for that is left out. */
export function TableSection<Row>({
  empty,
  ...table
}: Partial<TableProps<Row>> & Omit<TableProps<Row>, 'empty'>) {
  if (empty === undefined && table.rows.length === 0) return null;
  return (
    <section>
      <h2>{table.label}</h2>
      <Table {...table} empty={empty ?? ''} />
    </section>
  );
}

const directionOf = (head: string, order: Order | undefined) =>
  order?.head !== head ? undefined : order.descends ? ('descending' as const) : ('ascending' as const);

const turned = (head: string, order: Order | undefined): Order => ({
  head,
  descends: order?.head === head && !order.descends,
});

/** A column sorts from its beginning, then from its end, then no more. */
const nextSort = (column: string, sort: string): string =>
  sort === column ? `-${column}` : sort === `-${column}` ? '' : column;

function orderOf<Row>(columns: readonly TableColumn<Row>[], sort: string): Order | undefined {
  const wanted = sort.replace(/^-/, '');
  const head = sort === '' ? undefined : columns.find((column) => column.sort === wanted)?.head;
  return head === undefined ? undefined : { head, descends: sort !== wanted };
}

/** Sorts rows by a column; those without a value come last, whichever way. */
function sorted<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const by = columns.find(({ head }) => head === order?.head)?.by;
  if (by === undefined) return rows;
  const way = order?.descends ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === 'number' && typeof other === 'number') return way * (one - other);
    return way * String(one).localeCompare(String(other), 'en', { numeric: true });
  });
}

export function Tiles({ tiles }: { readonly tiles: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="figures">
      {tiles.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Pairs({ pairs }: { readonly pairs: readonly (readonly [string, string | number])[] }) {
  if (pairs.length === 0) return <>–</>;
  return (
    <span class="pairs">
      {pairs.map(([name, value]) => (
        <span key={name}>
          <small>{name}</small> {String(value)}
        </span>
      ))}
    </span>
  );
}

/** Says whether addresses lead anywhere: not those of the practice web or of an archive. */
export const LeadsSomewhere = createContext(true);

/** Matches hosts that no web has (RFC 2606): those of the practice web, too. */
const RESERVED = /(?:^|\.)(?:test|invalid)$/;

/** Links an address that a page gave where it is one of the web; else it is text alone. */
export function Outside({
  href,
  children,
}: {
  readonly href: string;
  readonly children?: ComponentChildren;
}) {
  const leads = useContext(LeadsSomewhere);
  const { protocol = '', hostname = '' } = URL.parse(href) ?? {};
  const isWeb = /^https?:$/.test(protocol) && !RESERVED.test(hostname);
  if (!isWeb || !leads) return <span>{children ?? href}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children ?? href}
    </a>
  );
}
