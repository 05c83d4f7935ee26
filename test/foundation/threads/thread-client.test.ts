import { afterEach, expect, test } from 'vitest';
import { ThreadClient, type ThreadError } from '../../../src/foundation/threads/index.ts';
import type { EchoJob } from './echo-thread.ts';

const clients: ThreadClient<EchoJob, string>[] = [];
const start = (): ThreadClient<EchoJob, string> => {
  const client = new ThreadClient<EchoJob, string>(new URL('./echo-thread', import.meta.url));
  clients.push(client);
  return client;
};
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

const failure = (answer: Promise<string>): Promise<ThreadError | undefined> =>
  answer.then(
    () => undefined,
    (error: ThreadError) => error,
  );

test('a thread answers jobs in their order', async () => {
  const thread = start();
  const answers = ['one', 'two', 'three'].map((text) => thread.ask({ kind: 'echo', text }, 5_000));
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
});

test('a job that throws fails alone, under the name of its error', async () => {
  const thread = start();
  const thrown = failure(thread.ask({ kind: 'throw' }, 5_000));
  expect(await thread.ask({ kind: 'echo', text: 'next' }, 5_000)).toBe('next');
  expect(await thrown).toMatchObject({ code: 'threw', thrown: 'RangeError', message: 'out of range' });
  expect(thread.ended).toBe(false);
});

test('a job that takes too long ends the thread, and those behind it were not started', async () => {
  const thread = start();
  await thread.ask({ kind: 'echo', text: 'loaded' }, 5_000);
  const [hanging, behind] = [
    failure(thread.ask({ kind: 'hang' }, 200)),
    failure(thread.ask({ kind: 'echo', text: 'behind' }, 200)),
  ];
  expect(await hanging).toMatchObject({ code: 'timeout', message: 'took longer than 200 ms' });
  expect(await behind).toMatchObject({ code: 'not-started' });
  expect(thread.ended).toBe(true);
  expect(await failure(thread.ask({ kind: 'echo', text: 'late' }, 200))).toMatchObject({
    code: 'not-started',
  });
});

test('the time of a job begins when those before it are answered', async () => {
  const thread = start();
  await thread.ask({ kind: 'echo', text: 'loaded' }, 5_000);
  const long = failure(thread.ask({ kind: 'hang' }, 600));
  const short = failure(thread.ask({ kind: 'hang' }, 50));
  expect(await long).toMatchObject({ code: 'timeout', message: 'took longer than 600 ms' });
  expect(await short).toMatchObject({ code: 'not-started' });
});

test('an answer that lies ready is taken, however late this thread comes to it', async () => {
  const thread = start();
  await thread.ask({ kind: 'echo', text: 'loaded' }, 5_000);
  const answer = thread.ask({ kind: 'sleep', ms: 50 }, 200);
  await new Promise((resolve) => setImmediate(resolve));
  // As a process that is suspended finds it: the clock has run out, and the answer is there.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
  expect(await answer).toBe('slept');
});

test('time in which a thread gets no CPU time counts a tenth, and such a job is told from one that used it up', async () => {
  const thread = start();
  await thread.ask({ kind: 'echo', text: 'loaded' }, 5_000);
  expect(await thread.ask({ kind: 'sleep', ms: 600 }, 200)).toBe('slept');
  const waiting = failure(thread.ask({ kind: 'sleep', ms: 60_000 }, 50));
  expect(await waiting).toMatchObject({ code: 'starved', message: 'took longer than 500 ms' });
  expect(thread.ended).toBe(true);
});

test('a thread that breaks says why', async () => {
  const thread = start();
  const before = thread.ask({ kind: 'crash' }, 5_000);
  const at = failure(thread.ask({ kind: 'echo', text: 'next' }, 5_000));
  expect(await before).toBe('before the crash');
  expect(await at).toMatchObject({ code: 'crashed', message: 'broken' });
  expect(thread.ended).toBe(true);
});

test('a thread that is closed while it loads leaves the process alive', async () => {
  const loading = new Int32Array(new SharedArrayBuffer(4));
  const slow = new URL('./slow-thread', import.meta.url);
  const thread = new ThreadClient<EchoJob, string>(slow, { workerData: loading });
  const job = failure(thread.ask({ kind: 'echo', text: '' }, 5_000));
  await Atomics.waitAsync(loading, 0, 0, 30_000).value;
  expect(Atomics.load(loading, 0)).toBe(1);
  await thread.close();
  expect(thread.ended).toBe(true);
  expect(await Promise.race([job, Promise.resolve('never answered')])).toBe('never answered');
});
