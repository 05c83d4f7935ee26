import type { Answer, Coverage, CoverageSample } from './types/answer.ts';

interface Listed {
  readonly keys: Set<string>;
  last: Answer;
  total: number | undefined;
}

/** Coverage by counting alone: distinct records, and a size only where a page states one. */
export function countCoverage(): Coverage {
  const seen = new Set<string>();
  const queries = new Map<string, Listed>();
  const growth: { submissions: number; seen: number }[] = [];
  let stated = 0;
  return {
    add({ query, answer }: CoverageSample) {
      const fresh = answer.records.filter(({ key }) => !seen.has(key));
      for (const { key } of fresh) seen.add(key);
      const listed = queries.get(query) ?? { keys: new Set(), last: answer, total: answer.statedTotal };
      for (const { key } of answer.records) listed.keys.add(key);
      listed.last = answer;
      queries.set(query, listed);
      stated = Math.max(stated, answer.statedTotal ?? 0);
      growth.push({ submissions: growth.length + 1, seen: seen.size });
      return fresh;
    },
    get seen() {
      return seen.size;
    },
    complete(query) {
      const listed = queries.get(query);
      if (listed === undefined || listed.last.paging !== null) return false;
      return listed.total === undefined || listed.keys.size >= listed.total;
    },
    cap: undefined,
    estimate: () =>
      stated >= seen.size && stated > 0
        ? { kind: 'exact', seen: seen.size, size: stated, reason: 'the most that a page states' }
        : { kind: 'cannot-tell', seen: seen.size, reason: 'no page states a total' },
    growth,
  };
}
