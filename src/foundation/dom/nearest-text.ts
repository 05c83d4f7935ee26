import type { Box } from './tree.ts';

/**
 * Which text a reader takes for the caption of a control: the nearest one to its left or above it with no other control
 * between. What stands above counts four times as far, so that a heading does not win over the caption in the same row.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing from outside itself.
 * @param obstacles boxes of all controls, this one's included; pixels, in the same coordinates as `texts`
 * @param usable asked of near texts only, as it may be costly
 * @returns an index into `texts`, or -1
 */
export function nearestText(
  control: Box,
  texts: readonly Box[],
  obstacles: readonly Box[],
  usable: (index: number) => boolean,
): number {
  const MAX_LEFT = 160;
  const MAX_ABOVE = 40;
  const OVERLAP = 4;
  const MAX_TRIED = 8;
  const blocked = (left: number, top: number, right: number, bottom: number) =>
    obstacles.some(
      (box) =>
        box !== control &&
        box.x < right &&
        box.x + box.width > left &&
        box.y < bottom &&
        box.y + box.height > top,
    );
  const candidates: { i: number; far: number; inRow: boolean }[] = [];
  for (let i = 0; i < texts.length; i++) {
    const { x, y, width, height } = texts[i] as Box;
    if (width < 2 || height < 2) continue;
    const left = Math.max(0, control.x - x - width);
    const above = Math.max(0, control.y - y - height);
    const middle = y + height / 2;
    const inRow =
      x + width <= control.x + OVERLAP && middle > control.y && middle < control.y + control.height;
    const inColumn =
      y + height <= control.y + OVERLAP && x < control.x + control.width && x + width > control.x;
    if (inRow && left <= MAX_LEFT) candidates.push({ i, far: left, inRow });
    else if (inColumn && above <= MAX_ABOVE) candidates.push({ i, far: 4 * above, inRow: false });
  }
  const { x, y, width, height } = control;
  candidates.sort((a, b) => a.far - b.far);
  const nearest = candidates.slice(0, MAX_TRIED).find(({ i, inRow }) => {
    const text = texts[i] as Box;
    const between = inRow
      ? blocked(text.x + text.width, y, x, y + height)
      : blocked(x, text.y + text.height, x + width, y);
    return !between && usable(i);
  });
  return nearest?.i ?? -1;
}
