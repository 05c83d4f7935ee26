import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWorld } from '../../src/practice-web/world.ts';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder('practice-score-');
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const world = createWorld({ seed: 1, sites: 24, now: new Date('2026-11-01'), clock: () => 0 });
const { truth } = world;
const truthFile = write('truth.json', JSON.stringify(truth));
const form = truth.forms.find((one) => one.searchable && one.domain === 'book')!;
const host = truth.sites.find((site) => site.key === form.site)!.hosts[0]!;

it('scores any crawler by the addresses it visited and the forms it lists', async () => {
  const visited = write(
    'visited.txt',
    `http://${host}/\n\nhttp://${host}/robots.txt\nhttp://${host}/about\n`,
  );
  const claim = { site: host, page: `http://${host}${form.example}`, action: form.action, searchable: true };
  const forms = write('forms.jsonl', `${JSON.stringify({ ...claim, controls: form.controls })}\n`);
  const run = await runCli([
    ...['practice-score', '--truth', truthFile, '--visited', visited, '--forms', forms, '--json'],
  ]);
  expect([run.code, run.err]).toEqual([0, '']);
  const score = JSON.parse(run.out);
  expect(score.searchable).toMatchObject({ found: 1, wrong: 0 });
  expect(score.log).toMatchObject({ pages: 2, sitesReached: 1, relevantSitesReached: 1 });
});

it('says which file and line is wrong', async () => {
  const visited = write('bad.txt', `http://${host}/\nnot an address\n`);
  const bad = await runCli(['practice-score', '--truth', truthFile, '--visited', visited]);
  expect([bad.code, bad.err]).toEqual([
    2,
    expect.stringMatching(/bad\.txt, line 2: “not an address” is no address/),
  ]);
  const forms = write('bad.jsonl', '{"site":"x.test"}\n');
  const lacking = await runCli(['practice-score', '--truth', truthFile, '--forms', forms]);
  expect([lacking.code, lacking.err]).toEqual([2, expect.stringMatching(/bad\.jsonl, line 1: action/)]);
  const none = await runCli(['practice-score', '--truth', join(folder, 'none.json')]);
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/none\.json cannot be read/)]);
});
