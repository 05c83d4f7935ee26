import type { CDPSession } from 'playwright-core';
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
const WIDTH = 1_280;
const SEARCHABLE = '#0a7d33';
const OTHER = '#b3261e';

/**
 * A picture of the page as PNG, each visible form outlined and named; at most 8,000 pixels high. Forms in frames, and forms
 * that take no place on the screen, have no outline.
 * @param tree the capture that the forms were read from: it knows where their elements are
 */
export async function pictureOf(
  session: CDPSession,
  tree: TreeDocument,
  forms: readonly NamedForm[],
): Promise<Buffer> {
  const outlines = forms.flatMap((named) => outlineOf(tree, named) ?? []);
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
    clip: {
      x: 0,
      y: 0,
      width: WIDTH,
      height: Math.max(200, Math.min(MAX_HEIGHT, cssContentSize.height)),
      scale: 1,
    },
  });
  return Buffer.from(data, 'base64');
}

/** Round the form element and all its controls, which mis-nested markup puts outside it. */
function outlineOf(tree: TreeDocument, { form, name, searchable }: NamedForm): Outline | undefined {
  if (!form.visible || form.where.kind === 'frame') return undefined;
  const names = new Set(form.controls.map((control) => control.name || control.id));
  const belongs = (element: TreeElement): boolean =>
    form.formKey === undefined
      ? element.owner === undefined &&
        element.tag === 'input' &&
        names.has(element.attributes.name ?? element.attributes.id ?? '')
      : element.formKey === form.formKey || element.owner === form.formKey;
  const boxes = [...elementsOf(tree.root, false)].flatMap((element) =>
    element.box !== undefined &&
    element.hidden === undefined &&
    element.box.width > 1 &&
    element.box.height > 1 &&
    belongs(element)
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
