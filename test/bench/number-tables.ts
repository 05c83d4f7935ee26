/**
 * Prices, dates and tables beside what public libraries say of the same texts: the test tables of price-parser and dateparser
 * (source distributions of PyPI) and pandas.read_html on tables made at random from a seed.
 *
 *     npm run bench -- number-tables              installs them into a temporary folder, which goes afterwards
 *     npm run bench -- number-tables --in FOLDER  into this folder, which stays; --misses prints what differs
 */

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import { dateOf, foldText } from '../../src/foundation/text/index.ts';
import { typedValues } from '../../src/library/records/canonical-fields.ts';
import { readPage } from '../../src/submissions/answers/read-page.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SOURCES = ['price-parser==0.5.1', 'dateparser==1.5.0'];
const PEERS = ['pandas==3.1.1', 'lxml'];
/** Truths that are none: an amount of a text without digits, and the first day of several as the date of all. */
const NO_PRICE_TRUTH = /^\P{N}*$/u;
const NO_DATE_TRUTH = /(?<![\d.])\d{1,2}\.?\s*[-–]\s*\d{1,2}(?:\.\d\d\.\d{4}|\.?(?:\s+\p{L}|,?\s+\d{4}))/u;
const TABLES = 120;
const SEED = 1;

/** The strings of the two test tables and pandas' reading of the made ones, as one JSON object. */
const SCRIPT = `
import ast, glob, io, json, re, sys
import pandas
folder = sys.argv[1]
def calls(path, name, functions=None):
    tree = ast.parse(open(glob.glob(folder + path)[0]).read())
    for f in (n for n in ast.walk(tree) if functions is None or isinstance(n, ast.FunctionDef) and n.name in functions):
        if functions is None and not isinstance(f, ast.Call): continue
        for c in [f] if functions is None else ast.walk(f):
            if isinstance(c, ast.Call) and getattr(c.func, 'id', '') == name: yield c
def literal(n):
    if isinstance(n, ast.Call): return float(n.args[0].value)
    return ast.literal_eval(n)
prices = []
for c in calls('/price_parser-*/tests/test_price_parsing.py', 'Example'):
    hint, text, currency, _, amount = [literal(a) for a in c.args[:5]]
    if text is not None: prices.append([text, amount])
dates = []
for c in calls('/dateparser-*/tests/test_date_parser.py', 'param', {'test_dates_parsing', 'test_dates_parsing_with_normalization'}):
    if len(c.args) < 2 or not isinstance(c.args[0], ast.Constant) or getattr(getattr(c.args[1], 'func', None), 'id', '') != 'datetime': continue
    year, month, day = [a.value for a in c.args[1].args[:3]]
    if re.search(r'(?<!\\d)%04d(?!\\d)' % year, c.args[0].value): dates.append([c.args[0].value, '%04d-%02d-%02d' % (year, month, day)])
unique = lambda rows: [list(r) for r in dict.fromkeys(map(tuple, rows))]
tables = []
for html in json.load(open(folder + '/tables.json')):
    t = pandas.read_html(io.StringIO(html), header=0, converters={i: str for i in range(html.count('<th>'))}, keep_default_na=False)[0]
    tables.append([list(map(str, t.columns)), [[str(v) for v in r] for r in t.values.tolist()]])
print(json.dumps({'prices': unique(prices), 'dates': unique(dates), 'tables': tables}))
`;

interface Suites {
  readonly prices: readonly (readonly [string, number | null])[];
  readonly dates: readonly (readonly [string, string])[];
  readonly tables: readonly (readonly [readonly string[], readonly (readonly string[])[]])[];
}

/** Tables with heads in `thead`, `th` or plain cells in bold, cells over columns and rows, gaps, links and groups. */
function madeTables(): string[] {
  const random = seededRandom(SEED);
  const upTo = (count: number): number => Math.floor(random() * count);
  const chance = (share: number): boolean => random() < share;
  const word = (): string =>
    Array.from({ length: 2 + upTo(3) }, () => 'bdfklmnprstv'.charAt(upTo(12)) + 'aeiou'.charAt(upTo(5))).join(
      '',
    );
  return Array.from({ length: TABLES }, () => {
    const [columns, rows] = [3 + upTo(5), 5 + upTo(12)];
    const [wide, tall, gaps] = [chance(0.4), chance(0.3), chance(0.3)];
    const names = Array.from({ length: columns }, (_, i) => `${word()}${i}`);
    const kinds = names.map(() => upTo(4));
    const heads = names.map((name) => `<th>${name}</th>`).join('');
    const reach = names.map(() => 0);
    const lines = Array.from({ length: rows }, (_, row) => {
      const cells: string[] = [];
      for (let at = 0; at < columns; at++) {
        const left = reach[at] ?? 0;
        if (left > 0) {
          reach[at] = left - 1;
          continue;
        }
        const kind = kinds[at];
        const own = `${word()} ${word()}`;
        const number = String(1 + upTo(9_000));
        const text = kind === 0 ? number : kind === 1 ? `${number}.${10 + upTo(89)}` : own;
        const shown = at > 0 && gaps && chance(0.15) ? '' : text;
        const span = at > 0 && at < columns - 1 && wide && (reach[at + 1] ?? 0) === 0 && chance(0.1) ? 2 : 1;
        const down = at > 0 && span === 1 && tall && row < rows - 3 && chance(0.1) ? 2 + upTo(2) : 1;
        reach[at] = down - 1;
        const spans = (span > 1 ? ` colspan="${span}"` : '') + (down > 1 ? ` rowspan="${down}"` : '');
        cells.push(`<td${spans}>${at === 0 ? `<a href="/${row}">${own}</a>` : shown}</td>`);
        at += span - 1;
      }
      return `<tr>${cells.join('')}</tr>`;
    });
    const head = chance(0.5) ? `<thead><tr>${heads}</tr></thead>` : `<tr>${heads}</tr>`;
    return `<html><body><h1>Results</h1><table>${head}${lines.join('\n')}</table></body></html>`;
  });
}

type Fields = Readonly<Record<string, string>>;

/** The rows of a page's best list, by the folded names of their columns; the title is one of them. */
function rowsOf(html: string): { readonly title: string; readonly fields: Fields }[] {
  const [list] = readPage(parseTree(html, 'https://tables.test/list')).lists;
  return (list?.records ?? []).map(({ title, fields }) => ({
    title,
    fields: Object.fromEntries(fields.map(({ label, value }) => [foldText(label), value])),
  }));
}

/** A row is right if each filled cell stands under the head of its column, or is the title. */
function rightRows(html: string, [names, rows]: Suites['tables'][number], miss: (text: string) => void) {
  const read = rowsOf(html);
  return rows.filter((row, i) => {
    const own = read[i];
    const isRight =
      own !== undefined &&
      row.every((value, at) => {
        const said = own.fields[foldText(names[at] ?? '')];
        return at === 0 ? own.title === value || said === value : (said ?? '') === value;
      });
    if (!isRight)
      miss(
        `row ${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]])))} ${JSON.stringify(own)}`,
      );
    return isRight;
  }).length;
}

function suitesIn(folder: string): Suites | string {
  const run = (command: string, ...args: string[]): string | undefined => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status === 0) return stdout;
    process.stderr.write(error === undefined ? stderr : `${error.message}\n`);
    return undefined;
  };
  const python = join(folder, 'python', 'bin', 'python');
  if (!existsSync(python) && run('python3', '-m', 'venv', join(folder, 'python')) === undefined)
    return 'there is no python3 with venv';
  if (run(python, '-m', 'pip', 'install', '--quiet', ...PEERS) === undefined)
    return `pip cannot install ${PEERS}`;
  const sources = join(folder, 'sources');
  if (!existsSync(sources)) {
    const from = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary', ':all:', '-d', sources];
    if (run(python, ...from, ...SOURCES) === undefined) return `pip cannot download ${SOURCES}`;
  }
  const unpack =
    'import glob, sys, tarfile; [tarfile.open(f).extractall(sys.argv[1], filter="data") for f in glob.glob(sys.argv[1] + "/*.tar.gz")]';
  if (run(python, '-c', unpack, sources) === undefined) return 'the sources cannot be unpacked';
  writeFileSync(join(sources, 'tables.json'), JSON.stringify(madeTables()));
  const printed = run(python, '-c', SCRIPT, sources);
  return printed === undefined ? 'the tables cannot be read' : (JSON.parse(printed) as Suites);
}

export async function numberTablesBench(json: boolean, settings: readonly string[]): Promise<void> {
  const options = { in: { type: 'string' }, misses: { type: 'boolean' }, json: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...settings], options });
  const suites = suitesIn(values.in ?? temporaryFolder('number-tables-'));
  if (typeof suites === 'string') {
    process.stdout.write(`skipped: number-tables: ${suites}\n`);
    return;
  }
  const miss = (text: string): void => {
    if (values.misses) process.stderr.write(`${text}\n`);
  };
  const agree = (kind: string, text: string, read: unknown, truth: unknown): boolean => {
    if (read === truth) return true;
    miss(`${kind} ${JSON.stringify(text)} ${read ?? 'untyped'}, not ${truth ?? 'untyped'}`);
    return false;
  };
  const priced = suites.prices.filter(([text, truth]) => truth === null || !NO_PRICE_TRUTH.test(text));
  const dated = suites.dates.filter(([text]) => !NO_DATE_TRUTH.test(text));
  const prices = priced.filter(([text, truth]) =>
    agree('price', text, typedValues({ price: text }, {}).price?.amount, truth ?? undefined),
  );
  const dates = dated.filter(([text, truth]) => agree('date', text, dateOf(text, undefined), truth));
  const pages = madeTables();
  const rows = suites.tables.reduce((sum, [, { length }]) => sum + length, 0);
  const right = suites.tables.reduce((sum, table, i) => sum + rightRows(pages[i] ?? '', table, miss), 0);
  const figures = [
    { suite: SOURCES[0], of: priced.length, right: prices.length, what: 'prices' },
    { suite: SOURCES[1], of: dated.length, right: dates.length, what: 'dates with a year' },
    { suite: PEERS[0], of: rows, right, what: `rows of ${pages.length} tables, seed ${SEED}` },
  ];
  for (const { suite, of, right: count, what } of figures)
    process.stdout.write(
      json
        ? `${JSON.stringify({ suite, what, of, right: count })}\n`
        : `${suite}: ${count} of ${of} ${what} (${(count / of).toFixed(3)})\n`,
    );
}
