export { clientScript, clientStyles, shell } from './client-files.ts';
