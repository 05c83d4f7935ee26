/** Queries the server of the page. */

import { useEffect, useRef, useState } from 'preact/hooks';

const TOKEN = 'fieldfare-token';
const KEY_EXCHANGE = '/api/ui/token';

export class Problem extends Error {
  readonly status: number;
  readonly hint: string | undefined;
  /** Is what the server calls the problem; empty where none answers. */
  readonly code: string;

  constructor(status: number, title: string, { hint, code = '' }: { hint?: string; code?: string } = {}) {
    super(title);
    this.status = status;
    this.hint = hint;
    this.code = code;
  }
}

/** Stores the token for all tabs of this server's address. */
export const keepToken = (token: string): void => localStorage.setItem(TOKEN, token);
export const hasToken = (): boolean => localStorage.getItem(TOKEN) !== null;
/** Says whether a link or a frame, which cannot send the token, would be refused. */
export const readingNeedsToken = (): boolean => document.documentElement.dataset.reading === 'token';

/** Takes the token that the link of `fieldfare serve` stands for, and the key of that link out of the address. */
export async function takeToken(): Promise<void> {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  const answer = await send<{ token: string }>('POST', KEY_EXCHANGE, { key }).catch(() => undefined);
  // A link that was used before leaves the token that it gave; where there is none, the server asks for it.
  if (answer !== undefined) keepToken(answer.token);
}

/** @throws {Problem} where the answer is none of success, or none comes */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const token = localStorage.getItem(TOKEN);
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  // A refusal would stand as an error in the console.
  else if (readingNeedsToken() && path !== KEY_EXCHANGE)
    throw new Problem(401, 'this needs the token of the server', { hint: '"fieldfare serve" prints it' });
  const response = await fetch(path, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    throw new Problem(0, 'The server does not answer', { hint: 'is "fieldfare serve" still running?' });
  });
  if (response.ok) return response;
  const { title, wrong, ...more } = (await response.json().catch(() => ({}))) as {
    title?: string;
    hint?: string;
    type?: string;
    wrong?: readonly { readonly field: string; readonly message: string }[];
  };
  const code = more.type?.replace('urn:fieldfare:', '') ?? '';
  const options = code === 'options' ? wrong : undefined;
  const said = options?.map(({ field, message }) => `${placeOf(field)}: ${message}`).join('; ');
  throw new Problem(response.status, said ?? title ?? `The server answers ${response.status}`, {
    ...(more.hint !== undefined && { hint: more.hint }),
    code,
  });
}

/** Lists are typed one value a line. */
const placeOf = (field: string): string => field.replace(/^\w+\.(\d+)$/, (_, n) => `line ${Number(n) + 1}`);

export async function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export interface Loaded<T> {
  /** Is that of the answer before while the next is on its way. */
  readonly data: T | undefined;
  /** Says whether the data are those of the path. */
  readonly isNew: boolean;
  readonly problem: Problem | undefined;
  /** Asks again, once the answer that is on its way has come. */
  readonly reload: () => void;
}

/** Queries when the path changes, and again and again where a pause is given. */
export function useLoaded<T>(path: string, everyMs?: number): Loaded<T> {
  const [state, setState] = useState<{ data?: T; of?: string; problem?: Problem }>({});
  const [turn, setTurn] = useState(0);
  const isWaiting = useRef(false);
  const isMissed = useRef(false);
  useEffect(() => {
    const gone = new AbortController();
    isWaiting.current = true;
    ask(path, { signal: gone.signal })
      .then((response) => response.json())
      .then((data: T) => setState({ data, of: path }))
      .catch((error: unknown) => {
        if (!gone.signal.aborted) setState((before) => ({ ...before, problem: problemOf(error) }));
      })
      .finally(() => {
        if (gone.signal.aborted) return;
        isWaiting.current = false;
        if (isMissed.current) setTurn((before) => before + 1);
        isMissed.current = false;
      });
    return () => gone.abort();
  }, [path, turn]);
  const again = () => {
    if (!isWaiting.current) setTurn((before) => before + 1);
  };
  const reload = () => {
    if (isWaiting.current) isMissed.current = true;
    else again();
  };
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return { data: state.data, isNew: state.of === path, problem: state.problem, reload };
}

/** Returns what carries an action out, and the problem of the last one. */
export function useAttempt(): [
  attempt: (action: () => Promise<void>) => Promise<void>,
  problem: Problem | undefined,
] {
  const [problem, setProblem] = useState<Problem>();
  const attempt = async (action: () => Promise<void>) => {
    setProblem(undefined);
    await action().catch((error: unknown) => setProblem(problemOf(error)));
  };
  return [attempt, problem];
}

export const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, error instanceof Error ? error.message : String(error));

/** Yields the events of a job behind a number until it has ended. */
export async function* eventsOf<T>(
  job: number,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<{ readonly id: number; readonly event: T }> {
  const response = await ask(`/api/jobs/${job}/events`, {
    signal,
    headers: { 'last-event-id': String(from) },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const id = /^id: (\d+)$/m.exec(message)?.[1];
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (id !== undefined && data !== undefined) yield { id: Number(id), event: JSON.parse(data) as T };
    }
  }
}
