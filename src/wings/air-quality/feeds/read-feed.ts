import { flagged } from '../flags.ts';
import { type Feed, FeedError, type Origin } from '../observation.ts';
import { parseCsvFeed } from './csv-feed.ts';
import { parseJsonFeed } from './json-feed.ts';
import { feedOf } from './raw-row.ts';
import { parseXmlFeed } from './xml-feed.ts';

/** The first bytes of XLSX and of XLS. */
const WORKBOOKS = ['PK\u0003\u0004', 'ÐÏ\u0011à'];

/**
 * Reads a feed of air quality, whichever kind it is: the national XML or CSV, data.gov.in or OpenAQ JSON, manual
 * monitoring, daily means. Rows that cannot be read are told of in `problems`; a file that is cut off gives what it has.
 * @throws {FeedError} for a document that is no feed
 */
export function readFeed(text: string, origin: Origin): Feed {
  const start = text
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (WORKBOOKS.some((signature) => start.startsWith(signature)))
    throw new FeedError(
      `${origin.source}: it is a workbook; save its sheet of readings as "CSV UTF-8" and give that file`,
    );
  if (start === '') throw new FeedError(`${origin.source}: it is empty`);
  const raw = start.startsWith('<')
    ? parseXmlFeed(text, origin.source)
    : /^[{[]/.test(start)
      ? parseJsonFeed(text, origin.source)
      : parseCsvFeed(text, origin.source);
  const feed = feedOf(raw, origin);
  return { ...feed, observations: flagged(feed.observations) };
}
