/** The practice web as a process of its own: started by `spawnPracticeWeb`, gone when its parent is gone. */

import { type PracticeWebOptions, startPracticeWeb } from './server.ts';

export type Order = Omit<PracticeWebOptions, 'now'> & { readonly now: string };

let stop = (): void => process.exit(0);
process.on('disconnect', () => stop());
// Ctrl-C belongs to the parent, which closes us when it has saved its work.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => stop());

const order = await new Promise<Order>((resolve) => {
  process.once('message', (message) => resolve(message as Order));
});
const web = await startPracticeWeb({ ...order, now: new Date(order.now) });

stop = () => {
  web.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on('message', (message) => {
  if (message === 'log') process.send?.({ log: web.log() });
  if (message === 'close') stop();
});
const { port, httpsPort, hosts, truth, portals } = web;
process.send?.({ started: { port, httpsPort, hosts, truth, portals } });
