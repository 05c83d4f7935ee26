/** Serves the practice web until Ctrl-C, or lists what it is made of. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { off, on, oneOf, storage } from '../../foundation/options/index.ts';
import { command, type FlagsOf, text, whole } from '../terminal/index.ts';

const options = z.object({
  sites: whole(12, 1_000).optional().describe('how many sites').meta({ defaultText: '24' }),
  seed: text.describe('seed of the web').meta({ defaultText: '1' }),
  kinds: oneOf(['usual', 'hard'])
    .default('usual')
    .describe(
      '<which> usual: shops, portals and other sites; hard: one site for each difficult response that real applications give',
    ),
  now: z.coerce
    .date('expected a day, for example 2026-11-01')
    .optional()
    .describe('<day> day the web is set to')
    .meta({ defaultText: '2026-11-01' }),
  port: whole(0, 65_535).default(0).describe('port on 127.0.0.1; 0 takes a free one'),
  loopbackAddresses: off.describe('give each site an address 127.81.x.y, for clients that cannot map names'),
  https: on.describe('serve HTTPS').meta({
    help: 'do not serve HTTPS (with a throw-away certificate, on its own port)',
  }),
  storage: storage.describe('<dir> folder of truth and log'),
  list: off.describe('list the kinds of form and the traps instead'),
  json: off.describe('machine-readable output'),
});
type Flags = FlagsOf<typeof options>;

export const practiceWebCommand = command({
  options,
  help: 'Examples:\n  fieldfare practice-web --sites 40 --seed 7\n  fieldfare practice-web --list\n',
  run: (flags) => (flags.list ? list(flags.json) : serve(flags)),
});

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

async function serve(options: Flags): Promise<void> {
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
