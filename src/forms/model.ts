import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { type Machine, machineOf, type Sigmoid, type SvmModel } from '../learning/index.ts';
import { FEATURE_NAMES } from './features.ts';
import { FORM_TYPES, type FormType } from './form.ts';

const kernel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('linear') }),
  z.object({
    kind: z.literal('polynomial'),
    degree: z.number().int(),
    gamma: z.number(),
    offset: z.number(),
  }),
  z.object({ kind: z.literal('rbf'), gamma: z.number().positive() }),
]);
/** Support vectors are sparse: pairs of feature number and value, one after the other. */
const machine = z.object({
  kernel,
  bias: z.number(),
  coefficients: z.array(z.number()),
  vectors: z.array(z.array(z.number())),
});
const modelFile = z.object({
  format: z.literal('fieldfare-forms'),
  version: z.literal(1),
  features: z.array(z.string()).min(1),
  search: machine.extend({ sigmoid: z.object({ slope: z.number(), offset: z.number() }) }),
  types: z.array(machine.extend({ type: z.enum(FORM_TYPES) })),
});

/** What `models/forms.json` holds: numbers and feature names, no words of any page. */
export type FormsModelFile = z.infer<typeof modelFile>;

/** A model ready to judge. */
export interface FormsModel {
  /** `forms@` and the first digits of the file's hash. */
  readonly name: string;
  /** Positions in `FEATURE_NAMES` of the features it uses, in its own order. */
  readonly columns: Int32Array;
  readonly search: Machine;
  readonly sigmoid: Sigmoid;
  readonly types: readonly { readonly type: FormType; readonly machine: Machine }[];
}

/** The model that ships with the project; the same relative place from `src/` and from `dist/`. */
export const DEFAULT_MODEL = fileURLToPath(new URL('../../models/forms.json', import.meta.url));

/**
 * Reads a model that `fieldfare train forms` wrote.
 * @throws with what is wrong and what to do, where the file is missing, damaged, or made for other features
 */
export function loadModel(path: string = DEFAULT_MODEL): FormsModel {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`Cannot read the model ${path}; “fieldfare train forms” makes one`, { cause });
  }
  return modelFrom(text, path);
}

export function modelFrom(text: string, path: string): FormsModel {
  const parsed = modelFile.safeParse(parseJson(text, path));
  if (!parsed.success) {
    throw new Error(
      `${path} is no model of forms or is damaged (${z.prettifyError(parsed.error)}); make it anew with “fieldfare train forms”`,
    );
  }
  const numbers = new Map(FEATURE_NAMES.map((name, i) => [name, i]));
  const columns = parsed.data.features.map((name) => {
    const number = numbers.get(name);
    if (number === undefined) {
      throw new Error(
        `${path} was trained with a feature this version does not have (“${name}”); run “fieldfare train forms”`,
      );
    }
    return number;
  });
  const width = columns.length;
  return {
    name: `forms@${createHash('sha256').update(text).digest('hex').slice(0, 12)}`,
    columns: Int32Array.from(columns),
    search: machineOf(unpack(parsed.data.search, width, path)),
    sigmoid: parsed.data.search.sigmoid,
    types: parsed.data.types.map((entry) => ({
      type: entry.type,
      machine: machineOf(unpack(entry, width, path)),
    })),
  };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is no JSON: the file is damaged; make it anew with “fieldfare train forms”`, {
      cause,
    });
  }
}

type PackedMachine = z.infer<typeof machine>;

function unpack(packed: PackedMachine, width: number, path: string): SvmModel {
  const damaged = (what: string): Error =>
    new Error(`${path} is damaged: ${what}; make it anew with “fieldfare train forms”`);
  if (packed.coefficients.length !== packed.vectors.length)
    throw damaged('support vectors and coefficients differ in number');
  const vectors = packed.vectors.map((pairs) => {
    const vector = new Float64Array(width);
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const at = pairs[i] as number;
      if (!Number.isInteger(at) || at < 0 || at >= width)
        throw damaged(`a support vector names feature ${at} of ${width}`);
      vector[at] = pairs[i + 1] as number;
    }
    return vector;
  });
  return {
    kernel: packed.kernel,
    bias: packed.bias,
    coefficients: Float64Array.from(packed.coefficients),
    vectors,
  };
}

/** Six significant digits: finer than the decision needs, and short in the file. */
const round = (value: number): number => Number(value.toPrecision(6));

export function pack(model: SvmModel): PackedMachine {
  return {
    kernel: model.kernel,
    bias: round(model.bias),
    coefficients: Array.from(model.coefficients, round),
    vectors: model.vectors.map((vector) => {
      const pairs: number[] = [];
      vector.forEach((value, at) => {
        if (value !== 0) pairs.push(at, round(value));
      });
      return pairs;
    }),
  };
}
