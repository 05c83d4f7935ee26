/** Drafts a domain file from ten words or an example page, to be looked over and stored. */

import { useState } from 'preact/hooks';
import { send, useAttempt } from './api.ts';
import { ProblemNote } from './problem-note.tsx';

interface Draft {
  readonly name: string;
  readonly yaml: string;
}
interface Checked {
  readonly valid: boolean;
  readonly problems: readonly { readonly line?: number; readonly message?: string }[];
}

export function OwnDomain({ stored }: { readonly stored: () => void }) {
  const [draft, setDraft] = useState<Draft>();
  const [said, setSaid] = useState('');
  const [carryOut, problem] = useAttempt();
  const attempt = (work: () => Promise<void>) => {
    setSaid('');
    return carryOut(work);
  };
  const make = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const name = text('name');
    const page = text('page');
    const words = text('words')
      .split(/[\n,]+/)
      .map((word) => word.trim())
      .filter(Boolean);
    attempt(async () => {
      const body = { name, words, ...(page !== '' && { page, seeds: [page] }) };
      const { yaml } = await send<{ yaml: string }>('POST', '/api/ui/domain-draft', body);
      setDraft({ name, yaml });
    });
  };
  const keep = () =>
    attempt(async () => {
      if (draft === undefined) return;
      const { valid, problems } = await send<Checked>('POST', '/api/domains/validate', { yaml: draft.yaml });
      if (!valid) {
        setSaid(
          `Not saved: ${problems.map((one) => `line ${one.line ?? '?'}: ${one.message ?? ''}`).join('; ')}`,
        );
        return;
      }
      await send('PUT', `/api/domains/${draft.name}`, { yaml: draft.yaml });
      setSaid(`${draft.name} is saved and can be chosen above.`);
      stored();
    });
  return (
    <section class="sheet">
      <h2>Make a domain of your own</h2>
      <form onSubmit={make}>
        <div class="own">
          <label class="field">
            Name
            <input name="name" required pattern="[a-z][a-z0-9\-]{0,62}" placeholder="recipe" />
          </label>
          <label class="field">
            An example page
            <input name="page" type="url" placeholder="https://www.example.org/recipes" />
          </label>
        </div>
        <label class="field">
          About ten words or phrases, the most typical first, with commas or one per line
          <textarea name="words" rows={3} />
        </label>
        <p>
          <button type="submit">Draft</button>
        </p>
      </form>
      {draft && (
        <>
          <label class="field">
            Domain file
            <textarea
              class="code"
              rows={16}
              spellcheck={false}
              value={draft.yaml}
              onInput={({ currentTarget }) => setDraft({ ...draft, yaml: currentTarget.value })}
            />
          </label>
          <p>
            <button type="button" class="primary" onClick={keep}>
              Save
            </button>
          </p>
        </>
      )}
      {said !== '' && <p role="status">{said}</p>}
      <ProblemNote problem={problem} />
    </section>
  );
}
