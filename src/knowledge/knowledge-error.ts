import { FieldfareError } from '../foundation/errors/index.ts';

/** Invalid input: a corpus, a query, RDF, a sheet. The message is one line that says what to do. */
export class KnowledgeError extends FieldfareError {
  readonly code: string = 'knowledge';
}
