/** Opens the transport that a user names: `live`, `practice:sites=50`, `replay:FILE`. */

import { FieldfareError } from '../errors/index.ts';
import { literalAddress } from './address-policy.ts';
import { type LiveTransportOptions, liveTransport } from './live-transport.ts';
import { practiceTransport } from './practice-transport.ts';
import { replayTransport } from './replay-transport.ts';
import type { Transport } from './transport.ts';

export class TransportSpecError extends FieldfareError {
  readonly code = 'web';
}

interface OpenTransportOptions extends Pick<LiveTransportOptions, 'connectTimeoutMs'> {
  readonly allowPrivate?: boolean | undefined;
  readonly seeds?: readonly string[] | undefined;
  readonly proxy?: string | undefined;
  /** Receives the problems of an archive that can still be used. */
  readonly onWarning?: (message: string) => void;
}

const USAGE = 'Use live, practice, practice:seed=2,sites=50 or replay:FILE.warc.gz';

interface PracticeOptions {
  seed?: string;
  sites?: number;
  portals?: string;
  kinds?: 'usual' | 'hard';
}

const practiceOptions = (text: string): PracticeOptions => {
  const options: PracticeOptions = {};
  for (const part of text.split(',').filter((entry) => entry.trim() !== '')) {
    const [key = '', value = ''] = part.split('=').map((side) => side.trim());
    if (key === 'seed' && value !== '') options.seed = value;
    else if (key === 'portals' && /^[a-z-]{1,40}$/.test(value)) options.portals = value;
    else if (key === 'kinds' && (value === 'usual' || value === 'hard')) options.kinds = value;
    else if (key === 'sites' && /^[1-9]\d{0,4}$/.test(value)) options.sites = Number(value);
    else
      throw new TransportSpecError(
        `The practice web cannot do "${part.trim()}": it takes seed=…, sites=a whole number, kinds=usual or hard, and portals=a region.`,
      );
  }
  return options;
};

/** Extracts the error message from the output of a failed process. */
const reasonFrom = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return /^\w*Error: (.+)$/m.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? '';
};

const openPractice = async (text: string): Promise<Transport> => {
  try {
    return await practiceTransport(practiceOptions(text));
  } catch (error) {
    if (error instanceof TransportSpecError) throw error;
    throw new TransportSpecError(`Cannot start the practice web: ${reasonFrom(error)}`, { cause: error });
  }
};

const openReplay = async (file: string, { onWarning }: OpenTransportOptions): Promise<Transport> => {
  if (file === '') throw new TransportSpecError('replay needs a file: replay:FILE.warc.gz');
  const transport = await replayTransport(file);
  for (const warning of transport.warnings) onWarning?.(warning);
  return transport;
};

/**
 * Opens the transport a user named.
 * @param spec `live`, `practice`, `practice:seed=2,sites=50` or `replay:FILE`
 * @throws {TransportSpecError} when there is no such transport
 * @throws {WarcError} when the archive cannot be used
 * @throws {ProxyOptionError} when the proxy option is no proxy address
 */
export const openTransport = async (spec: string, options: OpenTransportOptions = {}): Promise<Transport> => {
  const colon = spec.indexOf(':');
  const kind = colon < 0 ? spec : spec.slice(0, colon);
  const argument = colon < 0 ? '' : spec.slice(colon + 1);
  const { allowPrivate = false, seeds = [], proxy, connectTimeoutMs } = options;
  if (kind === 'practice') return openPractice(argument);
  if (kind === 'replay') return openReplay(argument, options);
  if (spec !== 'live') throw new TransportSpecError(`There is no web called "${spec}". ${USAGE}.`);
  return liveTransport({
    allowPrivate,
    named: seeds.flatMap((seed) => literalAddress(URL.parse(seed)?.hostname ?? '') ?? []),
    ...(proxy === undefined ? {} : { proxy }),
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
  });
};
