import { parentPort } from 'node:worker_threads';

/** Posted by a thread: once that it has loaded, and then one message a job, in the order of the jobs. */
export type ThreadMessage<Answer> =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'error'; readonly name: string; readonly message: string };

/** The other end of a `ThreadClient`: answers its jobs in this thread, one after the other. */
export function answerJobs<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  let last = Promise.resolve();
  const post = (message: ThreadMessage<Answer>) => parentPort?.postMessage(message);
  const work = async (job: Job) => {
    try {
      post({ kind: 'answer', answer: await answer(job) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      post({ kind: 'error', name, message });
    }
  };
  parentPort?.on('message', (job: Job) => {
    last = last.then(() => work(job));
  });
  post({ kind: 'loaded' });
}
