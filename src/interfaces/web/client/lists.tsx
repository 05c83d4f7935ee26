import { number, Outside, share, Tag, words } from '../../views/index.ts';
import { Link } from './address.tsx';
import { Filtered } from './filtered.tsx';

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
          cell: ({ formId, site, action }) => (
            <>
              <Link to={`/ui/runs/${run}/forms/${formId}`}>{site}</Link>
              <small>{action}</small>
            </>
          ),
        },
        { head: 'Fields', kind: 'wide', cell: ({ controls }) => fieldsInWords(controls) },
        { head: 'Domain', cell: ({ domain }) => domain ?? '–' },
        { head: 'Type', cell: ({ type }) => <Tag code={type} /> },
        { head: 'Score', kind: 'number', cell: ({ score }) => share(score) },
        { head: 'Rejected by', cell: ({ rule }) => (rule === null ? '–' : words(rule)) },
        { head: 'Outcome', cell: ({ outcome }) => <Tag code={outcome} /> },
        { head: 'Records', kind: 'number', cell: ({ coverage }) => number(coverage.seen) },
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
          cell: ({ site }) => (
            <Link to={`/ui/runs/${run}/pages?is=${encodeURIComponent(`site:${site}`)}`}>{site}</Link>
          ),
        },
        { head: 'State', cell: ({ state }) => <Tag code={state} /> },
        { head: 'Reason', kind: 'wide', cell: ({ reason }) => reason ?? '–' },
        { head: 'Domain', cell: ({ domain }) => domain ?? '–' },
        { head: 'Similarity', kind: 'number', cell: ({ similarity }) => share(similarity) },
        { head: 'Seed', cell: ({ seed }) => (seed ? 'yes' : 'no') },
        { head: 'Sites that link here', kind: 'number', cell: ({ linkingSites }) => number(linkingSites) },
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
          cell: ({ url, title }) => (
            <>
              <Outside href={url}>{title?.trim() || url}</Outside>
              {title?.trim() && <small>{url}</small>}
            </>
          ),
        },
        { head: 'State', cell: ({ state }) => <Tag code={state} /> },
        { head: 'Reason', kind: 'wide', cell: ({ reason }) => reason ?? '–' },
        { head: 'Status', kind: 'number', cell: ({ status }) => status ?? '–' },
        { head: 'Read by', cell: ({ renderedBy }) => renderedBy ?? '–' },
        { head: 'Domain', cell: ({ domain }) => domain ?? '–' },
        { head: 'Depth', kind: 'number', cell: ({ depth }) => depth },
      ]}
    />
  );
}
