import { useEffect } from 'preact/hooks';
import type { KeptModel } from '../../../foundation/learning/index.ts';
import type { FormsTrainingReport, TrainingState } from '../../../wings/laboratory/index.ts';
import { number, Outside, share, Table, Tag, words } from '../../views/index.ts';
import { Link, useAddress } from './address.tsx';
import { send, useAttempt, useLoaded } from './api.ts';
import { LabelQueue } from './label-queue.tsx';
import { ProblemNote } from './problem-note.tsx';

const REFRESH_MS = 1_000;

interface Models {
  readonly items: readonly (KeptModel & { readonly inUse: boolean })[];
  readonly shipped: readonly string[];
}

export function ModelsView() {
  const models = useLoaded<Models>('/api/models');
  const training = useLoaded<TrainingState>('/api/ui/training');
  const [attempt, failed] = useAttempt();
  const running = training.data?.state === 'running';
  useEffect(() => {
    if (!running) {
      models.reload();
      return;
    }
    const timer = setInterval(training.reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [running]);
  const act = (path: string) =>
    attempt(async () => {
      await send('POST', path);
      models.reload();
      training.reload();
    });
  const problem = models.problem ?? training.problem ?? failed;
  // The token is asked for once.
  if (problem?.status === 401) return <ProblemNote problem={problem} />;
  return (
    <>
      <ProblemNote problem={problem} />
      {models.data && <InUse models={models.data} act={act} />}
      <section>
        <h2>Form classifier</h2>
        {training.data && <Training state={training.data} act={act} />}
        {training.data?.report && <Report report={training.data.report} />}
      </section>
      <LabelQueue />
    </>
  );
}

interface ActProps {
  readonly act: (path: string) => void;
}

function InUse({ models: { items, shipped }, act }: ActProps & { readonly models: Models }) {
  return (
    <section>
      <h2>Models in use</h2>
      {shipped.length > 0 && <p>Shipped models: {shipped.join(', ')}.</p>}
      <Table
        label="Models of this storage folder"
        rows={items.toReversed()}
        empty="None was trained in this storage folder yet."
        columns={[
          { head: 'Model', cell: ({ file }) => <code>{file}</code> },
          {
            head: 'State',
            cell: ({ inUse, good }) => <Tag code={inUse ? 'in-use' : good ? 'earlier' : 'rolled-back'} />,
          },
          { head: 'Trained', cell: ({ date }) => date },
          { head: 'By', cell: ({ engine }) => engine },
          {
            head: 'Measured',
            kind: 'wide',
            cell: ({ metrics }) =>
              Object.entries(metrics)
                .map(([name, value]) => `${name} ${Number.isInteger(value) ? number(value) : share(value)}`)
                .join(', '),
          },
          {
            head: 'Roll back',
            cell: ({ inUse, kind }) =>
              inUse && (
                <button type="button" class="small" onClick={() => act(`/api/models/${kind}/rollback`)}>
                  Use the previous model
                </button>
              ),
          },
        ]}
      />
    </section>
  );
}

function Training({
  state: { state, done, all, error, report },
  act,
}: ActProps & { readonly state: TrainingState }) {
  const running = state === 'running';
  return (
    <>
      <p class="line">
        <button type="button" class="primary" disabled={running} onClick={() => act('/api/ui/training')}>
          Retrain
        </button>
        {running && (
          <span role="status">
            <progress max={Math.max(1, all)} value={done} aria-label="Training" />{' '}
            {all === 0 ? 'Reading the labelled forms' : `${done} of ${all} folds`}
          </span>
        )}
        {state === 'failed' && <span role="status">The training failed: {error}</span>}
      </p>
      {report && !running && (
        <p role="status">
          Trained {report.date} on {number(report.n)} forms of {number(report.sites)} sites, cross-validated
          in {report.folds} folds by site.{' '}
          {report.model === null
            ? 'The new model is significantly worse. The previous model stays in use.'
            : `${report.model} is used from the next run on.`}
        </p>
      )}
    </>
  );
}

function Report({ report }: { readonly report: FormsTrainingReport }) {
  const { searchParams } = useAddress();
  const chosen = searchParams.get('cell');
  const confused = report.confused.filter(({ truth, predicted }) => `${truth}:${predicted}` === chosen);
  return (
    <>
      <Table
        label="Search or not"
        rows={report.arms}
        empty=""
        columns={[
          { head: 'Classifier', cell: ({ name }) => name },
          ...(['precision', 'recall', 'f1', 'accuracy'] as const).map((score) => ({
            head: score === 'f1' ? 'F1' : score,
            kind: 'number' as const,
            cell: (arm: FormsTrainingReport['arms'][number]) => share(arm[score]),
          })),
        ]}
      />
      <h3>Confusion matrix of the eight form types</h3>
      <p>Rows: labels given by people. Columns: predictions. Select a number to list its forms.</p>
      <Confusion report={report} chosen={chosen} />
      {chosen !== null && (
        <Table
          label="Misjudged forms"
          rows={confused}
          empty="No form was confused in this way."
          columns={[
            {
              head: 'Form',
              kind: 'wide',
              cell: ({ url }) => <Outside href={url} />,
            },
            { head: 'Label', cell: ({ truth }) => <Tag code={truth} /> },
            { head: 'Predicted', cell: ({ predicted }) => <Tag code={predicted} /> },
            { head: 'Said', kind: 'wide', cell: ({ said }) => said },
            { head: 'Evidence', kind: 'wide', cell: ({ evidence }) => evidence },
          ]}
        />
      )}
    </>
  );
}

function Confusion({
  report,
  chosen,
}: {
  readonly report: FormsTrainingReport;
  readonly chosen: string | null;
}) {
  const names = report.classes.map(({ name }) => name);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="scrolls" tabIndex={0} aria-label="Confusion matrix">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">is</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {words(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.confusion.map((counts, row) => (
            <tr key={names[row]}>
              <th scope="row">{words(names[row] ?? '')}</th>
              {counts.map((count, column) => {
                const cell = `${names[row]}:${names[column]}`;
                const isRight = row === column;
                return (
                  <td key={cell} class={isRight ? 'number hit' : 'number'}>
                    {isRight || count === 0 ? (
                      number(count)
                    ) : (
                      <Link to={`/ui/models?cell=${encodeURIComponent(cell)}`} current={cell === chosen}>
                        {number(count)}
                      </Link>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
