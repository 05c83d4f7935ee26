/** An answer of the world, with its behaviour, onto the socket. */

import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { bytesOf } from './encoding.ts';

const wait = (response: ServerResponse, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

export async function send(response: ServerResponse, answer: Answer, headOnly: boolean): Promise<void> {
  const { delayMs = 0, stallAfter, stallMs = 0, drop } = answer.behaviour ?? {};
  if (drop) {
    response.destroy();
    return;
  }
  if (delayMs > 0) await wait(response, delayMs);
  const body = bytesOf(answer);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  if (stallAfter === undefined || headOnly) {
    response.end(headOnly ? undefined : body);
    return;
  }
  await new Promise<void>((resolve) => {
    response.write(body.subarray(0, stallAfter), () => resolve());
  });
  await wait(response, stallMs);
  response.destroy();
}
