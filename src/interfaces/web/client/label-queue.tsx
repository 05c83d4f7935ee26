/** Shows the forms of a run that a label teaches most about, one after the other; keys label them. */

import { useEffect, useState } from 'preact/hooks';
import type { FormType } from '../../../forms/index.ts';
import type { RunList } from '../../server/index.ts';
import { number, Outside, share, words } from '../../views/index.ts';
import { Link } from './address.tsx';
import { send, useAttempt, useLoaded } from './api.ts';
import { FormPicture } from './archived.tsx';
import { FORM_TYPES, KEYS } from './form-types.ts';
import { Loading, ProblemNote } from './problem-note.tsx';
import { nameOf } from './runs.tsx';

interface Doubted {
  readonly formId: string;
  readonly type: FormType;
  readonly page: string;
  readonly verdict: { readonly kind: string; readonly score?: number; readonly rule?: string };
}

const MOST = 50;

export function LabelQueue() {
  const runs = useLoaded<RunList>('/api/runs');
  const [chosen, setChosen] = useState<number>();
  const run = chosen ?? runs.data?.latest ?? undefined;
  return (
    <section>
      <h2>Label uncertain forms</h2>
      <ProblemNote problem={runs.problem} />
      {run === undefined ? (
        <p class="empty">No run has forms to label yet.</p>
      ) : (
        <>
          <label>
            Forms of run{' '}
            <select value={run} onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}>
              {runs.data?.items.toReversed().map((one) => (
                <option key={one.id} value={one.id}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </label>
          <Queue key={run} run={run} />
        </>
      )}
    </section>
  );
}

function Queue({ run }: { readonly run: number }) {
  const { data, problem } = useLoaded<{ items: readonly Doubted[] }>(`/api/labels?run=${run}&limit=${MOST}`);
  const [at, setAt] = useState(0);
  const [labelled, setLabelled] = useState(0);
  const [last, setLast] = useState<{ readonly formId: string; readonly at: number }>();
  const [attempt, failed] = useAttempt();
  const form = data?.items[at];
  const keep = (type: string) =>
    form &&
    attempt(async () => {
      await send('PUT', `/api/labels/${form.formId}`, { run, type });
      setLabelled((before) => before + 1);
      setLast({ formId: form.formId, at });
      setAt(at + 1);
    });
  const undo = () =>
    last &&
    attempt(async () => {
      await send('DELETE', `/api/labels/${last.formId}?run=${run}`);
      setLast(undefined);
      setLabelled((before) => before - 1);
      setAt(last.at);
    });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, select, textarea, button, a'))
        return;
      if (form === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const type = KEYS[event.key];
      if (type !== undefined) keep(type);
      else if (event.key === 'Enter') keep(form.type);
      else if (event.key === ' ') setAt(at + 1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  if (data === undefined) return <Loading problem={problem} />;
  return (
    <>
      <ProblemNote problem={failed} />
      <p role="status">
        {number(labelled)} labelled, {number(Math.max(0, data.items.length - at))} left.{' '}
        {last && (
          <button type="button" class="small" onClick={undo}>
            Undo the last label
          </button>
        )}
      </p>
      {form === undefined ? (
        <p class="empty">No more forms to label. Retrain the classifier to use the new labels.</p>
      ) : (
        <>
          <p class="line facts">
            <Link to={`/ui/runs/${run}/forms/${form.formId}`}>Form</Link>
            <span>
              shown by <Outside href={form.page} />
            </span>
            <span>
              judged as <b>{words(form.type)}</b>
              {form.verdict.kind === 'rejected'
                ? ` by rule ${words(form.verdict.rule ?? '')}`
                : `, probability of search ${share(form.verdict.score ?? null)}`}
            </span>
          </p>
          <div class="line">
            {FORM_TYPES.map((type) => {
              const [key] = Object.entries(KEYS).find(([, named]) => named === type) ?? [];
              return (
                <button key={type} type="button" onClick={() => keep(type)}>
                  {words(type)} {key !== undefined && <kbd>{key}</kbd>}
                </button>
              );
            })}
            <button type="button" class="primary" onClick={() => keep(form.type)}>
              As judged <kbd>Enter</kbd>
            </button>
            <button type="button" onClick={() => setAt(at + 1)}>
              Skip <kbd>Space</kbd>
            </button>
          </div>
          <FormPicture run={String(run)} id={form.formId} />
        </>
      )}
    </>
  );
}
