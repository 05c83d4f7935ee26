/** Shows a form: its verdict with evidence, its fields, the labelled forms that are most like it, its queries. */

import type { ComponentChildren } from 'preact';
import type { ExportedForm, HarvestedSubmission } from '../../library/index.ts';
import {
  number,
  Outside,
  Pairs,
  share,
  type TableColumn,
  TableSection,
  Tag,
  Tiles,
  words,
} from './parts.tsx';

const MOST_OPTIONS = 12;

interface OfForm {
  readonly form: ExportedForm;
}

export function FormVerdict({ form }: OfForm) {
  return (
    <section>
      <h2>Verdict</h2>
      <Tiles
        tiles={[
          ['Searches', form.searchable ? 'yes' : 'no'],
          ['Type', words(form.type)],
          [
            'Domain',
            `${form.domain ?? 'none'}${form.domain && form.searchable ? ` (${share(form.domainScore)})` : ''}`,
          ],
          ['Support vector machine', share(form.svm)],
          ['Nearest neighbours', share(form.knn)],
          ['Records seen', number(form.coverage.seen)],
          ['Estimated records', sizeInWords(form.coverage)],
        ]}
      />
      <dl class="words">
        <dt>Evidence</dt>
        <dd>
          {form.evidenceText.length === 0
            ? 'not stored'
            : grouped(form.evidenceText).map((line) => <p key={line}>{line}</p>)}
        </dd>
        <dt>Answers</dt>
        <dd>{form.postQueryReason || words(form.postQuery)}</dd>
        {form.stopReason !== null && (
          <>
            <dt>{form.outcome === 'not-queried' ? 'Not queried' : 'Stop reason'}</dt>
            <dd>{form.stopReason}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** Says once what several sentences say before their colon. */
const grouped = (sentences: readonly string[]): string[] =>
  [...Map.groupBy(sentences, (one) => one.slice(0, one.indexOf(': ') + 1))].flatMap(([head, all]) =>
    head === '' ? all : `${head}${all.map((one) => one.slice(head.length).replace(/\.$/, '')).join(';')}.`,
  );

/** Writes an estimate with its 95 % interval: `1,720 (1,198 to 4,373)`. */
function sizeInWords({ total, low, high }: ExportedForm['coverage']): string {
  if (total === null) return 'unknown';
  if (low === null || high === null || low === high) return number(total);
  return `${number(total)} (${number(low)} to ${number(high)})`;
}

type ShownField = ExportedForm['controls'][number];

/** @param meaning draws what a field asks for where it can be corrected */
export function FormFields({ form, meaning = meaningInWords }: FormFieldsProps) {
  return (
    <TableSection
      label="Fields"
      rows={form.controls}
      empty="This form has no fields."
      columns={[
        { head: 'Label', kind: 'wide', cell: ({ label, name }) => label || name || '–' },
        { head: 'Meaning', cell: meaning },
        {
          head: 'Control',
          cell: ({ type, visible }) => (visible || type === 'hidden' ? type : `${type}, hidden`),
        },
        { head: 'Name', cell: ({ name }) => <code>{name || '–'}</code> },
        {
          head: 'Values',
          kind: 'wide',
          cell: ({ options, type }) => (type === 'hidden' ? 'set by the page' : valuesInWords(options)),
        },
      ]}
    />
  );
}

interface FormFieldsProps extends OfForm {
  readonly meaning?: (field: ShownField) => ComponentChildren;
}

const meaningInWords = ({ meaning, judged }: ShownField): string =>
  `${words(meaning ?? 'unknown')}${judged === undefined ? '' : ' (corrected by you)'}`;

function valuesInWords(options: ShownField['options']): string {
  if (options.length === 0) return 'any text';
  const shown = options.slice(0, MOST_OPTIONS).map(({ label, value }) => label || value || '(empty)');
  const more = options.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function Neighbours({ form }: OfForm) {
  return (
    <TableSection
      label="Nearest labelled forms"
      rows={form.neighbours}
      columns={[
        { head: 'Labelled as', cell: ({ type }) => <Tag code={type} />, by: ({ type }) => type },
        {
          head: 'Distance',
          kind: 'number',
          cell: ({ distance }) => share(distance),
          by: ({ distance }) => distance,
        },
        {
          head: 'Where',
          kind: 'wide',
          cell: ({ row, url }) => (url === undefined ? row : <Outside href={url} />),
        },
      ]}
    />
  );
}

export const QUERY_COLUMNS: readonly TableColumn<HarvestedSubmission>[] = [
  {
    head: 'Values',
    kind: 'wide',
    cell: ({ controls, why }) => (
      <>
        <Pairs pairs={controls.map(({ name, label, values }) => [label || name, values.join(', ')])} />
        <small>{why}</small>
      </>
    ),
  },
  {
    head: 'Request',
    kind: 'wide',
    sort: 'url',
    cell: ({ method, url }) => (
      <>
        {method} <Outside href={url} />
      </>
    ),
  },
  { head: 'Status', kind: 'number', cell: ({ status }) => status ?? '–', sort: 'status' },
  { head: 'Verdict', cell: ({ verdict, state }) => <Tag code={verdict ?? state} />, sort: 'verdict' },
  { head: 'Reason', kind: 'wide', cell: ({ reason }) => reason ?? '–' },
  { head: 'Records', kind: 'number', cell: ({ records }) => number(records), sort: 'records' },
  { head: 'New', kind: 'number', cell: ({ newRecords }) => number(newRecords), sort: 'newRecords' },
];
