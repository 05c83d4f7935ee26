import type { Domain } from '../../foundation/domain/index.ts';
import {
  type DenyList,
  denyList,
  type HttpClientOptions,
  parseCookieFile,
} from '../../foundation/http/index.ts';
import { OptionsError, readNamedFile } from '../../foundation/options/index.ts';
import type { ResolvedOptions } from './options.ts';
import { userAgent } from './user-agent.ts';

/** @throws {OptionsError} when the cookies file cannot be read */
export function httpClientOptions(
  options: Pick<ResolvedOptions, 'headers' | 'cookies' | 'contact' | 'timeoutMs' | 'maxBodyBytes'>,
): Omit<HttpClientOptions, 'transport'> {
  return {
    userAgent: userAgent(options.contact),
    headers: Object.entries(options.headers),
    ...(options.cookies !== undefined && { cookies: parseCookieFile(readCookies(options.cookies)) }),
    limits: {
      totalMs: options.timeoutMs,
      firstByteMs: Math.min(options.timeoutMs, 15_000),
      maxBytes: options.maxBodyBytes,
      maxDecodedBytes: options.maxBodyBytes * 2,
    },
  };
}

/** @throws {DenyListError} */
export const denyListOf = ({ deny }: Pick<ResolvedOptions, 'deny'>, domains: readonly Domain[]): DenyList =>
  denyList([...deny, ...domains.flatMap((domain) => domain.deny)]);

function readCookies(file: string): string {
  try {
    return readNamedFile(file);
  } catch (error) {
    throw new OptionsError(
      `cannot read the cookies of ${file}: ${(error as NodeJS.ErrnoException).code ?? error}`,
    );
  }
}
