/** The practice web, in a process of its own, its host names mapped to its one port. */

import type { SpawnedPracticeWeb, SpawnOptions } from '../../practice-web/index.ts';
import { makeCertificate } from './certificate.ts';
import { mappedTransport } from './mapped-transport.ts';
import type { Transport } from './transport.ts';

export interface PracticeWorld extends Transport {
  readonly kind: 'practice';
  /** The server itself, with the truth about its sites and its log. */
  readonly server: SpawnedPracticeWeb;
}

/**
 * Grows the practice web and opens it; `close` ends its process.
 * @throws {Error} when the process does not start
 */
export const practiceTransport = async (options: SpawnOptions = {}): Promise<PracticeWorld> => {
  // Loaded on demand: a crawl of the internet has no use for it.
  const { spawnPracticeWeb } = await import('../../practice-web/index.ts');
  const made = options.certificate ?? makeCertificate(new Date());
  const certificate = { certificate: made.certificate, key: made.key };
  const server = await spawnPracticeWeb({ ...options, certificate });
  const seeds = (domain?: string): readonly string[] => {
    try {
      return server.seeds(domain);
    } catch (error) {
      // A domain of the user's own that the practice web has never heard of.
      if (error instanceof RangeError) return [];
      throw error;
    }
  };
  const https =
    server.httpsPort === null ? undefined : { port: server.httpsPort, certificate: made.certificate };
  const web = mappedTransport({
    port: server.port,
    hosts: server.hosts,
    ...(https ? { https } : {}),
    seeds,
    onClose: () => server.close(),
  });
  return { ...web, kind: 'practice', server };
};
