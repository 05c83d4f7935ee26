import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { seriousFindings, testBrowser } from '../test-browser.ts';

const MAIN = resolve(import.meta.dirname, '../../src/interfaces/cli/main.ts');
const SLOW = 600_000;
const PHONE = { width: 390, height: 844 };

const PUNJAB = ['punjab', '--no-pictures', '--quiet'];
const HOME = ['--city', 'Ludhiana', '--place', 'Sarabha Nagar', '--area', '1200 sq ft', '--price', '75 lakh'];
const FEW = ['--folds', '2', '--k', '2,3', '--kernels', 'linear', '--splits', '30'];
/** Every kind of report: where it is written, and the commands that write it. */
const REPORTS: readonly {
  readonly kind: string;
  readonly file: string;
  readonly commands: readonly (readonly string[])[];
}[] = [
  {
    kind: 'harvest',
    file: 'storage/runs/1/report.html',
    commands: [
      [
        ...['harvest', 'book', '--web', 'practice', '--max-pages', '60', '--quiet'],
        ...['--submit-to', 'all', '--max-submissions', '6'],
      ],
    ],
  },
  {
    kind: 'novelty',
    file: 'novelty.html',
    commands: [['novelty'], ['novelty', '--compare', '--query', 'library', '--report', 'novelty.html']],
  },
  {
    kind: 'submissions',
    file: 'submissions.html',
    commands: [['evaluate', 'submissions', '--label', 'verdict', ...FEW, '--report', 'submissions.html']],
  },
  {
    kind: 'training',
    file: 'training.html',
    commands: [['train', 'forms', ...FEW, '--out', 'model.json', '--report', 'training.html']],
  },
  {
    kind: 'comparison',
    file: 'compared/compare.html',
    commands: [
      [
        ...[
          ...['compare', 'book', '--strategies', 'two-stage,fc', '--web', 'practice:sites=40'],
          ...['--seeds', '1-3'],
        ],
        ...['--max-pages', '12', '--storage', 'compared', '--quiet'],
      ],
    ],
  },
  {
    kind: 'air quality',
    file: 'air/regions/punjab/report/report.html',
    commands: [['air-quality', ...PUNJAB, '--storage', 'air']],
  },
  {
    kind: 'synthetic air quality',
    file: 'demo/regions/punjab/report/report.html',
    commands: [['air-quality', ...PUNJAB, '--demo', '--storage', 'demo']],
  },
  {
    kind: 'property',
    file: 'demo/regions/punjab/report/property/report.html',
    commands: [['property', 'punjab', ...HOME, '--storage', 'demo']],
  },
];

const folder = temporaryFolder('all-reports-');
let browser: Browser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterAll(() => browser?.close());

async function write(commands: readonly (readonly string[])[]): Promise<void> {
  const { OPENAQ_API_KEY: _one, DATA_GOV_IN_API_KEY: _other, ...env } = process.env;
  for (const args of commands)
    await promisify(execFile)(process.execPath, [MAIN, ...args], {
      cwd: folder,
      env,
      maxBuffer: 100_000_000,
    });
}

/** Links within a report that are followed: they lead to the details of a form. */
const INSIDE = 5;

test.each(REPORTS)(
  'the report of $kind fits a phone, is accessible in light and dark, and links what is there',
  async ({ file: name, commands }) => {
    await write(commands);
    const file = join(folder, name);
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: PHONE, colorScheme });
      await page.goto(pathToFileURL(file).href);
      expect(await page.evaluate('document.documentElement.scrollWidth'), colorScheme).toBe(PHONE.width);
      expect(await seriousFindings(page), colorScheme).toEqual([]);
      expect(await page.getByText('Fieldfare 0.1.0', { exact: true }).count()).toBe(1);
      const links = await page
        .locator('a:not([href^="http"])')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      const inside = links.filter((link) => link.startsWith('#'));
      const files = links.filter((link) => !link.startsWith('#'));
      expect(files.filter((link) => !existsSync(join(dirname(file), link)))).toEqual([]);
      for (const link of inside.slice(0, INSIDE)) {
        await page.goto(pathToFileURL(file).href + link);
        await page.getByRole('link', { name: 'All forms' }).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth'), link).toBe(PHONE.width);
      }
      await page.close();
    }
  },
  SLOW,
);
