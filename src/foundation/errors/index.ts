/** The one base of errors that reach a person. */
export { FieldfareError } from './fieldfare-error.ts';
export { makeFolder } from './make-folder.ts';
