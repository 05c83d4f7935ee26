import { useEffect, useState } from 'preact/hooks';
import { go } from './address.tsx';
import { type Problem, problemOf, send, useLoaded } from './api.ts';
import { ProblemNote, Tag } from './parts.tsx';
import type { Job } from './rows.ts';

const REFRESH_MS = 500;

interface Domains {
  readonly items: readonly { readonly name: string; readonly description: string }[];
}

export function NewHarvestView() {
  const { data, problem } = useLoaded<Domains>('/api/ui/domains');
  const [refused, setRefused] = useState<Problem>();
  const begin = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const { id } = await send<Job>('POST', '/api/runs', optionsOf(event.currentTarget as HTMLFormElement));
      go(`/ui/jobs/${id}`);
    } catch (error) {
      setRefused(problemOf(error));
    }
  };
  return (
    <form class="sheet" onSubmit={begin}>
      <ProblemNote problem={problem} />
      <fieldset>
        <legend>What to look for</legend>
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
          <input type="radio" name="where" value="practice" /> The practice web on this machine: no traffic to
          others
        </label>
        <label class="field">
          Addresses to begin at, one a line; without any, those of the domains
          <textarea name="seeds" rows={3} />
        </label>
      </fieldset>
      <fieldset>
        <legend>How far</legend>
        <div class="budgets">
          <label class="field">
            Pages
            <input type="number" name="maxPages" min="1" defaultValue="500" />
          </label>
          <label class="field">
            Sites
            <input type="number" name="maxSites" min="1" defaultValue="50" />
          </label>
          <label class="field">
            Minutes
            <input type="number" name="minutes" min="1" />
          </label>
        </div>
        <label>
          <input type="checkbox" name="submit" defaultChecked /> Query the search forms, and keep the records
        </label>
      </fieldset>
      <ProblemNote problem={refused} />
      <button type="submit" class="primary">
        Begin
      </button>
    </form>
  );
}

function optionsOf(form: HTMLFormElement): object {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const amount = (name: string) => (text(name) === '' ? undefined : Number(text(name)));
  const seeds = text('seeds').split(/\s+/).filter(Boolean);
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

/** A harvest that has no run yet; goes on to the run as soon as there is one. */
export function JobView({ job }: { readonly job: number }) {
  const { data, problem, reload } = useLoaded<{ items: readonly Job[] }>('/api/jobs');
  const found = data?.items.find(({ id }) => id === job);
  useEffect(() => {
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (typeof found?.runId === 'number') go(`/ui/runs/${found.runId}`, 'replace');
  }, [found?.runId]);
  return (
    <>
      <ProblemNote problem={problem} />
      {found && (
        <p role="status">
          <Tag code={found.state} /> {found.error ?? 'The run opens here as soon as it has begun.'}
        </p>
      )}
      {data && !found && <p class="empty">There is no such job.</p>}
    </>
  );
}
