import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runHere } from './run-cli.ts';

const folder = temporaryFolder('page-words-');
const file = join(folder, 'page.html');

beforeAll(async () => {
  await writeFile(
    file,
    `<!doctype html><html lang="en"><title>Tide tables</title><h1>Harbours and tides</h1>
<form action="/find"><p>Name of the harbour: <input name="hq1"></p>
<label>Coast <select name="cst"><option value="">Any</option><option value="n">North</option><option value="s">South</option></select></label>
<input type="hidden" name="sess" value="1"><button>Search</button></form>`,
  );
});

const looked = async (...args: string[]) => {
  const flags = ['--base', 'https://tides.example/', ...(args[0] === 'inspect' ? ['--storage', folder] : [])];
  const { code, out } = await runHere([...args, file, ...flags]);
  expect(code).toBe(0);
  return out;
};

test('inspect calls controls what a reader of the page calls them, and a form of no domain that of none', async () => {
  const out = await looked('inspect');
  expect(out).toMatch(/Name of the harbour +\S+ +text +free text/);
  expect(out).toMatch(/Coast +\S+ +select-one +3 options: \[Any\], North, South/);
  expect(out).toContain('not visible: sess');
  expect(out).toMatch(/domain: none \(best: [a-z]+ \d\.\d\d\)/);
  // Nothing of our own: names of parameters, sources of labels, weights, version of the model.
  expect(out).not.toMatch(/hq1|cst|neighbour|wrapping|[+−]0\.\d\d|forms@/);
});

test('inspect --verbose tells names, sources of labels and weights, too', async () => {
  const out = await looked('inspect', '--verbose');
  expect(out).toMatch(/hq1 .+Name of the harbour: \(neighbour\)/);
  expect(out).toMatch(/\+0\.\d\d {2}\S+/);
  expect(out).toContain('forms@');
});

test('plan tells what is asked in the words of the page', async () => {
  const out = await looked('plan');
  expect(out).toMatch(/field {2}Name of the harbour \(.+\): free text/);
  expect(out).toContain('unused not visible, sent as the page brings it: sess');
  expect(out).toMatch(/Name of the harbour = [a-z]+ — /);
  expect(out).toContain('Coast = North');
  expect(out).not.toMatch(/hq1|cst=/);
  expect(out).not.toMatch(/\b1 (?:values|queries|questions)\b/);
});
