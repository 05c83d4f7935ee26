import { z } from 'zod';
import { off, texts } from '../../foundation/options/index.ts';
import { chooseRun, command, inStore, printJson, withStore } from '../terminal/index.ts';

const PATTERN = 'a host, how addresses begin, or with * a whole address';

export const scopeCommand = command({
  options: z.object({
    ...inStore,
    deny: texts.describe(`<pattern> request no address that matches: ${PATTERN}`),
    include: texts.describe('<pattern> of addresses found on the way read only those that match'),
    remove: texts.describe('<pattern> take a pattern out again'),
    json: off.describe('print one JSON object'),
  }),
  help: `Works while the run goes on, too. Waiting links that are not wanted any more are dropped; what was read stays.

Examples:
  fieldfare scope
  fieldfare scope 3 --deny 'example.org/calendar' --deny '*?print=*'`,
  async run({ storage, json, deny, include, remove }, which: string | undefined) {
    const change = { deny, include, remove };
    const { runScope } = await import('../../app/index.ts');
    const { id } = await withStore(storage, 'read', (store) => chooseRun(store, which));
    const isRead = Object.values(change).every((patterns) => patterns.length === 0);
    const { dropped, ...scope } = await runScope(storage, id, isRead ? undefined : change);
    if (json) return printJson({ run: id, ...scope, ...(!isRead && { dropped }) });
    const lines = [
      `run ${id}`,
      ...scope.deny.map((pattern) => `  never requests  ${pattern}`),
      ...scope.include.map((pattern) => `  reads only      ${pattern}`),
    ];
    if (lines.length === 1) lines.push('  reads all that it finds');
    if (dropped === null && !isRead)
      lines.push('its process drops the waiting links that match within a second');
    if (dropped !== null) lines.push(`waiting links dropped: ${dropped}`);
    process.stdout.write(`${lines.join('\n')}\n`);
  },
});
