/**
 * Verdicts on answers alone: random questions to every form of practice webs that needs no script, put to the web's own
 * handler without sockets, so that thousands of every kind are judged in seconds. Truth is what the handler logs.
 */

import { extractForms, type Form, type FormControl, meaningsOf } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { seededRandom } from '../../src/foundation/learning/index.ts';
import type { RandomSource } from '../../src/foundation/learning/random.ts';
import type { Answer as PracticeAnswer } from '../../src/practice-web/answer.ts';
import type { FormTruth } from '../../src/practice-web/index.ts';
import { createWorld, type World } from '../../src/practice-web/world.ts';
import { readAnswer } from '../../src/submissions/answers/read-answer.ts';
import type { Answer, FilledControl, ListShape } from '../../src/submissions/index.ts';
import { onwardFrom } from '../../src/submissions/sending/waiting-page.ts';
import type { Purpose } from '../../src/submissions/types/submission.ts';

const SEEDS = [1, 2, 3, 4, 5];
const SITES = 120;
const QUESTIONS = 12;
const WORDS = 'a the red river london garden salt air view of night 12 x9 south hotel blue zzqx'.split(' ');
const NONSENSE = 'qzxvwkjp';

interface Judged {
  readonly said: string;
  readonly truth: string;
  readonly records: boolean;
  readonly total: boolean | undefined;
  readonly told: string;
}

interface Got {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly outcome: PracticeAnswer['outcome'];
}

/** Asks as a client that follows redirects, and pages that ask to wait. */
function ask(world: World, method: string, address: string, body = ''): Got {
  let url = new URL(address);
  const once = (how: string, fields: string): PracticeAnswer =>
    world.answer({
      host: url.host,
      method: how,
      path: url.pathname,
      target: url.pathname + url.search,
      query: url.searchParams,
      body: new URLSearchParams(fields),
      acceptsGzip: false,
    });
  let answer = once(method, body);
  let { outcome } = answer;
  for (let hops = 0; hops < 5; hops++) {
    const to = answer.headers.location ?? waitedFor(answer, url.href);
    if (to === undefined) break;
    url = new URL(to, url);
    answer = once('GET', '');
    outcome = answer.outcome ?? outcome;
  }
  return {
    url: url.href,
    status: answer.status,
    contentType: answer.headers['content-type'] ?? '',
    body: typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString(),
    outcome,
  };
}

const waitedFor = ({ headers, body, outcome }: PracticeAnswer, url: string): string | undefined =>
  outcome?.kind === 'pending' ? onwardFrom(parseTree(String(body), url), headers.refresh)?.url : undefined;

const isBox = ({ visible, domain, type }: FormControl): boolean =>
  visible && domain === 'open' && (type === 'text' || type === 'search');

/** Value of a control that is left alone. */
function untouched({ tag, type, options, value, checked }: FormControl): string | undefined {
  if (type === 'radio' || type === 'checkbox') return checked ? value : undefined;
  if (tag === 'select')
    return (options.find(({ any }) => any) ?? options.find(({ selected }) => selected) ?? options[0])?.value;
  return value;
}

/** What is asked of each control, by position; the others are left alone. */
function question(form: Form, random: RandomSource): Map<number, string> {
  const asked = new Map<number, string>();
  const target = Math.floor(random() * form.controls.length);
  form.controls.forEach((control, i) => {
    if (!control.visible || control.domain === 'none') return;
    if (i !== target && random() > 0.27) return;
    const options = control.options.filter(({ any }) => any !== true);
    if (control.domain === 'finite')
      asked.set(i, options[Math.floor(random() * options.length)]?.value ?? '');
    else if (isBox(control)) asked.set(i, WORDS[Math.floor(random() * WORDS.length)] ?? '');
  });
  return asked;
}

class Asking {
  private readonly world: World;
  private readonly truth: FormTruth;
  private readonly form: Form;
  private readonly page: Got;
  private readonly probes: { nonsense: Answer[]; earlier: Answer[]; empty?: Answer } = {
    nonsense: [],
    earlier: [],
  };
  private readonly shapes = new Map<string, ListShape>();

  constructor(world: World, truth: FormTruth, form: Form, page: Got) {
    this.world = world;
    this.truth = truth;
    this.form = form;
    this.page = page;
  }

  *all(random: RandomSource): Generator<Judged> {
    const boxes = this.form.controls.flatMap((control, i) => (isBox(control) ? [i] : []));
    if (boxes.length > 0) yield* this.put('nonsense-probe', new Map(boxes.map((i) => [i, NONSENSE])));
    yield* this.put('empty-probe', new Map());
    for (let i = 0; i < QUESTIONS; i++) yield* this.put('query', question(this.form, random));
  }

  private *put(purpose: Purpose, asked: ReadonlyMap<number, string>): Generator<Judged> {
    const { form, truth, world } = this;
    const meanings = meaningsOf(form);
    const pairs = form.controls.flatMap((control, i): [string, string][] => {
      const value = asked.get(i) ?? untouched(control);
      return control.name === '' || value === undefined ? [] : [[control.name, value]];
    });
    const fields = new URLSearchParams(pairs).toString();
    const get = truth.method === 'GET';
    const address = new URL(truth.action, this.page.url);
    if (get) address.search = fields;
    const got = ask(world, truth.method, address.href, get ? '' : fields);
    const controls = [...asked].map(([position, value]): FilledControl => {
      const { name, label } = form.controls[position] as FormControl;
      return {
        position,
        name,
        label,
        meaning: meanings[position] ?? 'text',
        values: [value],
        source: 'given',
      };
    });
    const answer = readAnswer(
      { ...got, sentBy: 'http', tree: parseTree(got.body, got.url) },
      {
        form,
        formPage: parseTree(this.page.body, this.page.url),
        filled: { form, template: { binding: [...asked.keys()] }, purpose, controls },
        request: { method: get ? 'GET' : 'POST', url: address.href, referrer: this.page.url },
        page: 1,
        domain: truth.domain,
        probes: this.probes,
        shapes: [...this.shapes.values()],
      },
    );
    if (purpose === 'nonsense-probe') this.probes.nonsense.push(answer);
    if (purpose === 'empty-probe') this.probes.empty = answer;
    if (answer.verdict === 'hits' && answer.shape !== undefined)
      this.shapes.set(JSON.stringify(answer.shape), answer.shape);
    if (got.outcome === undefined || got.outcome.kind === 'pending') return;
    const { kind, shown, matching } = got.outcome;
    yield {
      said: answer.verdict,
      truth: kind === 'validation-error' ? 'error-message' : kind,
      records: answer.records.length === shown.length,
      total: answer.statedTotal === undefined ? undefined : answer.statedTotal === matching,
      told: `${kind} called ${answer.verdict}: ${truth.kind}, ${got.url.slice(0, 120)} (${answer.reason.slice(0, 120)})`,
    };
  }
}

export function* judgedOn(seed: number): Generator<Judged> {
  const world = createWorld({ seed, sites: SITES, now: new Date('2026-11-01'), clock: () => 0 });
  const random = seededRandom(seed);
  const hosts = new Map(world.truth.sites.map(({ key, hosts: [host] }) => [key, host]));
  for (const truth of world.truth.forms) {
    if (truth.type !== 'search' || truth.needsBrowser || truth.results === 'xhr') continue;
    const page = ask(world, 'GET', `http://${hosts.get(truth.site)}${truth.example}`);
    if (page.status !== 200) continue;
    const form = extractForms(parseTree(page.body, page.url)).find(
      ({ action, method, controls }) =>
        new URL(action).pathname === truth.action &&
        method.toUpperCase() === truth.method &&
        truth.controls.every(({ name }) => controls.some((control) => control.name === name)),
    );
    if (form !== undefined) yield* new Asking(world, truth, form, page).all(random);
  }
  world.close();
}

const share = <T>(all: readonly T[], of: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(of).length / all.length;

export async function answersBench(json: boolean): Promise<void> {
  const judged: Judged[] = [];
  const start = performance.now();
  for (const seed of SEEDS) {
    const own = [...judgedOn(seed)];
    judged.push(...own);
    process.stderr.write(
      `seed ${seed}: ${own.length} submissions, ${share(own, ({ said, truth }) => said === truth).toFixed(4)} right\n`,
    );
    for (const { told, said, truth } of own) if (said !== truth) process.stderr.write(`  ${told}\n`);
  }
  const hits = judged.filter(({ said }) => said === 'hits');
  const kinds = [...new Set(judged.map(({ truth }) => truth))].sort();
  const result = {
    submissions: judged.length,
    verdictAccuracy: share(judged, ({ said, truth }) => said === truth),
    hitPrecision: share(hits, ({ truth }) => truth === 'hits'),
    recordsRight: share(hits, ({ records }) => records),
    totalsRight: share(
      judged.filter(({ total }) => total !== undefined),
      ({ total }) => total === true,
    ),
    recall: Object.fromEntries(
      kinds.map((kind) => {
        const own = judged.filter(({ truth }) => truth === kind);
        return [kind, { n: own.length, right: share(own, ({ said }) => said === kind) }];
      }),
    ),
    msEach: (performance.now() - start) / judged.length,
  };
  process.stdout.write(
    json ? `${JSON.stringify({ bench: 'answers', ...result })}\n` : `${JSON.stringify(result, null, 2)}\n`,
  );
}
