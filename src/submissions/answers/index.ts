/** What came back, read and judged: verdict, records, paging; and what the answers together say of the database. */
export { readAnswer } from './read-answer.ts';
