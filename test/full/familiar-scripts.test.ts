import { expect, test } from 'vitest';
import { isLookedAtAgain } from '../../src/crawl/rendering/script-outcome-cache.ts';
import type { HarvestOptions } from '../../src/crawl/settings/index.ts';
import { whileOpen } from '../../src/foundation/errors/index.ts';
import { builds, numbered, pagesBy, scriptedSite, seenBy } from '../crawl/run/scripted-sites.ts';
import { smallHarvest } from '../crawl/run/small-harvest.ts';
import { type Answer, page, smallWeb } from '../crawl/run/small-web.ts';
import { runCli, startCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const AS_IT_COMES: Partial<HarvestOptions> = {
  strategy: 'two-stage',
  render: 'auto',
  maxDepth: 20,
  leaveAfter: 0,
  audit: 0,
};

/** One page in ten, and one that is looked at again: a surprise is certain. */
function odd(host: string, paths: readonly string[]): ReadonlySet<string> {
  const looked = paths.filter(
    (path, i) => i > 8 && isLookedAtAgain(`http://${host}${path}`, Number.POSITIVE_INFINITY),
  );
  return new Set([...paths.filter((_, i) => i % 10 === 9), ...looked.slice(0, 1)]);
}

const deep = [...numbered(8, (i) => `/one/page-${i}`), ...numbered(8, (i) => `/two/deep/page-${i}`)];
const many = numbered(39);
const oddPaths = odd('odd.test', many);
const dataPaths = odd('data.test', many);
const asked = JSON.stringify([...oddPaths]);

/** Its pages are linked by the script alone. */
const chained = Object.fromEntries(
  numbered(9).map((path, i) => [
    `chain.test${i === 0 ? '/' : path}`,
    page(`<div id="top"></div><p>${'Novels of our own choice. '.repeat(12 + i)}</p><script>${builds("'/search'")}
      const link = document.createElement('a');
      link.href = '/page-' + (Number((/[0-9]+/.exec(location.pathname) ?? ['0'])[0]) + 1);
      link.textContent = 'more books';
      document.body.append(link);</script>`),
  ]),
);

const SITES: Readonly<Record<string, Record<string, string>>> = {
  'header.test': scriptedSite('header.test', numbered(29), builds("'/search'")),
  'odd.test': scriptedSite(
    'odd.test',
    many,
    builds(`${asked}.includes(location.pathname) ? '/advanced' : '/s'`),
  ),
  'data.test': scriptedSite(
    'data.test',
    many,
    builds("document.getElementById('kind').dataset.kind"),
    (path) => `<div id="kind" data-kind="${dataPaths.has(path) ? '/advanced' : '/s'}"></div>`,
  ),
  'own.test': scriptedSite('own.test', numbered(11), builds("location.pathname + '/find'")),
  'relative.test': scriptedSite('relative.test', deep, builds("'find?in=all'")),
  'heading.test': scriptedSite(
    'heading.test',
    numbered(15),
    builds("'/search'"),
    (path) => `<h1>${path}</h1>`,
  ),
  'chain.test': chained,
};

test('every page has the forms that rendering all of them shows, and fewer are rendered', async () => {
  const seeds = Object.keys(SITES).map((host) => `http://${host}/`);
  const { run, storage } = await smallHarvest(Object.assign({}, ...Object.values(SITES)), seeds);
  await run(AS_IT_COMES);
  await run({ ...AS_IT_COMES, render: 'always' });
  const [learnt, rendered] = [await seenBy(storage, 1), await seenBy(storage, 2)];
  expect(learnt.sightings).toEqual(rendered.sightings);
  expect(learnt.forms).toEqual(rendered.forms);
  const kinds = (site: string) => pagesBy(storage, 1, site);
  expect(kinds('header.test').skipped).toBeGreaterThan(15);
  expect(kinds('relative.test').skipped).toBeGreaterThan(5);
  for (const site of ['odd.test', 'data.test', 'own.test', 'chain.test'])
    expect([site, kinds(site).skipped]).toEqual([site, undefined]);
});

test('a harvest that is killed goes on with what it had learnt', async () => {
  const folder = temporaryFolder('familiar-');
  let heard: (count: number) => void = () => undefined;
  let count = 0;
  const site = Object.fromEntries(
    Object.entries(scriptedSite('a.test', numbered(39), builds("'/search'"))).map(
      ([address, html]): [string, Answer] => [
        address,
        (_, response) => {
          heard(++count);
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
        },
      ],
    ),
  );
  await whileOpen(smallWeb(site, ['http://a.test/']), async (web) => {
    const common = ['--storage', folder, '--concurrency', '2'];
    const child = startCli([
      ...['harvest', 'book', '--seeds', await web.seedFile(folder), '--allow-private', '--delay', '0'],
      ...['--no-submit', '--max-depth', '20', '--leave-after', '0', '--audit', '0', ...common],
    ]);
    await new Promise<void>((resolve) => {
      heard = (asked) => asked === 15 && resolve();
    });
    child.kill('SIGKILL');
    await child.done;
    const before = pagesBy(folder, 1);
    expect(before.skipped).toBeGreaterThan(0);
    const { code, err } = await runCli(['harvest', '--resume', ...common]);
    expect([code, err]).toEqual([0, expect.any(String)]);
    const after = pagesBy(folder, 1);
    expect(Object.values(after).reduce((sum, pages) => sum + pages, 0)).toBe(40);
    // Not one more is rendered to learn what was known.
    expect(after.browser).toBe(before.browser);
    expect((await seenBy(folder, 1)).sightings).toHaveLength(40);
  });
});
