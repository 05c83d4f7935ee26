/** Shows a list whose rows are all at hand: filtered by text and choices, sorted by its columns. */

import { useEffect, useId, useState } from 'preact/hooks';
import { number, Table, type TableColumn, words } from './parts.tsx';
import type { FirstRows } from './run-lists.ts';

interface Choice<Row> {
  readonly name: string;
  readonly of: (row: Row) => string;
}

interface ListProps<Row> {
  readonly title: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: FirstRows<Row>;
  /** Returns what the columns show of a row, to be searched. */
  readonly text: (row: Row) => string;
  readonly choices?: readonly Choice<Row>[];
  readonly empty: string;
  /** Says where all rows are, where these are the first of them only. */
  readonly all: string;
  readonly file: string | undefined;
}

export function List<Row>({ title, columns, rows, text, choices = [], empty, all, file }: ListProps<Row>) {
  const [isLive, setLive] = useState(false);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  // Without scripts there is nothing to filter with.
  useEffect(() => setLive(true), []);
  const wanted = filter.trim().toLowerCase();
  const found = rows.items.filter(
    (row) =>
      (wanted === '' || text(row).toLowerCase().includes(wanted)) &&
      choices.every(({ name, of }) => (chosen[name] ?? '') === '' || of(row) === chosen[name]),
  );
  return (
    <section>
      <h2 id={id}>{title}</h2>
      {rows.total > rows.items.length && (
        <p class="note">
          {number(rows.items.length)} of {number(rows.total)}; all in {file ? <a href={file}>{file}</a> : all}
        </p>
      )}
      {isLive && rows.items.length > 1 && (
        <div class="line tools">
          <label>
            Filter{' '}
            <input
              type="search"
              value={filter}
              onInput={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          </label>
          {choices.map(({ name, of }) => (
            <label key={name}>
              {name}{' '}
              <select
                value={chosen[name] ?? ''}
                onChange={({ currentTarget }) => setChosen({ ...chosen, [name]: currentTarget.value })}
              >
                <option value="">all</option>
                {[...new Set(rows.items.map(of))].sort().map((value) => (
                  <option key={value} value={value}>
                    {words(value)}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <span role="status">{number(found.length)} shown</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="scroll" tabIndex={0} aria-labelledby={id}>
        <Table
          label={title}
          columns={columns}
          rows={found}
          empty={rows.items.length === 0 ? empty : 'None fits.'}
        />
      </section>
    </section>
  );
}
