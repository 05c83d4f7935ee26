import { expect, test } from 'vitest';
import { shownAlone } from '../../src/library/archived-answer.ts';

test('markup that would run, load or lead elsewhere is left out; text and forms stay', () => {
  const shown = shownAlone(`<!doctype html><head><title>Found</title><base href="https://elsewhere.example/">
    <meta http-equiv="refresh" content="0;url=https://elsewhere.example/"><link rel="preconnect" href="https://elsewhere.example/">
    <script>alert(1)</script></head>
    <body onload="alert(2)" background="https://elsewhere.example/b.png"><h1 OnClick=alert(3)>Two books</h1>
    <svg><a href="javascript:alert(4)"><script>alert(5)</script></a></svg><iframe src="https://elsewhere.example/"></iframe>
    <img srcset="https://elsewhere.example/a.png 2x" alt="cover"><a href="/book/1" ping="https://elsewhere.example/">Persuasion</a>
    <template><script>alert(6)</script></template><noscript><img src=x onerror=alert(7)></noscript>
    <form action="/search"><input name="q" value="austen"></form></body>`);
  expect(shown).not.toMatch(/alert|elsewhere|<(?:script|svg|iframe|link|meta|base|template)\b/i);
  expect(shown).toContain('<h1>Two books</h1>');
  expect(shown).toContain('<a href="/book/1">Persuasion</a>');
  expect(shown).toContain('<form action="/search"><input name="q" value="austen"></form>');
});
