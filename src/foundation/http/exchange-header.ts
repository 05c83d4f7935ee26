import { headerValue } from '../warc/index.ts';
import type { Exchange } from './http-client.ts';

/** Returns the first value of a response header. */
export const responseHeader = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined =>
  headerValue(headers, name);
