import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf, extractForms, judgeForm, loadModel } from '../../../src/forms/index.ts';
import { parseTree } from '../../../src/foundation/dom/index.ts';

interface Expected {
  readonly why: string;
  readonly url: string;
  /** One entry a form, in order; each names only what the case is about. */
  readonly forms: readonly (Record<string, unknown> & { readonly verdict?: Record<string, unknown> })[];
}

const model = loadModel();
const CORPUS = resolve(import.meta.dirname, '../../fixtures/pages');
const cases = readdirSync(CORPUS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const file = (name: string, part: string): string => readFileSync(`${CORPUS}/${name}/${part}`, 'utf8');

describe('the page corpus', () => {
  it('holds at least 60 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
  });

  for (const { name } of cases) {
    const expected = JSON.parse(file(name, 'expected.json')) as Expected;
    it(`${name}: ${expected.why}`, () => {
      const tree = parseTree(file(name, 'page.html'), expected.url);
      const forms = extractForms(tree);
      expect(forms).toHaveLength(expected.forms.length);
      expected.forms.forEach(({ verdict, ...facts }, i) => {
        const form = forms[i]!;
        expect(form).toMatchObject({ ...facts, index: i });
        if (verdict) {
          expect(judgeForm(form, model, { context: contextOf(tree, forms) })).toMatchObject(verdict);
        }
      });
    });
  }
});
