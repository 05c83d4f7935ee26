import { useState } from 'preact/hooks';
import { keepToken, type Problem } from './api.ts';

/** A hint for the command line, which has no place here. */
const OF_COMMANDS = /--[a-z]|\bfieldfare /;

/** Shows what went wrong, and a field for the token where the server wants it. */
export function ProblemNote({ problem }: { readonly problem: Problem | undefined }) {
  const [token, setToken] = useState('');
  if (problem === undefined) return null;
  const keep = (event: Event) => {
    event.preventDefault();
    keepToken(token);
    location.reload();
  };
  return (
    <div class="problem" role="alert">
      <p>
        <b>{problem.message}</b>
        {problem.hint !== undefined && !OF_COMMANDS.test(problem.hint) && ` – ${problem.hint}`}
      </p>
      {problem.status === 401 && (
        <form class="line" onSubmit={keep}>
          <label>
            Token of the server{' '}
            <input
              type="password"
              required
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
          </label>
          <button type="submit">Use it</button>
        </form>
      )}
    </div>
  );
}

/** Stands in the place of what is on its way, or says why it does not come. */
export const Loading = ({ problem }: { readonly problem: Problem | undefined }) =>
  problem === undefined ? (
    <p class="loading" role="status">
      Loading …
    </p>
  ) : (
    <ProblemNote problem={problem} />
  );
