import { Command, InvalidArgumentError } from 'commander';

interface Flags {
  storage: string;
  port: number;
  host: string;
  token?: string;
  allowFiles?: true;
  allowPrivate?: true;
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('serve runs and their results: web UI, REST with OpenAPI, live events')
    .option('--port <n>', 'port to listen on (0 for a free one)', portOf, 4020)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--token <text>',
      'token that clients must send (default: FIELDFARE_TOKEN, else a new one at each start)',
    )
    .option('--allow-files', 'allow clients to name files of this machine in the options of a harvest')
    .option('--allow-private', 'allow addresses of private networks in harvests that clients start')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .addHelpText(
      'after',
      '\nEvery request that changes something or sends traffic needs the token. The API describes itself at /docs and /openapi.json.\n\nExamples:\n  fieldfare serve\n  curl -s http://127.0.0.1:4020/api/runs\n  curl -s -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\\n    -d \'{"domains":["book"],"web":"practice","maxPages":50}\' http://127.0.0.1:4020/api/runs',
    )
    .action(run);
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Give a number from 0 to 65535.');
  return port;
}

async function run({ token = process.env.FIELDFARE_TOKEN, ...flags }: Flags): Promise<void> {
  const { startServer } = await import('../server/index.ts');
  const { listenForInterruption } = await import('./interruption.ts');
  const { OptionsError } = await import('../../crawl/settings/index.ts');
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
