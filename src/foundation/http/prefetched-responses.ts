/** Holds prefetched exchanges by address until a browser requests them, first in, first out. */

import type { Exchange } from './http-client.ts';

interface PrefetchedResponses {
  /** @returns withdraws the exchange if it has not been taken */
  put(url: string, exchange: Exchange): () => void;
  take(url: string): Exchange | undefined;
  clear(): void;
}

export const prefetchedResponses = (): PrefetchedResponses => {
  const byUrl = new Map<string, Exchange[]>();
  const remove = (url: string, exchange: Exchange) => {
    const others = (byUrl.get(url) ?? []).filter((other) => other !== exchange);
    if (others.length > 0) byUrl.set(url, others);
    else byUrl.delete(url);
  };
  return {
    put(url, exchange) {
      const entry = { ...exchange };
      byUrl.set(url, [...(byUrl.get(url) ?? []), entry]);
      return () => remove(url, entry);
    },
    take(url) {
      const exchange = byUrl.get(url)?.[0];
      if (exchange) remove(url, exchange);
      return exchange;
    },
    clear: () => byUrl.clear(),
  };
};
