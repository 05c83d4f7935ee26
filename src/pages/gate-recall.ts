/** What the audit of a run has seen: pages that HTTP alone had read, shown to the browser as well. */
export interface GateAudit {
  /** Pages with search forms that are known. */
  readonly withForms: number;
  /** Pages that were read over HTTP alone and not audited. */
  readonly unseen: number;
  readonly audited: number;
  /** Audited pages on which the browser showed a search form that HTTP had missed. */
  readonly missed: number;
}

export interface GateRecall {
  /** Share of the pages with search forms whose forms were seen, estimated. */
  readonly recall: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided, 95 %. */
const Z = 1.959964;

/**
 * Recall of the gate with its 95 % interval: of the pages that have search forms, how many were seen as such. The share
 * of misses among pages nobody rendered is that of the audited ones, with Wilson's score interval for a share.
 * @returns undefined when nothing was audited, or there is nothing to find
 */
export function gateRecall({ withForms, unseen, audited, missed }: GateAudit): GateRecall | undefined {
  if (audited === 0 || withForms === 0) return undefined;
  const [low, high] = wilson(missed, audited);
  const of = (share: number) => withForms / (withForms + share * unseen);
  return { recall: of(missed / audited), low: of(high), high: of(low) };
}

/** Wilson's score interval of a share (E. B. Wilson, 1927). */
export function wilson(hits: number, of: number): readonly [low: number, high: number] {
  const share = hits / of;
  const square = Z * Z;
  const middle = (share + square / (2 * of)) / (1 + square / of);
  const half = (Z / (1 + square / of)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of * of));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
