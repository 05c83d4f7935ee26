import { expect, test } from 'vitest';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { onwardFrom } from '../../src/submissions/sending/waiting-page.ts';

const HERE = 'http://a.test/find?q=x';
const MENU = Array.from({ length: 20 }, (_, i) => `<a href="/s/${i}">Section ${i}</a>`).join(' ');
const NEWS = '<form action="/news"><input type="text" name="mail"></form>';
const led = (body: string) => onwardFrom(parseTree(body, HERE))?.url;

test('a script that does nothing but leave is followed, whatever stands around it', () => {
  for (const code of [
    'location.replace("/results/1")',
    "window.location.href = '/results/1';",
    ' document.location="/results/1" ',
  ])
    expect(led(`${MENU}${NEWS}<p>…</p><script>${code}</script>`)).toBe('http://a.test/results/1');
});

test('a script that leaves only under a condition, or when something is pressed, is not', () => {
  for (const code of [
    'if (window.top !== window) location.replace("/results/1")',
    'function go() { location.href = "/results/1"; }',
    'button.onclick = () => location.assign("/results/1");',
  ])
    expect(led(`${MENU}${NEWS}<p>…</p><script>${code}</script>`)).toBeUndefined();
});
