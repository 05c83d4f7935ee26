import { fileURLToPath } from 'node:url';
import {
  type BrowserKind,
  browserCandidates,
  browserVersion,
  type Environment,
  howToGetBrowser,
  type Machine,
  NO_BROWSER,
} from './locate-browser.mjs';

/** A Chromium that reported its version. */
export interface FoundBrowser {
  readonly path: string;
  /** Such as '156.0.8078.79'. */
  readonly version: string;
  readonly kind: BrowserKind;
  /** One of 'FIELDFARE_BROWSER', 'PATH', 'usual place', 'downloaded by Playwright'. */
  readonly source: string;
}

type BrowserSearch =
  | { readonly found: FoundBrowser }
  | {
      readonly found: undefined;
      /** One sentence without a full stop. */
      readonly problem: string;
      /** One sentence. */
      readonly advice: string;
    };

const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Finds a Chromium that runs: FIELDFARE_BROWSER, else an installed one, else one that Playwright downloaded. Nothing is
 * downloaded here.
 */
export async function findBrowser(env: Environment = process.env): Promise<BrowserSearch> {
  for await (const found of workingBrowsers(env)) return { found };
  return { found: undefined, ...whyNone(env) };
}

/** Lists every Chromium that runs on this machine, in the order of {@link findBrowser}. */
export async function listBrowsers(env: Environment = process.env): Promise<readonly FoundBrowser[]> {
  return Array.fromAsync(workingBrowsers(env));
}

async function* workingBrowsers(env: Environment): AsyncGenerator<FoundBrowser> {
  for (const candidate of browserCandidates(machineWith(env))) {
    const version = await browserVersion(candidate.path);
    if (version !== undefined) yield { ...candidate, version };
  }
}

function machineWith(env: Environment): Machine {
  return { env, platform: process.platform, root: packageRoot };
}

function whyNone(env: Environment): { readonly problem: string; readonly advice: string } {
  const named = env.FIELDFARE_BROWSER;
  if (named === NO_BROWSER) {
    return {
      problem: 'browsers are switched off (FIELDFARE_BROWSER=none)',
      advice: 'Unset FIELDFARE_BROWSER.',
    };
  }
  if (named) {
    const there = browserCandidates(machineWith(env)).length > 0;
    return {
      problem: `FIELDFARE_BROWSER names ${named}, which ${there ? 'does not run as a browser' : 'is not a program'}`,
      advice: 'Set it to the path of a Chromium, Chrome or Edge, or unset it to have one looked for.',
    };
  }
  return {
    problem: 'no Chromium, Chrome or Edge that runs was found',
    advice: howToGetBrowser(process.platform),
  };
}
