import { describe, expect, test } from 'vitest';
import { blockedBy, detectBotChallenge, parseTree } from '../../../src/foundation/dom/index.ts';

const guard = (html: string) => detectBotChallenge(html, parseTree(html, 'http://a.test/'));

describe('a site that keeps us out', () => {
  test.each([
    ['<title>Just a moment...</title><script>window._cf_chl_opt={}</script>', 'Cloudflare challenge'],
    ['<script src="https://geo.captcha-delivery.com/captcha/"></script>', 'DataDome challenge'],
    ['<iframe src="/_Incapsula_Resource?x=1"></iframe>', 'Imperva challenge'],
    ['<div id="px-captcha"></div>', 'PerimeterX challenge'],
    ['<h1>Please verify you are a human</h1>', 'asks who we are (“verify you are a human”)'],
  ])('is known by what it shows: %s', (html, by) => {
    expect(guard(html)).toBe(by);
  });

  test('is known by status and headers', () => {
    expect(blockedBy(403, [])).toBe('refuses us (403)');
    expect(blockedBy(503, [['CF-Mitigated', 'challenge']])).toBe('Cloudflare challenge');
    expect(blockedBy(200, [['content-type', 'text/html']])).toBeUndefined();
    expect(blockedBy(404, [])).toBeUndefined();
  });

  test('is not one that writes about robots at length, or has a page that is nearly empty', () => {
    expect(
      guard(`<h1>Are you a robot?</h1><p>${'A novel about machines. '.repeat(100)}</p>`),
    ).toBeUndefined();
    expect(guard('<h1>Opening hours</h1>')).toBeUndefined();
  });
});
