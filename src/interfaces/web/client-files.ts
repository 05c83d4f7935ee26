import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { COMPONENT_STYLES } from '../../reports/index.ts';

/** Writes the document of every view; the client reads from its address which one to show. */
export const shell = ({
  readingNeedsToken,
}: {
  readonly readingNeedsToken: boolean;
}): string => `<!doctype html>
<html lang="en"${readingNeedsToken ? ' data-reading="token"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fieldfare</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/ui/app.css">
<script type="module" src="/ui/app.js"></script>
</head>
<body><div id="app"></div></body>
</html>
`;

const BUILT = fileURLToPath(new URL('client.js', import.meta.url));
let script: Promise<string> | undefined;

/** Returns the client as one module, bundled once a process where the package does not carry it. */
export function clientScript(): Promise<string> {
  script ??= (existsSync(BUILT) ? readFile(BUILT, 'utf8') : bundled()).catch((error: unknown) => {
    script = undefined;
    throw error;
  });
  return script;
}

const bundled = async (): Promise<string> => (await import('./bundle.mjs')).bundleClient();

export const clientStyles = async (): Promise<string> =>
  COMPONENT_STYLES + (await readFile(new URL('client.css', import.meta.url), 'utf8'));
