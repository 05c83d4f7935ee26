/** Writes trained machines as the files that the core judges by. */

import { type FormsModelFile, PAIR_FEATURES } from '../../../forms/index.ts';
import { wordListFingerprint } from '../../../foundation/language/index.ts';
import type { Sigmoid, SvmModel } from '../../../foundation/learning/index.ts';

/** Says of a form and one domain whether the form is about it. */
export interface PairMachine {
  readonly svm: SvmModel;
  readonly sigmoid: Sigmoid;
}

export interface DomainMachines {
  readonly goods: PairMachine;
  readonly subject: PairMachine;
}

/** Rounds to six significant digits: finer than the decision needs, and short in the file. */
export const roundSignificant = (value: number): number => Number(value.toPrecision(6));

/** Packs support vectors as pairs of feature number and value. */
export const packMachine = (model: SvmModel): Omit<FormsModelFile['search'], 'scales' | 'sigmoid'> => ({
  kernel: model.kernel,
  bias: roundSignificant(model.bias),
  coefficients: Array.from(model.coefficients, roundSignificant),
  vectors: model.vectors.map((vector) => {
    const pairs: number[] = [];
    vector.forEach((value, at) => {
      if (value !== 0) pairs.push(at, roundSignificant(value));
    });
    return pairs;
  }),
});

export const packSigmoid = ({ slope, offset }: Sigmoid): Sigmoid => ({
  slope: roundSignificant(slope),
  offset: roundSignificant(offset),
});

export function domainModelText({ goods, subject }: DomainMachines): string {
  const packed = ({ svm, sigmoid }: PairMachine) => ({ ...packMachine(svm), sigmoid: packSigmoid(sigmoid) });
  const file = {
    format: 'fieldfare-domains',
    version: 1,
    words: wordListFingerprint(),
    features: PAIR_FEATURES,
    goods: packed(goods),
    subject: packed(subject),
  };
  return `${JSON.stringify(file)}\n`;
}
