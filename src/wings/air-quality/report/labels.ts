/** A letter of 11 pixels, on average and a little more: nothing measures text where nothing is on a screen. */
const LETTER = 6.9;
const LINE = 13;

export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The first place beside a point where a label touches no other; the last tried where all are taken. */
export function placeLabel(
  [x, y]: readonly [number, number],
  text: string,
  taken: readonly MapBox[],
  across: number,
): MapBox {
  const width = text.length * LETTER;
  const spots = [0, 12, -12, 24, -24, 36, -36].flatMap((shift) => [
    { x: x + 10, y: y - LINE / 2 + shift },
    { x: x - 10 - width, y: y - LINE / 2 + shift },
  ]);
  const boxes = spots.map((spot): MapBox => ({ ...spot, width, height: LINE }));
  const inside = (box: MapBox) => box.x >= 0 && box.x + box.width <= across && box.y >= 0;
  const free = boxes.find((box) => inside(box) && taken.every((other) => !overlap(box, other)));
  return free ?? boxes.find(inside) ?? (boxes[0] as MapBox);
}

const overlap = (a: MapBox, b: MapBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
