import { createHash } from 'node:crypto';
import { foldText } from '../../text/index.ts';
import type { ListShape, PageTrace } from '../types/answer.ts';
import type { PageReading, RecordList } from './reading.ts';

const MAX_LINES = 300;
const MAX_LISTS = 6;
const MAX_KEYS = 100;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 10);

export const keyDigest = digest;
export const shapeDigest = ({ container, pillar, pattern }: ListShape): string =>
  digest(`${container} ${pillar} ${pattern}`);

/** A line without what was asked for: sites repeat the question in their answer. */
export function lineDigest(text: string, submitted: readonly string[]): string {
  let line = foldText(text);
  for (const value of submitted) if (value.length > 1) line = line.replaceAll(foldText(value), '¤');
  return digest(line);
}

/** @param submitted values of the submission, longest first */
export function traceOf(reading: PageReading, submitted: readonly string[]): PageTrace {
  const { lists, lines } = reading;
  const outside = lines.filter(({ at }) => !lists.some((list) => inside(list, at)));
  return {
    lines: [...new Set(outside.map(({ text }) => lineDigest(text, submitted)))].slice(0, MAX_LINES),
    lists: lists.slice(0, MAX_LISTS).map(({ shape, records }) => ({
      shape: shapeDigest(shape),
      keys: records.slice(0, MAX_KEYS).map(({ key }) => digest(key)),
    })),
  };
}

export const inside = ({ spans }: RecordList, at: number): boolean =>
  spans.some(([start, end]) => at >= start && at < end);

export const beginsAt = ({ spans }: RecordList): number => spans[0]?.[0] ?? 0;
export const endsAt = ({ spans }: RecordList): number => spans.at(-1)?.[1] ?? 0;

/** Equal for equal sets of records, whatever stands around them. */
export const fingerprintOf = (verdict: string, keys: readonly string[], total: number | undefined): string =>
  digest([verdict, total ?? '', ...[...keys].sort()].join('\n'));
