export {
  type Candidate,
  type ChoiceOptions,
  chooseGaussianMixture,
  type MixtureChoice,
  mostComponents,
} from './choose.ts';
export { fitGaussianMixture, type MixtureOptions, responsibilitiesOf } from './fit.ts';
export { COVARIANCES, type Component, type Covariance, type GaussianMixture } from './mixture.ts';
