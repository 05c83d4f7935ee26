import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { classifyForms } from '../../src/forms/index.ts';
import { startCli } from '../interfaces/cli/run-cli.ts';

const PAGE = `<title>Bookshop</title>
<form action="/find" role="search"><label>Title <input name="t" required></label> <label>Author <input name="a"></label>
<select name="fmt"><option value="">Any format</option><option value="hb">Hardback</option></select>
<button>Search books</button></form>
<form action="/login" method="post"><input name="user"><input type="password" name="pw"><button>Log in</button></form>`;

test('forms come with type, probability, fields and evidence', () => {
  const [search, login] = classifyForms(PAGE, 'https://shop.test/');
  expect(search).toMatchObject({
    type: 'search',
    searchable: true,
    action: 'https://shop.test/find',
    method: 'get',
  });
  expect(search!.probability).toBeGreaterThan(0.9);
  expect(search!.evidence.length).toBeGreaterThan(0);
  expect(search!.submits).toEqual(['Search books']);
  expect(search!.fields).toMatchObject([
    { name: 't', label: 'Title', type: 'text', meaning: 'title', required: true, options: [] },
    { name: 'a', meaning: 'person' },
    {
      name: 'fmt',
      type: 'select-one',
      options: [
        { value: '', label: 'Any format' },
        { value: 'hb', label: 'Hardback' },
      ],
    },
  ]);
  expect(login).toMatchObject({
    type: 'login',
    searchable: false,
    probability: 0,
    rejectedBy: { rule: 'password' },
  });
  expect(login!.fields.map(({ meaning }) => meaning)).toEqual(['username', 'password']);
});

test('a threshold decides what is searchable', () => {
  const [form] = classifyForms(PAGE, 'https://shop.test/', { threshold: 1 });
  expect(form!.searchable).toBe(false);
});

const PYTHON = `
import json, subprocess, sys
fieldfare = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def classify(html, url):
    fieldfare.stdin.write(json.dumps({"html": html, "url": url}) + "\\n")
    fieldfare.stdin.flush()
    return json.loads(fieldfare.stdout.readline())["forms"]
for word in ["search", "subscribe"]:
    print([form["type"] for form in classify(f"<form><input name=q><button>{word}</button></form>", "https://a.test/")])
fieldfare.stdin.close()
`;
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  process.stdout.write('skipped: calling the classifier from Python, for there is no python3\n');

test.skipIf(!hasPython)('a Python program asks page by page over a pipe', () => {
  const main = new URL('../../src/interfaces/cli/main.ts', import.meta.url).pathname;
  const run = spawnSync('python3', ['-c', PYTHON, process.execPath, main, 'classify'], { encoding: 'utf8' });
  expect(run.stdout.split('\n')[0]).toBe("['search']");
  expect(run.status).toBe(0);
});

test('a line that is no page is answered with an error, and the next one is read', async () => {
  const lines = ['nonsense', JSON.stringify({ html: PAGE, url: 'https://shop.test/' })].join('\n');
  const { out, code } = await startCli(['classify'], {}, lines).done;
  const [wrong, right] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(wrong.error).toContain('expected a line');
  expect(right.forms).toHaveLength(2);
  expect(code).toBe(0);
});
