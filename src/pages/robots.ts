import robotsParser from 'robots-parser';

/** The package is CommonJS and its types say otherwise. */
const parseRobots = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
};

export interface RobotsAnswer {
  /** HTTP status, or undefined when the host did not answer. */
  readonly status: number | undefined;
  readonly body: string;
}

export interface Robots {
  allows(url: string): boolean;
  /** Milliseconds, 0 when none is asked for. */
  readonly crawlDelayMs: number;
  /** What stands behind the answer, for reports. */
  readonly note: 'rules' | 'none' | 'unreachable';
}

const MAX_CRAWL_DELAY_MS = 60_000;

/**
 * Reads a robots.txt as RFC 9309 says: no file (4xx) allows everything, a file that the server fails to give (5xx) or
 * a host that does not answer allows nothing.
 */
export function readRobots(url: string, answer: RobotsAnswer, agent: string): Robots {
  const { status, body } = answer;
  if (status === undefined || status >= 500)
    return { allows: () => false, crawlDelayMs: 0, note: 'unreachable' };
  if (status >= 300) return { allows: () => true, crawlDelayMs: 0, note: 'none' };
  const rules = parseRobots(url, body);
  const delaySeconds = rules.getCrawlDelay(agent) ?? 0;
  return {
    allows: (page) => rules.isAllowed(page, agent) !== false,
    crawlDelayMs: Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, Math.round(delaySeconds * 1_000) || 0)),
    note: 'rules',
  };
}
