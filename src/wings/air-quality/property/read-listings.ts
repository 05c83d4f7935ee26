import { parse } from 'csv-parse/sync';
import { FieldfareError } from '../../../foundation/errors/index.ts';
import type { Listing } from './listing.ts';
import { parseListing } from './parse-listing.ts';
import type { Gazetteer } from './places.ts';

const MAX_CHARACTERS = 100_000_000;

/** A file of listings that cannot be used. */
export class ListingsError extends FieldfareError {
  readonly code = 'listings';
}

/** Tells whether the first line of a table has columns of listings. */
export const looksLikeListings = (text: string): boolean => {
  const header = (text.slice(0, 2_000).split(/\r?\n/, 1)[0] ?? '').toLowerCase();
  return /(?:^|[,"])(?:price|price_inr|text|rent)(?:["_,]|$)/.test(header) && !/pollutant|pm2/.test(header);
};

/**
 * Reads the listings of a CSV file: either a column `text` with the offer, or columns for locality, type, deal, price and area.
 * @throws {ListingsError} where it is no table, or one without either
 */
export function readListings(content: string, source: string, gazetteer: Gazetteer): Listing[] {
  if (content.length > MAX_CHARACTERS)
    throw new ListingsError(`${source}: more than ${MAX_CHARACTERS} characters`);
  let rows: Record<string, string>[];
  try {
    rows = parse(content, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    throw new ListingsError(`${source}: ${(error as Error).message}`, { cause: error });
  }
  const columns = Object.keys(rows[0] ?? {});
  if (!columns.includes('text') && !columns.includes('price'))
    throw new ListingsError(
      `${source} line 1: expected a column "text" or "price", there are ${columns.slice(0, 12).join(', ') || 'none'}`,
    );
  return rows.map((row) => {
    const { text, source_file: _file, price_inr: _parsed, ...fields } = row;
    // Only the text is read: other columns may be guesses.
    const said = text !== undefined && text !== '';
    const raw = said ? { text, fields: {} } : { text: Object.values(fields).join(' '), fields };
    return parseListing({ ...raw, source, synthetic: row.synthetic === 'true' }, gazetteer, row.city);
  });
}
