import { FieldfareError } from '../foundation/errors/index.ts';

/** A model file that is missing, damaged, or made for other features. The message says what to do. */
export class ModelError extends FieldfareError {
  readonly code = 'model';
}

/** Labelled forms or rows that cannot be used. The message names file and line. */
export class LabelledDataError extends FieldfareError {
  readonly code = 'labelled-data';
}
