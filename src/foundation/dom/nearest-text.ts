import type { ElementBox } from './tree.ts';

/**
 * Finds the visual caption of a control: the nearest text to its left or above it, with no other control between. The
 * distance of texts above counts fourfold, so that a caption in the same row comes before a heading.
 *
 * Self-contained: its source is sent to the browser, so it can use nothing from outside itself.
 * @param obstacles boxes of all controls, this one's included; pixels, in the same coordinates as `texts`
 * @param usable called for near texts only, as it may be expensive
 * @returns an index into `texts`, or -1
 */
export function nearestText(
  control: ElementBox,
  texts: readonly ElementBox[],
  obstacles: readonly ElementBox[],
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
    const { x, y, width, height } = texts[i] as ElementBox;
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
    const text = texts[i] as ElementBox;
    const between = inRow
      ? blocked(text.x + text.width, y, x, y + height)
      : blocked(x, text.y + text.height, x + width, y);
    return !between && usable(i);
  });
  return nearest?.i ?? -1;
}
