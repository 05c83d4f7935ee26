/** Exchanges that wait for a browser to ask for them: by address, first put first taken. */

import type { Exchange } from './http-client.ts';

interface HandOverDesk {
  /** @returns takes the exchange back if it is still there */
  put(url: string, exchange: Exchange): () => void;
  take(url: string): Exchange | undefined;
  clear(): void;
}

export const prefetchedResponses = (): HandOverDesk => {
  const waiting = new Map<string, Exchange[]>();
  const remove = (url: string, exchange: Exchange) => {
    const left = (waiting.get(url) ?? []).filter((other) => other !== exchange);
    if (left.length > 0) waiting.set(url, left);
    else waiting.delete(url);
  };
  return {
    put(url, exchange) {
      const ticket = { ...exchange };
      waiting.set(url, [...(waiting.get(url) ?? []), ticket]);
      return () => remove(url, ticket);
    },
    take(url) {
      const exchange = waiting.get(url)?.[0];
      if (exchange) remove(url, exchange);
      return exchange;
    },
    clear: () => waiting.clear(),
  };
};
