import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Gateway } from '../../app/index.ts';
import type { Store } from '../../storage/index.ts';
import type { FormsTraining } from '../../wings/laboratory/index.ts';
import type { Trust } from './harvest-body.ts';
import type { Metrics } from './metrics.ts';
import type { Readers } from './reading/readers.ts';
import type { RunManager } from './run-manager.ts';
import type { Schedules } from './schedules.ts';
import type { OneTimeKey } from './security.ts';
import type { Sparql } from './sparql.ts';

export type App = OpenAPIHono;

export interface ServerParts extends Trust {
  readonly mostStreams: number;
  readonly metrics: Metrics;
  readonly host: string;
  readonly token: string;
  readonly tokenHash: Buffer;
  /** Checks the link that a browser gets the token by. */
  readonly uiKey: OneTimeKey;
  readonly runs: RunManager;
  readonly schedules: Schedules;
  readonly sparql: Sparql;
  readonly gateway: Gateway;
  /** Read what may take longer than the look-up of a row. */
  readonly readers: Readers;
  readonly training: FormsTraining;
  /** Opens a read connection for as long as the server runs. @throws {RequestProblem} before the first run has made a store */
  store(): Promise<Store>;
  readonly log: (error: unknown) => void;
}
