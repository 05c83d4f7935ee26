/** Options that several commands of the laboratory share. */

import { z } from 'zod';
import { oneOf, positive } from '../../../foundation/options/index.ts';
import { text, whole } from '../../../interfaces/terminal/index.ts';

const bundled = { defaultText: 'the bundled rows' };

export const folders = (flag: string, description: string) =>
  z
    .array(z.string())
    .optional()
    .describe(description)
    .meta({ flag, ...bundled });

export const labels = text.describe('<file> which form is about which domain').meta(bundled);

/** Names a file made on the way. */
export const rowsFile = (description: string) =>
  text.describe(`<file> ${description}`).meta({ defaultText: 'not written' });

export const modelOut = text
  .describe('<file> the model to write; its model card is written beside it as .md')
  .meta({ defaultText: 'in folder models of --storage, used from now on' });

export const today = z.string().default(() => new Date().toISOString().slice(0, 10));

/** Names the folds and seeds of a cross-validation. */
export const crossValidation = (seed: string) => ({
  folds: whole(2, 100).default(10).describe('folds of the cross-validation'),
  seeds: whole(1, 100).default(5).describe('how many times the sites are split into folds'),
  seed: whole(0, 1e9).default(1).describe(seed),
});

export const ENGINES = oneOf(['smo', 'libsvm', 'ml-svm', 'knn', 'ml-knn']);
const KERNELS = oneOf(['linear', 'poly', 'rbf']);

/** Names the constants of a support vector machine. @param machines those that take them */
export const machine = (machines: string) => ({
  kernel: KERNELS.optional().describe(`<name> kernel of ${machines}`).meta({ defaultText: 'linear' }),
  cost: positive
    .optional()
    .describe(`<c> C of ${machines}: cost of a mistake`)
    .meta({ defaultText: '0.2 for linear, 0.5 for poly, 5 for rbf' }),
  offset: z
    .number()
    .min(0)
    .max(1_000, 'expected a number from 0 to 1000')
    .optional()
    .describe('constant term of the kernel poly; 0 as in Kaur and others 2021')
    .meta({ defaultText: '1' }),
});

export const numberList = z.array(whole(1, 1_000));
export const kernelList = z.array(KERNELS);
