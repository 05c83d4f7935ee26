/** The practice web as a process of its own: started by `spawnPracticeWeb`, gone when its parent is gone. */

import { startPracticeWeb } from './server.ts';

interface Order {
  readonly seed: string;
  readonly sites: number;
  readonly now: string;
  readonly port: number;
  readonly logFile?: string;
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order;
const web = await startPracticeWeb({ ...order, now: new Date(order.now) });

const stop = (): void => {
  web.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};

process.on('disconnect', stop);
// Ctrl-C belongs to the parent, which closes us when it has saved its work.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
process.on('message', (message) => {
  if (message === 'log') process.send?.({ log: web.log() });
  if (message === 'close') stop();
});
process.send?.({ started: { port: web.port, hosts: web.hosts, truth: web.truth } });
