import { Command } from 'commander';

interface Flags {
  storage: string;
  json?: true;
}

export function clusterCommand(): Command {
  return new Command('cluster')
    .description(
      'show who works on the runs of a database: workers, leases, queues, dead letters, pages a minute',
    )
    .option('--storage <dir>', 'folder of files beside the database', 'storage')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExamples:\n  fieldfare cluster --store postgres://me@host/fieldfare')
    .action(run);
}

async function run({ storage, json }: Flags): Promise<void> {
  const { clusterOverview } = await import('../../wings/cluster/index.ts');
  const { clusterTable } = await import('../../reports/index.ts');
  const overview = await clusterOverview(storage);
  process.stdout.write(`${json ? JSON.stringify(overview) : clusterTable(overview)}\n`);
}
