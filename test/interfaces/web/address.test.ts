import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Outside } from '../../../src/interfaces/views/parts.tsx';

test('addresses that pages give are links where they are of the web, else text', () => {
  const shown = (href: string) => renderToString(h(Outside, { href }));
  const typeOf = (href: string) => /^<(\w+)/.exec(shown(href))?.[1];
  expect(['http://a.example/', 'https://a.example/?q=1'].map(typeOf)).toEqual(['a', 'a']);
  const others = [
    ...['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//a.test', 'file:///etc'],
    ...['https://a.test/', 'https://a.invalid/', ''],
  ];
  expect(others.map(typeOf)).toEqual(others.map(() => 'span'));
  expect(shown('https://a.example/')).toContain('target="_blank" rel="noopener noreferrer"');
});
