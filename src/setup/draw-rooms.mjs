/** Draws core, wings and interfaces with the imports between them, as SVG: what docs/architecture.md begins with. */
import { importsOfParts, sourceFiles } from './read-rooms.mjs';

/** Parts from left to right, in bands from top to bottom; lower bands are imported by higher ones. @type {readonly (readonly [string, readonly string[]])[]} */
const BANDS = [
  ['interfaces', ['interfaces/cli', 'interfaces/server', 'interfaces/web']],
  ['wings', ['wings/laboratory', 'wings/cluster', 'wings/air-quality', 'interfaces/terminal']],
  ['core', ['app', 'reports']],
  ['', ['crawl', 'knowledge', 'interfaces/views']],
  ['', ['library', 'submissions', 'forms']],
  ['', ['drivers', 'storage']],
  ['', ['foundation']],
];
const [WIDTH, ROW, BOX, HIGH, LEFT] = [980, 100, 150, 46, 90];

export function drawRooms() {
  const imports = importsOfParts(sourceFiles());
  const known = new Set(BANDS.flatMap(([, parts]) => parts));
  const unknown = [...imports.keys()].filter(
    (part) => !known.has(part) && part !== 'practice-web' && part !== 'setup',
  );
  if (unknown.length > 0) throw new Error(`draw-rooms.mjs does not place ${unknown.join(', ')}`);
  const place = new Map();
  for (const [row, [, parts]] of BANDS.entries())
    for (const [i, part] of [...parts].entries())
      place.set(part, {
        x: LEFT + ((WIDTH - LEFT) * (i + 0.5)) / parts.length,
        y: 40 + row * ROW,
      });
  const arrows = [...imports].flatMap(([from, targets]) => {
    const a = place.get(from);
    return [...targets].sort().flatMap((to) => {
      const b = place.get(to);
      // Everything builds on foundation.
      if (a === undefined || b === undefined || to === 'foundation') return [];
      const isUp = b.y < a.y;
      const [y1, y2] = [a.y + (isUp ? 0 : HIGH), b.y + (isUp ? HIGH : 0)];
      const bend =
        a.y === b.y
          ? `M${a.x},${a.y} C${a.x},${a.y - 34} ${b.x},${b.y - 34} ${b.x},${b.y - 2}`
          : `M${a.x},${y1} C${a.x},${y1 + (isUp ? -30 : 30)} ${b.x},${y2 + (isUp ? 30 : -30)} ${b.x},${y2 + (isUp ? 2 : -2)}`;
      return [
        `<path class="arrow${isUp ? ' up' : ''}" d="${bend}"><title>${from} imports ${to}</title></path>`,
      ];
    });
  });
  const boxes = [...place].map(
    ([part, { x, y }]) =>
      `<g><rect x="${x - BOX / 2}" y="${y}" width="${BOX}" height="${HIGH}" rx="6"/><text x="${x}" y="${y + 28}">${part}</text></g>`,
  );
  const names = BANDS.map(
    ([name], row) => `<text class="band" x="8" y="${40 + row * ROW + 28}">${name}</text>`,
  );
  const height = 40 + BANDS.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 10} ${height}" font-family="sans-serif" font-size="14">
<title>Rooms of Fieldfare and what imports what</title>
<style>rect{fill:#eef4fa;stroke:#2b5c8a}text{text-anchor:middle;fill:#123}.band{text-anchor:start;font-weight:bold}.arrow{fill:none;stroke:#6b8;stroke-width:1.2;marker-end:url(#tip)}.up{stroke:#c63;stroke-dasharray:4 3}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#486"/></marker></defs>
<rect x="0" y="0" width="${WIDTH + 10}" height="${height}" style="fill:#fff;stroke:none"/>
${arrows.join('\n')}
${boxes.join('\n')}
${names.filter((name) => !name.includes('></text>')).join('\n')}
</svg>
`;
}
