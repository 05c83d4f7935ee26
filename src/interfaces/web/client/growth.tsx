import { number } from '../../views/index.ts';
import type { Point } from './watch.ts';

const WIDTH = 300;
const HEIGHT = 60;

const LINES = [
  ['pages', 'Pages'],
  ['searchable', 'Search forms'],
  ['records', 'Records'],
] as const;

/** Draws each figure apart: they have scales of their own. */
export function Growth({ points }: { readonly points: readonly Point[] }) {
  if (points.length < 2) return null;
  const first = points[0]?.ms ?? 0;
  const span = Math.max(1, (points.at(-1)?.ms ?? 0) - first);
  return (
    <div class="growth">
      {LINES.map(([key, name]) => {
        const most = Math.max(1, ...points.map((point) => point[key]));
        const path = points
          .map((point) => {
            const x = ((point.ms - first) / span) * WIDTH;
            return `${x.toFixed(1)},${(HEIGHT - (point[key] / most) * (HEIGHT - 4) - 2).toFixed(1)}`;
          })
          .join(' ');
        const last = points.at(-1)?.[key] ?? 0;
        return (
          <figure key={key}>
            <figcaption>{name}</figcaption>
            <svg
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${name}: ${number(points[0]?.[key] ?? 0)} to ${number(last)} in ${Math.round(span / 1000)} s`}
            >
              <polyline points={path} />
            </svg>
          </figure>
        );
      })}
    </div>
  );
}
