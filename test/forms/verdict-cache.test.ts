import { describe, expect, it } from 'vitest';
import {
  contextOf,
  extractForms,
  type Form,
  judgeForm,
  loadModel,
  VerdictCache,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';

const model = loadModel();
const SEARCH = '<form action="/search"><input name="q"><button>Go</button></form>';
const LOGIN = '<form action="/in"><input name="user"><input type="password" name="pw"></form>';
const read = (forms: string, title: string, url: string) => {
  const tree = parseTree(`<title>${title}</title>${forms}`, url);
  const found = extractForms(tree);
  return { form: found[0] as Form, context: contextOf(tree, found) };
};

describe('a cache of verdicts', () => {
  it('judges a form once for all pages of a site', () => {
    const cache = new VerdictCache(model, {});
    const one = read(SEARCH, 'Granite', 'http://site.example/granite');
    const other = read(SEARCH, 'Basalt', 'http://site.example/basalt');
    expect(cache.judge(other.form, other.context)).toBe(cache.judge(one.form, one.context));
  });

  it.each([
    ['another title', SEARCH, 'Search and log in', 'http://site.example/granite'],
    ['the page that it is sent to', SEARCH, 'Granite', 'http://site.example/search'],
    ['another host', SEARCH, 'Granite', 'http://other.example/granite'],
    ['a page with another form', SEARCH + LOGIN, 'Granite', 'http://site.example/granite'],
    ['another form', LOGIN, 'Granite', 'http://site.example/granite'],
  ])('gives the verdict of judgeForm with %s', (_, forms, title, url) => {
    const cache = new VerdictCache(model, {});
    const first = read(SEARCH, 'Granite', 'http://site.example/granite');
    cache.judge(first.form, first.context);
    const { form, context } = read(forms, title, url);
    expect(cache.judge(form, context)).toEqual(judgeForm(form, model, { context }));
  });
});
