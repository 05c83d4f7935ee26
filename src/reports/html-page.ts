import { createHash } from 'node:crypto';
import { html, Markup } from './html.ts';
import { STYLES } from './styles.ts';

/** Tables and drawings in any number, each under a heading of its own. */
export const PLAIN_STYLES = `
h2 { margin-top: 2.25rem; }
h2 + figure { margin-top: 1rem; }
.whole .w { min-width: 0; }
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
</body>
</html>
`.text;
}
