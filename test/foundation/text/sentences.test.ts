import { expect, test } from 'vitest';
import { sentencesOf } from '../../../src/foundation/text/index.ts';

test('sentences end at full stops, runs of marks and closing quotation marks, not at abbreviations', () => {
  expect(sentencesOf('He said “Stop!” Then Dr. Lee left… Why?! Well. No')).toEqual([
    'He said “Stop!”',
    'Then Dr. Lee left…',
    'Why?!',
    'Well.',
    'No',
  ]);
  expect(sentencesOf('3.5 of them. यह है। 好的！再见')).toEqual(['3.5 of them.', 'यह है।', '好的！', '再见']);
});

test('a megabyte of one mark costs what a megabyte of text costs', () => {
  const cpuMs = (text: string) => {
    const before = process.cpuUsage();
    sentencesOf(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const prose = cpuMs('The lake freezes in winter. '.repeat(36_000));
  for (const run of ['!', '.', '…', '!"', '"', '!)'])
    expect([run, cpuMs(run.repeat(1_000_000 / run.length)) < 20 * prose + 500]).toEqual([run, true]);
});
