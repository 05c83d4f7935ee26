/** Started by a test that suspends it: loads one address with small limits, and prints what came of it. */
import { findBrowser, launchOptions, openPagePool } from '../../../src/foundation/browser/index.ts';
import { createHttpClient, liveTransport } from '../../../src/foundation/http/index.ts';

const [how, url = ''] = process.argv.slice(2);

async function inBrowser(): Promise<string | null> {
  const { found } = await findBrowser();
  const pool = await openPagePool({
    launchOptions: launchOptions(found!),
    pages: 1,
    userAgent: 'FieldfareTest',
    navigationTimeoutMs: 2_000,
    settleMs: 1_500,
  });
  try {
    return await pool.visit('a', url, ({ page }) => page.locator('body').textContent(), { workMs: 1_000 });
  } finally {
    await pool.close();
  }
}

async function byHttp(): Promise<string> {
  const transport = liveTransport({ allowPrivate: true });
  const limits = { totalMs: 3_000, firstByteMs: 1_500, idleMs: 1_500 };
  const http = createHttpClient({ transport, userAgent: 'FieldfareTest', limits });
  try {
    const { body, truncated } = await http.fetch({ url });
    return `${body} ${truncated ?? 'whole'}`;
  } finally {
    await transport.close();
  }
}

console.log(await (how === 'browser' ? inBrowser() : byHttp()).catch((error: unknown) => String(error)));
process.exit();
