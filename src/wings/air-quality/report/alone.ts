import type { Markup } from '../../../reports/index.ts';

/** Colours of stand-alone drawings, in light and dark. */
const ALONE = `<style>:root{--ink:#1d2327;--ink-2:#5b656c;--rule:#e4e1d9;--card:#fff;--series-1:#a9bcc9;--series-2:#0b6e8f}svg{background:var(--card);font-family:ui-sans-serif,system-ui,sans-serif}@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--ink-2:#9aa5ac;--rule:#2d353a;--card:#1b2024;--series-1:#4a5b67;--series-2:#5cb8d6}}</style>`;

/** Stands in every drawing that leaves the report where any figure of it is made up. */
const STAMP =
  '<text x="50%" y="11" text-anchor="middle" font-size="10" font-weight="700" fill="#d55e00">synthetic: made-up stations, no measurement</text>';

/** A drawing as a file of its own. */
export function aloneSvg({ text }: Markup, synthetic: boolean): string {
  const named = text.includes('xmlns=')
    ? text
    : text.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  const styled = named.replace(/<svg [^<>]*>/, (tag) => tag + ALONE);
  return synthetic ? styled.replace(/<\/svg>\s*$/, `${STAMP}</svg>`) : styled;
}
