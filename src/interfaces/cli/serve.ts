import { z } from 'zod';
import { allowPrivate, OptionsError, off } from '../../foundation/options/index.ts';
import { command, type FlagsOf, inStore, text, whole } from '../terminal/index.ts';
import { listenForInterruption } from './interruption.ts';

const options = z.object({
  port: whole(0, 65_535).default(4020).describe('port to listen on (0 for a free one)'),
  host: z.string().default('127.0.0.1').describe('<address> address to listen on'),
  token: text
    .describe('token that clients must send')
    .meta({ defaultText: 'FIELDFARE_TOKEN, else a new one at each start' }),
  allowFiles: off.describe('allow clients to name files of this machine in the options of a harvest'),
  allowPrivate: allowPrivate.describe('allow addresses of private networks in harvests that clients start'),
  ...inStore,
});

export const serveCommand = command({
  options,
  help: 'Every request that changes something or sends traffic needs the token. The API describes itself at /docs and /openapi.json.\n\nExamples:\n  fieldfare serve\n  curl -s http://127.0.0.1:4020/api/runs\n  curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\\n    -d \'{"domains":["book"],"web":"practice","maxPages":50}\' http://127.0.0.1:4020/api/runs',
  run,
});

async function run({
  token = process.env.FIELDFARE_TOKEN,
  ...flags
}: FlagsOf<typeof options>): Promise<void> {
  const { startServer } = await import('../server/index.ts');
  const log = (error: unknown) =>
    process.stderr.write(
      `warning: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  const { host, port } = flags;
  const interruption = listenForInterruption(() =>
    process.stderr.write(
      'stopping: pages under way are finished first (press Ctrl-C again to leave at once)\n',
    ),
  );
  const server = await startServer({ ...flags, token, log }).catch((error: NodeJS.ErrnoException) => {
    interruption.end();
    const why = {
      EADDRINUSE: 'something listens there already',
      EADDRNOTAVAIL: 'this machine has no such address',
      EACCES: 'it may not be used',
    }[error.code ?? ''];
    if (why === undefined) throw error;
    throw new OptionsError(
      `cannot listen on ${host} port ${port}: ${why}; choose another with --port or --host`,
    );
  });
  process.stdout.write(`Fieldfare listens on ${server.url}\n`);
  // With a token of the user's own, the link is for a person at a terminal: a log is kept.
  if (token === undefined || process.stdout.isTTY)
    process.stdout.write(`Open ${server.uiLink()} (works once; your browser keeps the token)\n`);
  if (token === undefined) process.stdout.write(`Token for programs: ${server.token}\n`);
  if (server.resumedRun !== undefined)
    process.stdout.write(
      `Goes on with run ${server.resumedRun}, which was under way when a server was killed\n`,
    );
  if (!interruption.signal.aborted)
    await new Promise((resolve) => interruption.signal.addEventListener('abort', resolve));
  await server.close();
  interruption.end();
  process.exitCode = interruption.exitCode;
}
