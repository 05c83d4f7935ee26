import { createRequire } from 'node:module';
import type { FeatureVector, Kernel, SvmModel } from '../../../foundation/learning/index.ts';
import { seededRandom } from '../../../foundation/learning/index.ts';
import { ClassifierError } from './classifier-error.ts';
import { collapseToLinear, trainSvm } from './svm.ts';

export const SVM_ENGINES = ['smo', 'libsvm', 'ml-svm'] as const;
/** Our own support vector machine, LIBSVM (the package `libsvm-js`), and the package `ml-svm`. */
export type SvmEngineName = (typeof SVM_ENGINES)[number];

interface MachineOptions {
  readonly kernel: Kernel;
  readonly cost: number;
  readonly seed: number;
}

interface TrainedMachine {
  readonly model: SvmModel;
  /** Names known faults of this very training; empty where all is sound. */
  readonly warnings: readonly string[];
}

/** @param signs +1 or −1 for each sample. @throws {ClassifierError} where the engine is known to fail */
type MachineTrainer = (
  samples: readonly FeatureVector[],
  signs: readonly number[],
  options: MachineOptions,
) => TrainedMachine;

/** `ml-svm` is cubic in practice: 1,000 samples of 50 numbers take it 39 s. */
export const ML_SVM_SAMPLES = 500;

/** Loads an engine; whatever trained it, a machine is judged by in one way. */
export const openSvmEngine = (engine: SvmEngineName): Promise<MachineTrainer> => ENGINE[engine]();

const ENGINE: Readonly<Record<SvmEngineName, () => Promise<MachineTrainer>>> = {
  smo: async () => (samples, signs, options) => ({ model: trainSvm(samples, signs, options), warnings: [] }),
  libsvm: openLibsvm,
  'ml-svm': async () => mlSvmTrainer((await import('ml-svm')).default),
};

async function openLibsvm(): Promise<MachineTrainer> {
  const require = createRequire(import.meta.url);
  // It tries the browser's way to load first, and would tell at once on stderr that Node has another.
  const build = require('libsvm-js/out/wasm/libsvm.js') as { printErr: (line: string) => void };
  build.printErr = () => undefined;
  const SVM = await (require('libsvm-js') as typeof import('libsvm-js')['default']);
  return (samples, signs, { kernel, cost }) => {
    const svm = new SVM({ type: SVM.SVM_TYPES.C_SVC, cost, quiet: true, ...libsvmKernel(kernel, SVM) });
    try {
      svm.train(
        samples.map((sample) => Array.from(sample)),
        [...signs],
      );
      const vectors = svm.getSVIndices().map((i) => samples[i] as FeatureVector);
      return { model: machineFrom(svm.serializeModel(), vectors, kernel), warnings: [] };
    } catch (cause) {
      if (cause instanceof ClassifierError) throw cause;
      throw new ClassifierError('LIBSVM failed on these samples; use the engine smo', { cause });
    } finally {
      svm.free();
    }
  };
}

type Libsvm = Awaited<typeof import('libsvm-js')['default']>;

function libsvmKernel(kernel: Kernel, { KERNEL_TYPES }: Libsvm): Record<string, number> {
  switch (kernel.kind) {
    case 'linear':
      return { kernel: KERNEL_TYPES.LINEAR };
    case 'polynomial': {
      const { degree, gamma, offset } = kernel;
      return { kernel: KERNEL_TYPES.POLYNOMIAL, degree, gamma, coef0: offset };
    }
    case 'rbf':
      return { kernel: KERNEL_TYPES.RBF, gamma: kernel.gamma };
  }
}

/** @param text a model in LIBSVM's own format: the first label of its header is the class above zero */
function machineFrom(text: string, vectors: readonly FeatureVector[], kernel: Kernel): SvmModel {
  const [head = '', body = ''] = text.split(/^SV\s*$/m);
  const rho = Number(/^rho (\S+)/m.exec(head)?.[1]);
  const sign = Math.sign(Number(/^label (\S+)/m.exec(head)?.[1]));
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const coefficients = Float64Array.from(lines, (line) => sign * Number.parseFloat(line));
  return sound('LIBSVM', { kernel, vectors, coefficients, bias: -sign * rho });
}

/** Trains by `ml-svm` without whitening, which a constant column makes NaN. Multipliers above C are reported. */
const mlSvmTrainer =
  (SVM: typeof import('ml-svm')['default']): MachineTrainer =>
  (samples, signs, { kernel, cost, seed }) => {
    if (samples.length > ML_SVM_SAMPLES)
      throw new ClassifierError(
        `ml-svm takes minutes for more than ${ML_SVM_SAMPLES} samples, and there are ${samples.length}; use the engine smo`,
      );
    const svm = new SVM({ C: cost, ...mlKernel(kernel), random: seededRandom(seed), whitening: false });
    try {
      svm.train(
        samples.map((sample) => Array.from(sample)),
        [...signs],
      );
    } catch (cause) {
      throw new ClassifierError('ml-svm did not come to an end on these samples; use the engine smo', {
        cause,
      });
    }
    const over = svm.alphas.filter((alpha) => alpha > cost * (1 + 1e-6)).length;
    const model = sound('ml-svm', {
      kernel,
      vectors: svm.X.map((vector) => Float64Array.from(vector)),
      coefficients: Float64Array.from(svm.alphas, (alpha, i) => alpha * (svm.Y[i] as number)),
      bias: svm.b,
    });
    const warnings =
      over === 0
        ? []
        : [`${over} multipliers of ml-svm pass C = ${cost}: its solution is not that of a soft margin`];
    return { model, warnings };
  };

function sound(engine: string, model: SvmModel): SvmModel {
  const { vectors, coefficients, bias } = model;
  if (vectors.length !== coefficients.length || ![bias, ...coefficients].every(Number.isFinite))
    throw new ClassifierError(`${engine} gave no machine for these samples; use the engine smo`);
  return collapseToLinear(model);
}

/** Kernels by the names and numbers of the ml-kernel packages. */
function mlKernel(kernel: Kernel): { kernel: string; kernelOptions?: Record<string, number> } {
  switch (kernel.kind) {
    case 'linear':
      return { kernel: 'linear' };
    case 'polynomial':
      return {
        kernel: 'polynomial',
        kernelOptions: { degree: kernel.degree, constant: kernel.offset, scale: kernel.gamma },
      };
    case 'rbf':
      return { kernel: 'rbf', kernelOptions: { sigma: Math.sqrt(1 / (2 * kernel.gamma)) } };
  }
}
