import path from 'node:path';
import { styleText } from 'node:util';
import { Command } from 'commander';
import type { Check } from './doctor-checks.ts';

const COLOURS = { ok: 'green', short: 'yellow', missing: 'red' } as const;

interface Flags {
  readonly storage: string;
  readonly web: string;
  readonly contact?: string;
  readonly json?: boolean;
  readonly languages?: boolean;
  readonly live?: boolean;
}

/** `fieldfare doctor`: what is installed, what is missing, how to get it. Exit code 1 when something essential is missing. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('show what is installed, what is missing and how to get it')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--languages', 'show the number of words per concept and language instead')
    .option(
      '--live',
      'try every shipped seed, portal, feed and search provider, in five minutes, and archive the answers',
    )
    .option('--web <web>', 'with --live: where they are, live or replay:FOLDER of an earlier --live', 'live')
    .option('--contact <address>', 'with --live: your e-mail or web address, sent to every site')
    .option('--json', 'one JSON object instead of a table')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare doctor\n  fieldfare doctor --languages\n  fieldfare doctor --json --storage /data/harvest\n  fieldfare doctor --live --contact you@example.org',
    )
    .action(async (options: Flags) => {
      if (options.live) {
        const { printLiveCheck } = await import('./doctor-live.ts');
        return printLiveCheck(options);
      }
      if (options.languages) {
        const { languageTable, wordCounts } = await import('./language-table.ts');
        const counts = wordCounts();
        process.stdout.write(options.json ? `${JSON.stringify(counts)}\n` : languageTable(counts));
        return;
      }
      // Loads the browser's library, which other commands should not wait for.
      const { runChecks } = await import('./doctor-checks.ts');
      const checks: Check[] = [];
      for await (const check of runChecks(path.resolve(options.storage))) {
        checks.push(check);
        if (!options.json) process.stdout.write(`${line(check)}\n`);
      }
      const essential = checks.filter((check) => check.state === 'missing' && check.essential);
      if (options.json) process.stdout.write(`${JSON.stringify({ ok: essential.length === 0, checks })}\n`);
      else process.stdout.write(`\n${verdict(checks, essential)}\n`);
      if (essential.length > 0) process.exitCode = 1;
    });
}

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
