/** Parts that several views are made of. */

import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useState } from 'preact/hooks';
import { keepToken, type Problem } from './api.ts';

export const number = (value: number): string => value.toLocaleString('en');
export const share = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
export const words = (code: string): string => code.replaceAll('-', ' ');
export const time = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const GOOD = new Set(['complete', 'verified', 'hits', 'done', 'true', 'search', 'confirmed']);
const BAD = new Set(['failed', 'parked', 'blocked', 'login-wall', 'server-error', 'error-message']);
const ACTIVE = new Set(['running', 'stopping', 'waiting']);

/** A code, coloured by what it means; the word alone says it, too. */
export function Tag({ code }: { readonly code: string }) {
  const kind = GOOD.has(code) ? 'good' : BAD.has(code) ? 'bad' : ACTIVE.has(code) ? 'active' : 'plain';
  return <span class={`tag ${kind}`}>{words(code)}</span>;
}

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly kind?: 'number' | 'wide';
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly empty: string;
  /** Attributes of a row. */
  readonly row?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
}

/** On a phone each row is a card: its cells name their columns. */
export function Table<Row>({ label, columns, rows, empty, row: attributes }: TableProps<Row>) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: where CSS makes cards of rows, browsers forget that it is a table
    <table role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ head, kind }) => (
            <th key={head} role="columnheader" scope="col" class={kind}>
              {head}
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

export function Tiles({ tiles }: { readonly tiles: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="tiles">
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

/** What went wrong; where the server wants its token, a field for it. */
export function ProblemNote({ problem }: { readonly problem: Problem | undefined }) {
  const [token, setToken] = useState('');
  if (problem === undefined) return null;
  const keep = (event: Event) => {
    event.preventDefault();
    keepToken(token);
    location.reload();
  };
  return (
    <div class="problem" role="alert">
      <p>
        <b>{problem.message}</b>
        {problem.hint !== undefined && ` – ${problem.hint}`}
      </p>
      {problem.status === 401 && (
        <form class="line" onSubmit={keep}>
          <label>
            Token of the server{' '}
            <input
              type="password"
              required
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
          </label>
          <button type="submit">Use it</button>
        </form>
      )}
    </div>
  );
}
