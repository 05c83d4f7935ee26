/** The program as its commands make it up; what starts a process round it is `main.ts`. */

import { Command, CommanderError, type Option } from 'commander';
import { plainLines } from '../../foundation/text/index.ts';
import { VERSION } from '../../version.ts';
import { evaluateCommand, labelCommand, trainCommand } from '../../wings/laboratory/commands/index.ts';
import { airQualityCommand } from './air-quality.ts';
import { changesCommand } from './changes.ts';
import { classifyCommand } from './classify.ts';
import { clusterCommand } from './cluster.ts';
import { compareCommand } from './compare.ts';
import { doctorCommand } from './doctor.ts';
import { elementsCommand } from './elements.ts';
import { EXIT, exitCodeOf, explain } from './exit-codes.ts';
import { exportCommand } from './export.ts';
import { forgetCommand } from './forget.ts';
import { harvestCommand } from './harvest.ts';
import { initCommand } from './init.ts';
import { inspectCommand } from './inspect.ts';
import { knowledgeCommand } from './knowledge.ts';
import { mcpCommand } from './mcp.ts';
import { modelsCommand } from './models.ts';
import { noveltyCommand } from './novelty.ts';
import { planCommand } from './plan.ts';
import { practiceScoreCommand } from './practice-crawler-score.ts';
import { practiceWebCommand } from './practice-web.ts';
import { propertyCommand } from './property.ts';
import { queryCommand } from './query.ts';
import { openCommand, reportCommand } from './report.ts';
import { runsCommand } from './runs.ts';
import { searchCommand } from './search.ts';
import { serveCommand } from './serve.ts';
import { statusCommand } from './status.ts';
import { submitCommand } from './submit.ts';
import { workerCommand } from './worker.ts';

/** Commands whose flags are made from option schemas, which take a while to load. */
const FROM_SCHEMAS: Readonly<Record<keyof typeof import('./command-options.ts').COMMAND_OPTIONS, true>> = {
  harvest: true,
  inspect: true,
  plan: true,
  submit: true,
  query: true,
  compare: true,
  'air-quality': true,
};
const isFromSchemas = (name: string): name is keyof typeof FROM_SCHEMAS => Object.hasOwn(FROM_SCHEMAS, name);

/** Gives commands their flags: only those that the arguments name. */
async function addFlags(commands: readonly Command[], args: readonly string[]): Promise<void> {
  const named = commands.filter((command) => args.includes(command.name()) && isFromSchemas(command.name()));
  if (named.length === 0) return;
  const { COMMAND_OPTIONS } = await import('./command-options.ts');
  const { addOptions } = await import('./add-options.ts');
  const { addConfigFile } = await import('./config-file.ts');
  for (const command of named) {
    const name = command.name();
    if (!isFromSchemas(name)) continue;
    addOptions(command, COMMAND_OPTIONS[name]);
    addConfigFile(command, COMMAND_OPTIONS[name], Object.keys(FROM_SCHEMAS));
  }
}

const program = (): Command =>
  new Command('fieldfare')
    .description('Harvests the hidden web: finds the search forms of a domain and the records behind them.')
    .version(VERSION)
    // As each command says it of itself, whether its flags are loaded or not.
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`.trim() })
    .showHelpAfterError('(see --help)')
    .commandsGroup('Harvest:')
    .addCommand(harvestCommand())
    .addCommand(workerCommand())
    .addCommand(initCommand())
    .addCommand(compareCommand())
    .addCommand(airQualityCommand())
    .addCommand(propertyCommand())
    .commandsGroup('One page:')
    .addCommand(inspectCommand())
    .addCommand(classifyCommand())
    .addCommand(planCommand())
    .addCommand(submitCommand())
    .addCommand(queryCommand())
    .commandsGroup('Results:')
    .addCommand(runsCommand())
    .addCommand(statusCommand())
    .addCommand(reportCommand())
    .addCommand(openCommand())
    .addCommand(exportCommand())
    .addCommand(changesCommand())
    .addCommand(forgetCommand())
    .addCommand(searchCommand())
    .addCommand(noveltyCommand())
    .addCommand(knowledgeCommand())
    .commandsGroup('Server:')
    .addCommand(serveCommand())
    .addCommand(mcpCommand())
    .addCommand(clusterCommand())
    .commandsGroup('Classifiers:')
    .addCommand(labelCommand())
    .addCommand(elementsCommand())
    .addCommand(trainCommand())
    .addCommand(evaluateCommand())
    .addCommand(modelsCommand())
    .commandsGroup('Testing:')
    .addCommand(practiceWebCommand())
    .addCommand(practiceScoreCommand())
    .addCommand(doctorCommand());

export const withSubcommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(withSubcommands),
];

/** Commands that keep no rows, or have a store of their own. */
const FILES_ALONE: ReadonlySet<string> = new Set(['compare', 'doctor', 'models', 'practice-web']);

/** What keeps rows in a folder may keep them in a database: the address stands for DATABASE_URL, and goes into no option. */
function addStore(command: Command): void {
  if (FILES_ALONE.has(command.name()) || !command.options.some(({ long }) => long === '--storage')) return;
  const store = command.createOption(
    '--store <url>',
    'database for the rows, as postgres://USER@HOST/DATABASE',
  );
  command.addOption(store);
  command.on('option:store', (url: string) => {
    process.env.DATABASE_URL = url;
    delete command.opts().store;
  });
}

/** Help shows a default as one types it: `2,3` for a list, no quotation marks. */
function sayDefaultAsTyped(option: Option): void {
  const { defaultValue } = option;
  if (typeof defaultValue === 'string' || Array.isArray(defaultValue))
    option.defaultValueDescription ??= String(defaultValue) || 'none';
}

/** The program, with the flags of the commands that the arguments name. */
export async function programFor(args: readonly string[]): Promise<Command> {
  const whole = program();
  for (const command of withSubcommands(whole)) {
    command.exitOverride();
    command.options.forEach(sayDefaultAsTyped);
  }
  await addFlags(whole.commands, args);
  for (const command of withSubcommands(whole)) addStore(command);
  return whole;
}

/** An address alone asks what can be queried there. */
export const namedCommand = (args: readonly string[]): readonly string[] =>
  /^https?:\/\//i.test(args[0] ?? '') ? ['query', ...args] : args;

/**
 * Runs a command as it would be typed, without the program's name. What goes wrong is told in one line on standard error.
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
