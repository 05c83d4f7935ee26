export { clientScript, clientStyles, SHELL } from './client-files.ts';
