import { seededRandom } from '../../src/foundation/learning/index.ts';
import { fitGaussianMixture } from '../../src/wings/air-quality/gaussian-mixture/fit.ts';
import { COVARIANCES } from '../../src/wings/air-quality/gaussian-mixture/mixture.ts';

const SAMPLES = 100_000;
const COLUMNS = 4;
const COMPONENTS = 8;
const ITERATIONS = 50;

/** Time of fifty steps of EM on 100,000 points in eight clouds, by kind of covariance. */
export async function gaussianMixtureBench(json: boolean): Promise<void> {
  const random = seededRandom(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const samples = Array.from({ length: SAMPLES }, (_, i) =>
    Float64Array.from({ length: COLUMNS }, (_, j) => normal() + ((i >> j) & 1) * 4),
  );
  for (const covariance of COVARIANCES) {
    const begun = performance.now();
    fitGaussianMixture(samples, {
      components: COMPONENTS,
      covariance,
      starts: 1,
      maxIterations: ITERATIONS,
      tolerance: 0,
    });
    const seconds = (performance.now() - begun) / 1_000;
    process.stdout.write(
      json
        ? `${JSON.stringify({ covariance, samples: SAMPLES, columns: COLUMNS, components: COMPONENTS, iterations: ITERATIONS, seconds })}\n`
        : `${covariance.padEnd(10)} ${seconds.toFixed(2)} s for ${ITERATIONS} iterations of ${SAMPLES} × ${COLUMNS} in ${COMPONENTS} components\n`,
    );
  }
}
