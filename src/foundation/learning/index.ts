export {
  type ClassifierSettings,
  type EngineName,
  KNN_ENGINES,
  openEngine,
  type Trainer,
} from './classifier.ts';
export { ClassifierError } from './classifier-error.ts';
export { ENOUGH_CASES, figureOf } from './enough-cases.ts';
export { joinedGroups, stratifiedGroupFolds } from './folds.ts';
export {
  chooseGaussianMixture,
  fitGaussianMixture,
  type GaussianMixture,
  responsibilitiesOf,
} from './gaussian-mixture/index.ts';
export { type Interval, intervalOf, studentT } from './interval.ts';
export {
  type KeptModel,
  keepModel,
  keptModels,
  MODEL_KINDS,
  type ModelKind,
  modelInUse,
  ownModelFile,
  pathOfModel,
  rollBackModel,
} from './kept-models.ts';
export {
  type FeatureVector,
  type GramMatrix,
  gramOf,
  type Kernel,
  kernelGram,
  rowsFromGram,
} from './kernel.ts';
export { classifyKnn, trainKnn } from './knn.ts';
export { type Machine, machineOf, type SparseVector, sparseOf } from './machine.ts';
export {
  type BinaryScores,
  binaryScores,
  groupBootstrap,
  type MultiScores,
  multiScores,
  pairedBootstrap,
} from './metrics.ts';
export { type NeighbourIndex, neighbourIndexOf } from './neighbour-index.ts';
export { neighbourhoodWeights } from './neighbourhood.ts';
export { fitSigmoid, probability, type Sigmoid } from './platt.ts';
export { seededRandom, shuffled } from './random.ts';
export { classesOf, gainOfCounts, informationGain, separabilityOf } from './separability.ts';
export { collapseToLinear, decisionOf, type SvmModel, solveDual, trainSvm } from './svm.ts';
export { ML_SVM_SAMPLES, openSvmEngine, SVM_ENGINES, type SvmEngineName } from './svm-engines.ts';
export { binIndexOf, type YieldFactor, YieldModel, type YieldSample } from './yield-model.ts';
