import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  extractForms,
  type Form,
  type FormType,
  judgeForm,
  LabelledDataError,
  learnersDisagree,
  loadModel,
  openNeighbours,
  rowsIn,
  SHIPPED,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { formatRows, rowOf } from '../../src/wings/laboratory/forms/rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('neighbours-');

const model = loadModel();
const page = (html: string) => {
  const tree = parseTree(html, 'http://site.example/');
  const forms = extractForms(tree);
  return { form: forms[0] as Form, context: contextOf(tree, forms) };
};
const SEARCH = '<form action="/search"><input name="q" placeholder="Search"><button>Search</button></form>';
const LOGIN = '<form action="/in"><input name="user"><input name="pin"><button>Log in</button></form>';

/** A file of labelled forms: markup, what it was called, and where. */
function rowsFile(
  name: string,
  forms: readonly (readonly [html: string, type: FormType, url?: string])[],
): string {
  const rows = forms.map(([html, type, url], i) => {
    const { form, context } = page(html);
    return {
      ...rowOf(form, context, type, `site-${i}`, `copy-${name}-${i}`),
      ...(url !== undefined && { url }),
    };
  });
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, formatRows(rows, { urls: true }));
  return file;
}

/** Four people out of five called what looks like a search form something else. */
const contrary = () =>
  openNeighbours([
    rowsFile('contrary', [
      [SEARCH, 'other', 'http://one.example/'],
      [SEARCH, 'other'],
      [SEARCH, 'search'],
      [SEARCH, 'other'],
      [SEARCH, 'other'],
      [LOGIN, 'login'],
    ]),
  ]);

describe('the nearest labelled forms', () => {
  it('stand in a verdict with label, distance, row and address, whoever decides', () => {
    const { form, context } = page(SEARCH);
    const verdict = judgeForm(form, model, { context, neighbours: contrary() });
    expect(verdict).toMatchObject({ kind: 'classified', searchable: true, model: model.name });
    const { svm, knn, neighbours } = verdict.learners ?? { svm: 0, knn: 0, neighbours: [] };
    expect(svm).toBeGreaterThan(0.9);
    expect(knn).toBe(0.2);
    expect(neighbours).toHaveLength(5);
    expect(neighbours.map(({ distance }) => distance)).toEqual([0, 0, 0, 0, 0]);
    expect(neighbours[0]).toEqual({
      type: 'other',
      distance: 0,
      row: 'contrary.jsonl:2',
      url: 'http://one.example/',
    });
    expect(neighbours[2]).toEqual({ type: 'search', distance: 0, row: 'contrary.jsonl:4' });
  });

  it('decide where they are to, alone or by the mean with the machine', () => {
    const { form, context } = page(SEARCH);
    const judged = (judge: 'svm' | 'knn' | 'both', k?: number) =>
      judgeForm(form, model, { context, judge, k, neighbours: contrary() });
    const svm = judged('svm');
    const score = svm.kind === 'classified' ? svm.score : Number.NaN;
    expect(judged('knn')).toMatchObject({ searchable: false, score: 0.2 });
    expect(judged('both')).toMatchObject({ searchable: true, score: expect.closeTo((score + 0.2) / 2, 9) });
    // Of the three nearest one was called a search form, of the one nearest none.
    expect(judged('knn', 3)).toMatchObject({ score: expect.closeTo(1 / 3, 9) });
    expect(judged('knn', 1)).toMatchObject({ score: 0 });
  });

  it('say so where they contradict the machine', () => {
    const { form, context } = page(SEARCH);
    const said = (neighbours: ReturnType<typeof contrary>) =>
      judgeForm(form, model, { context, neighbours }).learners;
    expect(learnersDisagree(said(contrary())!)).toBe(true);
    expect(learnersDisagree(said(openNeighbours([SHIPPED.rows]))!)).toBe(false);
  });

  it('are shown for what a rule rejects and what a person called something, too', () => {
    const { form, context } = page('<form><input name=login><input type=password name=pw></form>');
    const neighbours = openNeighbours([SHIPPED.rows]);
    const rejected = judgeForm(form, model, { context, neighbours });
    expect(rejected).toMatchObject({ rule: 'password', learners: { knn: 0 } });
    expect(rejected.learners?.neighbours).toHaveLength(5);
    const corrections = new Map([[form.id, { type: 'contact' as const }]]);
    const corrected = judgeForm(form, model, { context, neighbours, corrections });
    expect(corrected).toMatchObject({ rule: 'correction', learners: rejected.learners });
  });

  it('of several files are compared with together; the later label of a copy counts', () => {
    const first = rowsFile('same', [[SEARCH, 'search']]);
    const changed = join(folder, 'changed.jsonl');
    const { form, context } = page(SEARCH);
    writeFileSync(changed, formatRows([rowOf(form, context, 'other', 'site', 'copy-same-0')]));
    const both = openNeighbours([first, changed]);
    expect(both.forms).toBe(1);
    expect(judgeForm(form, model, { context, neighbours: both }).learners?.neighbours[0]?.type).toBe('other');
  });

  it('are refused where their file is damaged or of other features, by file and line', () => {
    const { form, context } = page(SEARCH);
    const judge = (file: string) => () =>
      judgeForm(form, model, { context, neighbours: openNeighbours([file]) });
    const text = formatRows([rowOf(form, context, 'search', 's', 'c')]);
    const damaged = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    expect(judge(join(folder, 'none.jsonl'))).toThrow(LabelledDataError);
    expect(judge(damaged('cut.jsonl', `${text}{`))).toThrow(/cut\.jsonl:3: not JSON/);
    expect(judge(damaged('type.jsonl', text.replace('"search"', '"sought"')))).toThrow(
      /type\.jsonl:2: not a labelled form/,
    );
    expect(judge(damaged('features.jsonl', text.replace('"method post"', '"method patch"')))).toThrow(
      /other features/,
    );
    expect(judge(damaged('page.html', '<html>'))).toThrow(/page\.html:1: not JSON/);
  });

  it('are told from a machine by what their file begins with', () => {
    expect(rowsIn(SHIPPED.rows)).toBe(true);
    expect(rowsIn(new URL('../../models/forms.json', import.meta.url).pathname)).toBe(false);
    expect(rowsIn(join(folder, 'none.jsonl'))).toBe(false);
  });
});
