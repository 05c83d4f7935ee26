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

/** Seconds between two requests to a host, unless robots.txt asks for more. */
const GAP_S = 1;
const DRY = { maxPages: 5, submit: false };

export function NewHarvestView() {
  const { data, problem, reload } = useLoaded<Domains>('/api/domains');
  const [attempt, refused] = useAttempt();
  const [budget, setBudget] = useState({ maxPages: 500, maxSites: 50 });
  const begin = (event: SubmitEvent) => {
    event.preventDefault();
    const dry = event.submitter?.getAttribute('value') === 'dry' ? DRY : {};
    const options = { ...optionsOf(event.currentTarget as HTMLFormElement), ...dry };
    attempt(async () => {
      const { id } = await send<HarvestJob>('POST', '/api/runs', options);
      go(`/ui/jobs/${id}`);
    });
  };
  return (
    <>
      <form class="sheet" onSubmit={begin}>
        <ProblemNote problem={problem} />
        <fieldset>
          <legend>Domains</legend>
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
          <label class="field">
            Addresses to start from, one per line (default: those of the domains)
            <textarea name="seeds" rows={3} />
          </label>
        </fieldset>
        <fieldset>
          <legend>How far</legend>
          <div class="budgets">
            <label class="field">
              Pages
              <input
                type="number"
                name="maxPages"
                min="1"
                value={budget.maxPages}
                onInput={({ currentTarget }) =>
                  setBudget({ ...budget, maxPages: Number(currentTarget.value) })
                }
              />
            </label>
            <label class="field">
              Sites
              <input
                type="number"
                name="maxSites"
                min="1"
                value={budget.maxSites}
                onInput={({ currentTarget }) =>
                  setBudget({ ...budget, maxSites: Number(currentTarget.value) })
                }
              />
            </label>
            <label class="field">
              Minutes
              <input type="number" name="minutes" min="1" />
            </label>
          </div>
          <p role="status">{estimateOf(budget)}</p>
          <label>
            <input type="checkbox" name="submit" defaultChecked /> Query the search forms, and keep the
            records
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
function estimateOf({
  maxPages,
  maxSites,
}: {
  readonly maxPages: number;
  readonly maxSites: number;
}): string {
  if (!(maxPages > 0 && maxSites > 0)) return '';
  const atOnce = Math.min(maxPages, maxSites);
  const least = Math.ceil((maxPages / atOnce) * GAP_S);
  const inWords = (seconds: number) => (seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);
  return `Pages take ${inWords(least)} where they spread over ${atOnce} sites, ${inWords(maxPages * GAP_S)} where one site has them all; queries come on top.`;
}

function optionsOf(form: HTMLFormElement): object {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const amount = (name: string) => (text(name) === '' ? undefined : Number(text(name)));
  const seeds = text('seeds')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const minutes = amount('minutes');
  return {
    domains: data.getAll('domains'),
    web: text('where'),
    ...(seeds.length > 0 && { seeds }),
    maxPages: amount('maxPages'),
    maxSites: amount('maxSites'),
    ...(minutes !== undefined && { maxSeconds: minutes * 60 }),
    submit: data.has('submit'),
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
