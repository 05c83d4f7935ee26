import { findBrowser, launchOptions } from '../../../foundation/browser/index.ts';
import { whileOpen } from '../../../foundation/errors/index.ts';
import { aloneSvg } from './alone.ts';
import type { Drawing } from './report-html.ts';

const SCALE = 2;

/** Renders drawings as PNG, light, at double size; none without a browser. */
export async function drawPictures(
  drawings: readonly Drawing[],
  synthetic: boolean,
): Promise<[name: string, png: Uint8Array][]> {
  const { found } = await findBrowser();
  if (found === undefined || drawings.length === 0) return [];
  // It takes a second to load, and most uses of this room draw nothing.
  const { chromium } = await import('playwright');
  return whileOpen(chromium.launch(launchOptions(found)), async (browser) => {
    const context = await browser.newContext({
      colorScheme: 'light',
      deviceScaleFactor: SCALE,
      javaScriptEnabled: false,
      offline: true,
    });
    const page = await context.newPage();
    const pictures: [string, Uint8Array][] = [];
    for (const { file, markup } of drawings) {
      await page.setContent(
        `<!doctype html><style>body{margin:0;width:max-content}</style>${aloneSvg(markup, synthetic)}`,
      );
      pictures.push([file, await page.locator('svg').first().screenshot()]);
    }
    return pictures;
  });
}
