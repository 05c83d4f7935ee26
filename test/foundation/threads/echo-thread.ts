import { answerJobs } from '../../../src/foundation/threads/index.ts';

export type EchoJob =
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'throw' }
  | { readonly kind: 'hang' }
  /** Waits without using CPU time. */
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'crash' };

answerJobs((job: EchoJob): string => {
  if (job.kind === 'echo') return job.text;
  if (job.kind === 'throw') throw new RangeError('out of range');
  if (job.kind === 'sleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, job.ms);
  if (job.kind === 'crash')
    queueMicrotask(() => {
      throw new Error('broken');
    });
  while (job.kind === 'hang');
  return job.kind === 'sleep' ? 'slept' : 'before the crash';
});
