import { FieldfareError } from '../../../foundation/errors/index.ts';

/** Input or data that an engine would answer wrongly or not in bearable time, and what to do instead. */
export class ClassifierError extends FieldfareError {
  readonly code = 'classifier';
}
