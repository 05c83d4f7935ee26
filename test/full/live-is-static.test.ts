import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBrowser } from '../../src/foundation/browser/index.ts';
import { captureTree, parseTree } from '../../src/foundation/dom/index.ts';
import { readLabelledPages } from '../../src/wings/laboratory/forms/labelled-pages.ts';
import {
  formsInBrowser,
  openLivePages,
  ownership,
  standingStill,
  taggedEssence,
} from '../foundation/dom/live-pages.ts';

const { found } = await findBrowser();
const REAL = resolve(import.meta.dirname, '../../../shared/datasets/forms');
if (!found || !existsSync(REAL)) console.log(`skipped: needs a browser and ${REAL}`);

describe.runIf(found && existsSync(REAL))('all 662 real pages', () => {
  it('have the same forms in the browser, captured and parsed', { timeout: 600_000 }, async () => {
    const live = await openLivePages(found!);
    const { page, session } = await live.open({ javaScriptEnabled: false });
    const differing: string[] = [];
    let pages = 0;
    let forms = 0;
    for await (const { url, html: original } of readLabelledPages(REAL)) {
      const html = standingStill(original);
      const address = live.serve(html);
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      const captured = await captureTree(session);
      const parsed = parseTree(html, address, { scripting: false });
      const truth = await page.evaluate(formsInBrowser);
      pages++;
      forms += truth.length;
      const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
      if (!same(ownership(captured), truth)) differing.push(`captured: ${url}`);
      if (!same(ownership(parsed), truth)) differing.push(`parsed: ${url}`);
      if (!same(taggedEssence(captured), taggedEssence(parsed))) differing.push(`essence: ${url}`);
    }
    await live.close();
    console.log(`${pages} pages, ${forms} forms`);
    expect(differing).toEqual([]);
    expect([pages, forms]).toEqual([662, 1_856]);
  });
});
