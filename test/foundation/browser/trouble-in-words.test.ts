import { expect, test } from 'vitest';
import { browserErrorText } from '../../../src/foundation/browser/index.ts';

test.each([
  [
    'locator.inputValue: Error: Node is not an <input>, <textarea> or <select> element\nCall log:\n  - waiting',
    'a control of the form could not be used',
  ],
  ['page.goto: net::ERR_NAME_NOT_RESOLVED at http://a.test/', 'host name not found'],
  ['page.goto: net::ERR_UNKNOWN at http://a.test/', 'the browser could not load the page'],
  ['Timeout: http://a.test/ does not load (15000 ms)', 'the page did not get ready in time'],
  ['locator.click: Timeout 5000ms exceeded.', 'the page did not get ready in time'],
  [
    'page.evaluate: Execution context was destroyed, most likely because of a navigation',
    'the page went elsewhere meanwhile',
  ],
  ['page.goto: Target page, context or browser has been closed', 'the browser was closed meanwhile'],
  ['page.evaluate: TypeError: odd', 'odd'],
  ['its script went to other.test', 'its script went to other.test'],
  ['', 'the browser gave up'],
])('%j is told as %j', (message, words) => {
  expect(browserErrorText(new Error(message))).toBe(words);
});
