import { createHash } from 'node:crypto';
import { VERSION } from '../version.ts';
import { html, Markup } from './html.ts';
import { STYLES } from './styles.ts';

/** Tables and drawings in any number, each under a heading of its own. */
export const PLAIN_STYLES = `
h2 { margin-top: 2.25rem; }
h2 + figure, .source { margin-top: 1rem; }
.confusion th[scope=row] { background: none; }
.confusion .hit { font-weight: 600; }
.s1 { background: color-mix(in srgb, var(--series-2) 8%, transparent); }
.s2 { background: color-mix(in srgb, var(--series-2) 16%, transparent); }
.s3 { background: color-mix(in srgb, var(--series-2) 26%, transparent); }
.s4 { background: color-mix(in srgb, var(--series-2) 38%, transparent); }
.s5 { background: color-mix(in srgb, var(--series-2) 52%, transparent); }
`;

interface PageParts {
  readonly title: string;
  /** Beside those that all reports share. */
  readonly styles?: string;
  readonly body: Markup;
  /** A module that runs in the page; without one nothing does. */
  readonly script?: string;
}

/**
 * A report as one HTML file that needs nothing else: no network, style sheet, script and drawings inside. The file's own policy
 * forbids it to load or run anything; the one style sheet and the one script are let in by their hashes.
 */
export function htmlPage({ title, styles = '', body, script }: PageParts): string {
  const sheet = STYLES + styles;
  const runs = script === undefined ? '' : ` script-src ${hashOf(script)};`;
  const policy = `default-src 'none'; style-src ${hashOf(sheet)};${runs} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(sheet)}</style>
</head>
<body>
${body}
<p class="version">Fieldfare ${VERSION}</p>
${script !== undefined && scriptElement('type="module"', script)}
</body>
</html>
`.text;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Not by `html`: the bundler rewrites templates that hold the end of a script so that they need its runtime. */
export const scriptElement = (attributes: string, text: string): Markup =>
  new Markup(`<script ${attributes}>${text}</script>`);
