/** From what a user writes (`live`, `practice:sites=50`, `replay:FILE`) to an open web. */

import { FieldfareError } from '../errors/index.ts';
import { type LiveTransportOptions, liveTransport } from './live-transport.ts';
import { practiceTransport } from './practice-transport.ts';
import { replayTransport } from './replay-transport.ts';
import type { Transport } from './transport.ts';

/** The user asked for a web that does not exist. */
export class TransportSpecError extends FieldfareError {
  readonly code = 'web';
}

interface OpenWebOptions extends Pick<LiveTransportOptions, 'connectTimeoutMs'> {
  readonly allowPrivate?: boolean | undefined;
  readonly proxy?: string | undefined;
  /** Told what is wrong with an archive that can be used nevertheless. */
  readonly onWarning?: (message: string) => void;
}

const KNOWN = 'Use live, practice, practice:seed=2,sites=50 or replay:FILE.warc.gz';

interface PracticeOptions {
  seed?: string;
  sites?: number;
  portals?: string;
  kinds?: 'usual' | 'hard';
}

/** Reads `seed=2,sites=50`. */
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

/** Of all that a process wrote when it died, the line that says why. */
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

const openReplay = async (file: string, { onWarning }: OpenWebOptions): Promise<Transport> => {
  if (file === '') throw new TransportSpecError('replay needs a file: replay:FILE.warc.gz');
  const web = await replayTransport(file);
  for (const warning of web.warnings) onWarning?.(warning);
  return web;
};

/**
 * Opens the web a user asked for.
 * @param spec `live`, `practice`, `practice:seed=2,sites=50` or `replay:FILE`
 * @throws {TransportSpecError} when there is no such web
 * @throws {WarcError} when the archive cannot be used
 * @throws {ProxyOptionError} when the proxy is no proxy address
 */
export const openTransport = async (spec: string, options: OpenWebOptions = {}): Promise<Transport> => {
  const colon = spec.indexOf(':');
  const kind = colon < 0 ? spec : spec.slice(0, colon);
  const rest = colon < 0 ? '' : spec.slice(colon + 1);
  const { allowPrivate = false, proxy, connectTimeoutMs } = options;
  if (kind === 'practice') return openPractice(rest);
  if (kind === 'replay') return openReplay(rest, options);
  if (spec !== 'live') throw new TransportSpecError(`There is no web called "${spec}". ${KNOWN}.`);
  return liveTransport({
    allowPrivate,
    ...(proxy === undefined ? {} : { proxy }),
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
  });
};
