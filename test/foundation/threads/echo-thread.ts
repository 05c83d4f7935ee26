import { answerJobs } from '../../../src/foundation/threads/index.ts';

export type EchoJob =
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'throw' }
  | { readonly kind: 'hang' }
  | { readonly kind: 'crash' };

answerJobs((job: EchoJob): string => {
  if (job.kind === 'echo') return job.text;
  if (job.kind === 'throw') throw new RangeError('out of range');
  if (job.kind === 'crash')
    queueMicrotask(() => {
      throw new Error('broken');
    });
  while (job.kind === 'hang');
  return 'before the crash';
});
