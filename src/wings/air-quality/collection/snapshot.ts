import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Region } from '../../../foundation/domain/index.ts';
import type { Period } from '../divisions/month-gaps.ts';
import { DATA_GOV_KEY } from '../feeds/data-gov.ts';
import { OPENAQ_KEY } from '../feeds/openaq.ts';
import { readFeed } from '../feeds/read-feed.ts';
import { type Feed, FeedError } from '../observation.ts';

/** Name of the shipped snapshot among `--sources`. */
export const SNAPSHOT = 'snapshot';
/** The year before the last moment that is shipped. */
const SNAPSHOT_PERIOD: Period = { from: '2025-04-08', to: '2026-04-07' };
const PUBLISHER =
  'snapshot 2017-10-10 to 2026-04-07, Central Pollution Control Board by data.gov.in (Government Open Data License - India)';

/** The path is the same from the sources and from `dist/`. */
const fileOf = ({ name }: Region): string =>
  fileURLToPath(new URL(`../../../../datasets/air-quality/${name}.csv`, import.meta.url));

/** The shipped numbers of a region's official stations. @throws {FeedError} where none are shipped for it */
export function snapshotFeed(region: Region): Feed {
  const file = fileOf(region);
  if (!existsSync(file)) throw new FeedError(`no snapshot of ${region.title} is shipped`);
  return readFeed(readFileSync(file, 'utf8'), { source: PUBLISHER, timeZone: region.timeZone });
}

interface UsualSources {
  readonly sources: readonly string[];
  readonly period: Partial<Period>;
}

/**
 * What is read where a user names no source and no web: the service whose key is in the environment, else the shipped
 * snapshot over its last year. Never made-up stations.
 * @throws {FeedError} where there is none of them
 */
export function usualSources(region: Region, asked: Partial<Period>): UsualSources {
  if (process.env[OPENAQ_KEY]) return { sources: ['openaq'], period: asked };
  if (process.env[DATA_GOV_KEY]) return { sources: ['data.gov.in'], period: asked };
  if (!existsSync(fileOf(region)))
    throw new FeedError(
      `no figures of ${region.title} are shipped; name --sources or --web live, put a key into ${OPENAQ_KEY} (free, from explore.openaq.org), or see made-up stations with --demo`,
    );
  const isAsked = asked.from !== undefined || asked.to !== undefined;
  return { sources: [SNAPSHOT], period: isAsked ? asked : SNAPSHOT_PERIOD };
}
