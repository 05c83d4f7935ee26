declare module 'ml-svm' {
  interface Options {
    readonly C: number;
    readonly kernel: string;
    readonly kernelOptions?: Readonly<Record<string, number>>;
    readonly random: () => number;
    readonly whitening: boolean;
    readonly tol?: number;
    readonly maxPasses?: number;
    readonly maxIterations?: number;
  }
  export default class SVM {
    constructor(options: Options);
    readonly alphas: readonly number[];
    train(features: number[][], labels: number[]): void;
    marginOne(features: readonly number[]): number;
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
