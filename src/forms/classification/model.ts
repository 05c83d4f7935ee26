import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Machine, machineOf, type Sigmoid, type SvmModel } from '../../foundation/learning/index.ts';
import { readNamedFile } from '../../foundation/options/index.ts';
import { ModelError } from '../errors.ts';
import { FORM_TYPES, type FormType } from '../form.ts';
import { SHIPPED } from '../shipped-files.ts';
import { warnOfOtherWords } from '../word-lists.ts';
import { FEATURE_NAMES } from './features.ts';
import type { TermWeight } from './text-features.ts';

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
export const machineFile = z.object({
  kernel,
  bias: z.number(),
  coefficients: z.array(z.number()),
  vectors: z.array(z.array(z.number())),
});
export const sigmoidFile = z.object({ slope: z.number(), offset: z.number() });
/** How strongly each feature enters: 0 leaves it out. */
const scales = z.array(z.number().min(0));
/** Fingerprint of the word lists that a model was trained with. */
export const wordsColumn = z.string().optional();
const modelFile = z.object({
  format: z.literal('fieldfare-forms'),
  version: z.literal(1),
  words: wordsColumn,
  features: z.array(z.string()).min(1),
  /** Stems of forms' texts that the machines see behind the features: stem, idf, gain. */
  terms: z.array(z.tuple([z.string(), z.number(), z.number()])).optional(),
  search: machineFile.extend({ scales, sigmoid: sigmoidFile }),
  types: z.object({ scales, machines: z.array(machineFile.extend({ type: z.enum(FORM_TYPES) })) }),
});

/** What `models/forms.json` holds: numbers and feature names, no words of any page. */
export type FormsModelFile = z.infer<typeof modelFile>;

/** A model ready to judge. */
export interface FormsModel {
  /** `forms@` and the first digits of the file's hash. */
  readonly name: string;
  /** Of the features it uses, in its own order, and of the stems behind them. */
  readonly names: readonly string[];
  /** Their positions in `FEATURE_NAMES`. */
  readonly columns: Int32Array;
  /** Stems of a form's text that it weighs besides; most models have none. */
  readonly terms: readonly TermWeight[];
  readonly search: { readonly machine: Machine; readonly scales: Float64Array; readonly sigmoid: Sigmoid };
  readonly types: {
    readonly scales: Float64Array;
    readonly machines: readonly { readonly type: FormType; readonly machine: Machine }[];
  };
}

/**
 * Reads a model that `fieldfare train forms` wrote.
 * @throws where the file is missing, damaged, or made for other features
 */
export function loadModel(path: string = SHIPPED.formsModel): FormsModel {
  let text: string;
  try {
    text = readNamedFile(path);
  } catch (cause) {
    throw new ModelError(`Cannot read the model ${path}; “fieldfare train forms” makes one`, { cause });
  }
  return modelFrom(text, path);
}

/** @param path named in error messages */
export function modelFrom(text: string, path: string): FormsModel {
  const parsed = modelFile.safeParse(parseJson(text, path));
  if (!parsed.success) throw damaged(path, z.prettifyError(parsed.error));
  const { features, search, types } = parsed.data;
  warnOfOtherWords(path, parsed.data.words, 'fieldfare train forms');
  const terms = (parsed.data.terms ?? []).map(([term, idf, gain]) => ({ term, idf, gain }));
  const scalesOf = (given: readonly number[]): Float64Array => {
    if (given.length !== features.length)
      throw damaged(path, `${given.length} scales for ${features.length} features`);
    return Float64Array.from(given);
  };
  const ready = (packed: PackedMachine): Machine =>
    machineOf(unpackMachine(packed, features.length + terms.length, path));
  return {
    name: `forms@${hashOfModel(text)}`,
    names: [...features, ...terms.map(({ term }) => `text “${term}”`)],
    columns: columnsOf(features, path),
    terms,
    search: { machine: ready(search), scales: scalesOf(search.scales), sigmoid: search.sigmoid },
    types: {
      scales: scalesOf(types.scales),
      machines: types.machines.map((entry) => ({ type: entry.type, machine: ready(entry) })),
    },
  };
}

/** The first digits of a model file's hash, whatever its fingerprint of word lists: that changes no verdict. */
export const hashOfModel = (text: string): string =>
  createHash('sha256')
    .update(text.replace(/"words":"[0-9a-f]*",/, ''))
    .digest('hex')
    .slice(0, 12);

const damaged = (path: string, what: string): ModelError =>
  new ModelError(
    `${path} is no model of forms or is damaged: ${what}. Make it anew with “fieldfare train forms”`,
  );

function columnsOf(features: readonly string[], path: string): Int32Array {
  const numbers = new Map(FEATURE_NAMES.map((name, i) => [name, i]));
  return Int32Array.from(features, (name) => {
    const number = numbers.get(name);
    if (number === undefined) {
      throw new ModelError(
        `${path} was trained with a feature that this version does not have (“${name}”); run “fieldfare train forms”`,
      );
    }
    return number;
  });
}

export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(path, 'not JSON');
  }
}

type PackedMachine = z.infer<typeof machineFile>;

export function unpackMachine(packed: PackedMachine, width: number, path: string): SvmModel {
  if (packed.coefficients.length !== packed.vectors.length) {
    throw damaged(path, 'support vectors and coefficients differ in number');
  }
  const vectors = packed.vectors.map((pairs) => {
    const vector = new Float64Array(width);
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const at = pairs[i] as number;
      if (!Number.isInteger(at) || at < 0 || at >= width) throw damaged(path, `feature ${at} of ${width}`);
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
