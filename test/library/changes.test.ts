import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareRuns } from '../../src/library/index.ts';
import { openStore } from '../../src/store/index.ts';
import { harvestWith } from '../harvest/faulty-store.ts';
import { type Answer, links, page, SEARCH, smallWeb } from '../harvest/small-web.ts';

/** Every sight of a form has another token, which must not make it another form. */
let sights = 0;
const form = (action: string, cities: readonly string[], extra = '') =>
  `<form action="${action}"><label>Author <input name="author"></label><label>City <select name="city">${cities
    .map((city) => `<option>${city}</option>`)
    .join(
      '',
    )}</select></label><input type="hidden" name="token" value="token-${++sights}">${extra}<button>Search</button></form>`;

test('two runs of a web that changed: what is new, gone and changed', { timeout: 30_000 }, async () => {
  const storage = mkdtempSync(join(tmpdir(), 'changes-'));
  onTestFinished(() => rmSync(storage, { recursive: true, force: true }));
  const pages: Record<string, Answer> = {
    'a.test/': page(SEARCH + links('/kept', '/gone', '/changed', '/lost')),
    'a.test/kept': page(form('/kept/find', ['Oslo', 'Bergen'])),
    'a.test/changed': page(form('/changed/find', ['Oslo', 'Bergen'])),
    'a.test/gone': page(form('/gone/find', ['Oslo'])),
    'a.test/lost': page(form('/lost/find', ['Oslo'])),
  };
  const small = await smallWeb(pages, ['http://a.test/']);
  onTestFinished(() => small.close());
  await harvestWith(small.web, storage, {});
  // The next day: a form of the front page is new, a page has lost its form, another is not linked any more.
  pages['a.test/'] = page(
    SEARCH + form('/new/find', ['Oslo']) + links('/kept', '/gone', '/changed', '/fresh'),
  );
  pages['a.test/kept'] = page(form('/kept/find', ['Oslo', 'Bergen']));
  pages['a.test/changed'] = page(form('/changed/find', ['Oslo', 'Paris'], '<input name="isbn">'));
  pages['a.test/gone'] = page('no form any more');
  pages['a.test/fresh'] = page('a page that was not there');
  await harvestWith(small.web, storage, {});
  const store = await openStore(storage, { mode: 'read' });
  onTestFinished(() => store.close());
  const { forms, pages: seen, records, run, since } = await compareRuns(store);
  expect([run, since]).toEqual([2, 1]);
  const actions = (of: { examples: readonly { action: string }[] }) =>
    of.examples.map(({ action }) => action.replace('http://a.test', ''));
  expect(actions(forms.new)).toEqual(['/new/find']);
  expect(actions(forms.gone)).toEqual(['/gone/find']);
  expect(forms.notSeenAgain).toBe(1);
  expect(forms.same).toBe(2);
  expect(actions(forms.changed)).toEqual(['/changed/find']);
  expect(forms.changed.examples[0]?.how).toBe(
    'city (select-one) offers Paris; city (select-one) no longer offers Bergen; control isbn (text) added',
  );
  expect(seen.new).toEqual({ count: 1, examples: ['http://a.test/fresh'] });
  expect(seen.gone).toEqual({ count: 1, examples: ['http://a.test/lost'] });
  expect(records).toMatchObject({ new: { count: 0 }, gone: { count: 0 } });
  await expect(compareRuns(store, 1)).rejects.toThrow(/run 1 is the first of book/);
  await expect(compareRuns(store, 2, 9)).rejects.toThrow(/there is no run 9/);
});
