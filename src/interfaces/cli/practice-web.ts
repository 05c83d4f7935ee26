/** `fieldfare practice-web`: serves the practice web until Ctrl-C, or lists what it is made of. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';

interface Options {
  readonly sites?: number;
  readonly kinds?: 'usual' | 'hard';
  readonly seed?: string;
  readonly now?: Date;
  readonly port: number;
  readonly storage: string;
  readonly loopbackAddresses?: boolean;
  readonly https: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
}

function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < low || value > high) {
      throw new InvalidArgumentError(`Expected a whole number from ${low} to ${high}.`);
    }
    return value;
  };
}

function date(text: string): Date {
  const value = new Date(text);
  if (Number.isNaN(value.getTime()))
    throw new InvalidArgumentError('Expected a day, for example 2026-11-01.');
  return value;
}

async function list(json: boolean): Promise<void> {
  const { allFormKinds, hardKinds, trapKinds } = await import('../../practice-web/index.ts');
  const forms = allFormKinds();
  const traps = trapKinds();
  const hard = hardKinds();
  if (json) {
    console.log(JSON.stringify({ forms, traps, hard }));
    return;
  }
  console.log(`${forms.length} kinds of form`);
  for (const form of forms) {
    console.log(`  ${form.type.padEnd(13)} ${form.kind.padEnd(26)} ${form.method.padEnd(5)} ${form.appears}`);
  }
  console.log(`\n${traps.length} traps and faults`);
  for (const trap of traps) console.log(`  ${trap.kind.padEnd(6)} ${trap.name.padEnd(22)} ${trap.summary}`);
  console.log(`\n${hard.length} hard kinds, a web of their own (--kinds hard)`);
  for (const kind of hard) console.log(`  ${kind.name.padEnd(24)} ${kind.summary}`);
}

const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });

/** Made on demand: listing and helping need none. */
async function throwAwayCertificate(): Promise<{ certificate: string; key: string }> {
  const { makeCertificate } = await import('../../foundation/http/index.ts');
  return makeCertificate(new Date());
}

async function serve(options: Options): Promise<void> {
  const folder = join(options.storage, 'practice-web');
  await mkdir(folder, { recursive: true });
  const truthFile = join(folder, 'truth.json');
  const logFile = join(folder, `access-${new Date().toISOString().replace(/[:.]/g, '-')}.jsonl`);
  const made = options.https ? await throwAwayCertificate() : undefined;
  const { HARD_WEB_SITES, PRACTICE_WEB_DEFAULTS, startPracticeWeb } = await import(
    '../../practice-web/index.ts'
  );
  const web = await startPracticeWeb({
    ...PRACTICE_WEB_DEFAULTS,
    now: new Date(PRACTICE_WEB_DEFAULTS.now),
    ...(options.kinds === 'hard' ? { sites: HARD_WEB_SITES } : {}),
    ...options,
    logFile,
    ...(made ? { certificate: made } : {}),
  });
  await writeFile(truthFile, `${JSON.stringify(web.truth, null, 1)}\n`);
  if (options.json) {
    const { port, httpsPort, truth } = web;
    console.log(JSON.stringify({ port, httpsPort, truth: truthFile, log: logFile, seeds: truth.seeds }));
  } else {
    console.log(
      `practice web: ${web.truth.sites.length} sites, ${web.truth.forms.length} forms, port ${web.port}`,
    );
    console.log(`truth: ${truthFile}\nlog:   ${logFile}\n\nopen in a browser, for example`);
    const kinds = new Map(web.truth.sites.map((site) => [site.relevant ? site.domain : site.kind, site]));
    const examples = [...kinds.values()].sort((a, b) => Number(b.relevant) - Number(a.relevant));
    for (const site of examples.slice(0, 10)) {
      const address = site.address ?? `${site.hosts[0]}.localhost:${web.port}`;
      console.log(`  http://${address}/   ${site.kind}`);
    }
    console.log(
      `\nor with any client: curl -H "Host: NAME.test" on this port, https on port ${web.httpsPort ?? '–'}.`,
    );
    console.log('search.test answers /search?q=…&format=json as SearXNG does. Ctrl-C ends it.');
  }
  await interrupted();
  await web.close();
}

/** The command, for the program to add. */
export function practiceWebCommand(): Command {
  return new Command('practice-web')
    .description('serve the embedded web of test sites with known truth')
    .option('--sites <n>', 'how many sites (default: 24)', wholeNumber(12, 1000))
    .option('--seed <text>', 'seed of the web (default: 1)')
    .addOption(
      new Option(
        '--kinds <which>',
        'usual: shops, portals and other sites; hard: one site for each difficult response that real applications give',
      )
        .choices(['usual', 'hard'])
        .default('usual'),
    )
    .option('--now <day>', 'day the web is set to (default: 2026-11-01)', date)
    .option('--port <n>', 'port on 127.0.0.1; 0 takes a free one', wholeNumber(0, 65_535), 0)
    .option('--loopback-addresses', 'give each site an address 127.81.x.y, for clients that cannot map names')
    .option('--no-https', 'do not serve HTTPS (with a throw-away certificate, on its own port)')
    .option('--storage <dir>', 'folder of truth and log', 'storage')
    .option('--list', 'list the kinds of form and the traps instead')
    .option('--json', 'machine-readable output')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare practice-web --sites 40 --seed 7\n  fieldfare practice-web --list\n',
    )
    .action(async (options: Options) => {
      if (options.list) await list(options.json ?? false);
      else await serve(options);
    });
}
