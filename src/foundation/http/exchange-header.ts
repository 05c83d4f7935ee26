import { headerValue } from '../warc/index.ts';
import type { Exchange } from './http-client.ts';

export const responseHeader = ({ headers }: Pick<Exchange, 'headers'>, name: string): string | undefined =>
  headerValue(headers, name);

/**
 * Returns where a response redirects to, as written, with bytes that are no ASCII escaped one by one, as browsers do:
 * the header comes as Latin-1, whatever its letters are.
 * @returns undefined where the status is no redirect, or names no place
 */
export const redirectLocation = ({
  status,
  headers,
}: Pick<Exchange, 'status' | 'headers'>): string | undefined => {
  const location = status >= 300 && status < 400 ? headerValue(headers, 'location') : undefined;
  return (
    location?.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`) ||
    undefined
  );
};
