import { expect, test } from 'vitest';
import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { sendingOrder, submitPosition } from '../../src/submissions/planning/submit-control.ts';

const formIn = (html: string): Form =>
  extractForms(parseTree(`<body><main>${html}</main>`, 'http://example.org/'))[0]!;
const pressesOf = (html: string) => formIn(html).submits.map(({ label }) => label);
const BOX = '<input type="text" id="find" placeholder="Search parts">';

test('tabs and filters of a table beside a box are not what sends it', () => {
  const tabs = ['All parts', 'Screws', 'Nuts'].map((label) => `<button>${label}</button>`).join('');
  const form = formIn(`<div>${BOX}<div class="tabs">${tabs}</div></div>`);
  expect(form.submits).toEqual([]);
  expect(form.controls.map(({ id }) => id)).toEqual(['find']);
  expect(sendingOrder(form)).toEqual([{ by: 'enter' }]);
});

test.each([
  ['says it', '<button>Search</button>', ['Search']],
  ['says it in another language', '<button>検索</button>', ['検索']],
  ['shows it', '<button class="icon-search"></button>', ['']],
  ['is the only one and short', '<button>OK</button>', ['OK']],
])('a button that %s is taken', (_, button, labels) => {
  expect(pressesOf(`<div>${BOX}${button}</div>`)).toEqual(labels);
});

test('a box that says nothing of a search is one beside a button that does', () => {
  const box = '<div><div><input id="who" aria-label="Title or director"></div></div>';
  const form = formIn(`<div>${box}<input type="checkbox"><button>Search films</button></div>`);
  expect(form.controls.map(({ id }) => id)).toEqual(['who', '']);
  expect(form.submits.map(({ label }) => label)).toEqual(['Search films']);
  for (const button of ['Go', 'OK', 'Save', 'Subscribe'])
    expect(formIn(`<div>${box}<button>${button}</button></div>`)).toBeUndefined();
});

test('readonly keeps no radio button from being chosen', () => {
  const form = formIn(
    '<form><input type="radio" name="a" value="1" readonly><input name="b" readonly></form>',
  );
  expect(form.controls.map(({ readOnly }) => readOnly)).toEqual([false, true]);
});

test.each(['×', '?', 'Clear', 'Zurücksetzen', '<span class="x" title="">✕</span>'])(
  'a button “%s” is not, and does not keep from the one behind it',
  (label) => {
    expect(pressesOf(`<div>${BOX}<button>${label}</button></div>`)).toEqual([]);
    expect(
      pressesOf(`<div><span>${BOX}<button>${label}</button></span><button>Find</button></div>`),
    ).toContain('Find');
  },
);

test('what only empties a form is no submit of it, whatever its type', () => {
  const form = formIn('<form><input name="q"><button type="submit">Clear</button><button>?</button></form>');
  expect(submitPosition(form)).toBeUndefined();
  expect(sendingOrder(form)).toEqual([{ by: 'enter' }]);
  const both = formIn('<form><input name="q"><button>Reset</button><button>Go</button></form>');
  expect(sendingOrder(both)).toEqual([{ by: 'press', submit: 1 }, { by: 'enter' }]);
});
