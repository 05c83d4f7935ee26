/** The program as its commands make it up; `main.ts` starts a process round it. */

import { Command, CommanderError } from 'commander';
import { plainLines } from '../../foundation/text/index.ts';
import { VERSION } from '../../version.ts';
import type { CommandEntry, LoadedCommand } from '../terminal/index.ts';
import { COMMANDS, namedEntries } from './commands.ts';
import { EXIT, exitCodeOf, explain } from './exit-codes.ts';

/** Makes a command as the list of commands shows it, without its options. */
function bareCommand({ name, description, args = {}, commands = [] }: CommandEntry): Command {
  const command = new Command(name)
    .description(description)
    // Writes what each command says of itself, whether its flags are loaded or not.
    .configureHelp({ subcommandTerm: (one) => `${one.name()} ${one.usage()}`.trim() })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'fieldfare: ')) })
    .exitOverride();
  for (const [argument, sentence] of Object.entries(args)) command.argument(argument, sentence);
  for (const one of commands) command.addCommand(bareCommand(one));
  return command;
}

function bareProgram(): Command {
  const program = bareCommand({
    name: 'fieldfare',
    description: 'Harvests the hidden web: finds the search forms of a domain and the records behind them.',
  });
  program.version(VERSION).showHelpAfterError('(see --help)');
  for (const [heading, entries] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const entry of entries) program.addCommand(bareCommand(entry));
  }
  return program;
}

export const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

/** Holds what the program takes from the command line itself. */
interface Typed {
  /** A file of options. */
  config?: string;
  /** The database for the rows: stands for DATABASE_URL, and goes into no option. */
  store?: string;
}

/** Gives a command its flags, and its work. */
async function complete(name: string, command: Command, loaded: LoadedCommand): Promise<void> {
  const { addOptions } = await import('./add-options.ts');
  addOptions(command, loaded.options);
  command.option(
    '--config <file>',
    'options from this file, by command (default: fieldfare.yaml where there is one)',
  );
  if (loaded.help !== undefined) command.addHelpText('after', `\n${loaded.help}`);
  command.action(async (...call: unknown[]) => {
    const { parseOptions } = await import('../../foundation/options/index.ts');
    const { configuredOptions } = await import('./config-file.ts');
    const { config, ...typed } = typedOptions(command);
    const loaders = namedEntries().flatMap(([one, { load }]) =>
      load === undefined ? [] : [[one, async () => (await load()).options] as const],
    );
    const { store, ...given } = {
      ...(await configuredOptions(config, name, new Map(loaders))),
      ...typed,
    };
    if (store !== undefined) process.env.DATABASE_URL = String(store);
    const args = [...call.slice(0, command.registeredArguments.length), given];
    await (loaded.run as (...call: unknown[]) => Promise<void>)(parseOptions(loaded.options, given), ...args);
  });
}

/** Takes what was typed for a command and those above it; commander's own defaults are none. */
const typedOptions = (command: Command): Typed & Record<string, unknown> =>
  Object.fromEntries(
    [command, command.parent]
      .filter((one) => one !== null)
      .flatMap((one) =>
        Object.entries(one.opts()).filter(([option]) => one.getOptionValueSource(option) === 'cli'),
      ),
  );

/** The program, with the flags of the commands that the arguments name. */
export async function programFor(args: readonly string[]): Promise<Command> {
  const program = bareProgram();
  for (const [name, { load, anyArgument }] of namedEntries()) {
    const words = name.split(' ');
    if (load === undefined || !words.every((word) => args.includes(word))) continue;
    const command = words.reduce<Command | undefined>(
      (above, word) => above?.commands.find((one) => one.name() === word),
      program,
    );
    if (command === undefined) continue;
    await complete(name, command, await load());
    if (anyArgument) command.allowUnknownOption();
  }
  return program;
}

/** With a scheme, whichever it is; or a host: `example.org`, `127.0.0.1:8700`, `localhost/search`. Commands have no dot. */
const ADDRESS =
  /^(?:[a-z][a-z+.-]*:\/|(?:[\p{L}\d-]{1,63}\.){1,9}(?:\p{L}{2,24}|\d{1,3})(?:[:/?#]|$)|localhost(?:[:/?#]|$)|\[[\da-f:]{2,39}\])/iu;

/** An address alone asks what can be queried there. */
export const namedCommand = (args: readonly string[]): readonly string[] =>
  ADDRESS.test(args[0] ?? '') ? ['query', ...args] : args;

/**
 * Runs a command as it would be typed, without the program's name. Says what goes wrong in one line on standard error.
 * @returns the exit code where the command does not set one itself: undefined where all went well
 */
export async function runProgram(typed: readonly string[]): Promise<number | undefined> {
  try {
    const args = namedCommand(typed);
    const whole = await programFor(args);
    // Help on a command that is not there names those that are near.
    const [first, named] = args;
    const known = named === undefined || whole.commands.some((command) => command.name() === named);
    await whole.parseAsync(first === 'help' && !known ? [named] : [...args], { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput;
    process.stderr.write(`fieldfare: ${plainLines(explain(error))}\n`);
    return exitCodeOf(error);
  }
}
