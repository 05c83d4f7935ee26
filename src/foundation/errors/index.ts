export { FieldfareError } from './fieldfare-error.ts';
export { makeFolder } from './make-folder.ts';
