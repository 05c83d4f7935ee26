import { boundYoungGeneration } from './bound-young-generation.ts';
import { EXIT } from './exit-codes.ts';
import { runProgram } from './program.ts';

const LEAVE_AFTER_MS = 5_000;

// A reader that has seen enough (such as head) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

boundYoungGeneration();
const code = await runProgram(process.argv.slice(2));
if (code !== undefined) process.exitCode = code;
// What failed may have left something open that would keep the process alive.
if (code !== undefined && code !== EXIT.done) setTimeout(() => process.exit(), LEAVE_AFTER_MS).unref();
