import fs from 'node:fs';
import { Command } from 'commander';
import { doctorCommand } from './doctor.ts';

const manifest = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

await new Command('fieldfare')
  .description('Harvests the hidden web: finds the searchable forms of a domain and what stands behind them.')
  .version(manifest.version)
  .addCommand(doctorCommand())
  .parseAsync();
