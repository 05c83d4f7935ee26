import { LabelledDataError } from '../errors.ts';

/** A feature vector in a file: positions with value 1, then alternating positions and values of the other non-zero features. */
interface PackedFeatures {
  readonly ones: readonly number[];
  readonly rest: readonly number[];
}

export function packFeatures(features: Float64Array): PackedFeatures {
  const ones: number[] = [];
  const rest: number[] = [];
  features.forEach((value, i) => {
    if (value === 1) ones.push(i);
    else if (value !== 0) rest.push(i, Number(value.toPrecision(6)));
  });
  return { ones, rest };
}

/**
 * @param columns our position of each feature of the file
 * @param where file and line, for the error of a damaged one
 */
export function unpackFeatures(
  packed: PackedFeatures,
  columns: readonly number[],
  where: string,
): Float64Array {
  const features = new Float64Array(columns.length);
  const put = (at: number, value: number): void => {
    const column = columns[at];
    if (column === undefined) throw new LabelledDataError(`${where}: feature ${at} of ${columns.length}`);
    features[column] = value;
  };
  for (const at of packed.ones) put(at, 1);
  for (let j = 0; j + 1 < packed.rest.length; j += 2)
    put(packed.rest[j] as number, packed.rest[j + 1] as number);
  return features;
}

/** Maps the features of a file to our positions. @throws where the features differ */
export function columnsOfFile(
  file: readonly string[],
  ours: readonly string[],
  path: string,
  command: string,
): number[] {
  const numbers = new Map(ours.map((name, i) => [name, i]));
  const columns = file.map((name) => numbers.get(name) ?? -1);
  if (file.length !== ours.length || columns.includes(-1)) {
    throw new LabelledDataError(
      `${path} was made with other features than this version's; make it anew with “${command}”`,
    );
  }
  return columns;
}
