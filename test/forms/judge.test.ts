import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  contextOf,
  extractForms,
  type Form,
  type FormVerdict,
  findRejection,
  judgeForm,
  loadModel,
  ModelError,
  REJECTION_RULES,
  SHIPPED,
} from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const model = loadModel();
const page = (html: string) => {
  const tree = parseTree(html, 'http://site.example/');
  const forms = extractForms(tree);
  return { form: forms[0] as Form, context: contextOf(tree, forms) };
};
const verdictOf = (html: string, options = {}): FormVerdict => {
  const { form, context } = page(html);
  return judgeForm(form, model, { context, ...options });
};

const SEARCH = '<form action="/search"><input name="q" placeholder="Search"><button>Search</button></form>';

describe('a verdict', () => {
  it('on a search form gives a probability and what weighed most', () => {
    const verdict = verdictOf(SEARCH);
    if (verdict.kind !== 'classified') throw new Error('rejected');
    expect(verdict).toMatchObject({ searchable: true, type: 'search', model: model.name });
    expect(verdict.score).toBeGreaterThan(0.9);
    expect(verdict.weightiest[0]?.feature).toMatch(/^search /);
    expect(verdict.weightiest[0]?.weight).toBeGreaterThan(0);
  });

  it('on a rejected form names the rule and shows its evidence', () => {
    expect(verdictOf('<form><input name=login><input type=password name=pw></form>')).toMatchObject({
      kind: 'rejected',
      rule: 'password',
      evidence: 'password “pw”',
      searchable: false,
    });
  });

  it('follows the threshold it is given', () => {
    expect(verdictOf(SEARCH, { threshold: 1 })).toMatchObject({ searchable: false });
  });
});

describe('rejection rules', () => {
  const examples: Readonly<Record<string, string>> = {
    password: '<form><input type=password name=p></form>',
    upload: '<form><input type=file name=f></form>',
    'text-area': '<form><textarea name=t></textarea></form>',
    'mailing-list': '<form action=/newsletter><input name=email></form>',
    'e-mail': '<form><input type=email name=x></form>',
    'nothing-to-fill': '<form><input type=hidden name=h><button>Go</button></form>',
    captcha: '<form><input name=a><img src=/captcha.png></form>',
    recovery: '<form action=/forgot><input name=a></form>',
    login: '<form action=/login><input name=a></form>',
    registration: '<form action=/register><input name=a></form>',
    order: '<form><input name=n><button>Add to cart</button></form>',
    contact: '<form action=/contact-us><input name=n></form>',
    poll: '<form action=/vote><input type=radio name=r value=1><input type=radio name=r value=2></form>',
    personal: '<form><input name=first_name><input name=last_name></form>',
    period:
      '<form>Report for <select name=unit><option>day<option>month</select><select name=month><option>January<option>February</select><select name=year><option>2023<option>2024</select><button>OK</button></form>',
    settings:
      '<form method=post><h2>Search language</h2><select name=l><option>en<option>de</select><select name=t><option>simple<option>dark</select><input type=radio name=m value=GET checked><input type=radio name=m value=POST><input type=checkbox name=e><input type=submit value=save></form>',
    'one-choice': '<form><select name=a><option>1<option>2</select></form>',
    'display-options':
      '<form><select name=sort_by><option>1<option>2</select><select name=x><option>1</select></form>',
    'no-search-word':
      '<form><select name=a><option>1<option>2</select><select name=b><option>1</select></form>',
  };

  for (const { name, safe } of REJECTION_RULES) {
    it(`${name} (${safe ? 'safe' : 'risky'}) fires on its example, ${safe ? 'and can be switched off' : 'only when switched on'}`, () => {
      const { form } = page(examples[name]!);
      expect(findRejection(form, { enabled: [name] })).toMatchObject({ rule: name });
      const without = findRejection(form, safe ? { disabled: [name] } : {});
      expect(without?.rule).not.toBe(name);
      expect(findRejection(page(SEARCH).form, { enabled: [name] })).toBeUndefined();
    });
  }

  it('that go by words hold back where the form speaks of searching', () => {
    expect(
      findRejection(page('<form action="/login-search"><input name=q><button>Search</button></form>').form),
    ).toBeUndefined();
    const saved = examples.settings ?? '';
    for (const html of [
      saved.replace('value=save', 'value=Find'),
      saved.replaceAll('<option>', '<option value="">'),
    ])
      expect(findRejection(page(html).form)).toBeUndefined();
  });
});

describe('forms that ask little', () => {
  const model = loadModel();
  const searches = (html: string): boolean => {
    const { form, context } = page(html);
    return judgeForm(form, model, { context }).searchable;
  };

  it.each([
    [
      'a list narrowed by what is typed',
      '<form action=/items><label>Filter: <input name=pat></label><label>Exclude: <input name=nopat></label><input type=submit value=OK></form>',
    ],
    ['a box without a name or a button', '<form><input placeholder="Search…"></form>'],
    [
      'a search for one of several sections',
      '<form action=/pages><label>Look up: <input name=topic></label><select name=part><option>all<option>1</select><button>Go</button></form>',
    ],
  ])('%s searches', (_, html) => expect(searches(html)).toBe(true));

  it.each([
    [
      'a choice of month and year',
      '<form action=/numbers>Shown: <select name=mm><option>Jan<option>Feb<option>Mar</select><select name=yy><option>2023<option>2024</select><button>OK</button></form>',
    ],
    [
      'a choice of language',
      '<form method=post><select name=lang><option>English<option>Deutsch</select><button>Use</button></form>',
    ],
    ['how many a page', '<form><input name=n size=3 placeholder=50><button>per page</button></form>'],
    [
      'the number of a page',
      '<form action=/items>Page <input name=p size=3> of 9 <button>Go</button></form>',
    ],
    [
      'versions to compare',
      '<form action=/old><input type=radio name=a value=1><input type=radio name=a value=2><input type=radio name=b value=1><input type=radio name=b value=2><button>Compare versions</button></form>',
    ],
    [
      'an address for a mailing list',
      '<form method=post action=/list>Your address: <input name=addr><button>Subscribe</button></form>',
    ],
  ])('%s does not', (_, html) => expect(searches(html)).toBe(false));
});

describe('the model file', () => {
  let folder: string;
  const written = (text: string): string => {
    const path = join(folder, 'model.json');
    writeFileSync(path, text);
    return path;
  };
  const shipped = (): Record<string, unknown> =>
    JSON.parse(readFileSync(SHIPPED.formsModel, 'utf8')) as Record<string, unknown>;
  beforeAll(() => {
    folder = temporaryFolder('fieldfare-model-');
  });

  it('is small', () => {
    expect(statSync(SHIPPED.formsModel).size).toBeLessThan(500_000);
  });

  it('says in one sentence what is wrong and what to do', () => {
    expect(() => loadModel(join(folder, 'none.json'))).toThrow(/Cannot read the model .*train forms/);
    expect(() => loadModel(written('{"format":'))).toThrow(/damaged: not JSON.*train forms/);
    expect(() => loadModel(written('{}'))).toThrow(/damaged/);
    const cut = { ...shipped(), search: { ...(shipped().search as object), scales: [1] } };
    expect(() => loadModel(written(JSON.stringify(cut)))).toThrow(/1 scales for \d+ features/);
    const [, ...rest] = shipped().features as string[];
    expect(() =>
      loadModel(written(JSON.stringify({ ...shipped(), features: ['no such thing', ...rest] }))),
    ).toThrow(/does not have \(“no such thing”\); run/);
    expect(() => loadModel(written('{}'))).toThrow(ModelError);
  });

  it('judges a form in well under a millisecond', () => {
    const { form, context } = page(SEARCH);
    for (let i = 0; i < 500; i++) judgeForm(form, model, { context });
    // Processor time, and the best of five rounds: a busy machine does not count against it.
    const rounds = Array.from({ length: 5 }, () => {
      const start = process.cpuUsage();
      for (let i = 0; i < 200; i++) judgeForm(form, model, { context });
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 200 / 1_000;
    });
    expect(Math.min(...rounds)).toBeLessThan(0.4);
  });
});
