import { describe, expect, it } from 'vitest';
import { renderDecision } from '../../../src/crawl/analysis/render-decision.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';
import { cpuTime } from '../../cpu-time.ts';

const TEXT = 'Words that a reader reads. '.repeat(20);
const reason = (html: string, searchSeen = false, url = 'http://www.a.test/page'): string => {
  const { render, code } = renderDecision(parseTree(`<body>${TEXT}${html}`, url), searchSeen);
  return render ? code : `no: ${code}`;
};

describe('the gate', () => {
  it('shows no page to the browser that has no scripts', () => {
    expect(reason('<form><input name=q></form>')).toBe('no: no-scripts');
    expect(reason('<script type="application/ld+json">{"@type": "createElement(\'form\')"}</script>')).toBe(
      'no: no-scripts',
    );
  });

  it('shows pages whose scripts build forms', () => {
    for (const code of [
      'document.createElement("form")',
      `x.innerHTML = '<input name=q>'`,
      'this.attachShadow({mode: "open"})',
      "createElement( 'select' )",
    ]) {
      expect([code, reason(`<script>${code}</script>`, true)]).toEqual([code, 'script-builds-forms']);
    }
  });

  it('shows pages with a list that adds conditions to a form', () => {
    const list = (name: string) => `<form><input name=q><select name=${name}><option>Title</select></form>`;
    const scripts = '<script src=//cdn.test/x.js></script>';
    expect(reason(list('add_filter_0') + scripts, true)).toBe('script-builds-forms');
    expect(reason(list('add_filter_0'), true)).toBe('no: no-scripts');
    expect(reason(list('address') + scripts, true)).toBe('no: static-page');
  });

  it('shows pages that scripts fill', () => {
    const shell = (body: string) => renderDecision(parseTree(body, 'http://a.test/'), false).code;
    expect(shell('<div id=app></div><script src=/app.js></script>')).toBe('empty-app-root');
    expect(shell('<p>Loading</p><script src=/app.js></script>')).toBe('hardly-any-text');
    expect(reason('<search-box></search-box><script src=/x.js></script>', true)).toBe('custom-elements');
    expect(reason('<noscript>Please enable JavaScript</noscript><script src=//cdn.test/x.js></script>')).toBe(
      'noscript',
    );
  });

  it('shows a page that was cut: what builds it may stand behind the cut', () => {
    const cut = (html: string) =>
      renderDecision(parseTree(`${'x'.repeat(4_000_000)}${html}`, 'http://a.test/'), false);
    expect(cut('<script src=/app.js></script>')).toEqual({ render: true, code: 'cut-page' });
    expect(renderDecision(parseTree('x'.repeat(4_000_001), 'http://a.test/'), true, 'never').render).toBe(
      false,
    );
  });

  it('shows pages that hold frames of their own, or shadow roots, with scripts or without', () => {
    expect(reason('<iframe src=/search></iframe>')).toBe('frame');
    expect(reason('<iframe srcdoc="<form></form>"></iframe>')).toBe('frame');
    expect(reason('<iframe src=//ads.test/></iframe>')).toBe('no: no-scripts');
    expect(reason('<div><template shadowrootmode=open><form><input></form></template></div>')).toBe(
      'shadow-root',
    );
  });

  it('asks less of a page that shows a search form already', () => {
    const own = '<script src="//static.a.test/x.js"></script>';
    expect(reason(own)).toBe('own-scripts');
    expect(reason(own, true)).toBe('no: static-page');
    expect(reason('<script>document.write("x")</script>')).toBe('script-builds-content');
    expect(reason('<script src=//counter.test/x.js></script>')).toBe('no: static-page');
  });

  it('does as it is told', () => {
    const page = parseTree('<div id=app></div><script></script>', 'http://a.test/');
    expect(renderDecision(page, false, 'never').render).toBe(false);
    expect(renderDecision(parseTree('', 'http://a.test/'), true, 'always').render).toBe(true);
  });

  it('copes with a document that has no web address', () => {
    for (const url of ['file:///tmp/page.html', 'about:blank', 'nonsense', '']) {
      const page = parseTree(`${TEXT}<iframe src=/x></iframe><script src=x.js></script>`, url);
      expect([url, renderDecision(page, false).code]).toEqual([url, 'static-page']);
    }
  });

  it('knows the same scripts again, and takes no others for them', () => {
    const scripts = (html: string, url = 'http://www.a.test/page', lang = 'en') =>
      renderDecision(parseTree(`<html lang="${lang}"><body>${TEXT}${html}`, url), false).scripts;
    const builds = (id: number, text = 'q') =>
      `<script>let page = ${id}; document.createElement('form').name = '${text}'</script><script src="/x.js?v=${id}"></script>`;
    const known = scripts(builds(1));
    expect(known).toEqual(expect.any(String));
    expect(scripts(builds(27), 'http://www.a.test/deep/down')).toBe(known);
    expect(scripts(`<p>Another text</p>${builds(3)}`)).toBe(known);
    const others = [
      scripts(builds(1, 'r')),
      scripts(`${builds(1)}<script src="/y.js"></script>`),
      scripts(`<div id="advanced-search"></div>${builds(1)}`),
      scripts(`<site-search></site-search>${builds(1)}`),
      scripts(builds(1), 'http://shop.a.test/page'),
      scripts(builds(1), undefined, 'de'),
    ];
    expect(new Set([known, ...others]).size).toBe(7);
    for (const shell of ['<iframe src="/f"></iframe>', '<div id="root"></div><script src="/x.js"></script>'])
      expect(scripts(shell)).toBeUndefined();
  });

  it('takes less than a second for four million characters', () => {
    const pages = [
      `<script>${'createElement( '.repeat(260_000)}</script>`,
      Array.from({ length: 150_000 }, (_, i) => `<script src=//h${i}.test/></script>`).join(''),
      '<iframe src=//x/></iframe>'.repeat(150_000),
      `<noscript>${'javascrip '.repeat(390_000)}</noscript><script></script>`,
      `<script>${'<form'.repeat(10)}${'<for'.repeat(900_000)}</script>`,
      `<div id=root>${'<br>'.repeat(900_000)}</div>`,
    ].map((html) => parseTree(html, 'http://a.test/'));
    for (const page of pages) {
      const began = cpuTime();
      renderDecision(page, false);
      expect(cpuTime() - began).toBeLessThan(1_000);
    }
  });
});
