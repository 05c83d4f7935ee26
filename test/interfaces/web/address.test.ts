import { expect, test } from 'vitest';
import { Outside } from '../../../src/reports/components/index.ts';

test('addresses that pages give are links where they are of the web, else text', () => {
  const typeOf = (href: string) => Outside({ href }).type;
  expect(['http://a.test/', 'https://a.test/?q=1'].map(typeOf)).toEqual(['a', 'a']);
  const others = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//a.test',
    'file:///etc',
    '',
  ];
  expect(others.map(typeOf)).toEqual(others.map(() => 'span'));
  expect(Outside({ href: 'https://a.test/' }).props).toMatchObject({
    rel: 'noopener noreferrer',
    target: '_blank',
  });
});
