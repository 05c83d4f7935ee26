import { wordNet } from '../../foundation/text/index.ts';
import { answerJobs } from '../../foundation/threads/index.ts';
import { SentenceReader } from './sentences.ts';
import type { SentencesJob } from './sentences-in-thread.ts';

const reader = new SentenceReader(wordNet());

answerJobs(({ content, language }: SentencesJob): string => JSON.stringify(reader.read(content, language)));
