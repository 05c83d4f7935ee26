declare module 'ml-svm' {
  interface Options {
    readonly C: number;
    readonly kernel: string;
    readonly kernelOptions?: Readonly<Record<string, number>>;
    readonly random: () => number;
    readonly whitening: boolean;
    readonly maxIterations?: number;
  }
  export default class SVM {
    constructor(options: Options);
    /** One for each support vector of `X`, once it is trained. */
    readonly alphas: readonly number[];
    readonly X: readonly (readonly number[])[];
    readonly Y: readonly number[];
    readonly b: number;
    train(features: number[][], labels: number[]): void;
  }
}

declare module 'ml-knn' {
  export default class KNN {
    constructor(samples: number[][], labels: readonly string[], options: { readonly k: number });
    predict(sample: number[]): string;
  }
}

declare module 'ml-cross-validation' {
  interface ConfusionMatrix {
    getAccuracy(): number;
    getF1Score(label: string): number;
    getTotalCount(): number;
  }
  type Classify = (train: number[][], labels: string[], test: number[][]) => string[];
  const library: {
    kFold(features: number[][], labels: string[], folds: number, classify: Classify): ConfusionMatrix;
    leaveOneOut(features: number[][], labels: string[], classify: Classify): ConfusionMatrix;
  };
  export default library;
}

declare module 'libsvm-js' {
  interface Svm {
    train(samples: number[][], labels: number[]): void;
    /** In the order of the coefficients in the serialised model; 0 is the first sample. */
    getSVIndices(): number[];
    serializeModel(): string;
    free(): void;
  }
  const library: Promise<{
    new (options: Readonly<Record<string, number | boolean | undefined>>): Svm;
    readonly SVM_TYPES: { readonly C_SVC: number };
    readonly KERNEL_TYPES: { readonly LINEAR: number; readonly POLYNOMIAL: number; readonly RBF: number };
  }>;
  export default library;
}
