export { FieldfareError } from './fieldfare-error.ts';
export { fileFault, yamlFault } from './file-fault.ts';
export { makeFolder } from './make-folder.ts';
export { whileOpen } from './while-open.ts';
