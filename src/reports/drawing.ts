import type { TopLevelSpec } from 'vega-lite';
import { Markup } from './html.ts';

/** Every drawing's width in pixels; the page scales it to its place, between a phone's width and half a desktop's. */
export const WIDTH = 410;

/** Colours are custom properties of the page, so that one drawing serves light, dark and paper. */
export const COLOUR = {
  text: 'var(--ink-2)',
  grid: 'var(--rule)',
  plain: 'var(--series-1)',
  searchable: 'var(--series-2)',
};

/** Lines of one drawing: the colour of search forms, then those of Okabe and Ito that colour-blind readers can tell from it. */
export const LINE_COLOURS = [
  COLOUR.searchable,
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#8c6d46',
  '#7f7f7f',
];

const CONFIG = {
  background: 'transparent',
  font: 'inherit',
  aria: false,
  view: { stroke: null },
  axis: {
    domain: false,
    ticks: false,
    gridColor: COLOUR.grid,
    labelColor: COLOUR.text,
    titleColor: COLOUR.text,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal' as const,
    labelPadding: 6,
  },
} as const;

interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Fixed margins: all drawings come out equally wide, so their letters are equally large on the page. */
export function frame(height: number, padding: Margins) {
  const autosize = { type: 'none' as const };
  const inner = {
    width: WIDTH - padding.left - padding.right,
    height: height - padding.top - padding.bottom,
  };
  return { ...inner, padding, autosize };
}

/** A drawing by Vega, as inline SVG that takes the width of its place. The library is loaded when the first is drawn. */
export async function draw(spec: TopLevelSpec): Promise<Markup> {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const compiled = compile({ ...spec, config: CONFIG }).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'none', logLevel: vega.Error });
  try {
    // The figure around it says what it shows; to a screen reader the drawing is one picture.
    return new Markup((await view.toSVG()).replace('<svg ', '<svg aria-hidden="true" '));
  } finally {
    view.finalize();
  }
}
