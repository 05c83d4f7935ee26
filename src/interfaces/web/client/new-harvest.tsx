import { useEffect, useState } from 'preact/hooks';
import type { HarvestJob } from '../../server/index.ts';
import { Tag } from '../../views/index.ts';
import { go } from './address.tsx';
import { send, useAttempt, useLoaded } from './api.ts';
import { OwnDomain } from './own-domain.tsx';
import { ProblemNote } from './problem-note.tsx';

const REFRESH_MS = 500;

interface Domains {
  readonly items: readonly { readonly name: string; readonly description: string }[];
}

/** An option as `/api/harvest-options` describes it; `ui` has those of this form. */
interface Option {
  readonly type: 'array' | 'boolean' | 'integer' | 'number' | 'string';
  readonly default?: boolean | number;
  readonly ui?: { readonly label: string; readonly initial?: number; readonly times?: number };
}
type Described = readonly (readonly [name: string, option: Option & Required<Pick<Option, 'ui'>>])[];

const describedIn = (
  schema: { readonly properties: Readonly<Record<string, Option>> } | undefined,
): Described =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, option]) =>
    option.ui === undefined ? [] : [[name, { ...option, ui: option.ui }] as const],
  );

/** Seconds between two requests to a host, unless robots.txt asks for more. */
const GAP_S = 1;
/** Intervals of schedules, in seconds. */
export const EVERY = [
  [86_400, 'every day'],
  [604_800, 'every week'],
  [2_592_000, 'every 30 days'],
] as const;
const DRY = { maxPages: 5, submit: false };

export function NewHarvestView() {
  const { data, problem, reload } = useLoaded<Domains>('/api/domains');
  const schema = useLoaded<{ properties: Record<string, Option> }>('/api/harvest-options');
  const described = describedIn(schema.data);
  const initial = Object.fromEntries(described.map(([name, { ui }]) => [name, ui.initial]));
  const [attempt, refused] = useAttempt();
  const [typed, setTyped] = useState<Readonly<Record<string, number>>>({});
  const begin = (event: SubmitEvent) => {
    event.preventDefault();
    const dry = event.submitter?.getAttribute('value') === 'dry' ? DRY : {};
    const form = event.currentTarget as HTMLFormElement;
    const options = { ...optionsOf(form, described), ...dry };
    const every = Number(new FormData(form).get('every'));
    attempt(async () => {
      if (every > 0 && dry !== DRY) {
        await send('POST', '/api/schedules', { everySeconds: every, options });
        return go('/ui/schedules');
      }
      const { id } = await send<HarvestJob>('POST', '/api/runs', options);
      go(`/ui/jobs/${id}`);
    });
  };
  const shown = (...types: Option['type'][]) => described.filter(([, { type }]) => types.includes(type));
  return (
    <>
      <form class="sheet" onSubmit={begin}>
        <ProblemNote problem={problem} />
        <fieldset>
          <legend>Addresses</legend>
          {shown('array').map(([name, { ui }]) => (
            <label class="field" key={name}>
              {ui.label}
              <textarea name={name} rows={3} />
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Domains</legend>
          <p>
            <small>
              Without a domain, the sites of the addresses are harvested alone, and all their forms.
            </small>
          </p>
          <div class="choices">
            {data?.items.map(({ name, description }) => (
              <label key={name}>
                <input type="checkbox" name="domains" value={name} />
                <span>
                  <b>{name}</b>
                  <small>{description}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>Where</legend>
          <label>
            <input type="radio" name="where" value="live" defaultChecked /> The web
          </label>
          <label>
            <input type="radio" name="where" value="practice" /> The practice web on this machine: no traffic
            to others
          </label>
        </fieldset>
        <fieldset>
          <legend>How far</legend>
          <div class="budgets">
            {shown('integer', 'number').map(([name, { ui }]) => (
              <label class="field" key={name}>
                {ui.label}
                <input
                  type="number"
                  name={name}
                  min="1"
                  defaultValue={ui.initial}
                  onInput={({ currentTarget }) => setTyped({ ...typed, [name]: Number(currentTarget.value) })}
                />
              </label>
            ))}
            {shown('string').map(([name, { ui }]) => (
              <label class="field" key={name}>
                {ui.label}
                <input type="text" name={name} />
              </label>
            ))}
          </div>
          <p role="status">{estimateOf({ ...initial, ...typed })}</p>
          {shown('boolean').map(([name, option]) => (
            <label key={name}>
              <input type="checkbox" name={name} defaultChecked={option.default === true} /> {option.ui.label}
            </label>
          ))}
          <label class="field">
            Repeat{' '}
            <select name="every">
              <option value="">once</option>
              {EVERY.map(([seconds, name]) => (
                <option key={seconds} value={seconds}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </fieldset>
        <ProblemNote problem={refused} />
        <p class="line">
          <button type="submit" class="primary">
            Begin
          </button>
          <button type="submit" value="dry">
            Dry run on 5 pages
          </button>
          <small>A dry run queries no form. You can resume it with more pages.</small>
        </p>
      </form>
      <OwnDomain stored={reload} />
    </>
  );
}

/** Estimates what politeness alone allows: sites are read side by side, the pages of each one after the other. */
function estimateOf({ maxPages = 0, maxSites = 0 }: Readonly<Record<string, number | undefined>>): string {
  if (!(maxPages > 0 && maxSites > 0)) return '';
  const atOnce = Math.min(maxPages, maxSites);
  const least = Math.ceil((maxPages / atOnce) * GAP_S);
  const inWords = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
  return `Reading the pages takes at least ${inWords(least)} if they are spread over ${atOnce} sites, and ${inWords(maxPages * GAP_S)} if one site has them all. Queries take extra time.`;
}

/** Reads what was typed; a field that is empty is left to its default. */
function optionsOf(form: HTMLFormElement, described: Described): object {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const valueFor = (name: string, { type, ui }: Described[number][1]): unknown => {
    if (type === 'boolean') return data.has(name);
    if (text(name) === '') return undefined;
    if (type === 'string') return text(name);
    if (type !== 'array') return Number(text(name)) * (ui.times ?? 1);
    return text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  };
  return {
    domains: data.getAll('domains'),
    web: text('where'),
    ...Object.fromEntries(described.map(([name, option]) => [name, valueFor(name, option)])),
    // Without a domain the sites of the addresses are harvested, and no others.
    ...(!data.has('domains') && { maxSites: undefined }),
  };
}

/** Shows a harvest that has no run yet; goes on to the run as soon as there is one. */
export function JobView({ job }: { readonly job: number }) {
  const { data, problem } = useLoaded<{ items: readonly HarvestJob[] }>('/api/jobs', REFRESH_MS);
  const found = data?.items.find(({ id }) => id === job);
  useEffect(() => {
    if (typeof found?.runId === 'number') go(`/ui/runs/${found.runId}`, 'replace');
  }, [found?.runId]);
  return (
    <>
      <ProblemNote problem={problem} />
      {found && (
        <p role="status">
          <Tag code={found.state} /> {found.error ?? 'The run opens here when it starts.'}
        </p>
      )}
      {data && !found && <p class="empty">This job does not exist.</p>}
    </>
  );
}
