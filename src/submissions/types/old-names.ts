/** Names that earlier versions stored, read under those of today. */

import type { Answer, ListShape } from './answer.ts';
import type { StopCode } from './asking.ts';

const STOP_CODES: Readonly<Record<string, StopCode>> = { dry: 'no-new-records' };

/** Returns the code of a stop reason that a store holds. */
export const storedStopCode = (code: string): StopCode => STOP_CODES[code] ?? (code as StopCode);

/** The list of an answer as stores of before 27 November 2026 hold it. */
type EarlierShape = ListShape & { readonly pillar?: string };

/** Reads an answer that a store holds as JSON. */
export function storedAnswer(json: string): Answer {
  const answer = JSON.parse(json) as Answer & { readonly shape?: EarlierShape };
  if (answer.shape?.pillar === undefined) return answer;
  const { pillar: recordAnchor, ...shape } = answer.shape;
  return { ...answer, shape: { ...shape, recordAnchor } };
}
