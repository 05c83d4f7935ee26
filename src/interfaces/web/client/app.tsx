import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, useAddress } from './address.tsx';
import { AirView } from './air.tsx';
import { FormView } from './form.tsx';
import { HomeView } from './home.tsx';
import { FormsView, PagesView, QueriesView, SitesView } from './lists.tsx';
import { ModelsView } from './models.tsx';
import { JobView, NewHarvestView } from './new-harvest.tsx';
import { RecordView } from './record.tsx';
import { RecordsView } from './records.tsx';
import { RunView } from './run.tsx';
import { RunsView } from './runs.tsx';
import { SchedulesView } from './schedules.tsx';
import { DocumentView, SearchView } from './search.tsx';

const MAIN: readonly (readonly [to: string, name: string, own?: RegExp])[] = [
  ['/ui/', 'Home', /^\/ui\/?$/],
  ['/ui/runs', 'Runs'],
  ['/ui/search', 'Search', /^\/ui\/(?:search|documents)\b/],
  ['/ui/new', 'New harvest'],
  ['/ui/schedules', 'Schedules'],
  ['/ui/models', 'Models'],
  ['/ui/air', 'Air'],
];
const SECTIONS = [
  ['', 'Overview'],
  ['/forms', 'Forms'],
  ['/queries', 'Queries'],
  ['/records', 'Records'],
  ['/sites', 'Sites'],
  ['/pages', 'Pages'],
] as const;

const VIEWS: readonly (readonly [
  RegExp,
  (...parts: string[]) => { title: string; view: ComponentChildren },
])[] = [
  [/^\/ui\/?$/, () => ({ title: 'Paste an address', view: <HomeView /> })],
  [/^\/ui\/runs$/, () => ({ title: 'Runs', view: <RunsView /> })],
  [/^\/ui\/search$/, () => ({ title: 'Search', view: <SearchView /> })],
  [/^\/ui\/documents\/(\d+)$/, (id = '') => ({ title: 'Document', view: <DocumentView key={id} id={id} /> })],
  [/^\/ui\/new$/, () => ({ title: 'New harvest', view: <NewHarvestView /> })],
  [/^\/ui\/schedules$/, () => ({ title: 'Schedules', view: <SchedulesView /> })],
  [/^\/ui\/models$/, () => ({ title: 'Models', view: <ModelsView /> })],
  [/^\/ui\/air$/, () => ({ title: 'Air quality', view: <AirView /> })],
  [/^\/ui\/jobs\/(\d+)$/, (job) => ({ title: `Job ${job}`, view: <JobView key={job} job={Number(job)} /> })],
  [/^\/ui\/runs\/(\d+)$/, (run = '') => ({ title: `Run ${run}`, view: <RunView key={run} run={run} /> })],
  [/^\/ui\/runs\/(\d+)\/forms$/, (run = '') => ({ title: 'Forms', view: <FormsView run={run} /> })],
  [
    /^\/ui\/runs\/(\d+)\/forms\/([0-9a-f]+)$/,
    (run = '', id = '') => ({ title: 'Form', view: <FormView key={id} run={run} id={id} /> }),
  ],
  [/^\/ui\/runs\/(\d+)\/queries$/, (run = '') => ({ title: 'Queries', view: <QueriesView run={run} /> })],
  [/^\/ui\/runs\/(\d+)\/records$/, (run = '') => ({ title: 'Records', view: <RecordsView run={run} /> })],
  [/^\/ui\/runs\/(\d+)\/record$/, (run = '') => ({ title: 'Record', view: <RecordView run={run} /> })],
  [/^\/ui\/runs\/(\d+)\/sites$/, (run = '') => ({ title: 'Sites', view: <SitesView run={run} /> })],
  [/^\/ui\/runs\/(\d+)\/pages$/, (run = '') => ({ title: 'Pages', view: <PagesView run={run} /> })],
];

function viewOf(path: string): { title: string; view: ComponentChildren } {
  for (const [pattern, make] of VIEWS) {
    const found = pattern.exec(path);
    if (found !== null) return make(...found.slice(1));
  }
  return { title: 'Not found', view: <p class="empty">No page has this address.</p> };
}

export function App() {
  const { pathname } = useAddress();
  const { title, view } = viewOf(pathname);
  const run = /^\/ui\/runs\/(\d+)/.exec(pathname)?.[1];
  useEffect(() => {
    document.title = `${title} · Fieldfare`;
  }, [title]);
  useEffect(() => {
    // On a phone the links are one row that scrolls.
    for (const link of document.querySelectorAll('header [aria-current]'))
      link.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <a class="skip" href="#main">
        To the content
      </a>
      <header>
        <nav aria-label="Main" class="line">
          <b>Fieldfare</b>
          {MAIN.map(([to, name, own]) => (
            <Link key={to} to={to} current={own?.test(pathname) ?? pathname === to}>
              {name}
            </Link>
          ))}
        </nav>
        {run !== undefined && (
          <nav aria-label={`Run ${run}`} class="line">
            <b>Run {run}</b>
            {SECTIONS.map(([path, name]) => {
              const to = `/ui/runs/${run}${path}`;
              return (
                <Link
                  key={path}
                  to={to}
                  current={
                    pathname === to || (path !== '' && `${pathname}/`.startsWith(to.replace(/s$/, '')))
                  }
                >
                  {name}
                </Link>
              );
            })}
          </nav>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        {view}
      </main>
    </>
  );
}
