export { FieldfareError } from './fieldfare-error.ts';
export { makeFolder } from './make-folder.ts';
export { whileOpen } from './while-open.ts';
