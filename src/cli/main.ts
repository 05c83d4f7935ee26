import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { airQualityCommand } from './air-quality.ts';
import { changesCommand } from './changes.ts';
import { compareCommand } from './compare.ts';
import { doctorCommand } from './doctor.ts';
import { elementsCommand } from './elements.ts';
import { evaluateCommand } from './evaluate.ts';
import { EXIT, exitCodeOf, explain } from './exit-codes.ts';
import { exportCommand } from './export.ts';
import { forgetCommand } from './forget.ts';
import { harvestCommand } from './harvest.ts';
import { inspectCommand } from './inspect.ts';
import { knowledgeCommand } from './knowledge.ts';
import { labelCommand } from './label.ts';
import { noveltyCommand } from './novelty.ts';
import { planCommand } from './plan.ts';
import { practiceScoreCommand } from './practice-crawler-score.ts';
import { practiceWebCommand } from './practice-web.ts';
import { propertyCommand } from './property.ts';
import { searchCommand } from './search.ts';
import { statusCommand } from './status.ts';
import { submitCommand } from './submit.ts';
import { trainCommand } from './train.ts';

const program = new Command('fieldfare')
  .description('Harvests the hidden web: finds the searchable forms of a domain and what stands behind them.')
  .version(VERSION)
  .showHelpAfterError('(--help says what can be given)')
  .addCommand(harvestCommand())
  .addCommand(inspectCommand())
  .addCommand(labelCommand())
  .addCommand(compareCommand())
  .addCommand(noveltyCommand())
  .addCommand(knowledgeCommand())
  .addCommand(airQualityCommand())
  .addCommand(propertyCommand())
  .addCommand(searchCommand())
  .addCommand(planCommand())
  .addCommand(submitCommand())
  .addCommand(elementsCommand())
  .addCommand(statusCommand())
  .addCommand(changesCommand())
  .addCommand(exportCommand())
  .addCommand(forgetCommand())
  .addCommand(trainCommand())
  .addCommand(evaluateCommand())
  .addCommand(practiceWebCommand())
  .addCommand(practiceScoreCommand())
  .addCommand(doctorCommand());

const LEAVE_AFTER_MS = 5_000;

for (const command of [program, ...program.commands]) command.exitOverride();

// A reader that has seen enough (such as head) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.badInput;
  else {
    process.stderr.write(`fieldfare: ${explain(error)}\n`);
    process.exitCode = exitCodeOf(error);
    // What failed may have left something open that would keep the process alive.
    setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
  }
}
