import path from 'node:path';
import { styleText } from 'node:util';
import { z } from 'zod';
import { contact, off, storage } from '../../foundation/options/index.ts';
import { command, type FlagsOf, liveWeb, printJson } from '../terminal/index.ts';
import type { Check } from './doctor-checks.ts';

const COLOURS = { ok: 'green', short: 'yellow', missing: 'red' } as const;

const options = z.object({
  storage,
  languages: off.describe('show the number of words per concept and language instead'),
  live: off.describe(
    'try every shipped seed, portal, feed and search provider, in five minutes, and archive the answers',
  ),
  web: liveWeb.describe('<web> with --live: where they are, live or replay:FOLDER of an earlier --live'),
  contact: contact.describe('with --live: your e-mail or web address, sent to every site'),
  json: off.describe('one JSON object instead of a table'),
});
export type DoctorFlags = FlagsOf<typeof options>;

/** Shows what is installed, what is missing, how to get it. Exit code 1 when something essential is missing. */
export const doctorCommand = command({
  options,
  help: 'Examples:\n  fieldfare doctor\n  fieldfare doctor --languages\n  fieldfare doctor --json --storage /data/harvest\n  fieldfare doctor --live --contact you@example.org',
  async run(flags) {
    if (flags.live) {
      const { printLiveCheck } = await import('./doctor-live.ts');
      return printLiveCheck(flags);
    }
    if (flags.languages) {
      const { languageTable, wordCounts } = await import('./language-table.ts');
      const counts = wordCounts();
      process.stdout.write(flags.json ? `${JSON.stringify(counts)}\n` : languageTable(counts));
      return;
    }
    // Loads the browser's library, which other commands should not wait for.
    const { runChecks } = await import('./doctor-checks.ts');
    const checks: Check[] = [];
    for await (const check of runChecks(path.resolve(flags.storage))) {
      checks.push(check);
      if (!flags.json) process.stdout.write(`${line(check)}\n`);
    }
    const essential = checks.filter((check) => check.state === 'missing' && check.essential);
    if (flags.json) printJson({ ok: essential.length === 0, checks });
    else process.stdout.write(`\n${verdict(checks, essential)}\n`);
    if (essential.length > 0) process.exitCode = 1;
  },
});

function line({ name, state, found, advice }: Check): string {
  const text = `${styleText(COLOURS[state], state.padEnd(8))}${name.padEnd(15)}${found}`;
  return advice === undefined ? text : `${text}\n${' '.repeat(23)}${advice}`;
}

function verdict(checks: readonly Check[], essential: readonly Check[]): string {
  if (essential.length > 0)
    return `Fieldfare cannot work yet: ${essential.map(({ name }) => name).join(', ')}.`;
  const lacking = checks.filter(({ state }) => state !== 'ok').map(({ name }) => name);
  return lacking.length === 0
    ? 'Nothing is missing.'
    : `Fieldfare works, but not fully: ${lacking.join(', ')}.`;
}
