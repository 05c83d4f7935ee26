import { Command } from 'commander';

interface Flags {
  storage: string;
  web: string;
  allowPrivate?: true;
  contact?: string;
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve language models over standard input and output (Model Context Protocol)')
    .option('--storage <dir>', 'folder of runs and results', 'storage')
    .option('--web <web>', 'where pages are: live, practice, or replay:FILE', 'live')
    .option('--allow-private', 'allow addresses of private networks')
    .option('--contact <text>', 'how site owners can reach you: an address that stands in the user agent')
    .addHelpText(
      'after',
      '\n"fieldfare serve" offers the same tools at POST /mcp.\n\nExample:\n  fieldfare mcp --contact me@example.org',
    )
    .action(run);
}

async function run({ storage, ...reach }: Flags): Promise<void> {
  const { serveMcp } = await import('../server/index.ts');
  await serveMcp(storage, reach);
}
