import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import * as z from 'zod';
import { type NeighbourIndex, neighbourIndexOf, type SparseVector } from '../../foundation/learning/index.ts';
import { readNamedFile } from '../../foundation/options/index.ts';
import { numberedLines } from '../../foundation/text/index.ts';
import { LabelledDataError } from '../errors.ts';
import { FORM_TYPES, type FormType, type Neighbour } from '../form.ts';
import { warnOfOtherWords } from '../word-lists.ts';
import { searchScales } from './feature-choice.ts';
import { FEATURE_NAMES } from './features.ts';
import { columnsOfFile, unpackFeatures } from './packed-features.ts';

/** Labelled forms that a form can be compared with (paper 004: k nearest neighbours by Euclidean distance). */
export interface Neighbours {
  /** `neighbours@` and the first digits of the files' hash. */
  readonly name: string;
  /** How many vote, unless told otherwise. */
  readonly k: number;
  readonly forms: number;
  /** @param features as long as `FEATURE_NAMES`, not scaled */
  nearest(features: Float64Array, k: number): Neighbour[];
}

export const USUAL_K = 5;
const ROWS_FORMAT = 'fieldfare-form-rows';

const header = z.object({
  format: z.literal(ROWS_FORMAT),
  version: z.literal(1),
  words: z.string().optional(),
  features: z.array(z.string()),
  k: z.number().int().positive().optional(),
  scales: z.array(z.number().min(0)).length(FEATURE_NAMES.length).optional(),
});
/** Read by the hundred when the first form is judged: by hand, for zod takes four times as long. */
interface Line {
  readonly type: FormType;
  readonly copy: string;
  readonly url?: string;
  readonly missing?: true;
  readonly ones: readonly number[];
  readonly rest: readonly number[];
}

type LabelOfRow = Omit<Neighbour, 'distance'>;

interface LabelledRow {
  readonly label: LabelOfRow;
  readonly copy: string;
  readonly features: Float64Array;
}

interface RowsFile {
  readonly rows: readonly LabelledRow[];
  readonly k: number | undefined;
  readonly scales: readonly number[] | undefined;
}

/** Whether a file holds rows of forms, as `train forms --engine knn` writes them; false for any other, and for none. */
export function rowsIn(path: string): boolean {
  try {
    return readNamedFile(path, 100).includes(`"format":"${ROWS_FORMAT}"`);
  } catch {
    return false;
  }
}

/**
 * Labelled forms of some files, read when they are first needed. Of copies of a form the last counts; k and scales are
 * those of the first file that names any.
 * @throws {LabelledDataError} (from `nearest`) where a file is damaged or was made for other features
 */
export function openNeighbours(files: readonly string[]): Neighbours {
  let opened: OpenNeighbours | undefined;
  const open = (): OpenNeighbours => {
    opened ??= readNeighbours(files);
    return opened;
  };
  return {
    get name() {
      return open().name;
    },
    get k() {
      return open().k;
    },
    get forms() {
      return open().labels.length;
    },
    nearest(features, k) {
      const { labels, scales, index } = open();
      return index.nearest(sparse(features, scales), k).map(({ at, distance }) => {
        return { ...(labels[at] as LabelOfRow), distance: Number(distance.toFixed(4)) };
      });
    },
  };
}

interface OpenNeighbours {
  readonly name: string;
  readonly k: number;
  readonly labels: readonly LabelOfRow[];
  readonly scales: ArrayLike<number>;
  readonly index: NeighbourIndex;
}

function readNeighbours(paths: readonly string[]): OpenNeighbours {
  const hash = createHash('sha256');
  const files = paths.map((path) => {
    const text = textOf(path);
    hash.update(text);
    return parseFile(text, path);
  });
  const rows = [...new Map(files.flatMap((file) => file.rows).map((row) => [row.copy, row])).values()];
  const scales = files.find((file) => file.scales !== undefined)?.scales ?? searchScales();
  return {
    name: `neighbours@${hash.digest('hex').slice(0, 12)}`,
    k: files.find(({ k }) => k !== undefined)?.k ?? USUAL_K,
    labels: rows.map(({ label }) => label),
    scales,
    index: neighbourIndexOf(
      rows.map(({ features }) => sparse(features, scales)),
      FEATURE_NAMES.length,
    ),
  };
}

function textOf(path: string): string {
  try {
    return readNamedFile(path);
  } catch (cause) {
    throw new LabelledDataError(`Cannot read the labelled forms ${path}`, { cause });
  }
}

function parseFile(text: string, path: string): RowsFile {
  const [first = '', ...lines] = numberedLines(text);
  const head = header.safeParse(jsonOf(first[0] ?? '', path, 1));
  if (!head.success)
    throw new LabelledDataError(`${path} holds no labelled forms: ${z.prettifyError(head.error)}`);
  const remedy = 'fieldfare train forms --engine knn';
  const columns = columnsOfFile(head.data.features, FEATURE_NAMES, path, remedy);
  warnOfOtherWords(path, head.data.words, remedy);
  const file = basename(path);
  const rows = lines.flatMap(([entry, number]): LabelledRow[] => {
    const where = `${path}:${number}`;
    const { type, copy, url, missing, ones, rest } = Object(jsonOf(entry, path, number)) as Line;
    if (!FORM_TYPES.includes(type) || typeof copy !== 'string' || !isNumbers(ones) || !isNumbers(rest))
      throw new LabelledDataError(`${where}: not a labelled form`);
    if (missing) return [];
    const features = unpackFeatures({ ones, rest }, columns, where);
    const label = { type, row: `${file}:${number}`, ...(typeof url === 'string' && { url }) };
    return [{ label, copy, features }];
  });
  return { rows, k: head.data.k, scales: head.data.scales };
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'number');

function jsonOf(text: string, path: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LabelledDataError(`${path}:${line}: not JSON; the file is damaged or no file of rows`);
  }
}

function sparse(features: Float64Array, scales: ArrayLike<number>): SparseVector {
  const at: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < features.length; i++) {
    const value = (features[i] as number) * (scales[i] as number);
    if (value === 0) continue;
    at.push(i);
    values.push(value);
  }
  return { at, values };
}
