/** What the pages of all portals have in common. */

import { type Answer, html } from '../answer.ts';
import { element, escapeHtml, link } from '../html.ts';

const STYLE =
  'body{font:16px/1.5 sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse}' +
  'td,th{border:1px solid #999;padding:.3rem .6rem;text-align:left}.made-up{background:#ffe9b0;padding:.6rem}';

interface PortalPage {
  readonly title: string;
  /** Markup, put together by the functions below. */
  readonly body: string;
  readonly links?: readonly (readonly [href: string, text: string])[];
  readonly status?: number;
}

export function portalPage(portal: string, { title, body, links = [], status = 200 }: PortalPage): Answer {
  const menu = links.map(([href, text]) => element('li', {}, link(href, text))).join('');
  return html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${title} · ${portal}`)}</title>` +
      `<style>${STYLE}</style></head><body><header><a href="/">${escapeHtml(portal)}</a><nav><ul>${menu}</ul></nav></header>` +
      `<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    status,
  );
}

export const paragraph = (text: string): string => element('p', {}, escapeHtml(text));

/** Says in words that what stands beside it was made up. */
export const madeUp = (text: string): string => element('p', { class: 'made-up' }, escapeHtml(text));

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

export const choose = ({ name, label, choices }: Choice): string =>
  `<p>${element('label', { for: name }, escapeHtml(label))} ${element(
    'select',
    { name, id: name },
    choices.map(([value, text]) => element('option', { value }, escapeHtml(text))).join(''),
  )}</p>`;

export const form = (action: string, method: 'get' | 'post', controls: string, button: string): string =>
  element(
    'form',
    { action, method },
    `${controls}<p>${element('button', { type: 'submit' }, escapeHtml(button))}</p>`,
  );

export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = (name: 'td' | 'th', row: readonly string[]) =>
    `<tr>${row.map((cell) => element(name, {}, escapeHtml(cell))).join('')}</tr>`;
  return `<table><caption>${escapeHtml(caption)}</caption><thead>${cells('th', head)}</thead><tbody>${rows
    .map((row) => cells('td', row))
    .join('')}</tbody></table>`;
}

export const data = (type: string, body: string): Answer => ({
  status: 200,
  headers: { 'content-type': type },
  body,
  resource: 'data',
});
