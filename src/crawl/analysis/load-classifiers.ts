import { loadDomainModel, loadModel, openNeighbours } from '../../forms/index.ts';
import type { Classifiers } from './analyse-page.ts';
import { chooseClassifiers } from './classifiers.ts';

/** Chooses and loads what pages are judged by. @throws as `chooseClassifiers`, and when a model is damaged */
export function loadClassifiers(...choice: Parameters<typeof chooseClassifiers>): Classifiers {
  const chosen = chooseClassifiers(...choice);
  return {
    ...chosen,
    model: loadModel(chosen.modelFile),
    domainModel: loadDomainModel(chosen.domainModelFile),
    neighbours: openNeighbours(chosen.neighbourFiles),
  };
}
