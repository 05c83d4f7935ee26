import { Parser } from 'htmlparser2';
import { FeedError } from '../observation.ts';
import { figureOf, type RawFeed, type RawRow } from './raw-row.ts';

const MAX_CHARACTERS = 50_000_000;

/**
 * The XML of the national feed, in both its dialects: `Pollutant` with a unit (2017) and `Pollutant_Index`, with or
 * without an `Air_Quality_Index` (from 2018).
 * @throws {FeedError} where it is another document
 */
export function parseXmlFeed(text: string, source: string): RawFeed {
  if (text.length > MAX_CHARACTERS) throw new FeedError(`${source}: more than ${MAX_CHARACTERS} characters`);
  const rows: RawRow[] = [];
  const indexes = new Map<string, number>();
  const problems: string[] = [];
  const open = { state: '', city: '', station: '', time: '' };
  let root = '';
  let closed = false;
  let synthetic = false;
  // Lines are counted along with the parser, so that the whole takes one pass.
  let line = 1;
  let counted = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        while (counted < parser.startIndex) if (text.charCodeAt(counted++) === 10) line++;
        const id = (attributes.id ?? '').trim();
        if (root === '') {
          root = name;
          synthetic = attributes.synthetic === 'true';
        }
        if (name === 'State') open.state = id;
        else if (name === 'City') open.city = id;
        else if (name === 'Station') {
          open.station = id;
          open.time = attributes.lastupdate ?? '';
        } else if (name === 'Pollutant' || name === 'Pollutant_Index') {
          rows.push({
            ...open,
            pollutant: id,
            mean: attributes.Avg ?? '',
            min: attributes.Min ?? '',
            max: attributes.Max ?? '',
            ...(attributes.unit === undefined ? {} : { unit: attributes.unit.trim() }),
            line,
          });
        } else if (name === 'Air_Quality_Index') {
          const value = figureOf(attributes.Value);
          if (typeof value === 'number')
            indexes.set(`${open.state}\u0000${open.city}\u0000${open.station}`, value);
        }
      },
      onclosetag(name, implied) {
        if (name === root && !implied) closed = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  if (root !== 'AqIndex')
    throw new FeedError(
      `${source}: expected an AqIndex document, got ${root === '' ? 'no XML' : `<${root.slice(0, 40)}>`}`,
    );
  if (!closed) problems.push(`${source}: cut off after line ${line}; what came before it is kept`);
  return { rows, indexes, problems, synthetic };
}
