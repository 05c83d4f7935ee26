import { type Options, stringify } from 'csv-stringify/sync';

const OPTIONS: Options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  quoted_match: /[\r\n]/,
  cast: { boolean: String },
};

/** Rows as CSV (RFC 4180), every line with its end; a text that a spreadsheet would take for a formula gets a `'` in front. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string =>
  stringify(rows as unknown[][], OPTIONS);
