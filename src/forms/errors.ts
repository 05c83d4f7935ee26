/** A model file that is missing, damaged, or made for other features. The message says what to do. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
}

/** Labelled forms or rows that cannot be used. The message names file and line. */
export class LabelledDataError extends Error {
  override readonly name = 'LabelledDataError';
}
