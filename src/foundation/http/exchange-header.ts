import type { Exchange } from './egress.ts';
import { headerValue } from '../warc/index.ts';

/** The first value of a header of an answer. */
export const header = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined =>
  headerValue(headers, name);
