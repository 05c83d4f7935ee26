/** What came back, read and judged: verdict, records, paging; and what the answers together say of the database. */
export { coverageState } from './coverage/coverage-state.ts';
export { openCoverage } from './coverage/open-coverage.ts';
export { readAnswer } from './read-answer.ts';
