export {
  type Classifier,
  ClassifierError,
  type ClassifierOptions,
  type EngineName,
  trainClassifier,
} from './classifier.ts';
export {
  type Comparison,
  type ComparisonData,
  compareLearners,
  type Learner,
  type LearnerScores,
} from './compare.ts';
export { type FoldOptions, joinedGroups, stratifiedGroupFolds } from './folds.ts';
export {
  type Candidate,
  type ChoiceOptions,
  COVARIANCES,
  type Component,
  type Covariance,
  chooseGaussianMixture,
  fitGaussianMixture,
  type GaussianMixture,
  type MixtureChoice,
  type MixtureOptions,
  mostComponents,
  responsibilitiesOf,
} from './gaussian-mixture/index.ts';
export {
  type Gram,
  gramOf,
  type Kernel,
  type KernelRows,
  kernelGram,
  rowsFromGram,
  rowsFromSamples,
  type Vector,
} from './kernel.ts';
export { classifyKnn, type KnnModel, trainKnn } from './knn.ts';
export { type Machine, machineOf, type Sparse, sparseOf } from './machine.ts';
export {
  type BinaryScores,
  binaryScores,
  type ClassScores,
  groupBootstrap,
  type MultiScores,
  multiScores,
  pairedBootstrap,
} from './metrics.ts';
export { type NeighbourhoodOptions, neighbourhoodWeights } from './neighbourhood.ts';
export { fitSigmoid, probability, type Sigmoid } from './platt.ts';
export { type Random, seededRandom, shuffled } from './random.ts';
export {
  classesOf,
  type FeatureSeparability,
  gainOfCounts,
  informationGain,
  type Separability,
  separabilityOf,
} from './separability.ts';
export {
  collapse,
  decisionOf,
  type SvmModel,
  type SvmOptions,
  type SvmSolution,
  solveDual,
  trainSvm,
} from './svm.ts';
export { binOf, type YieldFactor, YieldModel, type YieldSample } from './yield-model.ts';
