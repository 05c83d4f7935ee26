/** Forms over pages as a drawing: the share of reachable forms, mean over the seeds, each strategy and the oracle. */

interface Drawn {
  readonly strategy: string;
  readonly reachable: number;
  readonly curve: readonly number[];
  readonly oracle: readonly number[];
}

const [WIDTH, HEIGHT] = [760, 420];
const [LEFT, TOP, RIGHT, BOTTOM] = [52, 16, 190, 44];
const COLOURS = ['#0b6e8f', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6d46', '#7f7f7f'];
const POINTS = 200;

/** @returns an SVG document */
export function focusPicture(rows: readonly Drawn[]): string {
  const pages = Math.max(1, ...rows.map(({ oracle }) => oracle.length - 1));
  const lines = [...Map.groupBy(rows, (row) => row.strategy)].map(([name, of]) => ({
    name,
    shares: meanShares(
      of.map(({ curve, reachable }) => ({ curve, reachable })),
      pages,
    ),
  }));
  const seen = new Map(rows.map((row) => [`${row.reachable} ${row.oracle.join()}`, row]));
  const oracles = [...seen.values()].map(({ oracle, reachable }) => ({ curve: oracle, reachable }));
  const all = [{ name: 'oracle', shares: meanShares(oracles, pages) }, ...lines];
  const drawn = all.map(({ name, shares }, i) => {
    const colour = i === 0 ? '#222' : (COLOURS[(i - 1) % COLOURS.length] ?? '#222');
    const points = shares.map((share, at) => `${x(at / POINTS)},${y(share)}`).join(' ');
    const dash = i === 0 ? ' stroke-dasharray="5 4"' : '';
    const label = `<text x="${WIDTH - RIGHT + 12}" y="${TOP + 14 + i * 20}" fill="${colour}">${name}</text>`;
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${label}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 0 ${WIDTH + 24} ${HEIGHT}" font-family="sans-serif" font-size="13"><title>Share of the relevant forms over pages read</title><rect x="-24" width="${WIDTH + 24}" height="${HEIGHT}" fill="#fff"/>${axes(pages)}${drawn.join('')}</svg>\n`;
}

const x = (share: number): string => (LEFT + share * (WIDTH - LEFT - RIGHT)).toFixed(1);
const y = (share: number): string => (HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)).toFixed(1);

function meanShares(of: readonly { curve: readonly number[]; reachable: number }[], pages: number): number[] {
  return Array.from({ length: POINTS + 1 }, (_, i) => {
    const at = Math.round((i / POINTS) * pages);
    const shares = of.map(({ curve, reachable }) => (curve[Math.min(at, curve.length - 1)] ?? 0) / reachable);
    return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  });
}

function axes(pages: number): string {
  const quarters = [0, 0.25, 0.5, 0.75, 1];
  const across = quarters.map(
    (share) =>
      `<line x1="${x(0)}" x2="${x(1)}" y1="${y(share)}" y2="${y(share)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${Number(y(share)) + 4}" text-anchor="end" fill="#444">${share * 100} %</text>`,
  );
  const along = quarters.map(
    (share) =>
      `<text x="${x(share)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#444">${Math.round(share * pages)}</text>`,
  );
  const title = `<text x="${x(0.5)}" y="${HEIGHT - 6}" text-anchor="middle" fill="#444">pages read</text>`;
  const middle = y(0.5);
  const upright = `<text x="-8" y="${middle}" transform="rotate(-90 -8 ${middle})" text-anchor="middle" fill="#444">relevant forms found, mean of the seeds</text>`;
  return `${across.join('')}${along.join('')}${title}${upright}`;
}
