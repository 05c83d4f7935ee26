/** From an address to its verified search forms, their records, and the code that calls them. */

import { useEffect, useState } from 'preact/hooks';
import type { CallableFormBody } from '../../server/index.ts';
import { number, Outside, recordColumns, Table, Tag } from '../../views/index.ts';
import { go, Link, useAddress } from './address.tsx';
import { type Problem, problemOf, send, useLoaded } from './api.ts';
import { FormPicture } from './archived.tsx';
import { CallForm } from './form-actions.tsx';
import { Loading, ProblemNote } from './problem-note.tsx';
import type { Rows } from './rows.ts';
import { RunsView } from './runs.tsx';

interface Found {
  readonly items: readonly CallableFormBody[];
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string;
}

export function HomeView() {
  const address = useAddress().searchParams.get('address') ?? '';
  const [typed, setTyped] = useState(address);
  const find = (event: Event) => {
    event.preventDefault();
    go(`/ui/?address=${encodeURIComponent(typed.trim())}`);
  };
  return (
    <>
      <p>Finds the search forms of a page, verifies that they search, and brings their records as a table.</p>
      <form class="line home" onSubmit={find}>
        <label>
          <span>Address of a page with a search form, or of a site</span>
          <input
            type="text"
            inputMode="url"
            placeholder="https://books.example.org/"
            required
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Find forms
        </button>
      </form>
      {address === '' ? (
        <section>
          <h2>Runs</h2>
          <p>
            To harvest many sites of a subject, begin a <Link to="/ui/new">new harvest</Link>.
          </p>
          <RunsView />
        </section>
      ) : (
        <FoundForms key={address} address={address} />
      )}
    </>
  );
}

function FoundForms({ address }: { readonly address: string }) {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<Problem>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    setFound(undefined);
    setProblem(undefined);
    send<Found>('POST', '/forms/find', { url: address })
      .then(setFound)
      .catch((error: unknown) => setProblem(problemOf(error)));
  }, [address, turn]);
  const again = () => setTurn((before) => before + 1);
  if (problem !== undefined) return <ProblemNote problem={problem} />;
  if (found === undefined) return <Waiting />;
  const verified = found.items.filter(({ outcome }) => outcome === 'verified');
  const others = found.items.filter(({ outcome }) => outcome !== 'verified');
  return (
    <>
      {found.message !== undefined && (
        <p class="line" role="status">
          {found.message}: {found.hint}.
          {found.code === 'time-over' && (
            <button type="button" onClick={again}>
              Go on
            </button>
          )}
        </p>
      )}
      {verified.map((form) => (
        <VerifiedForm key={form.formId} form={form} />
      ))}
      {others.length > 0 && (
        <section>
          <h2>{verified.length > 0 ? 'Other forms' : 'Forms'}</h2>
          <Table
            label="Forms that are not verified"
            rows={others}
            empty=""
            columns={[
              {
                head: 'Form',
                cell: ({ run, formId, parameters }) => (
                  <Link to={`/ui/runs/${run}/forms/${formId}`}>
                    {parameters.map(({ label, name }) => label || name).join(', ') || formId}
                  </Link>
                ),
              },
              { head: 'Outcome', cell: ({ outcome }) => <Tag code={outcome} /> },
              { head: 'Page', kind: 'wide', cell: ({ page }) => <Outside href={page} /> },
            ]}
          />
        </section>
      )}
    </>
  );
}

/** The longest time that finding and verifying takes, in seconds. */
const MOST_SECONDS = 45;

function Waiting() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="status">
      Reading the page and querying its forms: {seconds} s of about {MOST_SECONDS} s at most{' '}
      <progress max={MOST_SECONDS} value={seconds} aria-label="Time used" />
    </p>
  );
}

function VerifiedForm({ form }: { readonly form: CallableFormBody }) {
  const { formId, run, site, page, recordsSeen } = form;
  const [problem, setProblem] = useState<Problem>();
  const harvestAll = async () => {
    try {
      const { id } = await send<{ id: number }>('POST', `/forms/${formId}/harvest`);
      go(`/ui/jobs/${id}`);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <article class="found">
      <h2>{site}</h2>
      <p class="line facts">
        <Tag code="verified" />
        <span>
          shown by <Outside href={page} />
        </span>
        <span>{number(recordsSeen)} records seen</span>
        <Link to={`/ui/runs/${run}/forms/${formId}`}>Details</Link>
        <button type="button" onClick={harvestAll}>
          Harvest the whole database
        </button>
      </p>
      <ProblemNote problem={problem} />
      <FirstRecords form={form} />
      <CallForm form={form} />
      <FormPicture run={String(run)} id={formId} />
    </article>
  );
}

const FIRST = 10;

function FirstRecords({ form: { run, formId } }: { readonly form: CallableFormBody }) {
  const { data, problem } = useLoaded<Rows<'records'>>(
    `/api/runs/${run}/records?form=${formId}&limit=${FIRST}`,
  );
  if (data === undefined) return <Loading problem={problem} />;
  return (
    <section>
      <h3>First records</h3>
      <Table
        label="First records"
        rows={data.items}
        empty="No records were read yet."
        columns={recordColumns(data.items)}
      />
      {data.next !== null && (
        <p>
          <Link to={`/ui/runs/${run}/records?is=${encodeURIComponent(`formId:${formId}`)}`}>
            All its records
          </Link>
        </p>
      )}
    </section>
  );
}
