import { expect, it } from 'vitest';
import { contextOf, extractForms, judgeForm, loadModel } from '../../src/forms/index.ts';
import { findBrowser } from '../../src/foundation/browser/index.ts';
import { captureTree } from '../../src/foundation/dom/index.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import { corpusPages, mutated, realPages } from '../forms/mutated-pages.ts';
import { openLivePages, standingStill } from '../foundation/dom/live-pages.ts';

const { found } = await findBrowser();
const PAGES = 300;
const LIMIT_MS = 5_000;

it.runIf(found)(
  '300 mutated pages in the browser are read and judged, none for longer than 5 s',
  async () => {
    const pages = [...corpusPages(), ...(await realPages(100))];
    const random = seededRandom(7);
    const model = loadModel();
    const live = await openLivePages(found!);
    const { page, session } = await live.open({ javaScriptEnabled: false });
    const slow: string[] = [];
    let forms = 0;
    try {
      for (let i = 0; i < PAGES; i++) {
        const original = pages[Math.floor(random() * pages.length)]!;
        await page.goto(live.serve(standingStill(mutated(original, pages, random))), {
          waitUntil: 'domcontentloaded',
        });
        const start = performance.now();
        const tree = await captureTree(session);
        const seen = extractForms(tree);
        const context = contextOf(tree, seen);
        for (const form of seen) judgeForm(form, model, { context });
        forms += seen.length;
        const ms = performance.now() - start;
        if (ms > LIMIT_MS) slow.push(`page ${i}: ${Math.round(ms)} ms`);
      }
    } finally {
      await live.close();
    }
    expect(slow).toEqual([]);
    expect(forms).toBeGreaterThan(PAGES / 2);
  },
  600_000,
);
