/** Writes the files of a report, and what its pages look like beside those of all reports. */

import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../foundation/errors/index.ts';
import { html, type Markup } from '../../../reports/index.ts';

export const OWN_STYLES = `
.made-up { margin: 1.5rem 0 0; padding: .8rem 1rem; border: 2px solid #d55e00; border-radius: 10px; background: var(--card); }
.mark { display: block; font-size: .8125rem; color: var(--ink-2); }
.mark.synthetic { color: var(--warn); font-weight: 600; }
tr.city td { font-weight: 600; background: var(--soft); }
`;

/** Files beside the report; they are there as long as the report stays in its folder. */
export const linkList = (names: readonly string[]): Markup =>
  html`${names.map((name, i) => html`${i > 0 && ' · '}<a href="${name}">${name}</a>`)}`;

/** A line below a figure. */
export const mark = (words: string, synthetic = false): Markup =>
  html`<span class="mark${synthetic && ' synthetic'}">${words}</span>`;

interface FileWriter {
  readonly written: readonly string[];
  readonly write: (name: string, content: string | Uint8Array) => void;
}

export function fileWriter(folder: string): FileWriter {
  makeFolder(folder);
  const written: string[] = [];
  const write = (name: string, content: string | Uint8Array): void => {
    const file = join(folder, name);
    // Whoever reads the report meanwhile sees the old one or the new one, never half.
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
    written.push(file);
  };
  return { written, write };
}
