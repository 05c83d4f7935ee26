/** Searches the library: the stored documents and records of all runs. */

import { useEffect, useState } from 'preact/hooks';
import type { LibraryDocument, SearchPage, SearchResult } from '../../../library/index.ts';
import { headed, number, Outside, Pairs, time, words } from '../../views/index.ts';
import { go, Link, useAddress } from './address.tsx';
import { useLoaded } from './api.ts';
import { Stored } from './archived.tsx';
import { Loading, ProblemNote } from './problem-note.tsx';
import { recordAddress } from './record.tsx';

const PAGE = 20;
const HELD =
  'Records are found in all runs; pages, and duplicates told apart, in runs whose novelty was judged.';

const KINDS: Readonly<Record<SearchResult['kind'], string>> = {
  page: 'page',
  hidden: 'page behind a form',
  record: 'record',
};

const addressOf = (q: string, hasDuplicates: boolean, from = 0): string => {
  const query = new URLSearchParams({ q, ...(hasDuplicates && { duplicates: 'yes' }) });
  if (from > 0) query.set('from', String(from));
  return `/ui/search?${query}`;
};

export function SearchView() {
  const { searchParams } = useAddress();
  const q = searchParams.get('q') ?? '';
  const hasDuplicates = searchParams.has('duplicates');
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  const search = (event: Event) => {
    event.preventDefault();
    go(addressOf(typed.trim(), hasDuplicates));
  };
  return (
    <>
      <form class="line home" onSubmit={search}>
        <label>
          <span>Words to find in the pages and records of the library</span>
          <input
            type="search"
            required
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          Search
        </button>
      </form>
      <p class="line">
        <label>
          <input type="checkbox" checked={hasDuplicates} onChange={() => go(addressOf(q, !hasDuplicates))} />{' '}
          Show duplicates
        </label>
        <small>
          <code>"a phrase"</code> <code>-without</code> <code>gard*</code> <code>one OR other</code>{' '}
          <code>site:example.org</code> <code>kind:record</code> <code>author:austen</code>
        </small>
      </p>
      {q === '' ? (
        <p class="empty">{HELD} Search for any word of them.</p>
      ) : (
        <Results q={q} hasDuplicates={hasDuplicates} from={Number(searchParams.get('from') ?? 0) || 0} />
      )}
    </>
  );
}

interface ResultsProps {
  readonly q: string;
  readonly hasDuplicates: boolean;
  readonly from: number;
}

function Results({ q, hasDuplicates, from }: ResultsProps) {
  const query = new URLSearchParams({ q, limit: `${PAGE}`, offset: `${from}`, known: `${hasDuplicates}` });
  const { data, problem, isNew } = useLoaded<SearchPage>(`/api/search?${query}`);
  const show = (next: number) => go(addressOf(q, hasDuplicates, next));
  return (
    <>
      <p role="status">{isNew && data ? foundInWords(data.total) : problem === undefined && 'searching …'}</p>
      <ProblemNote problem={problem} />
      {isNew && data && (
        <>
          <ol class="results" start={from + 1}>
            {data.results.map((result) => (
              <Result key={result.id ?? `${result.site} ${result.key}`} result={result} />
            ))}
          </ol>
          {(from > 0 || from + data.results.length < data.total) && (
            <nav class="line pager" aria-label="Pages of results">
              <button type="button" disabled={from === 0} onClick={() => show(Math.max(0, from - PAGE))}>
                Previous
              </button>
              <button
                type="button"
                disabled={from + data.results.length >= data.total}
                onClick={() => show(from + PAGE)}
              >
                Next
              </button>
            </nav>
          )}
        </>
      )}
    </>
  );
}

/** The server counts so many exactly. */
const MOST_COUNTED = 10_000;

const foundInWords = (total: number): string =>
  total === 0
    ? `Nothing found. Try fewer words, or show duplicates. ${HELD}`
    : `${total >= MOST_COUNTED ? 'at least ' : ''}${number(total)} found`;

function Result({ result }: { readonly result: SearchResult }) {
  const {
    id,
    key = '',
    url,
    title,
    kind,
    site,
    category,
    language,
    fetchedAt,
    runId,
    novel,
    fields,
    snippet,
  } = result;
  const excerpt = snippet.map(({ text, hit }, at) => (hit ? <mark key={at}>{text}</mark> : text));
  const isTitle =
    snippet
      .map(({ text }) => text)
      .join('')
      .trim() === title.trim();
  const facts = [KINDS[kind], site, language, category, novel === false ? 'duplicate' : null];
  return (
    <li>
      <h2>
        <Link to={id === null ? recordAddress(`${runId}`, { site, key }) : `/ui/documents/${id}`}>
          {isTitle ? excerpt : title.trim() || url}
        </Link>
      </h2>
      {!isTitle && <p class="excerpt">{excerpt}</p>}
      {fields !== null && <Pairs pairs={Object.entries(fields)} />}
      <small class="line">
        {facts
          .filter((fact) => fact !== null && fact !== '')
          .map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        <span>{time(new Date(fetchedAt).toISOString())}</span>
        <Link to={`/ui/runs/${runId}`}>run {runId}</Link>
      </small>
    </li>
  );
}

/** Shows a document of the library: its text with the new sentences marked, and its stored page. */
export function DocumentView({ id }: { readonly id: string }) {
  const { data, problem } = useLoaded<LibraryDocument>(`/api/documents/${id}`);
  const [isShown, setShown] = useState(false);
  if (data === undefined) return <Loading problem={problem} />;
  const { kind, runId, site, url, title, state, like, similarity, fields, textOf, parts } = data;
  return (
    <>
      {isShown && (
        <Stored path={`/api/ui/documents/${id}/page`} label="Stored page" close={() => setShown(false)}>
          <Outside href={url} />
        </Stored>
      )}
      <h2>{title.trim() || url}</h2>
      <p class="line facts">
        <span>{headed(KINDS[kind])}</span>
        <span>{site}</span>
        <Link to={`/ui/runs/${runId}`}>run {runId}</Link>
        <span>{words(state)}</span>
        {like !== null && (
          <span>
            repeats <Outside href={like} /> (similarity {similarity.toFixed(2)})
          </span>
        )}
      </p>
      <p class="line">
        <button type="button" class="primary" onClick={() => setShown(true)}>
          Show the stored page
        </button>
        <Outside href={url} />
      </p>
      {fields !== null && <Pairs pairs={Object.entries(fields)} />}
      {textOf !== null && (
        <p class="note">
          The text of this document is not stored; this is the text of <Outside href={textOf} />, which it
          repeats.
        </p>
      )}
      <section>
        <h2>Text</h2>
        {parts.some(({ isNew }) => isNew) && (
          <p class="note">Sentences that no earlier document has are marked.</p>
        )}
        <p class="document">
          {parts.map(({ text, isNew }, at) => (isNew ? <mark key={at}>{text}</mark> : text))}
        </p>
      </section>
    </>
  );
}
