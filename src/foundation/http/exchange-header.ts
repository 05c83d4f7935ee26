import { headerValue } from '../warc/index.ts';
import type { Exchange } from './http-client.ts';

/** The first value of a header of an answer. */
export const header = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined =>
  headerValue(headers, name);
