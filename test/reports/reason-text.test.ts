import { expect, test } from 'vitest';
import { runText, stopText } from '../../src/reports/reason-text.ts';

test('reasons speak of one and of many', () => {
  expect(stopText({ code: 'all-seen', detail: '1' })).toBe('the only record was seen');
  expect(stopText({ code: 'all-seen', detail: '1200' })).toBe('all 1,200 records were seen');
  expect(stopText({ code: 'no-hits', detail: '1' })).toBe(
    'none of 1 word from the site itself returned records',
  );
  expect(runText({ code: 'sites-kept-out', detail: '1' })).toBe('1 site kept out by --max-sites');
  expect(runText({ code: 'sites-kept-out', detail: '7' })).toBe('7 sites kept out by --max-sites');
});
