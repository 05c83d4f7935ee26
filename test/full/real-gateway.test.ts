/** The gateway and MCP on real applications: a call brings the first titles that a browser shows to a person. */

import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished, test } from 'vitest';
import { areRealFormsThere, realForms, titlesMet } from '../interfaces/server/real-forms.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const MAIN = fileURLToPath(new URL('../../src/interfaces/cli/main.ts', import.meta.url));
/** Forms that robots.txt allows, and the box of each. They answer over HTTP alone, so that the time of a browser does not decide. */
const BOXES: Readonly<Record<string, string>> = {
  'wp-search': 's',
  'cgit-repo-search': 'q',
  'omega-search': 'P',
  'namazu-search': 'query',
  'shaarli-search': 'searchterm',
};

test.skipIf(!(await areRealFormsThere()))(
  'an MCP client finds the forms of five applications, and one call of each brings what a person gets',
  async () => {
    const storage = temporaryFolder('real-mcp-');
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    const args = [
      ...['--disable-warning=ExperimentalWarning', MAIN, 'mcp', '--storage', storage, '--allow-private'],
    ];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }) as Transport);
    const call = async (name: string, given: Record<string, unknown>) => {
      const { isError, structuredContent } = (await client.callTool({ name, arguments: given }, undefined, {
        timeout: 120_000,
        // biome-ignore lint/suspicious/noExplicitAny: each tool answers with a shape of its own
      })) as any;
      if (isError === true) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
      return structuredContent;
    };
    const reals = realForms().filter(({ form }) => form in BOXES);
    const met: string[] = [];
    for (const { form, page, given, titles } of reals) {
      const { forms } = await call('find_search_forms', { url: page });
      const verified = forms.find(({ outcome }: { outcome: string }) => outcome === 'verified');
      if (verified === undefined) {
        met.push(`${form}: ${forms.map(({ outcome }: { outcome: string }) => outcome).join() || 'no form'}`);
        continue;
      }
      const values = Object.fromEntries(given.filter(([name]) => name === BOXES[form]));
      const { records = [] } = await call('query_form', { form: verified.formId, values, limit: 50 });
      const got = records.map(({ title }: { title: string }) => title);
      met.push(`${form}: ${titlesMet(titles, got)} of ${titles.length}`);
    }
    expect(met).toEqual(reals.map(({ form, titles }) => `${form}: ${titles.length} of ${titles.length}`));
  },
  600_000,
);
