/** The components of a report, as the script inside of it and as what makes markup of them here. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunLists } from '../interfaces/views/index.ts';

interface ReportScript {
  readonly client: string;
  readonly markup: (lists: RunLists) => string;
}

let script: Promise<ReportScript> | undefined;

/** Made once a process where the package does not carry it. */
export function reportScript(): Promise<ReportScript> {
  script ??= load().catch((error: unknown) => {
    script = undefined;
    throw error;
  });
  return script;
}

async function load(): Promise<ReportScript> {
  const [client, server] = await Promise.all([
    built('report-client.js', async () => (await import('./bundle.mjs')).bundleReportClient()),
    built('report-server.js', async () => (await import('./bundle.mjs')).bundleReportServer()),
  ]);
  const module = `data:text/javascript;base64,${Buffer.from(server).toString('base64')}`;
  const { explorerMarkup } = (await import(/* @vite-ignore */ module)) as {
    explorerMarkup: ReportScript['markup'];
  };
  return { client, markup: explorerMarkup };
}

function built(name: string, bundle: () => Promise<string>): Promise<string> {
  const file = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(file) ? readFile(file, 'utf8') : bundle();
}
