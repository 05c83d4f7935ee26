/** Runs the practice web in a process of its own and maps its host names to its port. */

import type { SpawnedPracticeWeb, SpawnOptions } from '../../practice-web/index.ts';
import { makeCertificate } from './certificate.ts';
import { mappedTransport } from './mapped-transport.ts';
import type { Transport } from './transport.ts';

export interface PracticeTransport extends Transport {
  readonly kind: 'practice';
  /** The server, with the ground truth about its sites and its log. */
  readonly server: SpawnedPracticeWeb;
}

/** Starts the practice web and connects to it; `close` ends its process. @throws {Error} when the process does not start */
export const practiceTransport = async (options: SpawnOptions = {}): Promise<PracticeTransport> => {
  // Loaded on demand: a crawl of the internet does not need it.
  const { spawnPracticeWeb } = await import('../../practice-web/index.ts');
  const issued = options.certificate ?? makeCertificate(new Date());
  const certificate = { certificate: issued.certificate, key: issued.key };
  const server = await spawnPracticeWeb({ ...options, certificate });
  const seeds = (domain?: string): readonly string[] => {
    try {
      return server.seeds(domain);
    } catch (error) {
      // A user's own domain: its directories link to sites about anything.
      if (error instanceof RangeError) return server.seeds();
      throw error;
    }
  };
  const https =
    server.httpsPort === null ? undefined : { port: server.httpsPort, certificate: issued.certificate };
  const transport = mappedTransport({
    port: server.port,
    hosts: server.hosts,
    ...(https ? { https } : {}),
    seeds,
    onClose: () => server.close(),
  });
  return { ...transport, kind: 'practice', server };
};
