import * as z from 'zod';
import { wordListFingerprint } from '../../foundation/language/index.ts';
import { type Machine, machineOf, type Sigmoid, type SvmModel } from '../../foundation/learning/index.ts';
import { readNamedFile } from '../../foundation/options/index.ts';
import {
  hashOfModel,
  machineFile,
  packMachine,
  parseJson,
  roundSignificant,
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

/** Says of a form and one domain whether the form is about it. */
export interface PairMachine {
  readonly svm: SvmModel;
  readonly sigmoid: Sigmoid;
}

/**
 * Goods are told by prices and carts, everything else by its words: two machines. The second is shared by all other
 * domains, which pools the few real forms that each of them has and lets it judge domains that nobody labelled forms of.
 */
export interface DomainMachines {
  readonly goods: PairMachine;
  readonly subject: PairMachine;
}

export const GOODS = 'product';

interface ReadyMachine extends PairMachine {
  readonly machine: Machine;
}

/** Tells which domain a search form is about. */
export interface DomainModel {
  /** `domains@` and the first digits of the file's hash. */
  readonly name: string;
  readonly goods: ReadyMachine;
  readonly subject: ReadyMachine;
}

export function domainModelText({ goods, subject }: DomainMachines): string {
  const file: ModelFile = {
    format: 'fieldfare-domains',
    version: 1,
    words: wordListFingerprint(),
    features: [...PAIR_FEATURES],
    goods: packed(goods),
    subject: packed(subject),
  };
  return `${JSON.stringify(file)}\n`;
}

const packed = ({ svm, sigmoid }: PairMachine): ModelFile['goods'] => ({
  ...packMachine(svm),
  sigmoid: { slope: roundSignificant(sigmoid.slope), offset: roundSignificant(sigmoid.offset) },
});

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
