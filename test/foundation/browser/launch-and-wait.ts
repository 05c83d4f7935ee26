/** Started as a process of its own: opens a browser, says so, and waits to be killed. */
import { chromium } from 'playwright-core';
import { findBrowser, launchOptions } from '../../../src/foundation/browser/index.ts';

const { found } = await findBrowser();
if (!found) throw new Error('no browser');
const running = await chromium.launch(launchOptions(found));
await running.newPage();
process.stdout.write('ready\n');
setInterval(() => {}, 1_000);
