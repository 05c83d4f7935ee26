/** A real Chromium for tests, and what axe says of its pages. */

import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser, launchOptions } from '../src/foundation/browser/index.ts';

const AXE = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

export async function testBrowser(): Promise<Browser> {
  const search = await findBrowser();
  if (search.found === undefined) throw new Error(`${search.problem}. ${search.advice}`);
  return chromium.launch(launchOptions(search.found));
}

/** What axe finds that is serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
