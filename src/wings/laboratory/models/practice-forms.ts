import { get } from 'node:http';
import { whileOpen } from '../../../foundation/errors/index.ts';
import { OptionsError } from '../../../foundation/options/index.ts';
import type { FormTruth, PracticeWeb } from '../../../practice-web/index.ts';
import type { LabelledForm, TrainingRow } from '../forms/rows.ts';

/** Seeds below this are what users see and what harvests are scored on: nothing may be trained on them. */
const FIRST_TRAINING_SEED = 100;

/** Sites of one practice web; large enough that every kind of site occurs several times. */
const SITES = 60;
const MAX_PAGES_PER_SITE = 60;
const MAX_DEPTH = 3;
const MAX_BYTES = 2_000_000;

/** A form that the practice web itself labelled, with the domain of the database behind it. */
interface PracticeForm extends LabelledForm {
  readonly kind: string;
  readonly domain: string | null;
  readonly title: string;
  readonly text: string;
}

/**
 * Rows for `--with`: of the practice webs and the written forms that come along, or of webs grown anew.
 * @param source `practice`, `practice:100` or `practice:100-104`
 */
export async function practiceRows(source: string): Promise<TrainingRow[]> {
  const { SHIPPED } = await import('../../../forms/index.ts');
  const { readRows } = await import('../forms/rows.ts');
  const { writtenRows } = await import('../forms/written-forms.ts');
  if (source === 'practice') return [...(await readRows(SHIPPED.practiceRows)), ...(await writtenRows())];
  const seeds = seedRange(source.replace(/^practice:/, ''));
  const rows: TrainingRow[] = [];
  const seen = new Set<string>();
  for (const seed of seeds) {
    for (const { row } of await practiceForms(seed)) {
      // Webs of one generator repeat themselves; what is equal to the last number counts once.
      const key = row.features.join();
      if (seen.has(key)) continue;
      seen.add(key);
      rows.push(row);
    }
  }
  return rows;
}

/** @throws {OptionsError} where it is no `100` or `100-104` within what may be trained on */
export function seedRange(text: string): number[] {
  const [, first = '', last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === '' || from < FIRST_TRAINING_SEED || to < from || to - from > 50)
    throw new OptionsError(
      `give practice webs as “practice”, or as seeds from ${FIRST_TRAINING_SEED} on: practice:100-104, not “${text}”`,
    );
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/**
 * Every form that pages of a practice web show without scripts, labelled by the web's own truth. Copies of one form on
 * many pages come once. Forms that only scripts draw are not among them.
 * @throws {RangeError} for a seed that harvests are scored on
 */
export async function practiceForms(seed: number): Promise<PracticeForm[]> {
  if (seed < FIRST_TRAINING_SEED)
    throw new RangeError(`Practice webs to learn from have seeds from ${FIRST_TRAINING_SEED}, not ${seed}`);
  const { startPracticeWeb } = await import('../../../practice-web/index.ts');
  return whileOpen(startPracticeWeb({ seed, sites: SITES, now: new Date('2026-11-01') }), async (web) => {
    const forms: PracticeForm[] = [];
    for (const site of web.truth.sites) forms.push(...(await formsOfSite(web, site.hosts[0] ?? '', seed)));
    return forms;
  });
}

async function formsOfSite(web: PracticeWeb, host: string, seed: number): Promise<PracticeForm[]> {
  const { parseTree, linksOf, textOf } = await import('../../../foundation/dom/index.ts');
  const forms = await import('../../../forms/index.ts');
  const { hashed, rowOf } = await import('../forms/rows.ts');
  const found = new Map<string, PracticeForm>();
  const home = `http://${host}/`;
  const seen = new Set([home]);
  let layer = [home];
  for (let depth = 0, pages = 0; depth <= MAX_DEPTH && layer.length > 0; depth++) {
    const next: string[] = [];
    for (const url of layer) {
      if (pages >= MAX_PAGES_PER_SITE) break;
      const html = await htmlAt(web.port, url);
      if (html === undefined) continue;
      pages++;
      const tree = parseTree(html, url);
      const extracted = forms.extractForms(tree);
      const context = forms.contextOf(tree, extracted);
      for (const form of extracted) {
        const truth = await truthOf(web, host, url, form);
        if (truth === null || found.has(`${truth.key} ${form.id}`)) continue;
        const row = rowOf(
          form,
          context,
          truth.type,
          hashed(`practice ${seed} ${truth.site}`),
          hashed(`practice ${seed} ${truth.site} ${truth.key}`),
        );
        const { kind, domain } = truth;
        const text = textOf(tree.root, 20_000);
        found.set(`${truth.key} ${form.id}`, {
          row,
          url,
          form,
          context,
          fields: {},
          kind,
          domain,
          title: tree.title,
          text,
        });
      }
      for (const link of linksOf(tree)) {
        if (seen.has(link.url) || !link.url.startsWith(home)) continue;
        seen.add(link.url);
        next.push(link.url);
      }
    }
    layer = next;
  }
  return [...found.values()];
}

async function truthOf(
  web: PracticeWeb,
  site: string,
  page: string,
  form: NonNullable<LabelledForm['form']>,
): Promise<FormTruth | null> {
  const { meant } = await import('../../../practice-web/index.ts');
  const controls = form.controls.map(({ name, type }) => ({ name, type }));
  const action = form.actionKind === 'address' ? form.action : page;
  return meant(web.truth, { site, page, action, method: form.method, controls, searchable: true });
}

/** The page, or nothing where the answer is none or no page. Redirects and faults of the practice web are not followed. */
function htmlAt(port: number, address: string): Promise<string | undefined> {
  const { host, pathname, search } = new URL(address);
  return new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path: pathname + search, headers: { host }, timeout: 2_000 },
      (response) => {
        const isHtml = /html/.test(String(response.headers['content-type']));
        if (response.statusCode !== 200 || !isHtml) {
          response.destroy();
          resolve(undefined);
          return;
        }
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > MAX_BYTES) response.destroy();
          else parts.push(part);
        });
        response.on('close', () => resolve(response.complete ? Buffer.concat(parts).toString() : undefined));
        response.on('error', () => resolve(undefined));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}
