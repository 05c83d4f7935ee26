export { csvOf } from './csv-of.ts';
