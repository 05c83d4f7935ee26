import * as z from 'zod';
import { type Machine, machineOf, type Sigmoid, type SvmModel } from '../../foundation/learning/index.ts';
import { readNamedFile } from '../../foundation/options/index.ts';
import {
  hashOfModel,
  machineFile,
  parseJson,
  sigmoidFile,
  unpackMachine,
  wordsColumn,
} from '../classification/model.ts';
import { ModelError } from '../errors.ts';
import { SHIPPED } from '../shipped-files.ts';
import { warnOfOtherWords } from '../word-lists.ts';
import { PAIR_FEATURES } from './domain-features.ts';

const pairMachine = machineFile.extend({ sigmoid: sigmoidFile });
const modelFile = z.object({
  format: z.literal('fieldfare-domains'),
  version: z.literal(1),
  words: wordsColumn,
  features: z.array(z.string()),
  goods: pairMachine,
  subject: pairMachine,
});
type ModelFile = z.infer<typeof modelFile>;

export const GOODS = 'product';

interface ReadyMachine {
  readonly svm: SvmModel;
  readonly machine: Machine;
  readonly sigmoid: Sigmoid;
}

/**
 * Tells which domain a search form is about. Goods are told by prices and carts, everything else by its words: two machines.
 * The second is shared by all other domains, which pools the few real forms that each of them has and lets it judge domains
 * that nobody labelled forms of.
 */
export interface DomainModel {
  /** `domains@` and the first digits of the file's hash. */
  readonly name: string;
  readonly goods: ReadyMachine;
  readonly subject: ReadyMachine;
}

/**
 * Reads a model that `fieldfare train domains` wrote.
 * @throws {ModelError} where the file is missing, damaged, or made for other features
 */
export function loadDomainModel(path: string = SHIPPED.domainModel): DomainModel {
  let text: string;
  try {
    text = readNamedFile(path);
  } catch (cause) {
    throw new ModelError(`Cannot read the model ${path}; “fieldfare train domains” makes one`, { cause });
  }
  const parsed = modelFile.safeParse(parseJson(text, path));
  if (!parsed.success || parsed.data.features.join() !== PAIR_FEATURES.join())
    throw new ModelError(
      `${path} is no model of domains, is damaged, or was made by another version. Make it anew with “fieldfare train domains”`,
    );
  warnOfOtherWords(path, parsed.data.words, 'fieldfare train domains');
  const ready = (given: ModelFile['goods']): ReadyMachine => {
    const svm = unpackMachine(given, PAIR_FEATURES.length, path);
    return { svm, machine: machineOf(svm), sigmoid: given.sigmoid };
  };
  return {
    name: `domains@${hashOfModel(text)}`,
    goods: ready(parsed.data.goods),
    subject: ready(parsed.data.subject),
  };
}
