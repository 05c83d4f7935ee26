/** Reads and judges answers (verdict, records, paging), and estimates the coverage of the database. */
export { coverageState } from './coverage/coverage-state.ts';
export { openCoverage } from './coverage/open-coverage.ts';
export { readAnswer } from './read-answer.ts';
