import { z } from 'zod';
import { allowPrivate, contact } from '../../foundation/options/index.ts';
import { command, inStore, liveWeb } from '../terminal/index.ts';

export const mcpCommand = command({
  options: z.object({
    ...inStore,
    web: liveWeb.describe('<web> where pages are: live, practice, or replay:FILE'),
    allowPrivate,
    contact,
  }),
  help: '"fieldfare serve" offers the same tools at POST /mcp.\n\nExample:\n  fieldfare mcp --contact me@example.org',
  async run({ storage, web, allowPrivate, contact }) {
    const { serveMcp } = await import('../server/index.ts');
    await serveMcp(storage, { web, allowPrivate, contact });
  },
});
