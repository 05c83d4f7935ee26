import type { FoundBrowser } from './find-browser.ts';
import { launchOptions, thisHost } from './launch-options.ts';

type BrowserTrial =
  | { readonly works: true /** From start to a script's answer. */; readonly ms: number }
  | { readonly works: false /** One line. */; readonly problem: string; readonly advice: string };

const LAUNCH_TIMEOUT_MS = 30_000;
const SANDBOX = /no usable sandbox|sandbox host|zygote_host|CLONE_NEW|setuid sandbox/i;
const LIBRARY = /error while loading shared libraries: ([^:\s]+)/;

/** Starts a browser as a crawl would, has it run a script in a page, and ends it. Never throws. */
export async function tryBrowser(browser: FoundBrowser): Promise<BrowserTrial> {
  const started = performance.now();
  try {
    // Takes a second to load, which only this needs.
    const { chromium } = await import('playwright');
    const running = await chromium.launch({
      ...launchOptions(browser, thisHost()),
      timeout: LAUNCH_TIMEOUT_MS,
    });
    try {
      const page = await running.newPage();
      await page.goto('data:text/html,<title>2</title>', { timeout: LAUNCH_TIMEOUT_MS });
      if ((await page.title()) !== '2')
        return { works: false, problem: 'it does not run pages', advice: another() };
    } finally {
      await running.close();
    }
    return { works: true, ms: Math.round(performance.now() - started) };
  } catch (error) {
    return { works: false, ...explained(error instanceof Error ? error.message : String(error)) };
  }
}

function explained(log: string): { readonly problem: string; readonly advice: string } {
  const library = LIBRARY.exec(log)?.[1];
  if (library) {
    const advice =
      'As root: "npx playwright install-deps chromium", or install the distribution\'s Chromium.';
    return { problem: `the library ${library} is missing`, advice };
  }
  if (SANDBOX.test(log)) {
    const advice =
      'Allow unprivileged user namespaces, or, where pages are trusted or the container guards enough, set FIELDFARE_NO_SANDBOX=1.';
    return { problem: 'its sandbox cannot work here', advice };
  }
  const problem = log.split('\n')[0]?.trim() ?? '';
  return { problem: problem === '' ? 'it did not start' : problem, advice: another() };
}

function another(): string {
  return 'Set FIELDFARE_BROWSER to another Chromium, Chrome or Edge.';
}
