import { useState } from 'preact/hooks';
import { number, Outside, QUERY_COLUMNS, share, Tag, words } from '../../views/index.ts';
import { Link } from './address.tsx';
import { answerColumn, StoredAnswer, StoredPage } from './archived.tsx';
import { Filtered, VALUES } from './filtered.tsx';
import type { Kinds } from './rows.ts';

interface OfRun {
  readonly run: string;
}

export function FormsView({ run }: OfRun) {
  return (
    <Filtered
      run={run}
      kind="forms"
      columns={[
        {
          head: 'Form',
          kind: 'wide',
          sort: 'site',
          cell: ({ formId, site, action }) => (
            <>
              <Link to={`/ui/runs/${run}/forms/${formId}`}>{site}</Link>
              <small>{action}</small>
            </>
          ),
        },
        { head: 'Fields', kind: 'wide', cell: ({ controls }) => fieldsInWords(controls) },
        { head: 'Domain', cell: ({ domain }) => domain ?? '–', sort: 'domain' },
        { head: 'Type', cell: ({ type }) => <Tag code={type} />, sort: 'type' },
        { head: 'Score', kind: 'number', cell: ({ score }) => share(score), sort: 'score' },
        { head: 'Rejected by', cell: ({ rule }) => (rule === null ? '–' : words(rule)), sort: 'rule' },
        { head: 'Outcome', cell: ({ outcome }) => <Tag code={outcome} />, sort: 'outcome' },
        {
          head: 'Records',
          kind: 'number',
          cell: ({ coverage }) => number(coverage.seen),
          sort: 'coverage.seen',
        },
      ]}
    />
  );
}

const fieldsInWords = (
  controls: readonly { readonly meaning: string | undefined; readonly visible: boolean }[],
) =>
  [
    ...new Set(controls.filter(({ visible }) => visible).map(({ meaning }) => words(meaning ?? 'other'))),
  ].join(', ');

export function SitesView({ run }: OfRun) {
  return (
    <Filtered
      run={run}
      kind="sites"
      columns={[
        {
          head: 'Site',
          sort: 'site',
          cell: ({ site }) => (
            <Link to={`/ui/runs/${run}/pages?is=${encodeURIComponent(`site:${site}`)}`}>{site}</Link>
          ),
        },
        { head: 'State', cell: ({ state }) => <Tag code={VALUES[state] ?? state} />, sort: 'state' },
        { head: 'Reason', kind: 'wide', cell: ({ reason }) => reason ?? '–', sort: 'reasonCode' },
        { head: 'Domain', cell: ({ domain }) => domain ?? '–', sort: 'domain' },
        {
          head: 'Similarity',
          kind: 'number',
          cell: ({ similarity }) => share(similarity),
          sort: 'similarity',
        },
        { head: 'Seed', cell: ({ seed }) => (seed ? 'yes' : 'no'), sort: 'seed' },
        {
          head: 'Sites that link here',
          kind: 'number',
          cell: ({ linkingSites }) => number(linkingSites),
          sort: 'linkingSites',
        },
      ]}
    />
  );
}

export function PagesView({ run }: OfRun) {
  return (
    <Filtered
      run={run}
      kind="pages"
      columns={[
        {
          head: 'Page',
          kind: 'wide',
          sort: 'title',
          cell: ({ url, title, status }) => (
            <>
              <Outside href={url}>{title?.trim() || url}</Outside>
              {title?.trim() && <small>{url}</small>}
              {status !== null && <StoredPage run={run} url={url} />}
            </>
          ),
        },
        { head: 'State', cell: ({ state }) => <Tag code={state} />, sort: 'state' },
        { head: 'Reason', kind: 'wide', cell: ({ reason }) => reason ?? '–', sort: 'reasonCode' },
        { head: 'Status', kind: 'number', cell: ({ status }) => status ?? '–', sort: 'status' },
        { head: 'Read by', cell: ({ renderedBy }) => renderedBy ?? '–', sort: 'renderedBy' },
        { head: 'Domain', cell: ({ domain }) => domain ?? '–', sort: 'domain' },
        { head: 'Depth', kind: 'number', cell: ({ depth }) => depth, sort: 'depth' },
      ]}
    />
  );
}

export function QueriesView({ run }: OfRun) {
  const [shown, setShown] = useState<Kinds['submissions']>();
  return (
    <>
      {shown && <StoredAnswer run={run} query={shown} close={() => setShown(undefined)} />}
      <Filtered
        run={run}
        kind="submissions"
        columns={[
          {
            head: 'Form',
            cell: ({ site, formId }) => <Link to={`/ui/runs/${run}/forms/${formId}`}>{site}</Link>,
            sort: 'site',
          },
          ...QUERY_COLUMNS,
          answerColumn(setShown),
        ]}
      />
    </>
  );
}
