import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { HARD_WEB_SITES } from '../../src/practice-web/index.ts';
import { createWorld } from '../../src/practice-web/world.ts';
import { memoryLedger, READING, submitForm } from '../../src/submissions/index.ts';
import { requestFor } from '../practice-web/walk.ts';
import { browserSite } from './browser-site.ts';

const NOW = new Date('2026-11-01');
const [FROM, TO] = ['2026-10-02', '2026-10-31'];
const dayOf = (date: string): number => Date.parse(date) / 86_400_000;

test('a docket whose days are clicked in a drawn calendar is read part by part, all of its span', async () => {
  const world = createWorld({ seed: 1, sites: HARD_WEB_SITES, now: NOW, clock: () => 0, kinds: 'hard' });
  const { key, hosts } = world.truth.sites.find(({ kind }) => kind === 'docket-drawn')!;
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const answer = world.answer(requestFor(`http://${hosts[0]}${request.url}`));
    if (answer.outcome) asked.push(new URL(request.url ?? '', 'http://practice.test').searchParams);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const site = await browserSite(server);
  const titles = new Set<string>();
  let stopped: string | undefined;
  try {
    const page = `${site.origin}/`;
    const options = {
      ...{ maxSubmissions: 20, maxAnswerPages: 20, detailPages: 0, text: false, maxRetries: 0, now: NOW },
      span: { from: dayOf(FROM), to: dayOf(TO) },
      signal: new AbortController().signal,
    };
    const task = { form: await site.form('/'), page, domain: null };
    for await (const event of submitForm(task, site.out, memoryLedger(), READING, options))
      if (event.type === 'form-done') stopped = event.reason.code;
      else if (event.type === 'submission')
        for (const { title } of event.result.answer?.records ?? []) titles.add(title);
    const filed = world.rows(key).filter((row) => String(row.filed) >= FROM && String(row.filed) <= TO);
    expect(filed.length).toBeGreaterThan(100);
    expect(new Set(filed.map(({ title }) => title))).toEqual(titles);
    expect(stopped).toBe('windows-read');
    // The script got the days that were clicked.
    const days = asked.map((query) => `${query.get('from')} ${query.get('to')}`);
    expect(days.filter((part) => /^2026-\d\d-\d\d 2026-\d\d-\d\d$/.test(part)).length).toBeGreaterThan(2);
  } finally {
    await site.close();
    world.close();
  }
}, 120_000);
