import {
  appendFileSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inspect } from '../../../src/app/index.ts';
import { readCorrections } from '../../../src/forms/index.ts';
import { forgetLabel, ownDomainRows, ownRows } from '../../../src/wings/laboratory/forms/own-labels.ts';
import { hashed } from '../../../src/wings/laboratory/forms/rows.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { runCli, runHere, startCli } from './run-cli.ts';

const BASE = 'http://shop.example/';
const folder = temporaryFolder('fieldfare-label-');
const page = join(folder, 'page.html');

beforeAll(() => {
  writeFileSync(
    page,
    `<title>Books of the world</title>
     <form action=/find><label>Find books <input name=q></label><button>Search</button></form>
     <form action=/news method=post><input type=email name=mail><button>Subscribe</button></form>`,
  );
});

const inspected = async (storage: string) => (await inspect(page, { base: BASE, storage })).reading.forms;

it('what is said of a form wins over the verdict from then on, and is there to be trained on', async () => {
  const storage = join(folder, 'set');
  const [search, news] = await inspected(storage);
  expect(search!.verdict.searchable).toBe(true);
  expect(news!.verdict.searchable).toBe(false);
  const args = ['label', page, '--base', BASE, '--storage', storage, '--date', '2026-11-20'];
  const said = await runCli([
    ...[...args, '--set', `${search!.form.id}=other`, '--set', `${news!.form.id}=search,book`],
  ]);
  expect(said).toMatchObject({ code: 0, err: '' });
  expect(said.out).toContain('2 of 2 forms labelled');
  const [first, second] = await inspected(storage);
  expect(first!.verdict).toMatchObject({ searchable: false, type: 'other' });
  expect(second!).toMatchObject({ domain: 'book', verdict: { searchable: true, type: 'search' } });
  expect((await ownRows(storage)).map(({ type }) => type)).toEqual(['other', 'search']);
  expect((await ownDomainRows(storage)).map(({ domain }) => domain)).toEqual(['book']);
  // The later word counts.
  await runHere([...args, '--set', `${search!.form.id}=search,none`]);
  expect((await inspected(storage))[0]!).toMatchObject({ domain: null, verdict: { type: 'search' } });
  expect((await ownRows(storage)).map(({ type }) => type)).toEqual(['search', 'search']);

  // Another process has the files open for what it was told meanwhile.
  const [rows, corrections] = ['rows', 'forms'].map((name) => join(storage, 'labels', `${name}.jsonl`));
  const before = readFileSync(corrections!, 'utf8');
  const beside = [rows, corrections].map(
    (file) => [openSync(file!, 'a'), readFileSync(file!, 'utf8')] as const,
  );
  forgetLabel(storage, search!.form);
  expect((await ownRows(storage)).map(({ copy }) => copy)).toEqual([hashed(news!.form.id)]);
  expect([...readCorrections(corrections!).keys()]).toEqual([news!.form.id]);
  // One byte a line: a line is struck out or not, whenever the power fails.
  expect(readFileSync(corrections!, 'utf8').replaceAll(/^#/gm, '{')).toBe(before);
  for (const [file, text] of beside) writeSync(file, `${text.trim().split('\n').at(-1)}\n`);
  expect(await ownRows(storage)).toHaveLength(2);
  expect(readCorrections(corrections!).get(search!.form.id)).toMatchObject({ type: 'search', domain: null });

  // Neither a line that a power cut left nor what is no label keeps others from being forgotten.
  const abouts = join(storage, 'labels', 'domain-rows.jsonl');
  for (const file of [rows!, corrections!, abouts]) appendFileSync(file, 'null\n{"copy":"7\n');
  for (const { form } of [search!, news!]) forgetLabel(storage, form);
  for (const [file, read] of [
    [rows!, () => ownRows(storage)],
    [abouts, () => ownDomainRows(storage)],
    [corrections!, async () => readCorrections(corrections!)],
  ] as const) {
    const lines = readFileSync(file, 'utf8').split('\n');
    await expect(read()).rejects.toThrow(`${file}:${lines.indexOf('null') + 1}: `);
    writeFileSync(file, lines.filter((line) => !/^(?:null|\{"copy":"7)$/.test(line)).join('\n'));
  }
  // A later version has other features.
  for (const file of [rows!, abouts])
    writeFileSync(file, readFileSync(file, 'utf8').replace('"features":[', '"features":["old",'));
  expect([await ownRows(storage), await ownDomainRows(storage)]).toEqual([[], []]);
  await runHere([...args, '--set', `${search!.form.id}=search,book`]);
  expect([await ownRows(storage), await ownDomainRows(storage)]).toMatchObject([[{}], [{}]]);
});

it('answers may come from standard input: as judged, a type, skip, enough', async () => {
  const storage = join(folder, 'asked');
  const cli = startCli(['label', page, '--base', BASE, '--storage', storage, '--json'], {}, '\ncontact\nq\n');
  const { code, out, err } = await cli.done;
  expect(code).toBe(0);
  expect(err).toContain('Form 1: SEARCHABLE');
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([{ type: 'search' }, { type: 'contact' }]);
  expect([...readCorrections(join(storage, 'labels', 'forms.jsonl')).values()]).toMatchObject([
    { type: 'search' },
    { type: 'contact' },
  ]);
});

it('what is no answer, no form of the page or no domain is refused, and nothing is written', async () => {
  const storage = join(folder, 'refused');
  const [search] = await inspected(storage);
  const label = (set: string) => runHere(['label', page, '--base', BASE, '--storage', storage, '--set', set]);
  for (const [set, message] of [
    ['what', /16 digits/],
    [`${search!.form.id}=dance`, /one of search, login/],
    [`${search!.form.id}=search,cheese`, /no domain “cheese”/],
    ['0123456789abcdef=search', /no form 0123456789abcdef here/],
  ] as const) {
    const { code, err } = await label(set);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  }
  expect(existsSync(join(storage, 'labels'))).toBe(false);
});

it('labels of a user are learned from by the next training', async () => {
  const storage = join(folder, 'trained');
  const [search] = await inspected(storage);
  await runHere([
    ...['label', page, '--base', BASE, '--storage', storage, '--set', `${search!.form.id}=search,book`],
  ]);
  const out = join(folder, 'model.json');
  const args = [
    ...['train', 'forms', '--folds', '2', '--seeds', '1', '--storage', storage, '--out', out, '--json'],
  ];
  const trained = JSON.parse((await runHere(args)).out);
  expect(trained.n).toBe(1116);
  const few = ['--folds', '2', '--seeds', '1', '--storage', storage, '--json'];
  expect(JSON.parse((await runHere(['evaluate', 'forms', ...few])).out).n).toBe(1116);
  expect(readFileSync(out.replace('.json', '.md'), 'utf8')).toContain('1 forms labelled by a user');
});

it('the forms of an archive can be labelled, each once', async () => {
  const storage = join(folder, 'archive');
  const archive = join(folder, 'crawl.warc');
  const html = readFileSync(page, 'utf8');
  const record = (url: string) => {
    const http = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${html}`;
    const head = [
      ...['WARC/1.1', 'WARC-Type: response', `WARC-Target-URI: ${url}`, 'WARC-Date: 2026-11-20T10:00:00Z'],
      `WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-${String(url.length).padStart(12, '0')}>`,
      ...['Content-Type: application/http; msgtype=response', `Content-Length: ${Buffer.byteLength(http)}`],
    ];
    return `${head.join('\r\n')}\r\n\r\n${http}\r\n\r\n`;
  };
  writeFileSync(archive, record(BASE) + record(`${BASE}again`));
  const [search] = await inspected(storage);
  const said = await runHere([
    ...['label', archive, '--storage', storage],
    ...['--set', `${search!.form.id}=search,book`, '--json'],
  ]);
  expect(said).toMatchObject({ code: 0, err: '' });
  expect((await ownDomainRows(storage)).map(({ domain }) => domain)).toEqual(['book']);
  const asked = await startCli(['label', archive, '--storage', storage], {}, 'q\n').done;
  expect(asked.out).toContain('0 of 2 forms labelled');
});

it('a line that a full disk or a power cut has torn is skipped, named, and in no way of the next', async () => {
  const storage = join(folder, 'torn');
  const [search, news] = await inspected(storage);
  const args = ['label', page, '--base', BASE, '--storage', storage, '--date', '2026-11-20'];
  await runCli([...args, '--set', `${search!.form.id}=search,book`, '--set', `${news!.form.id}=login`]);
  const files = ['forms', 'rows'].map((name) => join(storage, 'labels', `${name}.jsonl`));
  const sizes = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length);
  for (const file of files) truncateSync(file, statSync(file).size - 15);
  const { code, err } = await runCli(['inspect', page, '--base', BASE, '--storage', storage]);
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining(`forms.jsonl:${sizes[0]} was cut off`),
  });
  expect((await ownRows(storage)).map(({ type }) => type)).toEqual(['search']);
  const again = await runCli([...args, '--set', `${news!.form.id}=login`]);
  expect(again.code).toBe(0);
  expect((await ownRows(storage)).map(({ type }) => type)).toEqual(['search', 'login']);
  expect(readCorrections(files[0]!).size).toBe(2);
  const last = await runCli(['inspect', page, '--base', BASE, '--storage', storage]);
  expect(last.err).not.toContain('cut off');
});
