import { expect, test } from 'vitest';
import { compareWithChromium } from './chromium-comparison.ts';

test('requests are those of Chromium: method, address, content type, body, cookies, referrer', async () => {
  const { all, unequal } = await compareWithChromium();
  expect(all).toBeGreaterThanOrEqual(40);
  expect(unequal).toEqual([]);
}, 90_000);
