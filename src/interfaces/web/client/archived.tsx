/** Shows what the archive of a run holds: the page of a form, and answers to its queries. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Outside, Tag } from '../../views/index.ts';
import { ask, hasToken, Problem, problemOf, readingNeedsToken } from './api.ts';
import { ProblemNote } from './problem-note.tsx';
import type { Kinds } from './rows.ts';

/** Opens the answer to a query. */
export const answerColumn = (show: (query: Kinds['submissions']) => void) => ({
  head: 'Answer',
  cell: (query: Kinds['submissions']) =>
    query.status !== null && (
      <button type="button" class="small" onClick={() => show(query)}>
        Show
      </button>
    ),
});

interface FormPictureProps {
  readonly run: string;
  readonly id: string;
}

export function FormPicture({ run, id }: FormPictureProps) {
  const [drawn, setDrawn] = useState<{ source?: string; problem?: Problem }>({});
  useEffect(() => {
    const gone = new AbortController();
    setDrawn({});
    // Drawing takes a browser, which only who has the token may start.
    const asked = hasToken()
      ? ask(`/api/ui/runs/${run}/forms/${id}/picture`, { signal: gone.signal })
      : Promise.reject(new Problem(401, 'The picture is drawn for those who have the token'));
    asked
      .then((response) => response.blob())
      .then(dataAddress)
      .then((source) => setDrawn({ source }))
      .catch((error: unknown) => !gone.signal.aborted && setDrawn({ problem: problemOf(error) }));
    return () => gone.abort();
  }, [run, id]);
  return (
    <section>
      <h2>Page</h2>
      <ProblemNote problem={drawn.problem} />
      {drawn.source === undefined && drawn.problem === undefined && (
        <p role="status">Drawing the archived page …</p>
      )}
      {drawn.source !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section class="picture" tabIndex={0} aria-label="Picture of the page">
          <img src={drawn.source} alt="The archived page, the form outlined" />
        </section>
      )}
    </section>
  );
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

interface StoredProps {
  readonly path: string;
  readonly label: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** Forbids what the header of a stored answer forbids, for markup that comes without it. */
const POLICY = `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`;

/** Shows what the archive holds in a frame that has no origin and runs nothing; where a token is needed, which a frame cannot send, the frame is handed its markup. */
export function Stored({ path, label, close, children }: StoredProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [markup, setMarkup] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    dialog.current?.showModal();
    ask(path)
      .then((response) => response.text())
      .then(setMarkup)
      .catch((error: unknown) => setProblem(problemOf(error)));
  }, [path]);
  return (
    <dialog ref={dialog} class="answer" aria-label={label} onClose={close}>
      <div class="line tools">
        {children}
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <p>As the archive holds it, without scripts, pictures and style sheets of its own.</p>
      <ProblemNote problem={problem} />
      {markup !== undefined && (
        <iframe
          title={label}
          sandbox=""
          {...(readingNeedsToken() ? { srcdoc: POLICY + markup } : { src: path })}
        />
      )}
    </dialog>
  );
}

interface StoredAnswerProps {
  readonly run: string;
  readonly query: Kinds['submissions'];
  readonly close: () => void;
}

export function StoredAnswer({ run, query, close }: StoredAnswerProps) {
  const { formId, position, page, finalUrl, url, verdict, state } = query;
  const path = `/api/ui/runs/${run}/forms/${formId}/answers/${position}/${page}`;
  return (
    <Stored path={path} label="Stored answer" close={close}>
      <Tag code={verdict ?? state} /> <Outside href={finalUrl ?? url} />
    </Stored>
  );
}

/** Opens a page of a run as the archive holds it. */
export function StoredPage({ run, url }: { readonly run: string; readonly url: string }) {
  const [isShown, setShown] = useState(false);
  const path = `/api/ui/runs/${run}/page?${new URLSearchParams({ url })}`;
  return (
    <>
      <button type="button" class="small" onClick={() => setShown(true)}>
        Stored page
      </button>
      {isShown && (
        <Stored path={path} label="Stored page" close={() => setShown(false)}>
          <Outside href={url} />
        </Stored>
      )}
    </>
  );
}
