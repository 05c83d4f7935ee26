import type { CDPSession } from 'playwright';
import type { Form } from '../forms/index.ts';
import { elementsOf, type TreeDocument, type TreeElement } from '../foundation/dom/index.ts';

/** A form's place on the page and what is written beside it. */
interface Outline {
  readonly name: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface NamedForm {
  readonly form: Form;
  readonly name: string;
  readonly searchable: boolean;
}

const MAX_HEIGHT = 8_000;
/** Shows so many pixels of the page above and below a form that is looked at by itself. */
const AROUND = 260;
const LEAST_HEIGHT = 440;
const WIDTH = 1_280;
const SEARCHABLE = '#0a7d33';
const OTHER = '#b3261e';

/**
 * A picture of the page as PNG, each visible form outlined and named, of a form in a frame the frame; at most 8,000 pixels
 * high. Forms that take no place on the screen have no outline.
 * @param tree the capture that the forms were read from: it knows where their elements are
 * @param alone id of the one form to outline, with the part of the page around it; where it has no place, all are outlined
 */
export async function pictureOf(
  session: CDPSession,
  tree: TreeDocument,
  forms: readonly NamedForm[],
  alone?: string,
): Promise<Buffer> {
  const only = forms.filter(({ form }) => form.id === alone).flatMap((named) => outlineOf(tree, named) ?? []);
  const outlines = only.length > 0 ? only : forms.flatMap((named) => outlineOf(tree, named) ?? []);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'fieldfare-picture',
  });
  await session.send('Runtime.evaluate', {
    expression: `(${draw.toString()})(${JSON.stringify(outlines)})`,
    contextId: executionContextId,
  });
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { x: 0, width: WIDTH, ...heightOf(only, cssContentSize.height), scale: 1 },
  });
  return Buffer.from(data, 'base64');
}

/** Returns what of the page is shown: around the forms given, or all of it. */
function heightOf(around: readonly Outline[], page: number): { readonly y: number; readonly height: number } {
  const whole = Math.max(200, Math.min(MAX_HEIGHT, page));
  if (around.length === 0) return { y: 0, height: whole };
  const top = Math.max(0, Math.min(...around.map(({ y }) => y)) - AROUND);
  const bottom = Math.max(...around.map(({ y, height }) => y + height)) + AROUND;
  const height = Math.min(whole, Math.max(LEAST_HEIGHT, bottom - top));
  return { y: Math.max(0, Math.min(top, page - height)), height };
}

/**
 * Round the form element and all its controls, which mis-nested markup puts outside it; of a form in a frame, round the
 * frame: places within it are counted from its own corner.
 */
function outlineOf(tree: TreeDocument, { form, name, searchable }: NamedForm): Outline | undefined {
  if (!form.visible) return undefined;
  const names = new Set(form.controls.map((control) => control.name || control.id));
  const belongs = (element: TreeElement): boolean =>
    form.formKey === undefined
      ? element.owner === undefined &&
        element.tag === 'input' &&
        names.has(element.attributes.name ?? element.attributes.id ?? '')
      : element.formKey === form.formKey || element.owner === form.formKey;
  const shows = ({ frame }: TreeElement): boolean =>
    frame !== undefined && [...elementsOf(frame.root)].some(belongs);
  const boxes = [...elementsOf(tree.root, false)].flatMap((element) =>
    element.box !== undefined &&
    element.hidden === undefined &&
    element.box.width > 1 &&
    element.box.height > 1 &&
    (form.where.kind === 'frame' ? shows(element) : belongs(element))
      ? [element.box]
      : [],
  );
  if (boxes.length === 0) return undefined;
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return {
    name,
    colour: searchable ? SEARCHABLE : OTHER,
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  };
}

/** Self-contained: its source is sent to the browser. Names are set as text, never as markup. */
function draw(outlines: readonly Outline[]): void {
  interface Box {
    style: { cssText: string };
    textContent: string;
    append(child: Box): void;
  }
  const { document } = globalThis as unknown as {
    document: { createElement(tag: string): Box; documentElement: Box };
  };
  const layer = document.createElement('div');
  layer.style.cssText = 'all:initial;position:absolute;left:0;top:0;z-index:2147483647;pointer-events:none';
  for (const { name, colour, x, y, width, height } of outlines) {
    const box = document.createElement('div');
    box.style.cssText = `position:absolute;box-sizing:border-box;left:${x - 4}px;top:${y - 4}px;width:${width + 8}px;height:${height + 8}px;border:3px solid ${colour};border-radius:4px`;
    const label = document.createElement('div');
    label.textContent = name;
    label.style.cssText = `position:absolute;left:${Math.max(0, x - 4)}px;top:${y < 26 ? y + height + 4 : y - 24}px;background:${colour};color:white;font:bold 13px/18px sans-serif;padding:1px 6px;white-space:nowrap;border-radius:3px`;
    layer.append(box);
    layer.append(label);
  }
  document.documentElement.append(layer);
}
