/** The report's whole style sheet: light and dark by the reader's setting, one column on a phone, black on white on paper. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2327; --ink-2: #5b656c; --rule: #e4e1d9; --soft: #f3f1eb;
  --series-1: #a9bcc9; --series-2: #0b6e8f; --accent: #0b6e8f; --good: #2f6f3e; --warn: #96560a; --bad: #a3312a; --shade: rgb(0 0 0 / .16);
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Noto Serif", serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181b; --card: #1b2024; --ink: #e8e6e1; --ink-2: #9aa5ac; --rule: #2d353a; --soft: #21272c;
    --series-1: #4a5b67; --series-2: #5cb8d6; --accent: #7cc7df; --good: #86c795; --warn: #e0a458; --bad: #f09a90; --shade: rgb(0 0 0 / .6);
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 var(--sans); font-variant-numeric: lining-nums; }
main, header, footer { max-width: 72rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
header { padding-top: clamp(1.75rem, 5vw, 3.5rem); }
.eyebrow { margin: 0 0 .6rem; font-size: .8125rem; letter-spacing: .04em; color: var(--ink-2); }
h1 { margin: 0; max-width: 26em; font: 500 clamp(1.6rem, 4.2vw, 2.5rem)/1.18 var(--serif); letter-spacing: -.01em; text-wrap: balance; }
.facts { display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin: 1.1rem 0 0; padding: 0; list-style: none; color: var(--ink-2); font-size: .9375rem; }
.facts b { color: var(--ink); font-weight: 600; }
.status-complete b { color: var(--good); }
.status-interrupted b, .status-budget b, .status-failed b { color: var(--warn); }
.tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 1px; margin: 2rem 0 0; padding: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.tile { box-shadow: 0 0 0 1px var(--rule); padding: 1rem 1.15rem 1.05rem; }
.tile dt { font-size: .8125rem; color: var(--ink-2); }
.tile dd { margin: .15rem 0 0; font: 500 1.85rem/1.15 var(--serif); letter-spacing: -.01em; }
.tile dd small { display: block; margin-top: .25rem; font: .8125rem/1.35 var(--sans); letter-spacing: 0; color: var(--ink-2); }
.tile.first dd { color: var(--accent); }
.tile:last-child:nth-child(4n + 1) { grid-column: 1 / -1; }
section { margin-top: clamp(2.25rem, 5vw, 3.25rem); }
h2 { margin: 0 0 .25rem; font: 500 1.35rem/1.25 var(--serif); }
h3 { margin: 0; font: 600 1rem/1.35 var(--sans); }
.note { margin: 0 0 1rem; color: var(--ink-2); font-size: .9375rem; max-width: 44em; }
.charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; margin-top: 1rem; }
figure { margin: 0; padding: 1.1rem 1.2rem 1rem; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; }
figcaption { display: grid; grid-template-columns: 1fr auto; align-items: baseline; column-gap: 1rem; margin-bottom: .8rem; font-size: .875rem; color: var(--ink-2); }
figcaption h3 { color: var(--ink); }
figcaption p { margin: .1rem 0 0; }
.about { grid-column: 1 / -1; }
figure svg { display: block; width: 100%; height: auto; max-width: 34rem; }
figcaption .keys { font-size: .8125rem; }
.keys .c + .c { margin-left: .8em; }
.key { display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .35em; background: var(--series-1); }
.key.on { background: var(--series-2); }
.scroll {
  overflow-x: auto; margin-top: .75rem;
  /* A shadow at the edge behind which there is more: the covers scroll along, the shadows stay. */
  background:
    linear-gradient(to right, var(--card) 1.5rem, transparent) left / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--card) 1.5rem, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .8rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / .8rem 100% no-repeat scroll, var(--card); border: 1px solid var(--rule); border-radius: 10px; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
main > .note:first-child { margin-top: 1.25rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.4; }
th, td { padding: .5rem .85rem; text-align: left; vertical-align: top; }
th { background: var(--soft); color: var(--ink-2); font-weight: 600; font-size: .8125rem; white-space: nowrap; }
tbody tr + tr td { border-top: 1px solid var(--rule); }
.n { text-align: right; font-variant-numeric: tabular-nums lining-nums; white-space: nowrap; }
.w { overflow-wrap: anywhere; min-width: 11rem; }
.c { white-space: nowrap; }
.sub { display: block; color: var(--ink-2); font-size: .8125rem; overflow-wrap: anywhere; }
.more summary { margin-top: .75rem; color: var(--accent); cursor: pointer; font-size: .9375rem; }
td summary { cursor: pointer; }
.cite { margin: .5rem 0 0; max-width: 60em; overflow-wrap: anywhere; }
.mono { overflow-wrap: anywhere; font-family: var(--mono); font-size: .8125rem; }
a { color: var(--accent); text-underline-offset: .18em; }
td a { color: inherit; text-decoration: underline; text-decoration-color: var(--series-1); text-underline-offset: .18em; }
td a:hover { text-decoration-color: currentColor; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1.25rem; align-items: start; }
.pair section { margin-top: 0; }
.empty { margin: .75rem 0 0; padding: 1.25rem; color: var(--ink-2); background: var(--card); border: 1px dashed var(--rule); border-radius: 10px; }
.version { max-width: 72rem; margin: 2rem auto; padding: 0 clamp(1rem, 4vw, 2.5rem); color: var(--ink-2); font-size: .8125rem; }
footer { margin-top: 3.5rem; padding-bottom: 3rem; color: var(--ink-2); font-size: .875rem; }
footer dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.25rem; margin: 0; padding-top: 1.25rem; border-top: 1px solid var(--rule); }
footer dt { font-weight: 600; }
footer dd { margin: 0; max-width: 52em; }
@media (max-width: 52rem) { .charts { grid-template-columns: minmax(0, 1fr); } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .tile:last-child:nth-child(odd) { grid-column: 1 / -1; } }
@media (max-width: 34rem) {
  .tile { padding: .8rem .9rem; }
  .tile dd { font-size: 1.5rem; }
  figcaption { grid-template-columns: 1fr; }
  figcaption .keys { order: 1; margin-top: .3rem; }
  figure { padding: .9rem .75rem .75rem; }
  th, td { padding: .5rem .65rem; }
  footer dl { grid-template-columns: 1fr; gap: 0; }
  footer dd { margin-bottom: .6rem; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --ink-2: #444; --rule: #ccc; --soft: #fff; --series-1: #b9c4cb; --series-2: #0b6e8f; --accent: #000; --good: #000; --warn: #000; --bad: #000; }
  body { font-size: 10.5pt; }
  main, header, footer { max-width: none; padding-left: 0; padding-right: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .charts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .8rem; }
  .tiles { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  header { padding-top: 0; }
  th, td { padding: .35rem .5rem; }
  .w { min-width: 0; }
  table { font-size: 8.5pt; }
  .scroll { overflow: visible; background: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .more summary { display: none; }
  .c, .n, th { white-space: normal; }
  figure, tr, .tiles { break-inside: avoid; }
  h2 { break-after: avoid; }
  td a { text-decoration: none; }
}
`;
