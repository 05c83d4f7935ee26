import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Lists what the package holds in this module's place. */
type Used = Pick<
  typeof import('undici'),
  'Agent' | 'buildConnector' | 'errors' | 'Pool' | 'ProxyAgent' | 'upgrade'
>;

/** Loads undici with the first request: analysis threads and commands that only read the store never need it. */
export const undici = (): Used => require('undici');
