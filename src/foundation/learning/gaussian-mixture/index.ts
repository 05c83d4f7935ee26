export { chooseGaussianMixture, mostComponents } from './choose.ts';
export { fitGaussianMixture, responsibilitiesOf } from './fit.ts';
export { COVARIANCES, type Component, type Covariance, type GaussianMixture } from './mixture.ts';
