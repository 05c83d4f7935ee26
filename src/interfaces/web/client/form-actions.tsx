/** Labels a form, and queries it by hand, where the server offers it. */

import { useRef, useState } from 'preact/hooks';
import type { CallAnswerBody, CallableFormBody } from '../../server/index.ts';
import { FormFields, number, Pairs, Table, titleOf, words } from '../../views/index.ts';
import { ask, send, useAttempt, useLoaded } from './api.ts';
import { FORM_TYPES } from './form-types.ts';
import { Loading, ProblemNote } from './problem-note.tsx';
import type { Kinds } from './rows.ts';
import { Snippets } from './snippets.tsx';

interface Offered {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: {
    readonly schemas: { readonly FieldMeaning?: { readonly enum: readonly (string | null)[] } };
  };
}

export function FormActions({ run, form }: { readonly run: string; readonly form: Kinds['forms'] }) {
  const { data } = useLoaded<Offered>('/openapi.json');
  if (data === undefined) return null;
  return (
    <>
      {'/forms/{id}/query' in data.paths && form.outcome === 'verified' && <CalledForm id={form.formId} />}
      {'/api/labels/{form}' in data.paths && <Labels run={run} form={form} />}
    </>
  );
}

function Labels({ run, form }: { readonly run: string; readonly form: Kinds['forms'] }) {
  const [said, setSaid] = useState<string>();
  const [attempt, problem] = useAttempt();
  const label = (type: string) =>
    attempt(async () => {
      await send('PUT', `/api/labels/${form.formId}`, { run: Number(run), type });
      setSaid(type);
    });
  const undo = () =>
    attempt(async () => {
      await send('DELETE', `/api/labels/${form.formId}?run=${run}`);
      setSaid(undefined);
    });
  return (
    <section>
      <h2>Label it</h2>
      <p>
        Judged as {words(form.type)}. What is it? A label wins over rules and models, and is kept at once.
      </p>
      <div class="line">
        {FORM_TYPES.map((type) => (
          <button key={type} type="button" aria-pressed={said === type} onClick={() => label(type)}>
            {words(type)}
          </button>
        ))}
        {said !== undefined && (
          <span role="status">
            Saved: {words(said)}. The next training uses it.{' '}
            <button type="button" class="small" onClick={undo}>
              Undo
            </button>
          </span>
        )}
      </div>
      <ProblemNote problem={problem} />
    </section>
  );
}

interface CorrectedFieldsProps {
  readonly run: string;
  readonly form: Kinds['forms'];
  readonly reload: () => void;
}

/** Shows the fields of a form, each with what it asks for, which a choice corrects. */
export function CorrectedFields({ run, form, reload }: CorrectedFieldsProps) {
  const { data } = useLoaded<Offered>('/openapi.json');
  const [attempt, problem] = useAttempt();
  const meanings = data?.components.schemas.FieldMeaning?.enum.filter((one) => one !== null);
  if (meanings === undefined) return <FormFields form={form} />;
  // One after the other: the last choice is the one that stays.
  const last = useRef(Promise.resolve());
  const correct = (field: string, meaning: string | null) => {
    last.current = last.current.then(() =>
      attempt(async () => {
        await send('PUT', `/api/labels/${form.formId}/fields`, { run: Number(run), field, meaning });
        reload();
      }),
    );
  };
  return (
    <>
      <FormFields
        form={form}
        meaning={({ name, field = name, label, type, meaning = 'text', judged = meaning }) => {
          if (field === '' || /^(?:hidden|password|file)$/.test(type)) return words(meaning);
          return (
            <span class="line">
              <select
                aria-label={`Meaning of ${label || field}`}
                value={meaning}
                onChange={({ currentTarget: { value } }) => correct(field, value === judged ? null : value)}
              >
                {[...new Set([judged, ...meanings])].map((one) => (
                  <option key={one} value={one}>
                    {one === 'none' ? 'none: leave it' : words(one)}
                  </option>
                ))}
              </select>
              {judged !== meaning && (
                <small role="status">
                  corrected by you{' '}
                  <button type="button" class="small" onClick={() => correct(field, null)}>
                    Undo
                  </button>
                </small>
              )}
            </span>
          );
        }}
      />
      <ProblemNote problem={problem} />
    </>
  );
}

function CalledForm({ id }: { readonly id: string }) {
  const { data, problem } = useLoaded<CallableFormBody>(`/forms/${id}`);
  return data === undefined ? <Loading problem={problem} /> : <CallForm form={data} />;
}

/** Calls a verified form with values, shows the records, and the code that does the same. */
export function CallForm({ form }: { readonly form: CallableFormBody }) {
  const { formId: id, parameters } = form;
  const [values, setValues] = useState<readonly (readonly [string, string])[]>([]);
  const [answer, setAnswer] = useState<CallAnswerBody>();
  const [attempt, failed] = useAttempt();
  const [busy, setBusy] = useState(false);
  const query = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget as HTMLFormElement)]
      .map(([name, value]) => [name, String(value)])
      .filter(([, value]) => value !== '') as [string, string][];
    setValues(typed);
    setBusy(true);
    await attempt(async () =>
      setAnswer(await (await ask(`/forms/${id}/query?${new URLSearchParams(typed)}`)).json()),
    );
    setBusy(false);
  };
  return (
    <section>
      <h2>Query this form</h2>
      <ProblemNote problem={failed} />
      <form class="asked" onSubmit={query}>
        {parameters.map(({ name, label, type, options, required }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: one of the two controls stands in it
          <label key={name}>
            <span>{label || words(name)}</span>
            {options === undefined ? (
              <input name={name} inputMode={type === 'number' ? 'decimal' : 'text'} required={required} />
            ) : (
              <select name={name} required={required}>
                <option value="">any</option>
                {options.map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </select>
            )}
          </label>
        ))}
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'Waiting for the answer …' : 'Query'}
        </button>
      </form>
      {answer && (
        <>
          <p role="status">
            {words(answer.provenance.verdict)}: {number(answer.records.length)} records
            {answer.provenance.total !== null && ` of ${number(answer.provenance.total)}`}
          </p>
          <Table
            label="Answer"
            rows={answer.records}
            empty={answer.provenance.reason}
            columns={[
              { head: 'Title', kind: 'wide', cell: titleOf },
              {
                head: 'Fields',
                kind: 'wide',
                cell: ({ fields }) => <Pairs pairs={Object.entries(fields)} />,
              },
            ]}
          />
        </>
      )}
      <Snippets form={form} values={values} />
    </section>
  );
}
