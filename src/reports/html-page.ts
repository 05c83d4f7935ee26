import { createHash } from 'node:crypto';
import { VERSION } from '../version.ts';
import { html, Markup } from './html.ts';
import { STYLES } from './styles.ts';

/** Tables and drawings in any number, each under a heading of its own. */
export const PLAIN_STYLES = `
h2 { margin-top: 2.25rem; }
h2 + figure, .source { margin-top: 1rem; }
.whole .w { min-width: 0; overflow-wrap: break-word; }
.whole .w:first-child { min-width: 9rem; }
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
}

/**
 * A report as one HTML file that needs nothing else: no network, no scripts, style sheet and drawings inside. The file's own policy
 * forbids it to load or run anything; the one style sheet is let in by its hash.
 */
export function htmlPage({ title, styles = '', body }: PageParts): string {
  const sheet = STYLES + styles;
  const hash = createHash('sha256').update(sheet).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
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
</body>
</html>
`.text;
}
