export { ENOUGH_CASES, figureOf } from './enough-cases.ts';
export { stratifiedGroupFolds } from './folds.ts';
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
  type Kernel,
  type Machine,
  machineOf,
  probability,
  type Sigmoid,
  type SparseVector,
  type SvmModel,
  sparseOf,
} from './machine.ts';
export { type NeighbourIndex, neighbourIndexOf } from './neighbour-index.ts';
export { seededRandom, shuffled } from './random.ts';
export { binIndexOf, type YieldFactor, YieldModel, type YieldSample } from './yield-model.ts';
