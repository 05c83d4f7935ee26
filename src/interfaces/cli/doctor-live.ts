import path from 'node:path';
import { styleText } from 'node:util';
import { makeFolder } from '../../foundation/errors/index.ts';
import { openTransport } from '../../foundation/http/index.ts';
import { linkText } from '../../reports/index.ts';
import { shippedSources, type TriedSource, trySources } from '../../wings/air-quality/index.ts';
import type { DoctorFlags } from './doctor.ts';
import { EXIT } from './exit-codes.ts';

const COLOURS = { pass: 'green', fail: 'red', skipped: 'yellow' } as const;
const FOUND = {
  seed: 'search forms',
  portal: 'search forms',
  feed: 'observations',
  provider: 'results',
} as const;

/** Lists the codes of a machine that is offline. */
const OUT_OF_REACH: readonly string[] = ['dns', 'connect', 'timeout', 'robots-unreachable'];
const OFFLINE =
  'No source could be reached: this machine seems to be offline, or needs a proxy (HTTPS_PROXY).\n';

/** Tells whether the network explains it all: sources were tried, and none of them could be reached. */
export function isOffline(tried: readonly Pick<TriedSource, 'state' | 'reason'>[]): boolean {
  const queried = tried.filter(({ state }) => state !== 'skipped');
  return queried.length > 0 && queried.every(({ reason }) => OUT_OF_REACH.includes(reason?.code ?? ''));
}

/** Tries every shipped source and prints what came of each; the exit code is 1 where one failed. */
export async function printLiveCheck({ storage, web: spec, contact, json }: DoctorFlags): Promise<void> {
  const began = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const archive = path.resolve(storage, 'doctor', began);
  makeFolder(archive);
  const web = await openTransport(spec);
  const tried: TriedSource[] = [];
  try {
    const delayMs = spec === 'live' ? 1_000 : 0;
    for await (const one of trySources(shippedSources(), { web, archive, contact, delayMs })) {
      tried.push(one);
      if (!json) process.stdout.write(`${lineOf(one)}\n`);
    }
  } finally {
    await web.close();
  }
  const count = (state: TriedSource['state']) => tried.filter((one) => one.state === state).length;
  const ok = count('fail') === 0;
  if (json) process.stdout.write(`${JSON.stringify({ ok, archive, sources: tried })}\n`);
  else
    process.stdout.write(
      `\n${count('pass')} pass, ${count('fail')} fail, ${count('skipped')} skipped. For a bug report, attach ${archive}\n${isOffline(tried) ? OFFLINE : ''}`,
    );
  if (!ok) process.exitCode = EXIT.failed;
}

function lineOf(tried: TriedSource): string {
  const { state, kind, of, url } = tried;
  return `${styleText(COLOURS[state], state.padEnd(9))}${kind.padEnd(10)}${of.padEnd(13)}${url}  ${causeOf(tried)}`;
}

function causeOf({ reason, found, kind }: TriedSource): string {
  if (reason === null) return `${found} ${FOUND[kind]}`;
  switch (reason.code) {
    case 'no-key':
      return `${reason.detail} is not set`;
    case 'out-of-time':
      return 'the time for all sources was used up';
    case 'redirects':
      return `more than ${reason.detail} redirects`;
    case 'no-feed':
    case 'service':
      return reason.detail ?? '';
    default:
      return linkText(reason);
  }
}
